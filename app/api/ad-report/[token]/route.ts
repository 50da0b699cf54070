import Papa from "papaparse";
import { getAdReport } from "@/lib/ads/queries";
import { callerAddress } from "@/lib/platform/caller";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";

/** Daily numbers of an ad report as a CSV file, for the holder of its link. */
export async function GET(_request: Request, { params }: { params: Promise<{ token: string }> }) {
  try {
    await takeAttempt("adReport", await callerAddress());
    const report = await getAdReport((await params).token);
    if (!report) return new Response(null, { status: 404 });
    // Without a byte order mark Excel does not read the file as UTF-8.
    return new Response(
      `\uFEFF${Papa.unparse({ fields: ["day", "impressions", "clicks"], data: report.days.map(({ day, impressions, clicks }) => [day, impressions, clicks]) }, { escapeFormulae: true })}\r\n`,
      {
        headers: {
          "content-type": "text/csv; charset=utf-8",
          "content-disposition": 'attachment; filename="anuncio.csv"',
          "cache-control": "no-store",
          "x-robots-tag": "noindex",
        },
      },
    );
  } catch (error) {
    if (error instanceof AppError && error.code === "rate.limited") return new Response(null, { status: 429 });
    reportError("ad-report", error);
    return new Response(null, { status: 503 });
  }
}
