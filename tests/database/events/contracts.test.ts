import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { addLink } from "../../support/link-rows";
import { asOwner, becomeRole } from "../as-role";
import { addPlan, addSeller, addSignatures, fileHash, salePayload } from "../commerce/sale-support";
import { keyOf } from "../outcomes";

type Sale = { id: string; number: number; contract_sha256: string | null };

/** Creates a sale that its client signs later; returns its payment link. */
async function sellRemotely(tx: TransactionSql, changes: object = {}) {
  const seller = await addSeller(tx, "vendedor");
  const { client_signature_url: clientPath, ...payload } = await salePayload(tx, seller, await addPlan(tx));
  await becomeRole(tx, "vendedor");
  const sent = {
    ...payload,
    client_signature_url: null,
    client_file_sha256: null,
    accepts_terms: false,
    is_remote_signing: true,
    ...changes,
  };
  const sale = (await tx`select public.create_sale(${tx.json(sent)}) as sale`)[0]!.sale as Sale;
  await tx`reset role`;
  return { sale, seller, clientPath, token: await addLink(tx, "payment", sale.id) };
}

const agreed = {
  accepts_terms: true,
  client_signed_name: "João Lima",
  client_signed_with: "Firefox",
  client_address_hash: "ab12",
};
const sign = async (tx: TransactionSql, token: string, payload: object = agreed) =>
  keyOf(tx`select public.sign_contract(${token}, ${tx.json(payload as never)}) as answer`);
const refused = (tx: TransactionSql, run: (inner: TransactionSql) => Promise<unknown>) =>
  tx.savepoint(run).then(
    () => "accepted",
    (error: { message: string; detail?: string }) => [error.message, error.detail].filter(Boolean).join(" "),
  );
const mailsOf = async (tx: TransactionSql, sale: string) =>
  (
    await tx<
      { template: string; data: Record<string, unknown> }[]
    >`select data ->> 'template' as template, data -> 'data' as data from private.outbox where data -> 'data' ->> 'link_subject' = ${sale} order by 1 desc`
  ).map(({ template, data }) => [template, data.attach_contract ?? false]);

