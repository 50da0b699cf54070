import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { ID_OF } from "../actors";
import { asOwner, callAs } from "../as-role";
import { acting, addOwnedPlace, OTHER_PLACE, PLACE } from "../partners/place-rows";
import { GONE, SAVED } from "../outcomes";

type Answer = { outcome: string; place?: Record<string, unknown> };
const placeOf = async (tx: TransactionSql, id = PLACE) =>
  (
    await tx<Record<string, unknown>[]>`select *, updated_at::text as version from public.services where id = ${id}`
  )[0]!;
const versionOf = async (tx: TransactionSql, id = PLACE) => (await placeOf(tx, id)).version as string;
const save = async (tx: TransactionSql, version: string, payload: object, id = PLACE) =>
  (
    await tx<{ answer: Answer }[]>`
      select public.save_own_place(${id}, ${version}::text::timestamptz, ${tx.json(payload as never)}) as answer`
  )[0]!.answer;
const propose = async (tx: TransactionSql, payload: object, replaces: string | null = null, id = PLACE) =>
  (
    await tx<{ answer: Answer }[]>`
      select public.propose_place_change(${id}, ${replaces}, ${tx.json(payload as never)}, 'pt-BR') as answer`
  )[0]!.answer;
const openProposal = async (tx: TransactionSql) =>
  (
    await tx<{ id: string; payload: Record<string, unknown>; requester_email: string }[]>`
      select id, payload, requester_email from public.service_requests
      where service_id = ${PLACE} and is_from_place and status in ('received', 'in_review')`
  )[0];
const decide = (tx: TransactionSql, id: string, decision: string, reason: string | null = null) =>
  acting(tx, "admin", (inner) => inner`select public.decide_service_request(${id}, ${decision}, ${reason}) as answer`);

it("owner and staff change only what they send, and a number gets its source and date", () =>
  asOwner(async (tx) => {
    await addOwnedPlace(tx);
    await tx`update public.services set website = 'https://example.org', source = 'lista', check_date = '2020-01-01' where id = ${PLACE}`;
    const first = await versionOf(tx);
    const hours = {
      mon: [
        ["08:00", "12:00"],
        ["13:30", "18:00"],
      ],
    };
    expect(await acting(tx, "user", (inner) => save(inner, first, { opening_hours: hours }))).toMatchObject({
      outcome: "saved",
    });
    expect(await placeOf(tx)).toMatchObject({ source: "lista", website: "https://example.org", opening_hours: hours });
    const second = await versionOf(tx);
    await acting(tx, "vendedor", (inner) => save(inner, second, { phone: "(48) 3333-4444" }));
    const [day] = await tx<{ is_today: boolean }[]>`
      select check_date = private.brazilian_today() as is_today from public.services where id = ${PLACE}`;
    expect([day!.is_today, (await placeOf(tx)).source, (await placeOf(tx)).phone]).toEqual([
      true,
      "Responsável pelo lugar",
      "(48) 3333-4444",
    ]);
  }));

it("a second person who saves gets the conflict with the saved values and overwrites nothing", () =>
  asOwner(async (tx) => {
    await addOwnedPlace(tx);
    await tx`update public.services set updated_at = now() - interval '1 hour' where id = ${PLACE}`;
    const version = "2020-01-01T00:00:00Z";
    const answer = await acting(tx, "vendedor", (inner) => save(inner, version, { phone: "(48) 3333-9999" }));
    expect(answer).toMatchObject({ outcome: "conflict", place: { id: PLACE, phone: null } });
    expect((await placeOf(tx)).phone).toBeNull();
  }));

