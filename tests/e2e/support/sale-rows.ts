import { randomBytes, randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { addLink } from "../../support/link-rows";

type LinkChanges = Parameters<typeof addLink>[3];
export type Sale = { id: string; token: string; number: string };

/** Adds a signed sale of the demo seller, with a payment link. */
export async function sell(
  sql: Sql,
  cents: number,
  { email = "ana@example.org", link = {} }: { email?: string; link?: LinkChanges } = {},
): Promise<Sale> {
  const [account] = await sql<{ id: string }[]>`select id from public.profiles where username = 'vendedora'`;
  const [seller] = await sql<{ id: string }[]>`
    insert into public.sellers (user_id, full_name, document, phone, status) values (${account!.id}, 'Vera Vendedora', '52998224725', '48999990000', 'active')
    on conflict (user_id) do update set status = 'active' returning id`;
  const [plan] = await sql<
    { id: string }[]
  >`insert into public.publication_plans (name, price, duration_days, is_active) values ('Plano de teste', ${cents / 100}, 30, false) returning id`;
  const request = randomUUID();
  const sale = await sql.begin(async (tx) => {
    const [row] = await tx<Omit<Sale, "token">[]>`
      insert into public.sales (
        seller_id, plan_id, client_company_name, client_document, client_contact_name, client_email, client_phone, start_date, end_date, seller_signature_url, client_signature_url,
        plan_name, plan_type, price_cents, duration_days, commission_percentage, terms_version, contract_sha256, client_request_id
      ) values (
        ${seller!.id}, ${plan!.id}, ${`Oficina ${request.slice(0, 8)}`}, '52998224725', 'Ana', ${email}, '48988887777', current_date, current_date + 30, ${`${request}_seller`}, ${`${request}_client`},
        'Plano de teste', 'ad_banner', ${cents}, 30, 10, '2026-01', ${randomBytes(32).toString("hex")}, ${request}
      ) returning id, number::text`;
    // Deletes the mail about the new sale, because sending it would create another link.
    await tx`delete from private.outbox where data -> 'data' ->> 'link_subject' = ${row!.id}`;
    return row!;
  });
  return { ...sale, token: await addLink(sql, "payment", sale.id, link) };
}
