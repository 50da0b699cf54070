import { createHash, randomBytes } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ADMINS_UP, NOBODY } from "../actors";
import { asOwner, becomeRole, callAs } from "../as-role";
import { makeKind, register } from "./registration-support";
import { keyOf, SAVED } from "../outcomes";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

async function addContract(tx: TransactionSql): Promise<{ contract: string; registration: string }> {
  const { type } = await makeKind(tx);
  const { id } = await register(tx, type);
  const [row] = await tx<{ id: string }[]>`
    insert into public.registration_contracts (registration_id, title, clauses, event_title, signer_name, signer_email)
    values (${id}, 'Contrato da tabela', '{Primeira,Segunda}', 'Encontro', 'Ana Souza', 'ana@example.org') returning id`;
  return { contract: row!.id, registration: id };
}

async function send(tx: TransactionSql, contract: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await tx`select public.send_registration_contract(${contract}, ${sha256(token)})`;
  return token;
}

async function sign(tx: TransactionSql, token: string): Promise<string> {
  await becomeRole(tx, "service_role");
  return keyOf(tx`
    select public.sign_registration_contract(${token}, ${tx.json({ signed_name: "Ana Souza", signed_with: "Firefox" })}) as answer`);
}

describeAccess("registration_contracts", addContract, [
  ["select", ADMINS_UP, "select id from public.registration_contracts where title = 'Contrato da tabela'"],
  [
    "insert",
    NOBODY,
    `
      insert into public.registration_contracts (title, clauses, event_title, signer_name, signer_email)
      values ('Contrato da tabela', '{x}', 'x', 'x', 'x@example.org')`,
  ],
  ["update", NOBODY, "update public.registration_contracts set status = 'signed' where title = 'Contrato da tabela'"],
  ["delete", NOBODY, "delete from public.registration_contracts where title = 'Contrato da tabela'"],
]);

describe("contract of a registration", () => {
  it("does not show the hash of its link to contract managers", () =>
    asOwner(async (tx) => {
      await addContract(tx);
      await becomeRole(tx, "main_admin");
      await expect(tx`select token_hash from public.registration_contracts`).rejects.toMatchObject({ code: "42501" });
    }));

  it("is written once per registration, and a new text ends the link of the earlier one", () =>
    asOwner(async (tx) => {
      const { contract, registration } = await addContract(tx);
      await becomeRole(tx, "admin");
      const token = await send(tx, contract);
      const [saved] = await tx`
        select public.save_registration_contract(${registration}, null, 'Novo título', '{Nova}') as answer`;
      expect(saved!.answer).toEqual({ ...SAVED, id: contract });
      const [row] = await tx`select status, title, clauses from public.registration_contracts where id = ${contract}`;
      expect(row).toEqual({ status: "draft", title: "Novo título", clauses: ["Nova"] });
      await becomeRole(tx, "anon");
      const [page] = await tx`select public.read_registration_contract(${token}) as page`;
      expect(page!.page).toBeNull();
    }));

  it("is signed once by its link, and the hash proves the text", () =>
    asOwner(async (tx) => {
      const { contract, registration } = await addContract(tx);
      await becomeRole(tx, "admin");
      const token = await send(tx, contract);
      expect([await sign(tx, token), await sign(tx, token), await sign(tx, "wrong")]).toEqual([
        "saved",
        "signed_before",
        "gone",
      ]);
      await tx`reset role`;
      const [row] = await tx<{ hash: string }[]>`
        select contract_sha256 as hash from public.registration_contracts where id = ${contract}`;
      const verify = async () => {
        const [found] = await tx`select public.verify_registration_contract(${row!.hash}) as found`;
        return found!.found as Record<string, unknown>;
      };
      expect(await verify()).toMatchObject({ is_unchanged: true, is_cancelled: false, event: "Encontro" });
      expect(JSON.stringify(await verify())).not.toContain("Ana");
      await tx`update public.registration_contracts set clauses = '{Outra}' where id = ${contract}`;
      expect(await verify()).toMatchObject({ is_unchanged: false });
      await becomeRole(tx, "admin");
      const rewrite = tx`select public.save_registration_contract(${registration}, null, 'X', '{x}') as answer`;
      expect(await keyOf(rewrite)).toBe("contract_closed");
      const sending = tx`select public.send_registration_contract(${contract}, ${sha256("x")}) as answer`;
      expect(await keyOf(sending)).toBe("contract_closed");
    }));

  it("cannot be signed after it was cancelled or its link has ended", () =>
    asOwner(async (tx) => {
      const { contract } = await addContract(tx);
      const token = await callAs(tx, "admin", () => send(tx, contract));
      await tx`update public.registration_contracts set link_expires_at = now() - interval '1 minute' where id = ${contract}`;
      expect(await sign(tx, token)).toBe("closed");
      await becomeRole(tx, "admin");
      const again = await send(tx, contract);
      const cancel = (reason: string) =>
        keyOf(tx`select public.cancel_registration_contract(${contract}, ${reason}) as answer`);
      expect([await cancel(" "), await cancel("Desistiu"), await cancel("Desistiu")]).toEqual([
        "reason_missing",
        "saved",
        "contract_closed",
      ]);
      expect(await sign(tx, again)).toBe("gone");
    }));

  it("survives the deletion of its registration when it is signed; a draft does not", () =>
    asOwner(async (tx) => {
      const signed = await addContract(tx);
      const draft = await addContract(tx);
      await becomeRole(tx, "admin");
      await sign(tx, await send(tx, signed.contract));
      await tx`reset role`;
      await tx`delete from public.event_registrations where id in (${signed.registration}, ${draft.registration})`;
      const rows =
        await tx`select id from public.registration_contracts where id in (${signed.contract}, ${draft.contract})`;
      expect(rows.map(({ id }) => id as string)).toEqual([signed.contract]);
    }));

  it("templates are listed for contract managers only", () =>
    asOwner(async (tx) => {
      await becomeRole(tx, "admin");
      expect(await tx`select title from public.contract_templates()`).not.toHaveLength(0);
      await becomeRole(tx, "editor");
      expect(await tx`select title from public.contract_templates()`).toHaveLength(0);
    }));
});
