import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { publishLinkSchema } from "@/lib/events/publishing/links/schema";
import { describeAccess } from "../access";
import { ACCOUNTS, EDITORS_UP, ID_OF, type Actor } from "../actors";
import { asOwner, becomeRole, callAs } from "../as-role";
import { CLUB, DESCRIPTION, EVENT, addClub, addEvent, register, save, versionOf, type Saved } from "./rows";
import { allowPayment } from "./registration-support";
import { keyOf, refused } from "../outcomes";
import { outcomeKey } from "../../../lib/platform/outcome";

const TOKEN = "p".repeat(43);
const addLink = (tx: TransactionSql, changes: Record<string, unknown> = {}) => tx`
  insert into public.event_publish_links ${tx({
    token_hash: tx`private.token_hash(${TOKEN})` as unknown as string,
    label: "Museu do Automóvel",
    expires_at: new Date(Date.now() + 86_400_000),
    ...changes,
  })}`;

describeAccess(
  "event_publish_links",
  "insert into public.event_publish_links (label, expires_at) values ('Museu', now())",
  [
    ["select", EDITORS_UP, "select 1 from public.event_publish_links"],
    ["insert", EDITORS_UP, "insert into public.event_publish_links (label, expires_at) values ('Museu', now())"],
    ["update the revocation", EDITORS_UP, "update public.event_publish_links set revoked_at = now()"],
    ["delete", [], "delete from public.event_publish_links"],
  ],
);