it.each([
  [{ opening_hours: { mon: [["08:00"]] } }],
  [{ opening_hours: { mon: [["25:00", "26:00"]] } }],
  [{ opening_hours: { someday: [] } }],
  [{ opening_hours: "always" }],
  [{ phone: "not a number" }],
  [{ website: "javascript:alert(1)" }],
  [{ instagram: "a b" }],
  [{ attributes: { unknown: true } }],
  [{ attributes: { makes: [{}] } }],
])("refuses %o", (payload) =>
  asOwner(async (tx) => {
    await addOwnedPlace(tx);
    const version = await versionOf(tx);
    await expect(acting(tx, "user", (inner) => save(inner, version, payload))).rejects.toThrow(/^invalid$/);
  }),
);

it.each(["another_user", "editor", "superadministrador"] as const)(
  "%s cannot read, write or propose for a place of others",
  (actor) =>
    asOwner(async (tx) => {
      await addOwnedPlace(tx);
      const version = await versionOf(tx);
      const calls = [
        (inner: TransactionSql) => save(inner, version, { phone: "(48) 3333-4444" }),
        (inner: TransactionSql) => propose(inner, { name: "Minha" }),
        (inner: TransactionSql) => inner`select public.place_visits(${PLACE})`,
      ];
      for (const call of calls) await expect(acting(tx, actor, call as never)).rejects.toMatchObject({ code: "42501" });
      const [read] = await acting(tx, actor, (inner) => inner`select public.read_own_place(${PLACE}) as place`);
      expect(read!.place).toBeNull();
    }),
);

it("the owner of one place cannot write another one", () =>
  asOwner(async (tx) => {
    await addOwnedPlace(tx);
    const version = await versionOf(tx, OTHER_PLACE);
    await expect(acting(tx, "user", (inner) => save(inner, version, { phone: "" }, OTHER_PLACE))).rejects.toMatchObject(
      {
        code: "42501",
      },
    );
    await expect(acting(tx, "user", (inner) => propose(inner, { name: "x" }, null, OTHER_PLACE))).rejects.toMatchObject(
      {
        code: "42501",
      },
    );
  }));

it("a proposal is applied by its approval, with name, category, photos and position, and undone", () =>
  asOwner(async (tx) => {
    await addOwnedPlace(tx);
    await tx`update public.services set cover_url = '/midia/2026-01/a.webp', photos = '{/midia/2026-01/b.webp}', description = 'Antes' where id = ${PLACE}`;
    const before = await placeOf(tx);
    const name = "2026-11/00000000-0000-4000-8000-0000000000aa.webp";
    const address = `/storage/v1/object/public/place-photos/${name}`;
    const payload = {
      name: "Oficina Nova",
      description: "",
      category_key: "workshop",
      lat: -27.1,
      lng: -49.2,
      gallery: [address, "/midia/2026-01/b.webp"],
      photos: [name],
    };
    expect(await acting(tx, "vendedor", (inner) => propose(inner, payload))).toEqual({ outcome: "saved" });
    expect((await placeOf(tx)).name).toBe("Oficina do Teste");
    const open = (await openProposal(tx))!;
    expect(open.requester_email).toBe("vendedor@actors.example.org");
    await tx`insert into storage.objects (bucket_id, name) values ('place-photos', ${name})`;
    await decide(tx, open.id, "approve");
    expect(await placeOf(tx)).toMatchObject({
      name: "Oficina Nova",
      slug: before.slug,
      description: "",
      category_key: "workshop",
      lat: -27.1,
      is_approximate: false,
      cover_url: address,
      photos: ["/midia/2026-01/b.webp"],
    });
    await decide(tx, open.id, "reopen");
    expect(await placeOf(tx)).toMatchObject({
      name: before.name,
      description: "Antes",
      category_key: "other",
      lat: null,
      cover_url: "/midia/2026-01/a.webp",
      photos: ["/midia/2026-01/b.webp"],
    });
  }));

