import postgres, { type TransactionSql } from "postgres";
import { afterAll, describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { EDITORS_UP, type Account } from "../actors";
import { asOwner, becomeRole, callAs, sql } from "../as-role";
import { addClub, addEvent, CLUB, DESCRIPTION, EVENT, register, save, versionOf } from "./rows";
import { allowPayment } from "./registration-support";

const addChange = async (tx: TransactionSql) => {
  const id = await addEvent(tx, { status: "published", published_at: new Date() });
  const [change] = await tx<{ id: string }[]>`
    insert into public.event_changes (event_id, fields, payload) values (${id}, '{title}', '{"title": "Outro"}') returning id`;
  return change!.id;
};

describeAccess("event_changes", addChange, [
  ["select", EDITORS_UP, "select 1 from public.event_changes"],
  [
    "insert",
    [],
    `
      insert into public.event_changes (event_id, fields, payload)
      select id, '{title}', '{}' from public.events where slug = 'evento-alterado'`,
    (tx) => addEvent(tx, { slug: "evento-alterado" }),
  ],
  ["update", [], "update public.event_changes set fields = '{date}'"],
  ["delete", [], "delete from public.event_changes"],
]);

type Shown = { title: string; venue: string | null; organizer_phone: string | null; changes: number };

/** Saves as an account, and answers the public version and the number of changes that wait. */
const saved = (actor: Account, payload: object, isTrusted = false) =>
  asOwner(async (tx) => {
    await allowPayment(tx);
    await addClub(tx, { vendedor: "owner" }, isTrusted);
    const id = await addEvent(tx, { status: "published", published_at: new Date(), club_id: CLUB });
    await tx`
      insert into public.event_registration_types (event_id, kind, name, price_cents)
      values (${id}, 'publico', 'Público', 0)`;
    const [kind] = await tx<{ id: string }[]>`
      select id from public.event_registration_types where event_id = ${id}`;
    const expected_version = await versionOf(tx, id);
    await becomeRole(tx, actor);
    const { outcome } = await save(
      tx,
      JSON.parse(JSON.stringify({ id, expected_version, ...payload }).replace("$kind", kind!.id)),
    );
    await tx`reset role`;
    const [shown] = await tx<Shown[]>`
      select title, venue, organizer_phone, (select count(*)::int from public.event_changes) as changes
      from public.events where id = ${id}`;
    return { outcome, ...shown! };
  });

describe("a change of a published event", () => {
  it.each([
    ["title", { title: "Outro" }],
    ["date", { ends_at: new Date(Date.parse(EVENT.ends_at) + 3_600_000).toISOString() }],
    ["venue", { venue: "Outro parque" }],
    ["position", { lat: -27.7, lng: -48.6 }],
    ["description", { description: `${DESCRIPTION} Mais.` }],
    ["price", { kinds: [{ id: "$kind", kind: "publico", name: "Público", price_cents: 1000 }] }],
    ["new kind", { kinds: [{ id: "$kind" }, { kind: "expositor", name: "Expositor", price_cents: 0 }] }],
  ])("in its %s waits when the organiser is not trusted", async (_, payload) => {
    expect(await saved("user", payload)).toMatchObject({
      outcome: "saved",
      title: EVENT.title,
      venue: EVENT.venue,
      changes: 1,
    });
  });

  it("in other fields is applied at once", async () => {
    expect(await saved("user", { organizer_phone: "48 99999-0000", capacity: 50 })).toMatchObject({
      organizer_phone: "48 99999-0000",
      changes: 0,
    });
    expect(await saved("user", { kinds: [{ id: "$kind", name: "Entrada", capacity: 10 }] })).toMatchObject({
      changes: 0,
    });
  });

  it("is applied at once for event managers and trusted clubs", async () => {
    expect(await saved("editor", { title: "Outro" })).toMatchObject({ title: "Outro", changes: 0 });
    expect(await saved("vendedor", { title: "Outro" }, true)).toMatchObject({ title: "Outro", changes: 0 });
    expect(await saved("vendedor", { title: "Outro" })).toMatchObject({ title: EVENT.title, changes: 1 });
  });

  it("with a wrong part is refused as in a draft", async () => {
    const wrong = { title: "Outro", days: [{ day: "2020-01-01", items: [] }] };
    await expect(saved("user", wrong)).rejects.toMatchObject({ detail: "days" });
  });
});

type Answer = { outcome: string; reason?: string; status?: string };
const decide = async (tx: TransactionSql, decision: string) => {
  const [row] = await callAs(
    tx,
    "editor",
    () => tx<{ answer: Answer }[]>`
    select public.decide_event_change(id, ${decision}, 'Falta o endereço') as answer from public.event_changes`,
  );
  return row?.answer;
};

/** An event with a registration whose organiser asked for a new title and place. */
async function withChange<T>(run: (tx: TransactionSql, id: string) => Promise<T>): Promise<T> {
  return asOwner(async (tx) => {
    const id = await addEvent(tx, { status: "published", published_at: new Date() });
    const [type] = await tx<{ id: string }[]>`
      insert into public.event_registration_types (event_id, kind, name) values (${id}, 'publico', 'Público') returning id`;
    await register(tx, id, type!.id, "ana@example.org");
    const expected_version = await versionOf(tx, id);
    await callAs(tx, "user", () =>
      save(tx, { id, expected_version, title: "Outro", venue: "Outro parque", description: DESCRIPTION }),
    );
    return run(tx, id);
  });
}
const mailsOf = (tx: TransactionSql) =>
  tx<{ template: string; to: string }[]>`
    select data ->> 'template' as template, data ->> 'to' as to from private.outbox where data ->> 'template' like 'event\\_%' order by 1`;

describe("a decision about a change", () => {
  it("publishes it, mails everybody registered and the organiser", async () => {
    const seen = await withChange(async (tx, id) => {
      await tx`update public.events set description = 'Texto da equipe' where id = ${id}`;
      const answer = await decide(tx, "approve");
      const [event] = await tx`select title, venue, description from public.events where id = ${id}`;
      return { answer, event, mails: (await mailsOf(tx)).map(({ template, to }) => `${template} ${to}`) };
    });
    expect(seen).toEqual({
      answer: { outcome: "saved", status: "approved", table: "events", id: expect.any(String) },
      // Only what the organiser changed is written.
      event: { title: "Outro", venue: "Outro parque", description: "Texto da equipe" },
      mails: ["event_change_decided user@actors.example.org", "event_changed ana@example.org"],
    });
  });

  it("drops a rejected one and notifies the organiser only", async () => {
    const seen = await withChange(async (tx, id) => {
      const answer = await decide(tx, "reject");
      const again = await decide(tx, "approve");
      const [event] = await tx`select title from public.events where id = ${id}`;
      return [answer!.status, again!.outcome, event!.title, (await mailsOf(tx)).map(({ template }) => template)];
    });
    expect(seen).toEqual(["rejected", "conflict", EVENT.title, ["event_change_decided"]]);
  });

  it("is refused when the event cannot take the change any more", async () => {
    const answer = await withChange(async (tx, id) => {
      await tx`update public.event_changes set payload = '{"kinds": []}'`;
      const refused = await decide(tx, "approve");
      const [left] = await tx`select status from public.event_changes where event_id = ${id}`;
      return [refused!.reason, left!.status];
    });
    expect(answer).toEqual(["outdated", "pending"]);
  });

  it("is not possible after the event was cancelled", async () => {
    const left = await withChange(async (tx, id) => {
      await tx`update public.events set status = 'cancelled' where id = ${id}`;
      return tx`select 1 from public.event_changes`;
    });
    expect(left).toHaveLength(0);
  });
});

it("the form of the organiser has the values that wait", async () => {
  const form = await withChange(async (tx, id) => {
    await becomeRole(tx, "user");
    const [row] = await tx<{ form: { title: string; change: { fields: string[]; values: object } } }[]>`
      select public.read_event_form(${id}) as form`;
    return row!.form;
  });
  expect(form.title).toBe(EVENT.title);
  expect(form.change).toEqual({ fields: ["title", "place"], values: { title: "Outro", venue: "Outro parque" } });
});

describe("two editors who opened the same version", () => {
  const many = postgres(process.env.TEST_DATABASE_URL ?? "", { max: 2, onnotice: () => {} });
  afterAll(() => many.end());

  it("save at the same time: one is stored, the other is told", async () => {
    const ids = await sql.begin(async (tx) => [await addEvent(tx)]);
    const [id] = ids as [string];
    try {
      const [{ expected_version }] = (await sql<
        { expected_version: string }[]
      >`select to_json(updated_at) #>> '{}' as expected_version from public.events where id = ${id}`) as unknown as [
        { expected_version: string },
      ];
      const saveAs = (actor: Account, title: string) =>
        many.begin(async (tx) => {
          await becomeRole(tx, actor);
          const answer = await save(tx, { id, expected_version, title });
          // The other one begins before this transaction ends.
          await tx`select pg_sleep(0.3)`;
          return { ...answer, title };
        });
      const answers = await Promise.all([saveAs("user", "Primeiro"), saveAs("editor", "Segundo")]);
      const winner = answers.find(({ outcome }) => outcome === "saved");
      expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(["conflict", "saved"]);
      const [row] = await sql`select title from public.events where id = ${id}`;
      expect(row!.title).toBe(winner!.title);
    } finally {
      await sql`delete from public.events where id = ${id}`;
    }
  });
});