describe("a contract that its client signs later", () => {
  it("is signed by name, once, with the hash of what was signed", async () => {
    await asOwner(async (tx) => {
      const { sale, token } = await sellRemotely(tx);
      expect(sale.contract_sha256).toBeNull();
      expect(await mailsOf(tx, sale.id)).toEqual([["contract_to_sign", false]]);
      expect(await sign(tx, token)).toBe("saved");
      const [signed] = await tx<Record<string, string>[]>`select * from public.sales where id = ${sale.id}`;
      expect(signed).toMatchObject({
        client_signed_name: "João Lima",
        client_signed_with: "Firefox",
        client_address_hash: "ab12",
        client_signature_url: null,
      });
      expect((await tx`select public.contract_hash(${sale.id}, ${fileHash("seller")}, null) as hash`)[0]!.hash).toBe(
        signed!.contract_sha256,
      );
      expect(await sign(tx, token, { ...agreed, client_signed_name: "Outra pessoa" })).toBe("signed_before");
      expect((await tx`select client_signed_name from public.sales where id = ${sale.id}`)[0]!.client_signed_name).toBe(
        "João Lima",
      );
      expect(await mailsOf(tx, sale.id)).toEqual([
        ["contract_to_sign", false],
        ["contract_signed", true],
      ]);
      expect(
        (await tx`select title from public.notifications where body like ${`%nº ${sale.number} %`}`).map(
          ({ title }) => title as string,
        ),
      ).toEqual(["Contrato assinado"]);
    });
  });

  it("is signed by a drawing only from the seller's folder", async () => {
    await asOwner(async (tx) => {
      const { sale, token, clientPath, seller } = await sellRemotely(tx);
      const drawn = { ...agreed, client_signature_url: clientPath, client_file_sha256: fileHash("client") };
      const other = await addSignatures(tx, await addSeller(tx, "another_user"));
      for (const path of [other.client_signature_url, `${seller}/1_client.png`, ""]) {
        expect(await refused(tx, (inner) => sign(inner, token, { ...drawn, client_signature_url: path }))).toBe(
          "invalid client_signature_url",
        );
      }
      expect(await sign(tx, token, drawn)).toBe("saved");
      expect(
        (
          await tx`select public.contract_hash(${sale.id}, ${fileHash("seller")}, ${fileHash("client")}) = contract_sha256 as same from public.sales where id = ${sale.id}`
        )[0]!.same,
      ).toBe(true);
    });
  });

  it.each([
    ["terms that were not accepted", { accepts_terms: "yes" }, "invalid accepts_terms"],
    ["no name", { client_signed_name: "" }, "invalid client_signed_name"],
    ["a name of two letters", { client_signed_name: "Jo" }, "invalid client_signed_name"],
  ])("refuses %s", async (_, change, expected) => {
    await asOwner(async (tx) => {
      const { token } = await sellRemotely(tx);
      expect(await refused(tx, (inner) => sign(inner, token, { ...agreed, ...change }))).toBe(expected);
    });
  });

  it("cannot be paid before it is signed", async () => {
    await asOwner(async (tx) => {
      const { sale, token } = await sellRemotely(tx);
      const open = (inner: TransactionSql) => inner`select public.open_payment('pix', ${token})`;
      expect(await refused(tx, open)).toBe("unsigned");
      expect(
        await refused(
          tx,
          (inner) =>
            inner`update public.sales set payment_status = 'paid', paid_at = now(), payment_id = gen_random_uuid() where id = ${sale.id}`,
        ),
      ).toContain("unsigned_sale_is_not_paid");
      await sign(tx, token);
      expect(await refused(tx, open)).toBe("accepted");
    });
  });

  it("cannot be signed after a cancellation, after its period or with an unknown link", async () => {
    await asOwner(async (tx) => {
      const { sale, token } = await sellRemotely(tx);
      expect(await sign(tx, "0".repeat(64))).toBe("sale_missing");
      await tx`update public.sales set start_date = current_date - 60, end_date = current_date - 30 where id = ${sale.id}`;
      expect(await sign(tx, token)).toBe("period_over");
      await tx`update public.sales set cancelled_at = now(), cancel_reason = 'Teste' where id = ${sale.id}`;
      expect(await sign(tx, token)).toBe("nothing_to_sign");
    });
  });

  it("shows its facts on the link until it is signed, and no contract before that", async () => {
    await asOwner(async (tx) => {
      const { sale, token } = await sellRemotely(tx);
      const page = async () =>
        (await tx`select public.read_payment_page(${token}) as page`)[0]!.page as Record<string, unknown>;
      const contract = async () =>
        (await tx`select public.read_contract(${token}) as contract`)[0]!.contract as Record<string, unknown> | null;
      expect((await page()).unsigned).toMatchObject({
        client_document: "52998224725",
        terms_version: "2026-11-2",
        clauses: expect.any(Array),
      });
      expect(await contract()).toBeNull();
      await sign(tx, token);
      expect((await page()).unsigned).toBeNull();
      expect(await contract()).toMatchObject({ id: sale.id, is_remote_signing: true, client_signed_name: "João Lima" });
      expect(await contract()).not.toHaveProperty("client_address_hash");
    });
  });

  it("asks for the client's document when the sale has none, and its hash covers it", async () => {
    await asOwner(async (tx) => {
      const { sale, token } = await sellRemotely(tx, { client_document: "" });
      const [page] = await tx`select public.read_payment_page(${token}) as page`;
      expect(page!.page).toMatchObject({ needs_document: true, unsigned: { client_document: null } });
      for (const client_document of ["", "111.111.111-11", "52998224724"])
        expect(await refused(tx, (inner) => sign(inner, token, { ...agreed, client_document }))).toBe(
          "invalid client_document",
        );
      expect(await sign(tx, token, { ...agreed, client_document: "529.982.247-25" })).toBe("saved");
      const [row] = await tx`
        select client_document, public.contract_hash(id, seller_file_sha256, null) = contract_sha256 as same
        from public.sales where id = ${sale.id}`;
      expect(row).toEqual({ client_document: "52998224725", same: true });
      await tx`update public.sales set client_document = '11444777000161' where id = ${sale.id}`;
      const [changed] = await tx`
        select public.contract_hash(id, seller_file_sha256, null) = contract_sha256 as same from public.sales where id = ${sale.id}`;
      expect(changed!.same).toBe(false);
    });
  });

  it.each(["anon", "user", "vendedor", "superadministrador"] as const)(
    "can be signed by the server only, not by %s",
    async (role) => {
      await asOwner(async (tx) => {
        const { token } = await sellRemotely(tx);
        await becomeRole(tx, role);
        expect(await refused(tx, (inner) => sign(inner, token))).toContain("permission denied");
      });
    },
  );
});

