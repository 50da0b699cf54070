import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { exportPageViews } from "@/lib/panel/analytics/queries";
import { readPeriod } from "@/lib/panel/analytics/rules";
import { leadConversion } from "@/lib/events/promotion/leads/queries";
import { compareEvents } from "@/lib/events/gate/queries";
import { exportAppReviews } from "@/lib/panel/inbox/queries";
import { exportStatement } from "@/lib/commerce/payments/queries";
import { exportPayments, type ExportedPayment } from "@/lib/commerce/payments/panel/queries";
import { readPaymentQuery, type PaymentQuery } from "@/lib/commerce/payments/rules";
import type { Account } from "@/lib/platform/auth/account";
import { hasPermission, SELLER_ROLES, type Permission } from "@/lib/platform/auth/permissions";
import { streamCostly } from "@/lib/platform/costs";
import { accountHandler } from "@/lib/platform/handler";
import { ownSeller } from "@/lib/commerce/sellers/queries";
import { csvParts, textStream, type Cell } from "@/lib/platform/sheets";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { exportCampaigns, readFigures, type Campaign } from "@/lib/partners/vouchers/queries";
import { benefitText } from "@/lib/partners/vouchers/rules";
import { campaignFilter } from "@/lib/partners/vouchers/schema";

type Row = Record<string, Cell>;
/** Rows that are read in batches while the file is sent. */
type Batches = AsyncIterable<readonly Row[]>;
type Sheet = {
  may: (account: Account) => boolean;
  /** Contains data of other people, and needs a recent proof of identity. */
  isProved?: true;
  batches: (params: URLSearchParams, account: Account) => Batches;
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
async function* cellsOf(batches: AsyncIterable<readonly Record<string, unknown>[]>): Batches {
  for await (const rows of batches)
    yield rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cellOf(value)])));
}

/** The monthly closing with the accountant's column titles, in Portuguese. */
async function* paymentSheet(query: PaymentQuery): Batches {
  const t = await getTranslations({ locale: "pt-BR", namespace: "commerce/payments.panel" });
  const cells = (row: ExportedPayment): Row => ({
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
  });
  for await (const rows of exportPayments(query)) yield rows.map(cells);
}

/** The commission statement of the calling seller; empty for staff who never sold. */
async function* commissionSheet(account: Account): Batches {
  const t = await getTranslations({ locale: "pt-BR", namespace: "commerce/sellers.statement" });
  const seller = await ownSeller(account.id);
  if (!seller) return;
  for await (const lines of exportStatement(seller.id))
    yield lines.map((line) => ({
      [t("date")]: momentOf(line.created_at),
      [t("about")]: t("sale", { number: line.sale.number, company: line.sale.client_company_name }),
      [t("entry")]: t(`kind.${line.kind as "earned"}`),
      [t("amount")]: { cents: line.amount_cents },
      [t("paid")]: momentOf(line.paid_at),
    }));
}

/** Check-in of the last events, a line each. */
async function* checkinSheet(): Batches {
  const t = await getTranslations({ locale: "pt-BR", namespace: "events/gate.usage.sheet" });
  yield (await compareEvents()).map((event) => ({
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
async function* conversionSheet(params: URLSearchParams): Batches {
  const t = await getTranslations({ locale: "pt-BR", namespace: "events/promotion" });
  yield (await leadConversion(readPeriod(Object.fromEntries(params), new Date()))).map((row) => ({
    [t("conversion.source")]: row.source,
    [t("conversion.stage")]: t(`stage.${row.stage as "new"}`),
    [t("conversion.leads")]: row.leads,
    [t("conversion.invited")]: row.invited,
    [t("conversion.published")]: row.published,
  }));
}

/** Vouchers of all places with their figures, a line each. */
async function* voucherSheet(params: URLSearchParams): Batches {
  const t = await getTranslations({ locale: "pt-BR", namespace: "partners/vouchers" });
  const client = await createSessionClient();
  const figures = await readFigures(client, null);
  const texts = { percent: t.raw("benefit.percent"), amount: t.raw("benefit.amount"), gift: t("benefit.gift") };
  const cells = (row: Campaign): Row => ({
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
  });
  const batches = exportCampaigns(client, campaignFilter(Object.fromEntries(params)));
  for await (const rows of batches) yield rows.map(cells);
}

async function* pageViewRows(params: URLSearchParams) {
  yield await exportPageViews(readPeriod(Object.fromEntries(params), new Date()));
}

const SHEETS: Record<string, Sheet> = {
  payments: {
    may: withPermission("financials"),
    isProved: true,
    batches: (params) => paymentSheet(readPaymentQuery(Object.fromEntries(params), new Date())),
  },
  commissions: {
    may: ({ role }) => SELLER_ROLES.some((one) => one === role),
    batches: (_, account) => commissionSheet(account),
  },
  "app-reviews": { may: withPermission("app_reviews"), batches: () => cellsOf(exportAppReviews()) },
  "checkin-usage": { may: withPermission("event_checkin_usage"), batches: checkinSheet },
  "lead-conversion": { may: withPermission("event_prospecting"), batches: conversionSheet },
  "page-views": { may: withPermission("analytics"), batches: (params) => cellsOf(pageViewRows(params)) },
  vouchers: { may: withPermission("vouchers"), batches: voucherSheet },
};

const sheetNamed = (name: string) => (Object.hasOwn(SHEETS, name) ? SHEETS[name] : undefined);

/** Admin tables that are not resources, as CSV files, streamed while they are read. */
export const GET = accountHandler(
  {
    name: "exports",
    params: z.object({ name: z.string() }),
    permission: (account, { name }) => sheetNamed(name)?.may(account) ?? true,
    isProved: ({ params: { name } }) => sheetNamed(name)?.isProved ?? false,
  },
  async ({ request, params: { name }, account, by }) => {
    const sheet = sheetNamed(name);
    if (!sheet) return null;
    const batches = sheet.batches(new URL(request.url).searchParams, account);
    return new Response(await streamCostly("export", { ...by, points: 1 }, () => textStream(csvParts(batches))), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="${name}.csv"`,
      },
    });
  },
);
