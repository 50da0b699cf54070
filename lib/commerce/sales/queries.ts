import "server-only";
import { z } from "zod";
import { openedAt, usableTokens } from "../../platform/links/queries";
import { brazilianDay, daysFromNow, startOfDay } from "../../platform/dates";
import { everyRow } from "../../platform/supabase/every-row";
import { readPage } from "../../platform/supabase/read-page";
import { createSessionClient } from "../../platform/supabase/session";
import { renewalStart, SALES_PAGE, type SaleQuery } from "./rules";
import { verifiedContractSchema, type VerifiedContract } from "./schema";
import { orThrow } from "../../platform/supabase/or-throw";
import { PAYMENT_METHODS } from "../../platform/supabase/database-constants/commerce";

/** Upper limit above any realistic number of sales. */
const MAX_COUNTED = 100_000;
const COLUMNS =
  "id, number, seller_id, client_company_name, client_contact_name, client_phone, plan_name, price_cents, commission_percentage, payment_status, start_date, end_date, cancelled_at, cancel_reason, contract_sha256, paid_at, created_at, ad:ads (id, status, starts_at, ends_at)";

/** Result of `contract_of_sale` and `read_contract`: the facts of a signed contract. */
export const contractSchema = z.object({
  id: z.string(),
  number: z.number(),
  plan_name: z.string(),
  price_cents: z.number(),
  duration_days: z.number(),
  start_date: z.string(),
  end_date: z.string(),
  placements: z.array(z.string()),
  states_limit: z.number().nullable(),
  client_company_name: z.string(),
  client_document: z.string().nullable(),
  payer_document: z.string().nullable(),
  client_contact_name: z.string(),
  client_email: z.string(),
  client_phone: z.string(),
  seller_name: z.string(),
  seller_document: z.string(),
  portal_party: z.string().nullable(),
  terms_version: z.string(),
  clauses: z.array(z.string()),
  note: z.string().nullable(),
  terms_accepted_at: z.string(),
  is_remote_signing: z.boolean(),
  seller_signature_url: z.string(),
  client_signature_url: z.string().nullable(),
  client_signed_name: z.string().nullable(),
  client_signed_with: z.string().nullable(),
  signed_with: z.string().nullable(),
  contract_sha256: z.string(),
  created_at: z.string(),
  link_opened_at: z.string().nullable(),
  payment_status: z.string(),
  invoice_number: z.string().nullable(),
  cancelled_at: z.string().nullable(),
  payment: z
    .object({
      method: z.enum(PAYMENT_METHODS),
      amount_cents: z.number(),
      paid_at: z.string(),
      reference: z.string(),
    })
    .nullable(),
});
export type Contract = z.output<typeof contractSchema>;

/** Plans on offer, cheapest first; plan managers can read suggested ones too, which are not sold. */
export async function listPlans() {
  return orThrow(
    await (
      await createSessionClient()
    )
      .from("publication_plans")
      .select("id, name, description, translations, price, duration_days")
      .eq("plan_type", "ad_banner")
      .eq("is_active", true)
      .eq("is_example", false)
      .order("price")
      .order("name"),
  );
}

/** The terms currently in force. */
export async function currentTerms(): Promise<{ version: string; clauses: string[]; note: string | null }> {
  const data = orThrow(
    await (
      await createSessionClient()
    )
      .from("sale_terms")
      .select("version, clauses, note")
      .lte("published_at", new Date().toISOString())
      .order("published_at", { ascending: false })
      .order("version", { ascending: false })
      .limit(1)
      .single(),
  );
  return data;
}

const daysAgo = (days: string) => startOfDay(brazilianDay(new Date(daysFromNow(-Number(days)))));

/**
 * Filtered sales, newest first, each with the token of its payment link (null when it needs a new one). With
 * `sellerId` null all sales that RLS allows, which only the team can read.
 */
