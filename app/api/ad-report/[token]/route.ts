import { z } from "zod";
import { getAdReport } from "@/lib/commerce/ads/queries";
import { tokenHandler } from "@/lib/platform/handler";
import { askedLocale } from "@/lib/platform/i18n/asked-locale";
import { csvParts, textStream } from "@/lib/platform/sheets";

/** Daily numbers of an ad report as a CSV file, for the holder of its link. */
export const GET = tokenHandler(
  {
    name: "ad-report",
    limit: "adReport",
    params: z.object({ token: z.string() }),
    query: z.object({ idioma: askedLocale }),
    cost: { name: "export", points: 1 },
    open: ({ params }) => getAdReport(params.token),
  },
  async ({ opened: { days }, query: { idioma: locale } }) => {
    const rows = days.map(({ day, impressions, clicks }) => ({ day: { at: day }, impressions, clicks }));
    return new Response(await textStream(csvParts([rows], locale)), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": 'attachment; filename="anuncio.csv"',
        "x-robots-tag": "noindex",
      },
    });
  },
);
