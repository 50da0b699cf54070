import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { monthClosing } from "@/lib/commerce/payments/panel/queries";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { streamCostly } from "@/lib/platform/costs";
import { accountHandler } from "@/lib/platform/handler";
import { byteStream, CSV_START, csvOf, textStream } from "@/lib/platform/sheets";
import { workbookChunks } from "@/lib/platform/workbook";
import { closingSheet } from "./closing-rows";

const TYPE = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;

type Closed = ReturnType<typeof closingSheet>;
async function* csvText({ heads, rows }: Closed): AsyncGenerator<string, undefined> {
  yield CSV_START + csvOf([heads, ...rows]);
}

/** The closing of a month for the accountant, in Portuguese: receipts, refunds, commissions and payouts with sums. */
export const GET = accountHandler(
  {
    name: "month-closings",
    params: z.object({ month: z.string().regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/), format: z.enum(["csv", "xlsx"]) }),
    permission: (account) => hasPermission(account, "financials"),
    isProved: true,
  },
  async ({ params: { month, format }, by }) => {
    const t = await getTranslations({ locale: "pt-BR", namespace: "commerce/payments.panel" });
    const sheet = closingSheet(await monthClosing(month), t);
    const job = { ...by, points: 1 };
    const body =
      format === "csv"
        ? await streamCostly("export", job, () => textStream(csvText(sheet)))
        : await streamCostly("workbook", job, () =>
            byteStream(workbookChunks(t("closing.sheet"), sheet.heads, [sheet.rows])),
          );
    return new Response(body, {
      headers: {
        "content-type": TYPE[format],
        "content-disposition": `attachment; filename="fechamento-${month}.${format}"`,
      },
    });
  },
);
