import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { EDITORS_UP, MAIN_ADMINS_UP, type Account } from "../actors";
import { asOwner, becomeRole, callAs } from "../as-role";
import { allowPayment, register, submit } from "./registration-support";
import { addClub, addEvent, CLUB, EVENT, save, versionOf, type Saved } from "./rows";

type Question = Record<string, unknown>;
type Kind = Record<string, unknown> & { id: string; questions: Question[] };
type Form = {
  kinds: Kind[];
  stands: (Record<string, unknown> & { id: string })[];
  gaps: string[];
  checklist: { key: string; needed: boolean; done: boolean }[];
  change: { values: { kinds: Kind[]; stands: Record<string, unknown>[] } } | null;
};

const ASKED = { kind: "choice", label: "Almoço", required: true, options: ["Sim", "Não"], options_en: ["Yes", "No"] };
const KIND = { kind: "publico", name: "Entrada", price_cents: 0 };
const inDays = (days: number) => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19)}Z`;
const STEPS = [
  { starts_at: inDays(10), price_cents: 3000 },
  { starts_at: inDays(20), price_cents: 4000 },
];

const formOf = async (tx: TransactionSql, event: string) =>
  (await tx<{ form: Form }[]>`select public.read_event_form(${event}) as form`)[0]!.form;
const change = async (tx: TransactionSql, id: string, parts: object, actor: Account = "user"): Promise<Saved> => {
  const expected_version = await versionOf(tx, id);
  return callAs(tx, actor, () => save(tx, { id, expected_version, ...parts }));
};
const ownForms = (tx: TransactionSql) =>
  tx<{ id: string; versions: number }[]>`
    select id, (select count(*)::int from public.form_template_versions where template_id = form.id) as versions
    from public.form_templates as form where type_id is not null`;

/** An event of `user` in a status with one kind whose question is its own. */
async function addAsking(tx: TransactionSql, status = "draft") {
  const event = await addEvent(tx, { status, ...(status === "published" && { published_at: new Date() }) });
  const [type] = await tx<{ id: string }[]>`
    insert into public.event_registration_types (event_id, kind, name) values (${event}, 'publico', 'Entrada') returning id`;
  await tx`select private.save_questions(${type!.id}, ${tx.json([ASKED])})`;
  return { event, type: type!.id };
}

/** The forms of the questions that an organiser wrote are no templates of the team, and belong to one event. */
describeAccess("form_templates", (tx: TransactionSql) => addAsking(tx), [
  ["select the form of an organiser", [], "select 1 from public.form_templates where type_id is not null"],
  ["update the form of an organiser", [], "update public.form_templates set name = 'Outro' where type_id is not null"],
  ["delete the form of an organiser", [], "delete from public.form_templates where type_id is not null"],
  [
    "insert a form for a kind",
    [],
    `insert into public.form_templates (key, name, kind, type_id)
     select 'outro', 'Outro', 'registration', id from public.event_registration_types limit 1`,
    async (tx) => {
      const event = await addEvent(tx);
      await tx`insert into public.event_registration_types (event_id, kind, name) values (${event}, 'publico', 'Outra')`;
    },
  ],
]);

const OWN_VERSIONS = `select 1 from public.form_template_versions as version
  where exists (select from public.event_registration_types where form_version_id = version.id)`;
describeAccess("form_template_versions", (tx: TransactionSql) => addAsking(tx), [
  ["select the questions of an organiser", ["user", ...EDITORS_UP], OWN_VERSIONS],
  [
    "update the questions of an organiser",
    [],
    "update public.form_template_versions set title = 'x' where template_id in (select id from public.form_templates where type_id is not null)",
  ],
]);

describe("questions of an organiser", () => {
  it("are those of the team until they are changed, and are stored once", () =>
    asOwner(async (tx) => {
      const id = await addEvent(tx);
      await change(tx, id, { kinds: [{ kind: "expositor", name: "Carro", price_cents: 0 }] });
      const [standard] = (await callAs(tx, "user", () => formOf(tx, id))).kinds;
      expect(standard!.questions.length).toBeGreaterThan(2);
      await change(tx, id, { kinds: [standard!] });
      expect(await ownForms(tx)).toEqual([]);
      await change(tx, id, { kinds: [{ ...standard!, questions: [ASKED] }] });
      const [own] = (await callAs(tx, "user", () => formOf(tx, id))).kinds;
      expect(own!.questions).toEqual([{ ...ASKED, name: "almoco" }]);
      await change(tx, id, { kinds: [own!] });
      expect((await ownForms(tx)).map(({ versions }) => versions)).toEqual([1]);
    }));

  it("keep the version that somebody answered, and replace the others", () =>
    asOwner(async (tx) => {
      const { event, type } = await addAsking(tx, "published");
      await register(tx, type, { answers: { almoco: "Sim" } });
      const write = (label: string) =>
        tx`select private.save_questions(${type}, ${tx.json([{ kind: "text", label }])})`;
      await write("Um");
      await write("Dois");
      expect((await ownForms(tx)).map(({ versions }) => versions)).toEqual([2]);
      const [answered] = await tx<{ schema: Question[] }[]>`
        select schema from public.event_registrations join public.form_template_versions as form on form.id = form_version_id
        where event_id = ${event}`;
      expect(answered!.schema[0]).toMatchObject({ label: "Almoço" });
    }));

  it("follow their kind to another one, and are deleted with the event", () =>
    asOwner(async (tx) => {
      const { event, type } = await addAsking(tx);
      await change(tx, event, { kinds: [{ id: type, kind: "expositor", name: "Carro", questions: [ASKED] }] });
      const [kind] = (await callAs(tx, "user", () => formOf(tx, event))).kinds;
      expect(kind).toMatchObject({ kind: "expositor", questions: [{ label: "Almoço" }] });
      await tx`delete from public.events where id = ${event}`;
      expect(await ownForms(tx)).toEqual([]);
    }));

  it("are not shown to the team after their kind changed to another one", () =>
    asOwner(async (tx) => {
      const { event, type } = await addAsking(tx);
      await change(tx, event, { kinds: [{ id: type, kind: "expositor", name: "Carro" }] });
      const [kind] = (await callAs(tx, "user", () => formOf(tx, event))).kinds;
      expect(kind!.questions.length).toBeGreaterThan(2);
      const [shown] = await tx<{ labels: string[] }[]>`
        select private.own_question_labels(found) as labels from public.event_registration_types as found where id = ${type}`;
      expect(shown!.labels).toEqual([]);
    }));

  it("are not used by a kind of another event, nor asked by new kinds", () =>
    asOwner(async (tx) => {
      const { type } = await addAsking(tx);
      const [own] = await tx<{ form_version_id: string }[]>`
        select form_version_id from public.event_registration_types where id = ${type}`;
      const other = await addEvent(tx);
      await change(tx, other, { kinds: [KIND] });
      const [kind] = (await callAs(tx, "user", () => formOf(tx, other))).kinds;
      expect(kind!.questions).not.toMatchObject([{ label: "Almoço" }]);
      const use = tx`
        update public.event_registration_types set form_version_id = ${own!.form_version_id} where id = ${kind!.id}`;
      await expect(use).rejects.toMatchObject({ constraint_name: "form_belongs_to_the_kind" });
    }));
});

describe("a wrong part", () => {
  it.each<[string, object]>([
    ["kinds.0.questions.0.label", { kinds: [{ ...KIND, questions: [{ kind: "text", label: "" }] }] }],
    ["kinds.0.questions.0.kind", { kinds: [{ ...KIND, questions: [{ kind: "cor", label: "Cor" }] }] }],
    ["kinds.0.questions.1.options", { kinds: [{ ...KIND, questions: [ASKED, { ...ASKED, options: ["Sim"] }] }] }],
    ["kinds.0.questions.0.options_en", { kinds: [{ ...KIND, questions: [{ ...ASKED, options_en: ["Yes"] }] }] }],
    ["kinds.0.questions", { kinds: [{ ...KIND, questions: "x" }] }],
    ["kinds.0.questions", { kinds: [{ ...KIND, questions: Array.from({ length: 31 }, () => ASKED) }] }],
    ["kinds.0.price_steps.1.starts_at", { kinds: [{ ...KIND, price_steps: STEPS.toReversed() }] }],
    [
      "kinds.0.price_steps.0.starts_at",
      { kinds: [{ ...KIND, price_steps: [{ ...STEPS[0], starts_at: inDays(90) }] }] },
    ],
    ["kinds.0.price_steps.0.price_cents", { kinds: [{ ...KIND, price_steps: [{ ...STEPS[0], price_cents: -1 }] }] }],
    ["kinds.0.price_steps", { kinds: [{ ...KIND, price_steps: {} }] }],
    ["kinds.0.classes", { kinds: [{ ...KIND, classes: ["A", "A"] }] }],
    ["kinds.0.max_vehicles", { kinds: [{ ...KIND, max_vehicles: 21 }] }],
    ["kinds.0.required_documents", { kinds: [{ ...KIND, required_documents: ["A B"] }] }],
    ["stands.0.label", { stands: [{ label: "Ação" }] }],
    ["stands.1.repeated", { stands: [{ label: "A1" }, { label: "A1" }] }],
    ["stands.0.x", { stands: [{ label: "A1", x: 101 }] }],
    ["stands.0.kinds", { stands: [{ label: "A1", kinds: ["publico"] }] }],
    ["stands.0.price_cents", { stands: [{ label: "A1", price_cents: -5 }] }],
    ["stands", { stands: "x" }],
    ["votes_close_at", { votes_open_at: inDays(40) }],
  ])("is refused at %s", async (detail, parts) => {
    const attempt = asOwner(async (tx) => {
      await becomeRole(tx, "user");
      return save(tx, { ...EVENT, kinds: [], ...parts });
    });
    await expect(attempt).rejects.toMatchObject({ message: "invalid", detail });
  });
});

describe("prices by date", () => {
  const priceOf = async (tx: TransactionSql, type: string) =>
    (
      await tx<{ price: number }[]>`
        select private.kind_price(found) as price from public.event_registration_types as found where id = ${type}`
    )[0]!.price;

  it("are charged from their moment on, and move with the date of the event", () =>
    asOwner(async (tx) => {
      await allowPayment(tx);
      const id = await addEvent(tx, { status: "published", published_at: new Date() });
      const [type] = await tx<{ id: string }[]>`
        insert into public.event_registration_types (event_id, kind, name, price_cents, price_steps)
        values (${id}, 'publico', 'Entrada', 2000, ${tx.json([{ starts_at: inDays(-1), price_cents: 2500 }, ...STEPS])})
        returning id`;
      expect(await priceOf(tx, type!.id)).toBe(2500);
      const filed = await register(tx, type!.id, { companions: ["Bia"] });
      const [stored] = await tx`select price_cents from public.event_registrations where id = ${filed.id}`;
      expect(stored!.price_cents).toBe(5000);
      await tx`
        update public.events set starts_at = starts_at + interval '7 days', ends_at = ends_at + interval '7 days'
        where id = ${id}`;
      const [moved] = await tx<{ price_steps: typeof STEPS }[]>`
        select price_steps from public.event_registration_types where id = ${type!.id}`;
      const days = (at: string) => Math.round((Date.parse(at) - Date.now()) / 86_400_000) + 0;
      expect(moved!.price_steps.map(({ starts_at: at }) => days(at))).toEqual([-1, 17, 27]);
      // None begins before one that is in force.
      await tx`
        update public.events set starts_at = starts_at - interval '20 days', ends_at = ends_at - interval '20 days'
        where id = ${id}`;
      const [earlier] = await tx<{ price_steps: typeof STEPS }[]>`
        select price_steps from public.event_registration_types where id = ${type!.id}`;
      expect(earlier!.price_steps.map(({ starts_at: at }) => days(at))).toEqual([-1, 0, 7]);
    }));

  it("make an event paid that begins free", () =>
    asOwner(async (tx) => {
      await tx`update public.payment_settings set value = value || '{"enabled": false}'`;
      const id = await addEvent(tx);
      await change(tx, id, { kinds: [{ ...KIND, price_steps: STEPS }] });
      expect((await callAs(tx, "user", () => formOf(tx, id))).gaps).toEqual(["payment"]);
    }));

  it("make the pages of the event fresh when they begin", () =>
    asOwner(async (tx) => {
      const id = await addEvent(tx, { status: "published", published_at: new Date() });
      await tx`
        insert into public.event_registration_types (event_id, kind, name, price_steps)
        values (${id}, 'publico', 'Entrada', ${tx.json(STEPS)})`;
      const states = await tx<{ state_abbr: string }[]>`
        select * from private.event_moments(now() + interval '9 days', now() + interval '11 days')`;
      expect(states.map(({ state_abbr: state }) => state)).toEqual(["SC"]);
    }));
});

it("a person chooses one of the classes of the kind, and keeps a class that was removed", () =>
  asOwner(async (tx) => {
    const id = await addEvent(tx, { status: "published", published_at: new Date() });
    const [type] = await tx<{ id: string }[]>`
      insert into public.event_registration_types (event_id, kind, name, classes, form_version_id)
      values (${id}, 'expositor', 'Carro', '{Nacional,Importado}', null) returning id`;
    const answers = { rules_consent: true };
    const car = { make: "Ford", model: "Corcel", year: 1972 };
    const wrong = tx.savepoint((inner) =>
      register(inner, type!.id, { answers, vehicles: [{ ...car, class_name: "Outra" }] }),
    );
    await expect(wrong).rejects.toMatchObject({ message: "invalid", detail: "class_name" });
    const filed = await register(tx, type!.id, { answers, vehicles: [{ ...car, class_name: "Nacional" }] });
    await tx`update public.event_registration_types set classes = '{Importado}' where id = ${type!.id}`;
    const [kept] = await tx<{ class: string }[]>`
      select private.class_of(${filed.id}, found, 'Nacional') as class
      from public.event_registration_types as found where id = ${type!.id}`;
    expect(kept!.class).toBe("Nacional");
  }));

describe("stands", () => {
  const labels = async (tx: TransactionSql, id: string) =>
    (await callAs(tx, "user", () => formOf(tx, id))).stands.map(({ label }) => label);

  it("are added, exchanged and deleted", () =>
    asOwner(async (tx) => {
      const id = await addEvent(tx);
      await change(tx, id, { stands: [{ label: "A1", width_m: 3, kinds: ["food_truck"] }, { label: "A2" }] });
      const { stands } = await callAs(tx, "user", () => formOf(tx, id));
      expect(stands[0]).toMatchObject({ label: "A1", width_m: 3, x: 50, y: 50, price_cents: 0, is_taken: false });
      expect(stands[0]).not.toHaveProperty("registration_id");
      await change(tx, id, {
        stands: [
          { ...stands[0], label: "A2" },
          { ...stands[1], label: "A1" },
        ],
      });
      expect(await labels(tx, id)).toEqual(["A2", "A1"]);
      await change(tx, id, { stands: [{ ...stands[1], label: "A1" }] });
      expect(await labels(tx, id)).toEqual(["A1"]);
    }));

  it("stay while somebody who has not confirmed the address yet wishes them", () =>
    asOwner(async (tx) => {
      const { event, type } = await addAsking(tx, "published");
      const filed = await submit(tx, type, { answers: { almoco: "Sim" } });
      expect(filed.status).toBe("unconfirmed");
      const [stand] = await tx<{ id: string }[]>`
        insert into public.event_stands (event_id, label) values (${event}, 'A1') returning id`;
      await tx`update public.event_registrations set stand_id = ${stand!.id} where id = ${filed.id}`;
      const refused = tx.savepoint((inner) => change(inner, event, { stands: [] }));
      await expect(refused).rejects.toMatchObject({ message: "invalid", detail: "stands_taken" });
      await tx`update public.event_registrations set held_until = now() - interval '1 minute' where id = ${filed.id}`;
      expect(await change(tx, event, { stands: [] })).toMatchObject({ outcome: "saved" });
    }));

  it("stay while somebody holds them", async () => {
    const attempt = asOwner(async (tx) => {
      const { event, type } = await addAsking(tx, "published");
      const filed = await register(tx, type, { answers: { almoco: "Sim" } });
      await tx`insert into public.event_stands (event_id, label, registration_id) values (${event}, 'A1', ${filed.id})`;
      await change(tx, event, { stands: [] });
    });
    await expect(attempt).rejects.toMatchObject({ message: "invalid", detail: "stands_taken" });
  });
});

describe("a change of a published event", () => {
  const changes = (parts: (kind: Kind) => object, isTrusted = false, actor: Account = "user") =>
    asOwner(async (tx) => {
      await allowPayment(tx);
      await addClub(tx, { vendedor: "owner" }, isTrusted);
      const { event } = await addAsking(tx, "published");
      await tx`update public.events set club_id = ${CLUB} where id = ${event}`;
      await tx`insert into public.event_stands (event_id, label, price_cents) values (${event}, 'A1', 100)`;
      const { kinds, stands } = await callAs(tx, "user", () => formOf(tx, event));
      const { outcome } = await change(tx, event, { stands, ...parts(kinds[0]!) }, actor);
      const waiting = await tx<
        { fields: string[] }[]
      >`select fields from public.event_changes where event_id = ${event}`;
      return [outcome, waiting.flatMap(({ fields }) => fields)];
    });
  const PLAN = { votes_open_at: inDays(39), votes_close_at: inDays(40) };

  it.each<[string, (kind: Kind) => object]>([
    ["questions", (kind) => ({ kinds: [{ ...kind, questions: [ASKED, { kind: "text", label: "CPF" }] }] })],
    ["price steps", (kind) => ({ kinds: [{ ...kind, price_steps: STEPS }] })],
    ["prices of stands", () => ({ stands: [{ label: "A2", price_cents: 500 }] })],
  ])("in its %s waits when the organiser is not trusted", async (_, parts) => {
    expect(await changes(parts)).toEqual(["saved", ["kinds"]]);
    expect(await changes(parts, true, "vendedor")).toEqual(["saved", []]);
    expect(await changes(parts, false, "editor")).toEqual(["saved", []]);
  });

  it.each<[string, (kind: Kind) => object]>([
    ["the same values", (kind) => ({ kinds: [kind] })],
    [
      "classes, documents and limits",
      (kind) => ({ kinds: [{ ...kind, classes: ["A"], max_companions: 1, required_documents: ["identity"] }] }),
    ],
    ["free stands", () => ({ stands: [{ label: "A2", price_cents: 0 }] })],
    ["times of voting", () => PLAN],
  ])("in %s is applied at once", async (_, parts) => {
    expect(await changes(parts)).toEqual(["saved", []]);
  });

  it("is shown with the parts that it does not name, such as one from before they existed", () =>
    asOwner(async (tx) => {
      const { event, type } = await addAsking(tx, "published");
      const [stand] = await tx<{ id: string }[]>`
        insert into public.event_stands (event_id, label, area) values (${event}, 'A1', 'Norte') returning id`;
      const payload = {
        kinds: [
          { id: type, kind: "publico", name: "Entrada", price_cents: 500 },
          { kind: "expositor", name: "Carro" },
        ],
        stands: [{ id: stand!.id, label: "A2" }],
      };
      await tx`insert into public.event_changes (event_id, fields, payload) values (${event}, '{kinds}', ${tx.json(payload)})`;
      const { values } = (await callAs(tx, "user", () => formOf(tx, event))).change!;
      expect(values.kinds[0]).toMatchObject({ price_cents: 500, questions: [{ label: "Almoço" }] });
      expect(values.kinds[1]!.questions.length).toBeGreaterThan(2);
      expect(values.stands).toMatchObject([{ label: "A2", area: "Norte", is_taken: false }]);
    }));

  it("that removes a price step is applied when the team approves it", () =>
    asOwner(async (tx) => {
      await allowPayment(tx);
      const { event, type } = await addAsking(tx, "published");
      await tx`update public.event_registration_types set price_steps = ${tx.json(STEPS)} where id = ${type}`;
      const kind = async () => (await callAs(tx, "user", () => formOf(tx, event))).kinds[0]!;
      await change(tx, event, { kinds: [{ ...(await kind()), price_steps: STEPS.slice(0, 1) }] });
      expect((await kind()).price_steps).toHaveLength(2);
      await callAs(
        tx,
        "editor",
        () => tx`select public.decide_event_change(id, 'approve') from public.event_changes where event_id = ${event}`,
      );
      expect((await kind()).price_steps).toHaveLength(1);
    }));

  it("is applied with its questions when the team approves it", () =>
    asOwner(async (tx) => {
      const { event } = await addAsking(tx, "published");
      const [kind] = (await callAs(tx, "user", () => formOf(tx, event))).kinds;
      await change(tx, event, { kinds: [{ ...kind!, questions: [{ kind: "text", label: "Cor" }] }] });
      expect((await callAs(tx, "user", () => formOf(tx, event))).kinds[0]!.questions[0]).toMatchObject({
        label: "Almoço",
      });
      await callAs(
        tx,
        "editor",
        () => tx`select public.decide_event_change(id, 'approve') from public.event_changes where event_id = ${event}`,
      );
      expect((await callAs(tx, "user", () => formOf(tx, event))).kinds[0]!.questions).toEqual([
        { name: "cor", kind: "text", label: "Cor" },
      ]);
    }));
});

describe("the checklist", () => {
  const checks = (parts: object) =>
    asOwner(async (tx) => {
      const id = await addEvent(tx);
      await change(tx, id, parts);
      const { checklist, gaps } = await callAs(tx, "user", () => formOf(tx, id));
      const open = checklist.filter(({ done }) => !done);
      const expected_version = await versionOf(tx, id);
      const [row] = await callAs(
        tx,
        "user",
        () => tx<{ answer: { outcome: string; gaps?: string[] } }[]>`
          select public.submit_event(${id}, ${expected_version}::text::timestamptz) as answer`,
      );
      expect(open.filter(({ needed }) => needed).map(({ key }) => key)).toEqual(gaps);
      expect(row!.answer.outcome).toBe(gaps.length > 0 ? "refused" : "saved");
      expect(row!.answer.gaps ?? []).toEqual(gaps);
      return { gaps, advice: open.filter(({ needed }) => !needed).map(({ key }) => key) };
    });
  const SELLER = { kind: "mercado_pulga", name: "Box", price_cents: 0, chooses_stand: true };

  it("has the facts that decide whether the event is sent", async () => {
    expect(await checks({ organizer_email: null, lat: null, lng: null, description: "" })).toMatchObject({
      gaps: ["description", "position", "contact"],
    });
    expect(await checks({ kinds: [SELLER] })).toMatchObject({ gaps: ["stands"] });
    expect(await checks({ kinds: [SELLER], stands: [{ label: "A1", kinds: ["food_truck"] }] })).toMatchObject({
      gaps: ["stands"],
    });
    expect(await checks({ kinds: [SELLER], stands: [{ label: "A1" }] })).toMatchObject({ gaps: [] });
  });

  it("advises what visitors look for", async () => {
    const { advice } = await checks({});
    expect(advice).toEqual(["cover", "programme", "rules", "kinds"]);
    const whole = { rules: "Sem som alto.", kinds: [KIND], days: EVENT.days };
    expect((await checks(whole)).advice).toEqual(["cover"]);
  });
});

it("a copy has questions, prices, classes and limits of its own, on the new dates", () =>
  asOwner(async (tx) => {
    const { event, type } = await addAsking(tx);
    await tx`
      update public.event_registration_types set price_steps = ${tx.json(STEPS)}, classes = '{A}', allows_several = true
      where id = ${type}`;
    const [row] = await callAs(
      tx,
      "user",
      () => tx<{ copy: string }[]>`
        select public.duplicate_event(id, (starts_at at time zone time_zone)::date + 364, gen_random_uuid()) as copy
        from public.events where id = ${event}`,
    );
    const [kind] = (await callAs(tx, "user", () => formOf(tx, row!.copy))).kinds;
    expect(kind).toMatchObject({ classes: ["A"], allows_several: true, questions: [{ label: "Almoço" }] });
    const days = (at: unknown) => Math.round((Date.parse(String(at)) - Date.now()) / 86_400_000);
    expect((kind!.price_steps as typeof STEPS).map(({ starts_at: at }) => days(at))).toEqual([374, 384]);
    expect(await ownForms(tx)).toHaveLength(2);
    await tx`delete from public.events where id = ${event}`;
    expect(await ownForms(tx)).toHaveLength(1);
  }));

it("template managers read the questions of the team only", () =>
  asOwner(async (tx) => {
    const { type } = await addAsking(tx);
    const seen = async (actor: Account) =>
      (await callAs(tx, actor, () => tx`select 1 from public.form_templates where type_id = ${type}`)).length;
    for (const actor of MAIN_ADMINS_UP) expect(await seen(actor)).toBe(0);
  }));
