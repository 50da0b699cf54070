import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { asOwner, becomeRole } from "../as-role";
import { addRegistrationLink, makeKind, register, submit } from "./registration-support";
import { SAVED } from "../outcomes";

type Question = Record<string, unknown>;
const SIDE = { label: "Lado", kind: "choice", options: ["Direito", "Esquerdo"] };

/** A version of the form of a kind; published by default. */
async function addVersion(tx: TransactionSql, questions: readonly Question[], kind = "publico", isPublished = true) {
  const [row] = await tx<{ id: string; schema: Question[] }[]>`
    insert into public.form_template_versions (template_id, version, title, schema, published_at)
    select id, 2, 'Nova', ${tx.json(questions as never)}, case when ${isPublished} then now() end
    from public.form_templates where registration_kind = ${kind} and kind = 'registration' returning id, schema`;
  return row!;
}

const readPage = async (tx: TransactionSql, registration: string) => {
  const token = await addRegistrationLink(tx, "registration", registration);
  return (await tx<{ page: { fields: Question[] } }[]>`select public.read_registration(${token}) as page`)[0]!.page;
};

describe("questions of a version", () => {
  it("get a name of their own from the label, without empty fields", () =>
    asOwner(async (tx) => {
      const { schema } = await addVersion(tx, [
        { label: "Traz pães?", kind: "boolean", required: false, help: "", name: null },
        { label: "Traz pães?", kind: "text" },
        { label: "2 dias", kind: "text", options: [] },
      ]);
      expect(schema).toEqual([
        { name: "traz_paes", label: "Traz pães?", kind: "boolean" },
        { name: "traz_paes_2", label: "Traz pães?", kind: "text" },
        { name: "p_2_dias", label: "2 dias", kind: "text" },
      ]);
    }));

  it.each<[string, Question]>([
    ["without a label", { kind: "text" }],
    ["of an unknown kind", { label: "Cor", kind: "color" }],
    ["with one option", { ...SIDE, options: ["Direito"] }],
    ["with the same option twice", { ...SIDE, options: ["Direito", "Direito"] }],
    ["with fewer translated options", { ...SIDE, options_en: ["Right"] }],
    ["with a name that is none", { label: "Cor", kind: "text", name: "Cor!" }],
  ])("are not published %s", (_, question) =>
    asOwner(async (tx) => {
      await expect(addVersion(tx, [question])).rejects.toMatchObject({
        code: "23514",
        constraint_name: "form_questions_are_complete",
      });
    }),
  );

  it("are saved and published by a template manager", () =>
    asOwner(async (tx) => {
      await becomeRole(tx, "main_admin");
      expect((await addVersion(tx, [SIDE])).schema).toEqual([{ ...SIDE, name: "lado" }]);
    }));

  it("may be incomplete in a draft", () =>
    asOwner(async (tx) => {
      expect((await addVersion(tx, [{ ...SIDE, options: [] }], "publico", false)).schema).toHaveLength(1);
    }));

  it("do not change when the panel saves a published version with empty fields", () =>
    asOwner(async (tx) => {
      const { id, schema } = await addVersion(tx, [{ label: "Cor", kind: "text" }]);
      const again = schema.map((one) => ({ ...one, help: null, required: false, options: [] }));
      await tx`update public.form_template_versions set schema = ${tx.json(again as never)} where id = ${id}`;
      const [row] = await tx`select schema from public.form_template_versions where id = ${id}`;
      expect(row!.schema).toEqual(schema);
    }));

  it("of a contract are not published without a text", () =>
    asOwner(async (tx) => {
      const adding = tx`
        insert into public.form_template_versions (template_id, version, title, published_at)
        select id, 9, 'Vazio', now() from public.form_templates where kind = 'contract' limit 1`;
      await expect(adding).rejects.toMatchObject({ constraint_name: "published_contract_has_a_text" });
    }));
});

