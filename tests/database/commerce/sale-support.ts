import { createHash, randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { ID_OF, type Account } from "../actors";

/** Generates a new CPF with valid check digits. */
export function newDocument(): string {
  const digits = Array.from({ length: 9 }, () => Math.trunc(Math.random() * 10));
  if (new Set(digits).size === 1) return newDocument();
  for (const length of [9, 10]) {
    const sum = digits.slice(0, length).reduce((total, digit, place) => total + digit * (length + 1 - place), 0);
    digits.push(sum % 11 < 2 ? 0 : 11 - (sum % 11));
  }
  return digits.join("");
}

export async function addSeller(tx: TransactionSql, account: Account, status = "active"): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    insert into public.sellers (user_id, full_name, document, phone, status)
    values (${ID_OF[account]}, 'Ana Souza', ${newDocument()}, '(49) 99999-0000', ${status}) returning id`;
  return row!.id;
}

export async function addPlan(
  tx: TransactionSql,
  { active = true, type = "ad_banner", example = false } = {},
): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    insert into public.publication_plans (name, price, duration_days, is_active, plan_type, is_example) values ('Banner de teste', 190.5, 30, ${active}, ${type}, ${example}) returning id`;
  return row!.id;
}

let clock = Date.now();

/** Adds the rows of two signature files as the storage server does. */
export async function addSignatures(tx: TransactionSql, seller: string) {
  const at = String((clock += 1));
  const paths = {
    seller_signature_url: `${seller}/${at}_seller.png`,
    client_signature_url: `${seller}/${at}_client.png`,
  };
  for (const path of Object.values(paths))
    await tx`insert into storage.objects (bucket_id, name) values ('sales-assets', ${path})`;
  return paths;
}

export const fileHash = (text: string) => createHash("sha256").update(text).digest("hex");

/** A valid payload of create_sale. */
export async function salePayload(tx: TransactionSql, seller: string, plan: string) {
  const [day] = await tx<{ today: string }[]>`select to_char(private.brazilian_today(), 'YYYY-MM-DD') as today`;
  return {
    client_request_id: randomUUID(),
    plan_id: plan,
    seen_price_cents: 19050,
    start_date: day!.today,
    client_company_name: "Pousada São João",
    client_document: "52998224725",
    client_contact_name: "João Lima",
    client_email: "joao@example.org",
    client_phone: "(49) 98888-0000",
    terms_version: "2026-11-2",
    accepts_terms: true,
    ...(await addSignatures(tx, seller)),
    seller_file_sha256: fileHash("seller"),
    client_file_sha256: fileHash("client"),
    signed_with: "teste",
  };
}

/** Adds a sale as the owner, for tests about reading. */
export async function addSale(tx: TransactionSql, seller: string, plan: string): Promise<string> {
  const paths = await addSignatures(tx, seller);
  const [row] = await tx<{ id: string }[]>`
    insert into public.sales (seller_id, plan_id, client_company_name, client_document, client_contact_name, client_email, client_phone, start_date, end_date, seller_signature_url, client_signature_url,
      plan_name, plan_type, price_cents, duration_days, commission_percentage, terms_version, contract_sha256, client_request_id)
    values (${seller}, ${plan}, 'Pousada', '52998224725', 'João', 'joao@example.org', '(49) 98888-0000', '2026-01-01', '2026-01-31', ${paths.seller_signature_url}, ${paths.client_signature_url},
      'Banner de teste', 'ad_banner', 19050, 30, 10, '2026-01', ${fileHash("x")}, ${randomUUID()}) returning id`;
  return row!.id;
}
