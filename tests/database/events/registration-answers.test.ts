import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { ACTORS, EDITORS_UP } from "../actors";
import { asOwner, becomeRole } from "../as-role";
import { keyOf } from "../outcomes";
import { makeKind, register } from "./registration-support";

const QUESTIONS = [
  { name: "marca", label: "Marca", kind: "text", required: true },
  { name: "lado", label: "Lado", kind: "choice", options: ["Direito", "Esquerdo"] },
  { name: "tomada", label: "Precisa de tomada?", kind: "boolean" },
];

/** A registration that answered its own version of the form. */
async function registerWithForm(tx: TransactionSql) {
  const { type } = await makeKind(tx);
  const [version] = await tx<{ id: string }[]>`
    insert into public.form_template_versions (template_id, version, title, schema, published_at)
    select id, 90, 'Perguntas', ${tx.json(QUESTIONS)}, now()
    from public.form_templates where registration_kind = 'publico' and kind = 'registration' returning id`;
  await tx`update public.event_registration_types set form_version_id = ${version!.id} where id = ${type}`;
  return register(tx, type, { form_version: version!.id, answers: { marca: "Opala", lado: "Direito", tomada: true } });
}
const edit = (tx: TransactionSql, id: string, answers: Record<string, unknown>, reason = "Pedido por telefone") =>
  keyOf(tx`select public.edit_registration_answers(${id}, ${tx.json(answers as never)}, ${reason}) as answer`);
const answersOf = async (tx: TransactionSql, id: string) =>
  (await tx<{ answers: unknown }[]>`select answers from public.event_registrations where id = ${id}`)[0]!.answers;
const lastNote = async (tx: TransactionSql, id: string) => {
  const [row] = await tx<{ note: string }[]>`
    select note from public.registration_events where registration_id = ${id} order by registration_events.id desc limit 1`;
  return row!.note;
};

describe("correcting the answers of a registration", () => {
  it("replaces them, and the history has the questions and the reason but no answers", () =>
    asOwner(async (tx) => {
      const { id } = await registerWithForm(tx);
      await becomeRole(tx, "editor");
      await edit(tx, id, { marca: "Fusca", lado: "Direito", unknown: "x" });
      expect(await answersOf(tx, id)).toEqual({ marca: "Fusca", lado: "Direito", tomada: false });
      expect(await lastNote(tx, id)).toBe("answers:marca,tomada:Pedido por telefone");
    }));

  it("keeps answers of questions that the version does not have", () =>
    asOwner(async (tx) => {
      const { id } = await registerWithForm(tx);
      await tx`update public.event_registrations set answers = answers || '{"antiga": "valor"}' where id = ${id}`;
      await becomeRole(tx, "editor");
      await edit(tx, id, { marca: "Fusca" });
      expect(await answersOf(tx, id)).toEqual({ marca: "Fusca", tomada: false, antiga: "valor" });
    }));

  it("writes no line when nothing changed", () =>
    asOwner(async (tx) => {
      const { id } = await registerWithForm(tx);
      const before = await lastNote(tx, id);
      await becomeRole(tx, "editor");
      await edit(tx, id, { marca: "Opala", lado: "Direito", tomada: true });
      expect(await lastNote(tx, id)).toBe(before);
    }));

  it.each([
    ["without a required answer", { lado: "Direito" }],
    ["with an unknown option", { marca: "Fusca", lado: "Meio" }],
  ])("is refused %s", (_, answers) =>
    asOwner(async (tx) => {
      const { id } = await registerWithForm(tx);
      await becomeRole(tx, "editor");
      await expect(edit(tx, id, answers)).rejects.toThrow(/^invalid$/);
    }),
  );

  it("is refused without a reason, and after somebody else changed the registration", () =>
    asOwner(async (tx) => {
      const { id } = await registerWithForm(tx);
      await becomeRole(tx, "editor");
      expect(await edit(tx, id, { marca: "Fusca" }, "  ")).toBe("reason_missing");
      const late = tx`select public.edit_registration_answers(${id}, '{"marca": "Fusca"}', 'x', '2020-01-01') as answer`;
      expect(await keyOf(late)).toBe("conflict");
    }));

  it("is refused for a registration without a form", () =>
    asOwner(async (tx) => {
      const { id } = await registerWithForm(tx);
      await tx`update public.event_registrations set form_version_id = null where id = ${id}`;
      await becomeRole(tx, "editor");
      await expect(edit(tx, id, {})).rejects.toThrow(/^invalid$/);
    }));

  it.each(ACTORS)("is for event managers: %s", (actor) =>
    asOwner(async (tx) => {
      const { id } = await registerWithForm(tx);
      await becomeRole(tx, actor);
      const answer = await edit(tx, id, { marca: "Fusca" }).then(
        (key) => (key === "saved" ? "edited" : key),
        (error: { code: string }) => error.code,
      );
      expect(answer).toBe(EDITORS_UP.some((one) => one === actor) ? "edited" : "42501");
    }),
  );
});
