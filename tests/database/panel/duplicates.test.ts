import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { RESOURCES } from "@/lib/panel/admin/registry";
import { describeAccess } from "../access";
import { ACTORS, EDITORS_UP, type Actor } from "../actors";
import { asOwner, asRole, callAs, sql } from "../as-role";
import { refused } from "../outcomes";

const [KEPT, OTHER, THIRD] = ["a", "b", "c"].map((digit) => `00000000-0000-4000-8000-0000000000${digit}1`) as [
  string,
  string,
  string,
];
const TOWN = 4202404;
const METRE = 1 / 111_195;

type Place = { id: string; name: string; slug: string } & Record<string, unknown>;
const place = (values: Partial<Place>) => ({
  id: KEPT,
  name: "Oficina do Zé Opala",
  slug: "oficina-do-ze-opala",
  state_abbr: "SC",
  city_ibge: TOWN,
  category_key: "museum",
  status: "published",
  ...values,
});
const addPlaces = async (tx: TransactionSql, ...rows: Partial<Place>[]) => {
  for (const row of rows) await tx`insert into public.services ${tx(place(row) as never)}`;
};
const TWIN = { id: OTHER, name: "Oficina do Ze Opala", slug: "oficina-do-ze-opala-2" };
const addTwins = (tx: TransactionSql) => addPlaces(tx, {}, TWIN);

const addVerdict = (tx: TransactionSql, verdict: "different" | "merged" = "different") =>
  tx`insert into public.duplicate_verdicts (entity, first_id, second_id, verdict, kept_id) values ('services', ${KEPT}, ${OTHER}, ${verdict}, ${verdict === "merged" ? KEPT : null})`;

describeAccess("duplicate_verdicts", (tx) => addVerdict(tx), [
  ["select", EDITORS_UP, "select 1 from public.duplicate_verdicts"],
  ["insert that two rows are different", EDITORS_UP, (tx) => addVerdict(tx)],
  ["insert that two rows were merged", [], (tx) => addVerdict(tx, "merged")],
  [
    "insert of a table without duplicate search",
    [],
    (tx) =>
      tx`insert into public.duplicate_verdicts (entity, first_id, second_id, verdict) values ('profiles', ${KEPT}, ${OTHER}, 'different')`,
  ],
  ["update", [], "update public.duplicate_verdicts set verdict = 'different'"],
  ["delete", EDITORS_UP, "delete from public.duplicate_verdicts"],
]);

type Pair = { first_id: string; second_id: string; likeness: number; metres: number | null };
const list = (
  tx: TransactionSql,
  { target = "services", within = 300, state = null as string | null, dismissed = false } = {},
) =>
  tx<
    Pair[]
  >`select * from public.list_duplicates(${target}, ${within}, ${state}, ${dismissed}) where first_id in (${KEPT}, ${OTHER}, ${THIRD})`;
const found = (
  arrange: (tx: TransactionSql) => Promise<unknown>,
  options: Parameters<typeof list>[1] = {},
  actor: Actor = "editor",
) => asRole(actor, arrange, async (tx) => [...(await list(tx, options))]);