describe("saving an event", () => {
  it.each(ACCOUNTS)("%s creates a draft of their own with days and kinds", async (actor) => {
    const stored = await asOwner(async (tx) => {
      await becomeRole(tx, actor);
      const saved = await save(tx, EVENT);
      const [event] = await tx`select status, organizer_id, slug from public.events where id = ${saved.id}`;
      const [counts] = await tx`
        select (select count(*)::int from public.event_days where event_id = ${saved.id}) as days,
          (select count(*)::int from public.event_registration_types where event_id = ${saved.id}) as kinds`;
      return { ...event, ...counts };
    });
    expect(stored).toEqual({
      status: "draft",
      organizer_id: ID_OF[actor],
      slug: "encontro-da-serra",
      days: 1,
      kinds: 2,
    });
  });

  it("is refused to anonymous visitors and to blocked accounts", async () => {
    const attempt = (actor: Actor) =>
      asOwner(async (tx) => {
        await tx`update public.profiles set blocked_at = now() where id = ${ID_OF.user}`;
        await becomeRole(tx, actor);
        return save(tx, EVENT);
      });
    await expect(attempt("anon")).rejects.toMatchObject({ code: "42501" });
    await expect(attempt("user")).rejects.toMatchObject({ code: "42501" });
  });

  it.each([
    ["title", { title: " " }],
    ["kind", { kind: "party" }],
    ["municipality_ibge", { municipality_ibge: 3_550_308 }],
    ["starts_at", { starts_at: "2026-13-40T10:00:00Z" }],
    ["starts_at", { starts_at: "amanhã" }],
    ["ends_at", { ends_at: EVENT.starts_at }],
    ["lat", { lat: 91 }],
    ["lat", { lat: "x" }],
    ["lat", { lng: null }],
    ["website", { website: "javascript:alert(1)" }],
    ["poster_path", { poster_path: "2026-11/00000000-0000-4000-8000-000000000001.webp" }],
    ["days", { days: [{ day: "2020-01-01", items: [] }] }],
    ["days", { days: "x" }],
    ["time", { days: [{ day: EVENT.starts_at.slice(0, 10), items: [{ time: "25:00", text: "Abertura" }] }] }],
    ["kinds", { kinds: {} }],
    ["kinds.0.kind", { kinds: [{ kind: "vip", name: "VIP", price_cents: 0 }] }],
    ["kinds.0.price_cents", { kinds: [{ kind: "publico", name: "Público", price_cents: -1 }] }],
    ["kinds.1.name", { kinds: [EVENT.kinds[0], EVENT.kinds[0]] }],
    ["sponsors.0.name", { sponsors: [{ name: "" }] }],
  ])("names the wrong field %s", async (field, changes) => {
    const attempt = asOwner(async (tx) => {
      await becomeRole(tx, "user");
      return save(tx, { ...EVENT, ...changes });
    });
    await expect(attempt).rejects.toMatchObject({ message: "invalid", detail: field });
  });

  it("gives events with the same title different addresses", async () => {
    const slugs = await asOwner(async (tx) => {
      await becomeRole(tx, "user");
      return [
        (await save(tx, EVENT)).slug,
        (await save(tx, EVENT)).slug,
        (await save(tx, { ...EVENT, title: "É" })).slug,
      ];
    });
    expect(slugs).toEqual(["encontro-da-serra", "encontro-da-serra-2", "evento-e"]);
  });

  it("lets the organiser, those who run the club and event managers change it, and nobody else", async () => {
    const answers: Record<string, string> = {};
    for (const actor of [...ACCOUNTS, "anon"] as const) {
      answers[actor] = await asOwner(async (tx) => {
        await addClub(tx, { vendedor: "admin" });
        const id = await addEvent(tx, { club_id: CLUB });
        const expected_version = await versionOf(tx, id);
        await becomeRole(tx, actor);
        return (await save(tx, { id, expected_version, title: "Outro" })).outcome;
      }).catch(({ code }: { code: string }) => code);
    }
    expect(answers).toEqual({
      anon: "42501",
      user: "saved",
      another_user: "42501",
      vendedor: "saved",
      editor: "saved",
      admin: "saved",
      main_admin: "saved",
      superadministrador: "saved",
    });
  });

  it("refuses an event of a club to members who do not run it", async () => {
    const attempt = (role: string) =>
      asOwner(async (tx) => {
        await addClub(tx, { user: role });
        await becomeRole(tx, "user");
        return outcomeKey(await save(tx, { ...EVENT, club_id: CLUB }));
      });
    await expect(attempt("member")).rejects.toMatchObject({ code: "42501" });
    expect(await attempt("owner")).toBe("saved");
    expect(await attempt("admin")).toBe("saved");
  });

  it("keeps kinds with registrations, and capacity not below the places taken", async () => {
    const change = (kinds: (type: string) => unknown[]) =>
      asOwner(async (tx) => {
        const id = await addEvent(tx);
        const [type] = await tx<{ id: string }[]>`
          insert into public.event_registration_types (event_id, kind, name, capacity, taken) values (${id}, 'publico', 'Público', 10, 3) returning id`;
        await register(tx, id, type!.id, "ana@example.org");
        const expected_version = await versionOf(tx, id);
        await becomeRole(tx, "user");
        return (await save(tx, { id, expected_version, kinds: kinds(type!.id) })).outcome;
      });
    await expect(change(() => [])).rejects.toMatchObject({ detail: "kinds_registered" });
    await expect(change((id) => [{ id, capacity: 2 }])).rejects.toMatchObject({ detail: "kinds.0.capacity_taken" });
    await expect(change((id) => [{ id, kind: "expositor" }])).rejects.toMatchObject({
      detail: "kinds.0.kind_registered",
    });
    await expect(change((id) => [{ id, capacity: 5, gate_places: 6 }])).rejects.toMatchObject({
      detail: "kinds.0.gate_places",
    });
    expect(await change((id) => [{ id, capacity: 3, gate_places: 3 }])).toBe("saved");
  });

  it("does not let an organiser use or delete the poster of another event", async () => {
    const name = "2026-11/00000000-0000-4000-8000-000000000001.webp";
    const attempt = asOwner(async (tx) => {
      await tx`insert into storage.objects (bucket_id, name) values ('event-files', ${name})`;
      await addEvent(tx, { organizer_id: ID_OF.another_user, poster_path: name });
      await becomeRole(tx, "user");
      return save(tx, { ...EVENT, poster_path: name });
    });
    await expect(attempt).rejects.toMatchObject({ detail: "poster_path" });
  });

  it("deletes posters that no event, change, sponsor or gallery names after two days", async () => {
    const name = (n: number) => `2026-11/00000000-0000-4000-8000-00000000001${n}.webp`;
    const queued = await asOwner(async (tx) => {
      for (const n of [1, 2, 3, 4, 5, 6])
        await tx`
          insert into storage.objects (bucket_id, name, created_at)
          values ('event-files', ${name(n)}, now() - make_interval(days => ${n === 2 ? 1 : 3}))`;
      const id = await addEvent(tx, { poster_path: name(3) });
      await tx`insert into public.event_changes (event_id, fields, payload) values (${id}, '{poster}', ${tx.json({ poster_path: name(4) })})`;
      await tx`insert into public.event_sponsors (event_id, name, logo_path) values (${id}, 'Oficina', ${name(5)})`;
      await tx`insert into public.event_media (event_id, kind, path) values (${id}, 'gallery', ${name(6)})`;
      await tx`select private.queue_unattached_files()`;
      return tx<{ name: string }[]>`select name from private.file_deletions where bucket = 'event-files'`;
    });
    expect(queued.map((file) => file.name)).toEqual([name(1)]);
  });

  it("of a recurring meeting puts it in the series of its club, and nothing moves it later", async () => {
    const series = await asOwner(async (tx) => {
      await addClub(tx, { user: "owner" });
      await becomeRole(tx, "user");
      const club = { ...EVENT, club_id: CLUB };
      const rule = { week: 5, weekday: 0 };
      const ids = [
        await save(tx, { ...club, series: rule }),
        await save(tx, { ...club, series: rule }),
        await save(tx, { ...club, series: { week: 1, weekday: 6 } }),
        await save(tx, club),
        await save(tx, { ...EVENT, series: rule }),
      ].map(({ id }) => id);
      await save(tx, { id: ids[0], expected_version: await versionOf(tx, ids[0]!), series: { week: 2, weekday: 2 } });
      await tx`reset role`;
      const rows = await tx<{ id: string; rule: string | null }[]>`
        select events.id, week || '-' || weekday as rule from public.events left join public.event_series on event_series.id = series_id
        where events.id in ${tx(ids)}`;
      return ids.map((id) => rows.find((row) => row.id === id)!.rule);
    });
    expect(series).toEqual(["5-0", "5-0", "1-6", null, null]);
    const wrong = asOwner(async (tx) => {
      await addClub(tx, { user: "owner" });
      await becomeRole(tx, "user");
      return save(tx, { ...EVENT, club_id: CLUB, series: { week: 6, weekday: 0 } });
    });
    await expect(wrong).rejects.toMatchObject({ detail: "week" });
  });

  it("deletes a replaced poster unless another edition shows it", async () => {
    const [old, shared, next] = ["1", "2", "3"].map((n) => `2026-11/00000000-0000-4000-8000-00000000000${n}.webp`);
    const deleted = await asOwner(async (tx) => {
      for (const name of [old!, shared!, next!])
        await tx`insert into storage.objects (bucket_id, name) values ('event-files', ${name})`;
      const first = await addEvent(tx, { poster_path: old });
      const second = await addEvent(tx, { poster_path: shared });
      await addEvent(tx, { poster_path: shared });
      for (const id of [first, second]) await tx`update public.events set poster_path = ${next!} where id = ${id}`;
      return tx<{ name: string }[]>`select name from private.file_deletions where bucket = 'event-files'`;
    });
    expect(deleted.map(({ name }) => name)).toEqual([old]);
  });
});

