import type { TransactionSql } from "postgres";
import { expect, it } from "vitest";
import { describeAccess } from "../access";
import { ID_OF, NOBODY } from "../actors";
import { asOwner } from "../as-role";
import { acting, addOwnedPlace, OTHER_PLACE, PLACE } from "./place-rows";
import { outcomeKey } from "../../../lib/platform/outcome";
import { SAVED } from "../outcomes";

async function addMessage(tx: TransactionSql): Promise<string> {
  await addOwnedPlace(tx);
  const [row] = await tx<{ id: string }[]>`
    insert into public.service_messages (service_id, name, email, body, locale)
    values (${PLACE}, 'Ana', 'ana@example.org', 'Abre domingo?', 'es-419') returning id`;
  return row!.id;
}

describeAccess("service_messages", addMessage, [
  ["select", ["user", "vendedor"], (tx) => tx`select body from public.service_messages where service_id = ${PLACE}`],
  [
    "insert",
    NOBODY,
    (tx) => tx`
      insert into public.service_messages (service_id, name, email, body) values (${PLACE}, 'Ana', 'ana@example.org', 'x')`,
    addOwnedPlace,
  ],
  ["update", NOBODY, (tx) => tx`update public.service_messages set done_at = now() where service_id = ${PLACE}`],
  ["delete", NOBODY, (tx) => tx`delete from public.service_messages where service_id = ${PLACE}`],
]);

const file = async (tx: TransactionSql, payload: object) => {
  const [row] = await tx<{ answer: Parameters<typeof outcomeKey>[0] }[]>`
      select private.file_service_message(${tx.json({
        service: PLACE,
        name: "Ana",
        email: "ana@example.org",
        body: "Abre domingo?",
        consent: true,
        locale: "en-US",
        ...payload,
      })}) as answer`;
  return outcomeKey(row!.answer);
};
const mails = (tx: TransactionSql, template: string) =>
  tx<{ data: { to: string; locale: string; data: Record<string, string> } }[]>`
    select data from private.outbox where job = 'send-mail' and data ->> 'template' = ${template}`;

it("a message reaches the owners by notice and mail, without the visitor's text", () =>
  asOwner(async (tx) => {
    await addOwnedPlace(tx);
    expect(await file(tx, {})).toBe("saved");
    const sent = await mails(tx, "place_message");
    expect(sent.map(({ data }) => data.to)).toEqual(["user@actors.example.org"]);
    expect(JSON.stringify(sent)).not.toContain("domingo");
    const [notice] =
      await tx`select link from public.notifications where user_id = ${ID_OF.user} order by created_at desc limit 1`;
    expect(notice?.link).toBe(`/painel/lugares/${PLACE}#mensagens`);
  }));

it("the same form sent twice is one message, and an address has a daily limit", () =>
  asOwner(async (tx) => {
    await addOwnedPlace(tx);
    expect([await file(tx, {}), await file(tx, {})]).toEqual(["saved", "saved"]);
    const [stored] = await tx<
      { count: number }[]
    >`select count(*)::integer as count from public.service_messages where service_id = ${PLACE}`;
    expect(stored!.count).toBe(1);
    for (let index = 0; index < 9; index += 1) await file(tx, { body: `Pergunta ${index}` });
    expect(await file(tx, { body: "Mais uma" })).toBe("limit");
  }));

it("a place without an owner takes no messages, nor does one that is not published", () =>
  asOwner(async (tx) => {
    await addOwnedPlace(tx);
    expect(await file(tx, { service: OTHER_PLACE })).toBe("closed");
    const takes = async (id: string) =>
      (await acting(tx, "anon", (inner) => inner`select public.takes_messages(${id}) as takes`))[0]!.takes as boolean;
    expect([await takes(PLACE), await takes(OTHER_PLACE)]).toEqual([true, false]);
    await tx`update public.services set status = 'suspended' where id = ${PLACE}`;
    expect([await takes(PLACE), await file(tx, {})]).toEqual([false, "closed"]);
  }));

it.each([[{ consent: false }], [{ name: " " }], [{ email: "x" }], [{ body: "" }], [{ body: "x".repeat(2001) }]])(
  "refuses %o",
  (payload) =>
    asOwner(async (tx) => {
      await addOwnedPlace(tx);
      await expect(tx.savepoint((inner) => file(inner, payload))).rejects.toThrow(/^invalid$/);
    }),
);

it("staff answer once, by mail in the visitor's language, and done can be undone until then", () =>
  asOwner(async (tx) => {
    const id = await addMessage(tx);
    const done = async (inner: TransactionSql, isDone: boolean) =>
      (await inner`select public.set_message_done(${id}, ${isDone}) as changed`)[0]!.changed as object;
    const answer = async (inner: TransactionSql) =>
      (await inner`select public.answer_service_message(${id}, 'Sim, até 12h.') as changed`)[0]!.changed as object;
    expect(await acting(tx, "user", (inner) => done(inner, true))).toEqual(SAVED);
    expect(await acting(tx, "user", (inner) => done(inner, false))).toEqual(SAVED);
    expect(await acting(tx, "vendedor", answer)).toEqual(SAVED);
    expect(await acting(tx, "user", answer)).toEqual({ outcome: "conflict" });
    expect(await acting(tx, "user", (inner) => done(inner, false))).toEqual({ outcome: "conflict" });
    const [mail, ...more] = await mails(tx, "place_answer");
    expect(more).toEqual([]);
    expect(mail!.data).toMatchObject({
      to: "ana@example.org",
      locale: "es-419",
      data: { answer: "Sim, até 12h.", question: "Abre domingo?" },
    });
  }));

it.each(["another_user", "editor", "superadministrador"] as const)("%s cannot answer or close a message", (actor) =>
  asOwner(async (tx) => {
    const id = await addMessage(tx);
    await expect(
      acting(tx, actor, (inner) => inner`select public.answer_service_message(${id}, 'x')` as never),
    ).rejects.toMatchObject({ code: "42501" });
    await expect(
      acting(tx, actor, (inner) => inner`select public.set_message_done(${id}, true)` as never),
    ).rejects.toMatchObject({ code: "42501" });
  }),
);
