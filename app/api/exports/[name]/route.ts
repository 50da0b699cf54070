import { getTranslations } from "next-intl/server";
import Papa from "papaparse";
import { exportPageViews } from "@/lib/analytics/queries";
import { readPeriod } from "@/lib/analytics/rules";
import { exportAppReviews } from "@/lib/inbox/queries";
import { exportFinancials } from "@/lib/payments/queries";
import { readFinancialQuery, type FinancialQuery } from "@/lib/payments/rules";
import { admitAccount } from "@/lib/platform/auth/guard";
import { hasPermission, type Permission } from "@/lib/platform/auth/permissions";

type Sheet = { permission: Permission; rows: (params: URLSearchParams) => Promise<Record<string, unknown>[]> };

const reais = (cents: number) => (cents / 100).toFixed(2).replace(".", ",");
const moment = new Intl.DateTimeFormat("pt-BR", { dateStyle: "short", timeStyle: "medium", timeZone: "America/Sao_Paulo" });
const momentOf = (at: string | null) => (at ? moment.format(new Date(at)).replace(",", "") : "");

/** The monthly closing in the words of whoever keeps the books, in Portuguese. */
async function financialSheet(query: FinancialQuery): Promise<Record<string, unknown>[]> {
  const t = await getTranslations({ locale: "pt-BR", namespace: "financials" });
  return (await exportFinancials(query)).map((row) => ({
    [t("sheet.createdAt")]: momentOf(row.created_at),
    [t("sheet.paidAt")]: momentOf(row.paid_at),
    [t("sheet.source")]: t(`source.${row.subject_type as "sale"}`),
    [t("sheet.sale")]: row.sale?.number ?? "",
    [t("sheet.company")]: row.sale?.company ?? "",
    [t("sheet.plan")]: row.sale?.plan ?? "",
    [t("sheet.method")]: t(`method.${row.method as "card"}`),
    [t("sheet.status")]: t(`status.${row.status as "paid"}`),
    [t("sheet.amount")]: reais(row.amount_cents),
    [t("sheet.refunded")]: reais(row.refunded_cents),
    [t("sheet.needsRefund")]: t(row.needs_refund ? "sheet.yes" : "sheet.no"),
    [t("sheet.reference")]: row.payment_intent ?? row.pix_txid ?? "",
    [t("sheet.note")]: row.note ?? "",
  }));
}

const SHEETS: Record<string, Sheet> = {
  financials: { permission: "financials", rows: (params) => financialSheet(readFinancialQuery(Object.fromEntries(params), new Date())) },
  "app-reviews": { permission: "app_reviews", rows: exportAppReviews },
  "page-views": { permission: "analytics", rows: (params) => exportPageViews(readPeriod(Object.fromEntries(params), new Date())) },
};

/** Tables of the panel that are no list of records, as CSV files. */
export async function GET(request: Request, { params }: { params: Promise<{ name: string }> }) {
  const { name } = await params;
  const sheet = Object.hasOwn(SHEETS, name) ? SHEETS[name] : undefined;
  const account = await admitAccount((one) => !sheet || hasPermission(one, sheet.permission));
  if (account instanceof Response) return account;
  if (!sheet) return new Response(null, { status: 404 });
  const rows = await sheet.rows(new URL(request.url).searchParams);
  // Spreadsheets take a file without this mark for another alphabet.
  return new Response(`\uFEFF${Papa.unparse(rows, { escapeFormulae: true })}\r\n`, {
    headers: { "content-type": "text/csv; charset=utf-8", "content-disposition": `attachment; filename="${name}.csv"`, "cache-control": "no-store" },
  });
}