describe("files of an event", () => {
  const [old, next] = ["4", "5"].map((n) => `2026-11/00000000-0000-4000-8000-00000000000${n}.webp`);
  const files = (media: (tx: TransactionSql, id: string) => Promise<unknown>) =>
    asOwner(async (tx) => {
      const id = await addEvent(tx, {});
      await tx`insert into public.event_media (event_id, kind, path) values (${id}, 'gallery', ${old!})`;
      await media(tx, id);
      return tx<{ name: string }[]>`select name from private.file_deletions where bucket = 'event-files'`;
    });

  it("are deleted when a picture of the gallery is replaced", async () => {
    const replaced = await files((tx, id) => tx`update public.event_media set path = ${next!} where event_id = ${id}`);
    expect(replaced.map(({ name }) => name)).toEqual([old]);
  });

  it("stay when only the alt text of a picture changes", async () => {
    expect(await files((tx, id) => tx`update public.event_media set title = 'Praça' where event_id = ${id}`)).toEqual(
      [],
    );
  });
});

describe("submitting an event", () => {
  const submit = (actor: Actor, changes: Record<string, unknown> = {}, isTrusted = false) =>
    asOwner(async (tx) => {
      await addClub(tx, { vendedor: "owner" }, isTrusted);
      const id = await addEvent(tx, { club_id: CLUB, ...changes });
      const expected_version = await versionOf(tx, id);
      await becomeRole(tx, actor);
      const [row] = await tx<
        { answer: Saved }[]
      >`select public.submit_event(${id}, ${expected_version}::text::timestamptz) as answer`;
      return row!.answer;
    });

  it("waits for the team after an ordinary account", async () => {
    expect(await submit("user")).toMatchObject({ outcome: "saved", status: "pending" });
  });

  it("publishes at once for event managers and for trusted clubs", async () => {
    expect(await submit("editor")).toMatchObject({ status: "published" });
    expect(await submit("vendedor")).toMatchObject({ status: "pending" });
    expect(await submit("vendedor", {}, true)).toMatchObject({ status: "published" });
    expect(await submit("user", {}, true)).toMatchObject({ status: "pending" });
  });

  it("is refused to other accounts", async () => {
    await expect(submit("another_user")).rejects.toMatchObject({ code: "42501" });
  });

  it("names what is missing", async () => {
    const empty = {
      description: "",
      lat: null,
      lng: null,
      organizer_email: null,
      starts_at: new Date(Date.now() - 1000),
      ends_at: new Date(Date.now() + 3_600_000),
    };
    expect(await submit("user", empty)).toMatchObject({
      outcome: "refused",
      field: null,
      reason: "incomplete",
      gaps: ["date", "description", "position", "contact"],
    });
  });

  it("is refused twice", async () => {
    expect(await submit("user", { status: "pending" })).toEqual({ ...refused("already"), status: "pending" });
    expect(await submit("user", { status: "cancelled" })).toEqual({ ...refused("already"), status: "cancelled" });
  });
});