export async function listSales(sellerId: string | null, { status, period, page }: SaleQuery) {
  const client = await createSessionClient();
  const { rows: sales, total } = await readPage(
    { page, per: SALES_PAGE },
    [
      ["created_at", false],
      ["id", false],
    ],
    (counting) => {
      let rows = client.from("sales").select(COLUMNS, counting);
      if (sellerId) rows = rows.eq("seller_id", sellerId);
      if (status !== "todas") rows = rows.eq("payment_status", status === "pagas" ? "paid" : "pending");
      if (period) rows = rows.gte("created_at", daysAgo(period));
      return rows;
    },
  );
  const ids = sales.map(({ id }) => id);
  const [tokens, opened, reports] = await Promise.all([
    usableTokens(client, "payment", ids),
    openedAt(client, ids),
    usableTokens(
      client,
      "report",
      sales.flatMap(({ ad }) => ad?.id ?? []),
    ),
  ]);
  return {
    sales: sales.map((sale) => ({
      ...sale,
      link_token: tokens.get(sale.id) ?? null,
      link_opened_at: opened.get(sale.id) ?? null,
      report_token: (sale.ad && reports.get(sale.ad.id)) ?? null,
    })),
    total,
  };
}
export type Sale = Awaited<ReturnType<typeof listSales>>["sales"][number];

/** All sales of a seller, for the figures of the dashboard. */
export async function listSaleFigures(sellerId: string) {
  const client = await createSessionClient();
  return everyRow(
    (from, to) =>
      client
        .from("sales")
        .select("payment_status, cancelled_at, commission:commissions (amount_cents)")
        .eq("seller_id", sellerId)
        .order("id")
        .range(from, to),
    MAX_COUNTED,
  );
}

/** An unpaid sale with its form values; null for any other id. */
export async function findOpenSale(id: string) {
  if (!z.uuid().safeParse(id).success) return null;
  const data = orThrow(
    await (
      await createSessionClient()
    )
      .from("sales")
      .select(
        "id, number, plan_id, start_date, client_company_name, client_document, client_contact_name, client_email, client_phone, is_remote_signing",
      )
      .eq("id", id)
      .eq("payment_status", "pending")
      .is("cancelled_at", null)
      .maybeSingle(),
  );
  if (!data) return null;
  const { id: _, number, ...facts } = data;
  return {
    id,
    number,
    values: Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, String(value ?? "")])),
  };
}

/**
 * The form values of a sale that continues a paid one of this seller, from the day on which the old banner ends; null
 * for any other id. `isOffered`: whether the plan is still sold; its price is today's, which the form reads itself.
 */
export async function findRenewal(id: string, sellerId: string, offered: readonly string[]) {
  if (!z.uuid().safeParse(id).success) return null;
  const sale = orThrow(
    await (
      await createSessionClient()
    )
      .from("sales")
      .select(
        "number, plan_id, end_date, client_company_name, client_document, client_contact_name, client_email, client_phone, ad:ads (ends_at)",
      )
      .eq("id", id)
      .eq("seller_id", sellerId)
      .eq("payment_status", "paid")
      .is("cancelled_at", null)
      .maybeSingle(),
  );
  if (!sale) return null;
  const { number, end_date: end, ad, ...facts } = sale;
  const values = {
    ...facts,
    start_date: renewalStart(ad?.ends_at ?? startOfDay(end), new Date()),
    is_remote_signing: true,
  };
  return {
    id,
    number,
    isOffered: offered.includes(sale.plan_id),
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value ?? "")])),
  };
}

/** Public data of the contract with this hash; null when there is none. */
export async function verifyContract(hash: string): Promise<VerifiedContract | null> {
  if (!/^[0-9a-f]{64}$/.test(hash)) return null;
  const data = orThrow(await (await createSessionClient()).rpc("verify_contract", { sha256: hash }));
  return data === null ? null : verifiedContractSchema.parse(data);
}

/** Orphaned signature files, oldest first. */
export async function listOrphanSignatures() {
  return orThrow(await (await createSessionClient()).rpc("orphan_signatures", {}));
}
