import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { expect, it } from "vitest";
import { describeAccess } from "../access";
import { NOBODY } from "../actors";
import { asOwner } from "../as-role";
import { makeKind, payloadOf, register } from "./registration-support";

const DRAFT = { values: { full_name: "Ana Souza" }, companions: 1, vehicles: 0 };

/** Stores a draft and returns its token. */
async function store(tx: TransactionSql, type: string, request: string) {
  const token = randomBytes(32).toString("base64url");
  const hash = createHash("sha256").update(token).digest("hex");
  const payload = { request_id: request, type, email: "Ana@example.org", draft: DRAFT, locale: "es-419" };
  const [row] = await tx<{ done: { outcome: string } }[]>`
    select public.store_registration_draft(${tx.json(payload)}, ${randomUUID()}, ${hash}) as done`;
  return { token, done: row!.done.outcome === "saved" };
}

const read = async (tx: TransactionSql, token: string) =>
  (await tx<{ draft: unknown }[]>`select public.read_registration_draft(${token}) as draft`)[0]!.draft;

const addOne = async (tx: TransactionSql) => {
  const { type } = await makeKind(tx);
  await store(tx, type, randomUUID());
};

describeAccess("registration_drafts", addOne, [
  ["select", NOBODY, "select 1 from public.registration_drafts"],
  [
    "insert",
    NOBODY,
    `
      insert into public.registration_drafts (id, request_id, type_id, email, draft)
      select gen_random_uuid(), gen_random_uuid(), id, 'a@example.org', '{}' from public.event_registration_types limit 1`,
  ],
  ["update", NOBODY, "update public.registration_drafts set draft = '{}'"],
  ["delete", NOBODY, "delete from public.registration_drafts"],
]);

it("a draft is read by its link for 14 days", () =>
  asOwner(async (tx) => {
    const { type } = await makeKind(tx);
    const { token } = await store(tx, type, randomUUID());
    expect(await read(tx, token)).toEqual({ ...DRAFT, type });
    expect(await read(tx, randomBytes(32).toString("base64url"))).toBeNull();
    await tx`update public.registration_drafts set created_at = now() - interval '14 days'`;
    expect(await read(tx, token)).toBeNull();
  }));

it("the link of a draft is mailed in the language of the form, and the mail has no token", () =>
  asOwner(async (tx) => {
    const { type } = await makeKind(tx);
    const { token } = await store(tx, type, randomUUID());
    const [mail] = await tx`select data from private.outbox where data ->> 'template' = 'registration_draft'`;
    expect(mail!.data).toMatchObject({ to: "ana@example.org", locale: "es-419" });
    expect(mail!.data.data.path).toMatch(/^\/inscricao-publico\?evento=encontro-/);
    expect(JSON.stringify(mail)).not.toContain(token);
  }));

it("a form has one link: a new one ends the earlier one", () =>
  asOwner(async (tx) => {
    const { type } = await makeKind(tx);
    const request = randomUUID();
    const first = await store(tx, type, request);
    const second = await store(tx, type, request);
    expect([await read(tx, first.token), await read(tx, second.token)]).toEqual([null, { ...DRAFT, type }]);
  }));

it("a draft ends when the form is sent, and none is stored after that", () =>
  asOwner(async (tx) => {
    const { type } = await makeKind(tx);
    const form = payloadOf(type);
    const { token } = await store(tx, type, form.request_id);
    await register(tx, type, form);
    expect(await read(tx, token)).toBeNull();
    expect((await store(tx, type, form.request_id)).done).toBe(false);
  }));

it("a draft is not stored for an event that visitors do not see", () =>
  asOwner(async (tx) => {
    const { type, event } = await makeKind(tx);
    await tx`update public.events set status = 'draft' where id = ${event}`;
    expect((await store(tx, type, randomUUID())).done).toBe(false);
  }));