it("a picture that was never copied is left out", () =>
  asOwner(async (tx) => {
    await addOwnedPlace(tx);
    const name = "2026-11/00000000-0000-4000-8000-0000000000ab.webp";
    const address = `/storage/v1/object/public/place-photos/${name}`;
    await acting(tx, "user", (inner) => propose(inner, { gallery: [address], photos: [name] }));
    await decide(tx, (await openProposal(tx))!.id, "approve");
    expect(await placeOf(tx)).toMatchObject({ cover_url: null, photos: [] });
  }));

it("a foreign picture, an unknown category or an empty change is refused", () =>
  asOwner(async (tx) => {
    await addOwnedPlace(tx);
    const bad = [
      { gallery: ["https://example.org/a.png"] },
      { gallery: [], photos: ["../secret"] },
      { category_key: "none" },
      { lat: 40, lng: -49 },
      { name: " " },
      { status: "published" },
      {},
    ];
    for (const payload of bad)
      await expect(acting(tx, "user", (inner) => propose(inner, payload))).rejects.toThrow(/^invalid$/);
  }));

it("a second proposal must name the one it replaces, and keeps the photos that both show", () =>
  asOwner(async (tx) => {
    await addOwnedPlace(tx);
    const name = "2026-11/00000000-0000-4000-8000-0000000000ac.webp";
    const gallery = [`/storage/v1/object/public/place-photos/${name}`];
    await acting(tx, "user", (inner) => propose(inner, { name: "Um", gallery, photos: [name] }));
    const first = (await openProposal(tx))!;
    expect(await acting(tx, "vendedor", (inner) => propose(inner, { name: "Dois" }))).toEqual({ outcome: "conflict" });
    expect(
      await acting(tx, "vendedor", (inner) => propose(inner, { name: "Dois", gallery, photos: [name] }, first.id)),
    ).toEqual({ outcome: "saved" });
    expect((await openProposal(tx))!.payload).toMatchObject({ name: "Dois" });
    const queued = await tx`select from private.file_deletions where name = ${name}`;
    expect(queued).toHaveLength(0);
  }));

it("a proposal is withdrawn by the people of the place until it is decided", () =>
  asOwner(async (tx) => {
    await addOwnedPlace(tx);
    await acting(tx, "user", (inner) => propose(inner, { name: "Um" }));
    const { id } = (await openProposal(tx))!;
    const withdraw = async (inner: TransactionSql) =>
      (await inner`select public.withdraw_place_change(${id}) as gone`)[0]!.gone as object;
    await expect(acting(tx, "another_user", withdraw)).rejects.toMatchObject({ code: "42501" });
    await decide(tx, id, "reject", "Não confere");
    expect(await acting(tx, "user", withdraw)).toEqual(GONE);
    const [own] = await acting(tx, "user", (inner) => inner`select public.read_own_place(${PLACE}) as own`);
    expect(own!.own).toMatchObject({ proposal: null, decided: { status: "rejected", note: "Não confere" } });
    await decide(tx, id, "reopen");
    expect(await acting(tx, "user", withdraw)).toEqual(SAVED);
  }));

it("a visitor's correction still changes neither name nor photos", () =>
  asOwner(async (tx) => {
    await addOwnedPlace(tx);
    await acting(
      tx,
      "anon",
      (inner) =>
        inner`select public.submit_service_request(${inner.json({
          kind: "correction",
          state_abbr: "SC",
          service_id: PLACE,
          requester_name: "Ana",
          requester_email: "ana@example.org",
          message: "x",
          name: "Roubada",
          gallery: [],
          is_from_place: true,
          address: "Rua A",
        })})`,
    );
    const [request] = await tx<{ id: string; is_from_place: boolean }[]>`
      select id, is_from_place from public.service_requests where service_id = ${PLACE} and requester_email = 'ana@example.org'`;
    expect(request!.is_from_place).toBe(false);
    await decide(tx, request!.id, "approve");
    expect(await placeOf(tx)).toMatchObject({ name: "Oficina do Teste", address: "Rua A" });
  }));

