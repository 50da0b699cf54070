import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { exportPageViews } from "@/lib/panel/analytics/queries";
import { readPeriod } from "@/lib/panel/analytics/rules";
import { leadConversion } from "@/lib/events/promotion/leads/queries";
import { compareEvents } from "@/lib/events/gate/queries";
import { exportAppReviews } from "@/lib/panel/inbox/queries";
import { exportStatement } from "@/lib/commerce/payments/queries";
import { exportPayments } from "@/lib/commerce/payments/panel/queries";
import { readPaymentQuery, type PaymentQuery } from "@/lib/commerce/payments/rules";
import type { Account } from "@/lib/platform/auth/account";
import { hasPermission, SELLER_ROLES, type Permission } from "@/lib/platform/auth/permissions";
import { accountHandler } from "@/lib/platform/handler";
import { ownSeller } from "@/lib/commerce/sellers/queries";
import { csvOfRecords, type Cell } from "@/lib/platform/sheets";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { exportCampaigns, readFigures } from "@/lib/partners/vouchers/queries";
import { benefitText } from "@/lib/partners/vouchers/rules";
import { campaignFilter } from "@/lib/partners/vouchers/schema";

type Rows = Record<string, Cell>[];
type Sheet = {
  may: (account: Account) => boolean;
  /** Contains data of other people, and needs a recent proof of identity. */
  isProved?: true;
  rows: (params: URLSearchParams, account: Account) => Promise<Rows>;
};

const withPermission = (permission: Permission) => (account: Account) => hasPermission(account, permission);

const momentOf = (at: string | null): Cell => at && { at };

/** A value of a table as a cell: moments and days are dates, the rest is text or a number. */
function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === "number") return value;
  if (typeof value === "string") return /^\d{4}-\d{2}-\d{2}(?:$|T\d{2}:\d{2})/.test(value) ? { at: value } : value;
  return typeof value === "boolean" ? (value ? "sim" : "não") : JSON.stringify(value);
}
const cellsOf = (rows: readonly Record<string, unknown>[]): Rows =>
  rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cellOf(value)])));

/** The monthly closing with the accountant's column titles, in Portuguese. */
async function paymentSheet(query: PaymentQuery): Promise<Rows> {
  const t = await getTranslations({ locale: "pt-BR", namespace: "commerce/payments.panel" });
  return (await exportPayments(query)).map((row) => ({
    [t("sheet.bookedAt")]: momentOf(row.entry.booked_at),
    [t("sheet.kind")]: t(`kind.${row.entry.kind as "payment"}`),
    [t("sheet.source")]: t(`source.${row.subject_type as "sale"}`),
    [t("sheet.sale")]: row.sale?.number ?? row.registration?.code ?? "",
    [t("sheet.company")]: row.sale?.company ?? row.registration?.person ?? "",
    [t("sheet.plan")]: row.sale?.plan ?? row.registration?.event ?? "",
    [t("sheet.method")]: t(`method.${row.method as "card"}`),
    [t("sheet.amount")]: { cents: row.entry.amount_cents },
    [t("sheet.reference")]: row.payment_intent ?? row.pix_txid ?? "",
    [t("sheet.note")]: row.note ?? "",
  }));
}

/** The commission statement of the calling seller; empty for staff who never sold. */
async function commissionSheet(account: Account): Promise<Rows> {
  const t = await getTranslations({ locale: "pt-BR", namespace: "commerce/sellers.statement" });
  const seller = await ownSeller(account.id);
  const lines = seller ? await exportStatement(seller.id) : [];
  return lines.map((line) => ({
    [t("date")]: momentOf(line.created_at),
    [t("about")]: t("sale", { number: line.sale.number, company: line.sale.client_company_name }),
    [t("entry")]: t(`kind.${line.kind as "earned"}`),
    [t("amount")]: { cents: line.amount_cents },
    [t("paid")]: momentOf(line.paid_at),
  }));
}