describe("decisions", () => {
  it("mail the organiser what was decided, and again after the event was corrected", async () => {
    const mails = await asOwner(async (tx) => {
      const id = await addEvent(tx, { status: "pending" });
      const decide = async (decision: string) => {
        await callAs(tx, "editor", () => tx`select public.decide_event(${id}, ${decision}, 'Falta o endereço')`);
        await tx`update public.events set decided_at = now() - interval '3 minutes' where id = ${id}`;
        await tx`select private.answer_requests()`;
      };
      await decide("adjust");
      const expected_version = await versionOf(tx, id);
      await becomeRole(tx, "user");
      await tx`select public.submit_event(${id}, ${expected_version}::text::timestamptz)`;
      await decide("approve");
      return tx<{ status: string; to: string }[]>`
        select data -> 'data' ->> 'status' as status, data ->> 'to' as to from private.outbox
        where data ->> 'template' = 'event_decided'`;
    });
    expect(mails.map(({ status }) => status).toSorted()).toEqual(["adjust", "published"]);
    expect(new Set(mails.map(({ to }) => to))).toEqual(new Set(["user@actors.example.org"]));
  });

  it("keep an event with registrations public", async () => {
    const answer = await asOwner(async (tx) => {
      const id = await addEvent(tx, { status: "published" });
      const [type] = await tx<{ id: string }[]>`
        insert into public.event_registration_types (event_id, kind, name) values (${id}, 'publico', 'Público') returning id`;
      await register(tx, id, type!.id, "ana@example.org");
      await becomeRole(tx, "editor");
      const [row] = await tx`select public.decide_event(${id}, 'reopen') as answer`;
      return row!.answer;
    });
    expect(answer).toEqual(refused("has_registrations"));
  });

  it("by link publish once", async () => {
    const answers = await asOwner(async (tx) => {
      const id = await addEvent(tx, { status: "pending" });
      await tx`
        insert into public.approval_tokens (token_hash, subject_kind, subject_id, expires_at)
        values (private.token_hash(${TOKEN}), 'event', ${id}, now() + interval '1 day')`;
      await becomeRole(tx, "anon");
      const [shown] = await tx`select kind, state, content ->> 'name' as name from public.read_approval(${TOKEN})`;
      const decide = async () => {
        return keyOf(tx`select public.decide_approval(${TOKEN}, 'approve', null, 'Ana') as answer`);
      };
      const outcomes = [await decide(), await decide()];
      await tx`reset role`;
      const [event] = await tx`select status from public.events where id = ${id}`;
      return [shown, outcomes, event!.status];
    });
    expect(answers).toEqual([
      { kind: "event", state: "open", name: "Encontro da Serra" },
      ["saved", "used"],
      "published",
    ]);
  });
});