describe("duplicate search", () => {
  it("has the same tables and permissions in the code and in the database", async () => {
    const rows = await sql`select entity, permission from records.duplicate_sources order by entity`;
    const declared = RESOURCES.filter(({ duplicates }) => duplicates).map(({ table, permission }) => ({
      entity: table,
      permission,
    }));
    expect([...rows]).toEqual(declared.toSorted((a, b) => a.entity.localeCompare(b.entity)));
  });

  it("finds equal names in the same town, without accents", async () => {
    expect(await found(addTwins)).toEqual([{ first_id: KEPT, second_id: OTHER, likeness: 1, metres: null }]);
  });

  it.each([
    ["250 m apart with similar names", 250, 1],
    ["350 m apart with similar names", 350, 0],
  ])("%s", async (_, metres, pairs) => {
    const rows = await found((tx) =>
      addPlaces(
        tx,
        { lat: -26.9, lng: -49 },
        {
          id: OTHER,
          name: "Zé do Opala Auto Peças",
          slug: "ze",
          lat: -26.9 + metres * METRE,
          lng: -49,
          city_ibge: null,
        },
      ),
    );
    expect(rows.map((row) => Math.round(row.metres ?? 0))).toEqual(pairs ? [metres] : []);
  });

  it.each<[string, Partial<Place>]>([
    ["other names in the same town", { name: "Museu da Imigração" }],
    ["neighbours with other names", { name: "Museu da Imigração", lat: -26.9, lng: -49 }],
    ["the same name in another town", { city_ibge: 4205407 }],
    ["the same name in another state", { state_abbr: "PR", city_ibge: null, lat: -26.9, lng: -49 }],
    ["a row in the trash", { deleted_at: "2026-01-01" }],
  ])("ignores %s", async (_, other) => {
    expect(await found((tx) => addPlaces(tx, { lat: -26.9, lng: -49 }, { ...TWIN, ...other }))).toEqual([]);
  });

  it("updates the pairs when a row is renamed, trashed, restored or deleted", async () => {
    const counts = await asRole("editor", addTwins, async (tx) => {
      const seen: number[] = [];
      const after = async (run: Promise<unknown>) => {
        await run;
        seen.push((await list(tx)).length);
      };
      await after(tx`update public.services set name = 'Museu da Imigração' where id = ${OTHER}`);
      await after(tx`update public.services set name = 'Oficina do Zé Opala' where id = ${OTHER}`);
      await after(tx`update public.services set deleted_at = now() where id = ${OTHER}`);
      await after(tx`update public.services set deleted_at = null where id = ${OTHER}`);
      await after(tx`delete from public.services where id = ${OTHER}`);
      return seen;
    });
    expect(counts).toEqual([0, 1, 0, 1, 0]);
  });

  it("finds clubs, which have no coordinates, and photo points", async () => {
    const clubs = (tx: TransactionSql) =>
      tx`insert into public.clubs (id, name, slug, state_abbr, city_ibge) values (${KEPT}, 'Clube do Opala', 'clube-um', 'SC', ${TOWN}), (${OTHER}, 'Clube do Opala', 'clube-dois', 'SC', ${TOWN})`;
    const spots = (tx: TransactionSql) =>
      tx`insert into public.photo_points (id, name, slug, state_abbr, city_ibge, lat, lng) values (${KEPT}, 'Mirante da Serra', 'um-ensaio', 'SC', ${TOWN}, -26.9, -49), (${OTHER}, 'Mirante da Serra', 'dois-ensaio', 'SC', ${TOWN}, -26.9, -49)`;
    expect(await found(clubs, { target: "clubs" })).toHaveLength(1);
    expect(await found(spots, { target: "photo_points" })).toMatchObject([{ metres: 0 }]);
  });

  it("filters by state and counts the listed pairs per state", async () => {
    expect(await found(addTwins, { state: "sc" })).toHaveLength(1);
    expect(await found(addTwins, { state: "PR" })).toEqual([]);
    const counts = await asRole(
      "editor",
      async (tx) => {
        await tx`delete from records.duplicate_pairs`;
        await addTwins(tx);
      },
      (tx) =>
        tx`select total::int, dismissed::int from public.count_duplicates('services', 300) where state_abbr = 'SC'`,
    );
    expect([...counts]).toEqual([{ total: 1, dismissed: 0 }]);
  });

  it("stores at most five pairs per new row", async () => {
    const rows = await asOwner(async (tx) => {
      for (let n = 0; n < 8; n++)
        await addPlaces(tx, { id: `00000000-0000-4000-8000-0000000001${n}1`, slug: `rede-${n}` });
      await addPlaces(tx, {});
      return tx`select 1 from records.duplicate_pairs where ${KEPT} in (first_id, second_id)`;
    });
    expect(rows).toHaveLength(5);
  });

  it.each(ACTORS.filter((actor) => actor !== "anon"))(
    "%s reads pairs only with permission to edit the table",
    async (actor) => {
      expect(await found(addTwins, {}, actor)).toHaveLength((EDITORS_UP as readonly Actor[]).includes(actor) ? 1 : 0);
    },
  );

  it("is refused for anonymous visitors", async () => {
    await expect(found(addTwins, {}, "anon")).rejects.toMatchObject({ code: "42501" });
  });
});

it("a pair marked as different is listed separately and can be restored", async () => {
  const seen = await asRole("editor", addTwins, async (tx) => {
    const count = async (dismissed: boolean) => (await list(tx, { dismissed })).length;
    // In both orders, to test that a repeated decision is accepted.
    await tx`select public.judge_duplicate('services', ${OTHER}, ${KEPT}, true)`;
    await tx`select public.judge_duplicate('services', ${KEPT}, ${OTHER}, true)`;
    const dismissed = [await count(false), await count(true)];
    await tx`update public.services set address = 'Rua Nova, 1', name = 'Oficina do Zé do Opala' where id = ${OTHER}`;
    const renamed = [await count(false), await count(true)];
    await tx`select public.judge_duplicate('services', ${KEPT}, ${OTHER}, false)`;
    return [dismissed, renamed, [await count(false), await count(true)]];
  });
  expect(seen).toEqual([
    [0, 1],
    [0, 1],
    [1, 0],
  ]);
});

type Answer = { outcome: string; moved?: number };
const merge = async (tx: TransactionSql, kept = KEPT, other = OTHER, target = "services") =>
  (await tx<{ answer: Answer }[]>`select public.merge_records(${target}, ${kept}, ${other}) as answer`)[0]!.answer;