/** Check-in of the last events, a line each. */
async function checkinSheet(): Promise<Rows> {
  const t = await getTranslations({ locale: "pt-BR", namespace: "events/gate.usage.sheet" });
  return (await compareEvents()).map((event) => ({
    [t("event")]: event.title,
    [t("startsAt")]: momentOf(event.starts_at),
    [t("confirmed")]: event.confirmed,
    [t("came")]: event.came,
    [t("confirmedPeople")]: event.confirmed_people,
    [t("camePeople")]: event.came_people,
    [t("absent")]: event.confirmed - event.came,
    [t("arrivalHours")]: event.arrival_hours,
    [t("busiestHour")]: momentOf(event.busiest_hour),
    [t("busiestArrivals")]: event.busiest_arrivals,
    [t("readings")]: event.readings,
    [t("duplicates")]: event.duplicates,
    [t("refusals")]: event.refusals,
    [t("offline")]: event.offline,
    [t("devices")]: event.devices,
    [t("revokedDevices")]: event.revoked_devices,
  }));
}

/** Leads of a period by source and stage. */
async function conversionSheet(params: URLSearchParams): Promise<Rows> {
  const t = await getTranslations({ locale: "pt-BR", namespace: "events/promotion" });
  return (await leadConversion(readPeriod(Object.fromEntries(params), new Date()))).map((row) => ({
    [t("conversion.source")]: row.source,
    [t("conversion.stage")]: t(`stage.${row.stage as "new"}`),
    [t("conversion.leads")]: row.leads,
    [t("conversion.invited")]: row.invited,
    [t("conversion.published")]: row.published,
  }));
}

/** Vouchers of all places with their figures, a line each. */
async function voucherSheet(params: URLSearchParams): Promise<Rows> {
  const t = await getTranslations({ locale: "pt-BR", namespace: "partners/vouchers" });
  const client = await createSessionClient();
  const rows = await exportCampaigns(client, campaignFilter(Object.fromEntries(params)));
  const figures = await readFigures(client, null);
  const texts = { percent: t.raw("benefit.percent"), amount: t.raw("benefit.amount"), gift: t("benefit.gift") };
  return rows.map((row) => ({
    [t("admin.sheet.place")]: row.place.name,
    [t("admin.sheet.state")]: row.place.state_abbr,
    [t("admin.sheet.title")]: row.title,
    [t("admin.sheet.benefit")]: benefitText({ type: row.benefit_type, value: row.benefit_value }, texts, "pt-BR"),
    [t("admin.sheet.status")]: t(`status.${row.status as "draft"}`),
    [t("admin.sheet.validFrom")]: { at: row.valid_from },
    [t("admin.sheet.validUntil")]: { at: row.valid_until },
    [t("admin.sheet.limit")]: row.total_limit,
    [t("admin.sheet.perPerson")]: row.per_person_limit,
    [t("admin.sheet.downloads")]: figures.vouchers[row.id]?.downloads ?? 0,
    [t("admin.sheet.redemptions")]: figures.vouchers[row.id]?.redemptions ?? 0,
  }));
}

const SHEETS: Record<string, Sheet> = {
  payments: {
    may: withPermission("financials"),
    isProved: true,
    rows: (params) => paymentSheet(readPaymentQuery(Object.fromEntries(params), new Date())),
  },
  commissions: {
    may: ({ role }) => SELLER_ROLES.some((one) => one === role),
    rows: (_, account) => commissionSheet(account),
  },
  "app-reviews": { may: withPermission("app_reviews"), rows: async () => cellsOf(await exportAppReviews()) },
  "checkin-usage": { may: withPermission("event_checkin_usage"), rows: checkinSheet },
  "lead-conversion": { may: withPermission("event_prospecting"), rows: conversionSheet },
  "page-views": {
    may: withPermission("analytics"),
    rows: async (params) => cellsOf(await exportPageViews(readPeriod(Object.fromEntries(params), new Date()))),
  },
  vouchers: { may: withPermission("vouchers"), rows: voucherSheet },
};

const sheetNamed = (name: string) => (Object.hasOwn(SHEETS, name) ? SHEETS[name] : undefined);

/** Admin tables that are not resources, as CSV files. */
export const GET = accountHandler(
  {
    name: "exports",
    params: z.object({ name: z.string() }),
    permission: (account, { name }) => sheetNamed(name)?.may(account) ?? true,
    isProved: ({ params: { name } }) => sheetNamed(name)?.isProved ?? false,
    cost: { name: "export", points: 1 },
  },
  async ({ request, params: { name }, account }) => {
    const sheet = sheetNamed(name);
    if (!sheet) return null;
    return new Response(csvOfRecords(await sheet.rows(new URL(request.url).searchParams, account)), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="${name}.csv"`,
      },
    });
  },
);
