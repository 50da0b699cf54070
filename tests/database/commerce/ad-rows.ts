import type { TransactionSql } from "postgres";
import { addLink } from "../../support/link-rows";
import { ID_OF } from "../actors";
import { newDocument } from "./sale-support";

export const ART = {
  image_desktop: "/arte/2026-11/00000000-0000-4000-8000-0000000000d1.webp",
  image_mobile: "/arte/2026-11/00000000-0000-4000-8000-0000000000d2.webp",
  alt: "Oficina Modelo: revisão para viagem",
  link_url: "https://example.org/oficina",
};

type Values = Record<string, unknown>;

/** Adds a banner as the team does; it is running now unless `values` contains other dates. */
export async function addAd(
  tx: TransactionSql,
  values: Values = {},
): Promise<{ id: string; report_token: string; status: string }> {
  const row = {
    advertiser: "Anunciante de teste",
    ...ART,
    starts_at: new Date(Date.now() - 86_400_000),
    ends_at: new Date(Date.now() + 30 * 86_400_000),
    status: "approved",
    ...values,
  };
  const [ad] = await tx<{ id: string; status: string }[]>`insert into public.ads ${tx(row)} returning id, status`;
  return { ...ad!, report_token: await addLink(tx, "report", ad!.id) };
}

/** Adds a sale of the demo seller in the state after `create_sale`. */
export async function addSale(
  tx: TransactionSql,
  { planType = "ad_banner", ...values }: Values & { planType?: string } = {},
): Promise<string> {
  const [seller] = await tx<{ id: string }[]>`
    insert into public.sellers (user_id, full_name, document, phone, status) values (${ID_OF.vendedor}, 'Vendedora', ${newDocument()}, '48999990000', 'active')
    on conflict (user_id) do update set status = 'active' returning id`;
  const [plan] = await tx<
    { id: string }[]
  >`insert into public.publication_plans (name, price, duration_days, plan_type) values ('Banner', 100, 30, ${planType}) returning id`;
  const mark = crypto.randomUUID();
  const row = {
    seller_id: seller!.id,
    plan_id: plan!.id,
    client_company_name: "Pousada da Serra",
    client_contact_name: "Ana",
    client_email: "ana@example.org",
    client_phone: "48999990000",
    start_date: "2030-01-01",
    end_date: "2030-01-31",
    seller_signature_url: `${mark}_seller`,
    client_signature_url: `${mark}_client`,
    plan_name: "Banner",
    plan_type: planType,
    price_cents: 10_000,
    duration_days: 30,
    commission_percentage: 10,
    terms_version: "2026-01",
    contract_sha256: "0".repeat(64),
    client_request_id: mark,
    ...values,
  };
  return (await tx<{ id: string }[]>`insert into public.sales ${tx(row)} returning id`)[0]!.id;
}

/** Applies what the payment functions do to a paid sale. */
export async function paySale(tx: TransactionSql, sale: string): Promise<void> {
  const [payment] = await tx<{ id: string }[]>`
    insert into public.payments (subject_type, subject_id, method, amount_cents, provider, status, paid_at) values ('sale', ${sale}, 'pix', 10000, 'pix', 'paid', now()) returning id`;
  await tx`update public.sales set payment_status = 'paid', payment_id = ${payment!.id}, paid_at = now() where id = ${sale} and cancelled_at is null`;
}

/** Applies what a refund or cancellation does to a sale. */
export const cancelSale = (tx: TransactionSql, sale: string) =>
  tx`update public.sales set payment_status = 'pending', cancelled_at = now(), cancel_reason = 'refunded' where id = ${sale}`;