const rowOf = async (tx: TransactionSql, id: string) =>
  (await tx`select *, deleted_at is not null as is_gone from public.services where id = ${id}`)[0]!;

describe("merge_records", () => {
  it.each(ACTORS)("%s merges only with permission to edit the table", async (actor) => {
    const outcome = asRole(actor, addTwins, (tx) => merge(tx)).then(
      (answer) => answer.outcome,
      (error: { code: string }) => error.code,
    );
    expect(await outcome).toBe((EDITORS_UP as readonly Actor[]).includes(actor) ? "saved" : "42501");
  });

  it("moves all references to the other row, except those that the kept row already has", async () => {
    const left = await asOwner(async (tx) => {
      await addTwins(tx);
      // A table unknown to the merge, as a later migration could add.
      await tx`create table public.ensaio_favorites (account text, service_id uuid references public.services (id), primary key (account, service_id))`;
      await tx`insert into public.ensaio_favorites values ('ana', ${KEPT}), ('ana', ${OTHER}), ('rui', ${OTHER})`;
      await tx`insert into public.service_requests (kind, service_id, state_abbr, payload, requester_name, requester_email) values ('correction', ${OTHER}, 'SC', '{}', 'Ana', 'ana@example.org')`;
      await tx`insert into public.reports (subject_type, subject_id, reason) values ('service', ${OTHER}, 'duplicate'), ('club', ${OTHER}, 'wrong')`;
      const answer = await callAs(tx, "editor", () => merge(tx));
      return {
        answer,
        favorites: [...(await tx`select account, service_id from public.ensaio_favorites order by 1, 2`)],
        requests: (await tx`select 1 from public.service_requests where service_id = ${KEPT}`).length,
        reports: [
          ...(await tx`select subject_type, subject_id from public.reports where subject_id in (${KEPT}, ${OTHER}) order by 1`),
        ],
      };
    });
    expect(left).toEqual({
      answer: { outcome: "saved", moved: 3 },
      favorites: [
        { account: "ana", service_id: KEPT },
        { account: "ana", service_id: OTHER },
        { account: "rui", service_id: KEPT },
      ],
      requests: 1,
      reports: [
        { subject_type: "club", subject_id: OTHER },
        { subject_type: "service", subject_id: KEPT },
      ],
    });
  });

  it("fills only empty values of the kept row", async () => {
    const arrange = (tx: TransactionSql) =>
      addPlaces(
        tx,
        { address: "Rua A, 1", photos: ["/midia/a.webp"], sources: ["jornal"], translations: { en: { name: "Zé" } } },
        {
          ...TWIN,
          address: "Rua B, 2",
          phone: "+55 47 3333-0000",
          source: "site",
          check_date: "2026-01-02",
          lat: -26.9,
          lng: -49,
          is_approximate: true,
          photos: ["/midia/a.webp", "/midia/b.webp"],
          description: "Carburadores.",
          attributes: { carburettor: true },
          translations: {
            en: { name: "Other", description: "Carburettors." },
            es: { description: "Carburadores es." },
          },
        },
      );
    const row = await asRole("editor", arrange, async (tx) => {
      await merge(tx);
      return rowOf(tx, KEPT);
    });
    expect(row).toMatchObject({
      name: "Oficina do Zé Opala",
      slug: "oficina-do-ze-opala",
      address: "Rua A, 1",
      phone: "+55 47 3333-0000",
      source: "site",
      lat: -26.9,
      lng: -49,
      is_approximate: true,
      photos: ["/midia/a.webp", "/midia/b.webp"],
      sources: ["jornal"],
      description: "Carburadores.",
      attributes: { carburettor: true },
      is_gone: false,
      translations: { en: { name: "Zé", description: "Carburettors." }, es: { description: "Carburadores es." } },
    });
  });

  it("redirects the other row's addresses, including earlier ones, to the kept row", async () => {
    const [merged, restored] = await asRole(
      "editor",
      async (tx) => {
        await addPlaces(tx, {}, { ...TWIN, slug: "velha" });
        await tx`update public.services set slug = ${TWIN.slug} where id = ${OTHER}`;
      },
      async (tx) => {
        const redirects = async () => [
          ...(await tx`select from_path, to_path from public.redirects where from_path like '/sc/servicos/oficina-do-ze%' or from_path = '/sc/servicos/velha' order by 1`),
        ];
        await merge(tx);
        const after = await redirects();
        await tx`update public.services set deleted_at = null where id = ${OTHER}`;
        return [after, await redirects()];
      },
    );
    const old = { from_path: "/sc/servicos/velha", to_path: "/sc/servicos/oficina-do-ze-opala" };
    expect(merged).toEqual([
      { from_path: "/sc/servicos/oficina-do-ze-opala-2", to_path: "/sc/servicos/oficina-do-ze-opala" },
      old,
    ]);
    expect(restored).toEqual([old]);
  });

  it("is undone from the trash: the row is restored, moved references stay, and the pair is listed again", async () => {
    const [row, pairs] = await asRole("editor", addTwins, async (tx) => {
      await merge(tx);
      const gone = await rowOf(tx, OTHER);
      await tx`update public.services set deleted_at = null where id = ${OTHER}`;
      return [gone, [...(await list(tx))]];
    });
    expect(row).toMatchObject({ name: TWIN.name, is_gone: true });
    expect(pairs).toHaveLength(1);
  });

  it("writes audit entries for both rows", async () => {
    const trails = await asRole("editor", addTwins, async (tx) => {
      await merge(tx);
      const reasons = async (id: string) =>
        (await tx<{ reason: string }[]>`select reason from public.record_trail('services', ${id})`).map(
          ({ reason }) => reason,
        );
      return [await reasons(KEPT), await reasons(OTHER)];
    });
    expect(trails).toEqual([
      [`Repetido: recebeu ${TWIN.name} (${OTHER})`],
      [`Repetido: juntado a Oficina do Zé Opala (${KEPT})`],
    ]);
  });

  it("returns the first result for a repeated merge, and refuses the reverse merge", async () => {
    const answers = await asRole("editor", addTwins, async (tx) => [
      await merge(tx),
      await merge(tx),
      await merge(tx, OTHER, KEPT),
    ]);
    expect(answers).toEqual([{ outcome: "saved", moved: 0 }, { outcome: "saved", moved: 0 }, refused("trashed")]);
  });

  it.each<[string, Partial<Place>, string]>([
    ["a row of another state", { state_abbr: "PR", city_ibge: null }, "elsewhere"],
    ["a row in the trash", { deleted_at: "2026-01-01" }, "trashed"],
    ["a row of another table", { id: THIRD }, "gone"],
  ])("refuses %s", async (_, other, outcome) => {
    expect(
      await asRole(
        "editor",
        (tx) => addPlaces(tx, {}, { ...TWIN, ...other }),
        (tx) => merge(tx),
      ),
    ).toEqual(outcome === "gone" ? { outcome } : refused(outcome));
  });

  it("refuses the same row, an unsupported table and an unpublished kept row", async () => {
    expect(await asRole("editor", addTwins, (tx) => merge(tx, KEPT, KEPT))).toEqual(refused("same"));
    expect(
      await asRole(
        "editor",
        (tx) => addPlaces(tx, { status: "draft" }, TWIN),
        (tx) => merge(tx),
      ),
    ).toEqual(refused("hidden"));
    await expect(asRole("superadministrador", (tx) => merge(tx, KEPT, OTHER, "profiles"))).rejects.toMatchObject({
      code: "42501",
    });
  });

  it("also merges clubs and photo points", async () => {
    const answers = await asRole(
      "editor",
      async (tx) => {
        await tx`insert into public.clubs (id, name, slug, state_abbr, city_ibge) values (${KEPT}, 'Clube', 'clube-um', 'SC', ${TOWN}), (${OTHER}, 'Clube', 'clube-dois', 'SC', ${TOWN})`;
        await tx`insert into public.photo_points (id, name, slug, state_abbr, city_ibge, lat, lng) values (${KEPT}, 'Mirante', 'um-ensaio', 'SC', ${TOWN}, -26.9, -49), (${OTHER}, 'Mirante', 'dois-ensaio', 'SC', ${TOWN}, -26.9, -49)`;
      },
      async (tx) => [await merge(tx, KEPT, OTHER, "clubs"), await merge(tx, KEPT, OTHER, "photo_points")],
    );
    expect(answers).toMatchObject([{ outcome: "saved" }, { outcome: "saved" }]);
  });
});

it("count_children counts the references to a row that the caller may see", async () => {
  const counted = (actor: Actor) =>
    asRole(
      actor,
      async (tx) => {
        await addTwins(tx);
        await tx`insert into public.service_requests (kind, service_id, state_abbr, payload, requester_name, requester_email) values ('correction', ${OTHER}, 'SC', '{}', 'Ana', 'ana@example.org')`;
        await tx`insert into public.reports (subject_type, subject_id, reason) values ('service', ${OTHER}, 'duplicate')`;
      },
      (tx) => tx`select child, total::int from public.count_children('services', ${[OTHER]}::uuid[]) order by child`,
    );
  expect([...(await counted("main_admin"))]).toEqual([
    { child: "reports", total: 1 },
    { child: "service_requests", total: 1 },
  ]);
  expect([...(await counted("user"))]).toEqual([]);
});