describe("a contract signed without the client's document", () => {
  /** Creates a sale that both sides signed on the seller's device. */
  async function sellHere(tx: TransactionSql) {
    const seller = await addSeller(tx, "vendedor");
    const payload = { ...(await salePayload(tx, seller, await addPlan(tx))), client_document: "" };
    await becomeRole(tx, "vendedor");
    const sale = (await tx`select public.create_sale(${tx.json(payload)}) as sale`)[0]!.sale as Sale;
    const again = (await tx`select public.create_sale(${tx.json(payload)}) as sale`)[0]!.sale as Sale;
    expect(again.id).toBe(sale.id);
    await tx`reset role`;
    return { sale, token: await addLink(tx, "payment", sale.id) };
  }
  const give = async (tx: TransactionSql, token: string, document: string) =>
    keyOf(tx`select public.add_payer_document(${token}, ${document}) as answer`);
  const pay = (token: string) => (tx: TransactionSql) => tx`select public.open_payment('pix', ${token})`;

  it("asks for it before the payment and keeps the hash of what was signed", async () => {
    await asOwner(async (tx) => {
      const { sale, token } = await sellHere(tx);
      const needs = async () =>
        (await tx`select public.read_payment_page(${token}) -> 'needs_document' as needs`)[0]!.needs as boolean;
      expect(sale.contract_sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(await needs()).toBe(true);
      expect(await refused(tx, pay(token))).toBe("document_missing");
      for (const wrong of ["", "111.111.111-11", "12345678900"])
        expect(await refused(tx, (inner) => give(inner, token, wrong))).toBe("invalid payer_document");
      expect(await give(tx, token, "529.982.247-25")).toBe("saved");
      expect(await give(tx, token, "11444777000161")).toBe("gone");
      expect(await needs()).toBe(false);
      expect(await refused(tx, pay(token))).toBe("accepted");
      const [row] = await tx`
        select payer_document, client_document,
          public.contract_hash(id, seller_file_sha256, client_file_sha256) = contract_sha256 as same
        from public.sales where id = ${sale.id}`;
      expect(row).toEqual({ payer_document: "52998224725", client_document: null, same: true });
    });
  });

  it("can be paid by its seller without it", async () => {
    await asOwner(async (tx) => {
      const { sale } = await sellHere(tx);
      await becomeRole(tx, "vendedor");
      expect(await refused(tx, (inner) => inner`select public.open_payment('card', null, ${sale.id})`)).toBe(
        "accepted",
      );
    });
  });

  it.each(["anon", "user", "vendedor"] as const)("does not take it from %s directly", async (role) => {
    await asOwner(async (tx) => {
      const { token } = await sellHere(tx);
      await becomeRole(tx, role);
      expect(await refused(tx, (inner) => give(inner, token, "52998224725"))).toContain("permission denied");
    });
  });
});

describe("verify_contract", () => {
  it("confirms a contract by its hash, and reports changed data or a cancelled sale", async () => {
    await asOwner(async (tx) => {
      const { sale, token } = await sellRemotely(tx);
      await sign(tx, token);
      const [{ hash }] =
        (await tx`select contract_sha256 as hash from public.sales where id = ${sale.id}`) as unknown as [
          { hash: string },
        ];
      const verify = async (given: string) =>
        (await tx`select public.verify_contract(${given}) as found`)[0]!.found as Record<string, unknown> | null;
      expect(await verify(hash)).toMatchObject({
        number: sale.number,
        client_company_name: "Pousada São João",
        is_unchanged: true,
        is_cancelled: false,
      });
      expect(await verify("0".repeat(64))).toBeNull();
      await tx`update public.sales set price_cents = 1, cancelled_at = now(), cancel_reason = 'x' where id = ${sale.id}`;
      expect(await verify(hash)).toMatchObject({ is_unchanged: false, is_cancelled: true });
    });
  });
});

describe("cancel_sale", () => {
  it.each(["review", "processing"])("refuses a sale with a payment in %s", async (status) => {
    await asOwner(async (tx) => {
      const { sale, token } = await sellRemotely(tx);
      await sign(tx, token);
      await tx`insert into public.payments (subject_type, subject_id, method, provider, amount_cents, status) values ('sale', ${sale.id}, 'pix', 'pix', 19050, ${status})`;
      await becomeRole(tx, "vendedor");
      expect(await keyOf(tx`select public.cancel_sale(${sale.id}, 'Desistiu') as answer`)).toBe("sale_in_progress");
    });
  });
});