describe("changes of a published event", () => {
  type Change = (tx: TransactionSql, id: string, expected_version: string) => Promise<unknown>;
  const mailed = (change: Change, actor: Actor = "user") =>
    asOwner(async (tx) => {
      const id = await addEvent(tx, { status: "published", published_at: new Date() });
      const [type] = await tx<{ id: string }[]>`
        insert into public.event_registration_types (event_id, kind, name) values (${id}, 'publico', 'Público') returning id`;
      for (const status of [
        "confirmed",
        "pending",
        "waitlisted",
        "offered",
        "awaiting_payment",
        "cancelled",
        "rejected",
        "expired",
      ])
        await register(tx, id, type!.id, `${status}@example.org`, status);
      await register(tx, id, type!.id, "CONFIRMED@example.org");
      const expected_version = await versionOf(tx, id);
      await callAs(tx, actor, () => change(tx, id, expected_version));
      const mails = await tx<{ to: string; change: string }[]>`
        select lower(data ->> 'to') as to, data -> 'data' ->> 'change' as change from private.outbox
        where data ->> 'template' = 'event_changed' order by 1`;
      const [event] = await tx`select status, status_note from public.events where id = ${id}`;
      return { mails: mails.map((mail) => `${mail.to.split("@")[0]} ${mail.change}`), ...event };
    });
  const everybody = (change: string) =>
    ["awaiting_payment", "confirmed", "offered", "pending", "waitlisted"].map((who) => `${who} ${change}`);

  it("mail a new place once to everybody registered", async () => {
    const { mails } = await mailed(
      (tx, id, expected_version) => save(tx, { id, expected_version, venue: "Outro parque" }),
      "editor",
    );
    expect(mails).toEqual(everybody("place"));
  });

  it("mail nothing when only texts change", async () => {
    const { mails } = await mailed(
      (tx, id, expected_version) => save(tx, { id, expected_version, description: `${DESCRIPTION} Mais.` }),
      "editor",
    );
    expect(mails).toEqual([]);
  });

  it("mail a postponement and its reason", async () => {
    const answer = await mailed(
      (tx, id, expected_version) =>
        tx`select public.postpone_event(${id}, 'Chuva', ${expected_version}::text::timestamptz)`,
    );
    expect(answer).toEqual({ mails: everybody("postponed"), status: "postponed", status_note: "Chuva" });
  });

  it("mail a new date and publish a postponed event again", async () => {
    const answer = await mailed(async (tx, id, expected_version) => {
      await tx`select public.postpone_event(${id}, 'Chuva', ${expected_version}::text::timestamptz)`;
      await tx`reset role`;
      await tx`delete from private.outbox where data ->> 'template' = 'event_changed'`;
      const now = await versionOf(tx, id);
      await becomeRole(tx, "editor");
      await tx`select public.change_event_dates(${id}, now() + interval '90 days', now() + interval '91 days', null, ${now}::text::timestamptz)`;
    });
    expect(answer).toEqual({ mails: everybody("date"), status: "published", status_note: null });
  });

  it("are refused to other accounts", async () => {
    for (const run of ["postpone_event", "cancel_event"] as const) {
      const attempt = mailed(async (tx, id, expected_version) => {
        await becomeRole(tx, "another_user");
        await tx`select public.${tx(run)}(${id}, 'Motivo', ${expected_version}::text::timestamptz)`;
      });
      await expect(attempt).rejects.toMatchObject({ code: "42501" });
    }
  });
});

