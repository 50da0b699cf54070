import Papa from "papaparse";
import { exportPageViews } from "@/lib/analytics/queries";
import { readPeriod } from "@/lib/analytics/rules";
import { exportAppReviews } from "@/lib/inbox/queries";
import { exportFinancials } from "@/lib/payments/queries";
import { readFinancialQuery } from "@/lib/payments/rules";
import { currentAccount } from "@/lib/platform/auth/account";
import { hasPermission, type Permission } from "@/lib/platform/auth/permissions";

type Sheet = { permission: Permission; rows: (params: URLSearchParams) => Promise<Record<string, unknown>[]> };

const SHEETS: Record<string, Sheet> = {
  financials: { permission: "financials", rows: (params) => exportFinancials(readFinancialQuery(Object.fromEntries(params), new Date())) },
  "app-reviews": { permission: "app_reviews", rows: exportAppReviews },
  "page-views": { permission: "analytics", rows: (params) => exportPageViews(readPeriod(Object.fromEntries(params), new Date())) },
};

/** Tables of the panel that are no list of records, as CSV files. */
export async function GET(request: Request, { params }: { params: Promise<{ name: string }> }) {
  const { name } = await params;
  const sheet = Object.hasOwn(SHEETS, name) ? SHEETS[name] : undefined;
  const account = await currentAccount();
  if (!account) return new Response(null, { status: 401 });
  if (!sheet) return new Response(null, { status: 404 });
  if (!hasPermission(account, sheet.permission)) return new Response(null, { status: 403 });
  const rows = await sheet.rows(new URL(request.url).searchParams);
  // Spreadsheets take a file without this mark for another alphabet.
  return new Response(`\uFEFF${Papa.unparse(rows, { escapeFormulae: true })}\r\n`, {
    headers: { "content-type": "text/csv; charset=utf-8", "content-disposition": `attachment; filename="${name}.csv"`, "cache-control": "no-store" },
  });
}