it("visits add the languages up and end after 90 days", () =>
  asOwner(async (tx) => {
    await addOwnedPlace(tx);
    await tx`update private.page_view_rollup set until = private.brazilian_today()`;
    const path = "/sc/servicos/oficina-do-teste-91ace";
    await tx`insert into public.page_views (page_path, locale) values (${path}, 'pt-BR'), (${path}, 'en-US')`;
    const add = (days: number, locale: string, views: number) => tx`
      insert into public.page_view_daily (day, page_path, locale, state_abbr, views)
      values (private.brazilian_today() - ${days}::integer, ${path}, ${locale}, 'SC', ${views})`;
    await add(3, "es-419", 4);
    await add(20, "pt-BR", 10);
    await add(80, "pt-BR", 100);
    await add(95, "pt-BR", 1000);
    const [row] = await acting(tx, "vendedor", (inner) => inner`select public.place_visits(${PLACE}) as visits`);
    expect(row!.visits).toEqual({
      days7: 6,
      days30: 16,
      days90: 116,
      locales: { "pt-BR": 111, "en-US": 1, "es-419": 4 },
      contacts: {},
    });
  }));

describe("taps on the contact links of a place", () => {
  const count = async (tx: TransactionSql, kind: string | null, place = PLACE) => {
    const rows = await callAs(
      tx,
      "service_role",
      () => tx`select public.count_place_contact(${place}, ${kind}) as is_counted`,
    );
    return [...rows];
  };

  it("are counted per kind, shown to its people, and end after 30 days", () =>
    asOwner(async (tx) => {
      await addOwnedPlace(tx);
      await tx`
        insert into private.place_contact_days (service_id, day, kind, taps) values
          (${PLACE}, private.brazilian_today() - 29, 'call', 5),
          (${PLACE}, private.brazilian_today() - 30, 'call', 100)`;
      for (const kind of ["call", "call", "whatsapp"]) expect(await count(tx, kind)).toEqual([{ is_counted: SAVED }]);
      const [row] = await acting(tx, "vendedor", (inner) => inner`select public.place_visits(${PLACE}) as visits`);
      expect((row!.visits as { contacts: unknown }).contacts).toEqual({ call: 7, whatsapp: 1 });
    }));

  it("of an unpublished, deleted or unknown place are not counted", () =>
    asOwner(async (tx) => {
      await addOwnedPlace(tx);
      expect(await count(tx, "call", "00000000-0000-4000-8000-00000000dead")).toEqual([{ is_counted: GONE }]);
      await tx`update public.services set status = 'draft' where id = ${PLACE}`;
      expect(await count(tx, "call")).toEqual([{ is_counted: GONE }]);
      await tx`update public.services set status = 'published', deleted_at = now() where id = ${PLACE}`;
      expect(await count(tx, "call")).toEqual([{ is_counted: GONE }]);
    }));

  it.each([["search"], [""], [null]])("of the kind %s are refused", (kind) =>
    asOwner(async (tx) => {
      await addOwnedPlace(tx);
      await expect(count(tx, kind)).rejects.toThrow(/^invalid$/);
    }),
  );

  it.each(["user", "vendedor", "editor", "superadministrador"] as const)("are not counted by %s", (actor) =>
    asOwner(async (tx) => {
      await addOwnedPlace(tx);
      await expect(
        acting(tx, actor, (inner) => inner`select public.count_place_contact(${PLACE}, 'call')`),
      ).rejects.toMatchObject({ code: "42501" });
    }),
  );
});

it("erasing the account deletes its open proposals", () =>
  asOwner(async (tx) => {
    await addOwnedPlace(tx);
    await acting(tx, "user", (inner) => propose(inner, { name: "Um" }));
    await tx`select private.erase_account(${ID_OF.user}, ${ID_OF.user})`;
    expect(await openProposal(tx)).toBeUndefined();
    const [own] = await tx`select from public.service_members where account_id = ${ID_OF.user}`;
    expect(own).toBeUndefined();
  }));
