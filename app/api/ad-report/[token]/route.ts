import { getAdReport } from "@/lib/commerce/ads/queries";
import { addressCaller, runCostly } from "@/lib/platform/costs";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { withRefusals } from "@/lib/platform/refusal";
import { DEFAULT_LOCALE, LOCALES } from "@/lib/platform/i18n/routing";
import { csvOfRecords } from "@/lib/platform/sheets";

type Report = NonNullable<Awaited<ReturnType<typeof getAdReport>>>;

function csvOf({ days }: Report, request: Request): string {
  const asked = new URL(request.url).searchParams.get("idioma");
  const locale = LOCALES.find((one) => one === asked) ?? DEFAULT_LOCALE;
  const rows = days.map(({ day, impressions, clicks }) => ({ day: { at: day }, impressions, clicks }));
  return csvOfRecords(rows, locale);
}

/** Daily numbers of an ad report as a CSV file, for the holder of its link. */
export function GET(request: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> {
  return withRefusals("ad-report", async () => {
    const by = await addressCaller(request);
    await takeAttempt("adReport", by.caller);
    const report = await runCostly("export", { ...by, points: 1 }, async () => getAdReport((await params).token));
    if (!report) return new Response(null, { status: 404 });
    return new Response(csvOf(report, request), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": 'attachment; filename="anuncio.csv"',
        "cache-control": "no-store",
        "x-robots-tag": "noindex",
      },
    });
  });
}