describe("publish links", () => {
  const withLink = (run: (tx: TransactionSql) => Promise<string[]>, link: Record<string, unknown> = {}) =>
    asOwner(async (tx) => {
      await addLink(tx, link);
      await allowPayment(tx);
      await becomeRole(tx, "service_role");
      return run(tx);
    });
  const saveByLink = async (tx: TransactionSql, payload: object) => {
    const [row] = await tx<{ answer: Saved }[]>`
      select public.save_event_by_link(${TOKEN}, ${tx.json(payload as never)}) as answer`;
    return row!.answer;
  };

  it("add as many events as allowed and edit them later", async () => {
    const outcomes = await withLink(async (tx) => {
      const first = await saveByLink(tx, EVENT);
      const second = await saveByLink(tx, EVENT);
      const edit = await saveByLink(tx, {
        id: first.id,
        expected_version: await versionOf(tx, first.id),
        title: "Outro título",
      });
      return [outcomeKey(first), outcomeKey(second), outcomeKey(edit)];
    });
    expect(outcomes).toEqual(["saved", "used", "saved"]);
  });

  it("do not edit an event that began, nor events of others", async () => {
    const outcomes = await withLink(async (tx) => {
      const saved = await saveByLink(tx, EVENT);
      await tx`
        update public.events set starts_at = now() - interval '1 hour', ends_at = now() + interval '1 hour', published_at = now()
        where id = ${saved.id}`;
      const began = await saveByLink(tx, { id: saved.id, expected_version: await versionOf(tx, saved.id), title: "X" });
      const other = await addEvent(tx);
      const foreign = await saveByLink(tx, { id: other, expected_version: await versionOf(tx, other), title: "X" });
      return [outcomeKey(began), outcomeKey(foreign)];
    });
    expect(outcomes).toEqual(["closed", "gone"]);
  });

  it.each([
    ["expired", { expires_at: new Date(Date.now() - 1000) }],
    ["gone", { revoked_at: new Date() }],
  ])("are %s after their end", async (outcome, link) => {
    expect(await withLink(async (tx) => [outcomeKey(await saveByLink(tx, EVENT))], link)).toEqual([outcome]);
  });

  it.each<Actor>(["anon", ...ACCOUNTS])(
    "are read by %s with the token and without the parts for the team",
    async (actor) => {
      const [read, unknown] = await asOwner(async (tx) => {
        await addLink(tx, { email: "museu@exemplo.com.br", state_abbr: "SC" });
        await becomeRole(tx, "service_role");
        await saveByLink(tx, EVENT);
        await becomeRole(tx, actor);
        const rows = await tx<{ link: Record<string, unknown> }[]>`
        select public.read_publish_link(token) as link from unnest(array[${TOKEN}, ${"q".repeat(43)}]) as token`;
        return rows.map(({ link }) => link);
      });
      expect(unknown).toBeNull();
      expect(read).toMatchObject({
        state: "used",
        label: "Museu do Automóvel",
        email: "museu@exemplo.com.br",
        uses_left: 0,
      });
      const [event] = read!.events as Record<string, unknown>[];
      expect(event).toMatchObject({ title: EVENT.title, status: "draft" });
      expect(Object.keys(event!)).not.toContain("decided_by");
      expect(publishLinkSchema.parse(read).events).toHaveLength(1);
      expect(Object.keys(read!)).not.toContain("token_hash");
    },
  );

  it("show no events after they were revoked", async () => {
    const read = await withLink(async (tx) => {
      await saveByLink(tx, EVENT);
      await tx`update public.event_publish_links set revoked_at = now()`;
      const [row] = await tx<{ link: { state: string; events: unknown[] } }[]>`
        select public.read_publish_link(${TOKEN}) as link`;
      return [row!.link.state, String(row!.link.events.length)];
    });
    expect(read).toEqual(["revoked", "0"]);
  });

  it("publish without the queue only when the link allows it", async () => {
    const submit = (link: Record<string, unknown>) =>
      withLink(async (tx) => {
        const { id } = await saveByLink(tx, EVENT);
        const expected_version = await versionOf(tx, id);
        const [row] = await tx<
          { answer: Saved }[]
        >`select public.submit_event_by_link(${TOKEN}, ${id}, ${expected_version}::text::timestamptz) as answer`;
        return [row!.answer.status];
      }, link);
    expect(await submit({})).toEqual(["pending"]);
    expect(await submit({ publishes_directly: true })).toEqual(["published"]);
  });
});