describe("version of a kind of registration", () => {
  it("is the newest published one, and answers to an older one are refused", () =>
    asOwner(async (tx) => {
      const { type, event } = await makeKind(tx);
      const read = async () => (await tx`select public.registration_forms(${event}) as forms`)[0]!.forms[0];
      const first = await read();
      const { id } = await addVersion(tx, [{ ...SIDE, name: "side", required: true }]);
      expect((await read()).version).toBe(id);
      await expect(tx.savepoint((inner) => register(inner, type, { form_version: first.version }))).rejects.toThrow(
        "form_changed",
      );
      const filed = await register(tx, type, { form_version: id, answers: { side: "Direito" } });
      const [row] = await tx`select form_version_id, answers from public.event_registrations where id = ${filed.id}`;
      expect(row).toEqual({ form_version_id: id, answers: { side: "Direito" } });
    }));

  it("answers the same registration for a form that was stored before the questions changed", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx);
      const [{ questions } = { questions: { version: "" } }] = await tx<{ questions: { version: string } }[]>`
        select public.registration_questions(${type}) as questions`;
      const form = { request_id: randomUUID(), form_version: questions.version, email: "ana@example.org" };
      const filed = await register(tx, type, form);
      await addVersion(tx, [{ ...SIDE, required: true }]);
      expect(await submit(tx, type, form)).toEqual(filed);
    }));

  it.each(["Atrás", ["Direito"], { a: 1 }, 1])("refuses the choice %j", (side) =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx);
      await addVersion(tx, [{ ...SIDE, name: "side" }]);
      await expect(register(tx, type, { answers: { side } })).rejects.toMatchObject({ detail: "side" });
    }),
  );

  it("keeps its questions for registrations made with it", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx);
      const old = await register(tx, type, { answers: { how_heard: "Rádio" } });
      await addVersion(tx, [{ ...SIDE, name: "side", required: true }]);
      expect((await readPage(tx, old.id)).fields).toEqual([expect.objectContaining({ name: "how_heard" })]);
      const token = await addRegistrationLink(tx, "manage", old.id);
      const payload = { answers: { how_heard: "Jornal" }, companions: [] };
      const [edited] = await tx`select public.edit_own_registration(${token}, ${tx.json(payload)}) as done`;
      const [row] = await tx`select answers from public.event_registrations where id = ${old.id}`;
      expect([edited!.done, row!.answers]).toEqual([SAVED, { how_heard: "Jornal" }]);
    }));

  it("can be chosen for a kind, and a form of another kind cannot", () =>
    asOwner(async (tx) => {
      const { type, event } = await makeKind(tx);
      const [first] = await tx<{ id: string }[]>`
        select version.id from public.form_template_versions as version join public.form_templates as template on template.id = template_id
        where registration_kind = 'publico'`;
      await tx`update public.event_registration_types set form_version_id = ${first!.id} where id = ${type}`;
      await addVersion(tx, [SIDE]);
      const [row] = await tx`select public.registration_forms(${event}) as forms`;
      expect(row!.forms[0].version).toBe(first!.id);
      const other = await addVersion(tx, [SIDE], "expositor");
      await expect(
        tx`update public.event_registration_types set form_version_id = ${other.id} where id = ${type}`,
      ).rejects.toMatchObject({ constraint_name: "form_belongs_to_the_kind" });
    }));

  it("does not ask for a file in the answers", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx);
      await addVersion(tx, [{ name: "plan_1", label: "Planta", kind: "file", required: true }]);
      const { id } = await register(tx, type, { answers: { plan_1: "x" } });
      const [row] = await tx`select answers from public.event_registrations where id = ${id}`;
      expect(row!.answers).toEqual({});
      const token = await addRegistrationLink(tx, "registration", id);
      const [added] = await tx`
        select public.add_registration_document(${token}, 'plan_1', ${`${id}/${randomUUID()}.pdf`}) as done`;
      expect(added!.done).toMatchObject({ outcome: "saved" });
    }));
});

it("event managers read published versions of registration forms, and no others", () =>
  asOwner(async (tx) => {
    const draft = await addVersion(tx, [SIDE], "publico", false);
    await becomeRole(tx, "admin");
    const rows = await tx<{ id: string; kind: string }[]>`
      select id, full_title from public.form_template_versions`;
    expect(rows.length).toBeGreaterThanOrEqual(5);
    expect(rows.map(({ id }) => id)).not.toContain(draft.id);
  }));
