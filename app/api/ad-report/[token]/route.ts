import Papa from "papaparse";
import { getAdReport } from "@/lib/ads/queries";
import { addressCaller, runCostly } from "@/lib/platform/costs";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { withRefusals } from "@/lib/platform/refusal";

type Report = NonNullable<Awaited<ReturnType<typeof getAdReport>>>;

function csvOf({ days }: Report): string {
  const data = days.map(({ day, impressions, clicks }) => [day, impressions, clicks]);
  // Without a byte order mark Excel does not read the file as UTF-8.
  return `\uFEFF${Papa.unparse({ fields: ["day", "impressions", "clicks"], data }, { escapeFormulae: true })}\r\n`;
}

/** Daily numbers of an ad report as a CSV file, for the holder of its link. */
export function GET(request: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> {
  return withRefusals("ad-report", async () => {
    const by = await addressCaller(request);
    await takeAttempt("adReport", by.caller);
    const report = await runCostly("export", { ...by, points: 1 }, async () => getAdReport((await params).token));
    if (!report) return new Response(null, { status: 404 });
    return new Response(csvOf(report), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": 'attachment; filename="anuncio.csv"',
        "cache-control": "no-store",
        "x-robots-tag": "noindex",
      },
    });
  });
}
