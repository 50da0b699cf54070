import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { forPeopleOfEvents } from "@/lib/events/members/service";
import { getPanelEvent } from "@/lib/events/panel/queries";
import { getStatement } from "@/lib/events/recipients/queries";
import { statementRows } from "@/lib/events/recipients/rules";
import { streamCostly } from "@/lib/platform/costs";
import { accountHandler } from "@/lib/platform/handler";
import { csvParts, textStream } from "@/lib/platform/sheets";

/** The statement of an event for the accountant as a CSV file in Portuguese; codes only, no names. */
export const GET = accountHandler(
  { name: "event-statement", permission: forPeopleOfEvents, params: z.object({ event: z.guid() }) },
  async ({ params: { event }, by }) => {
    // For event managers the database also makes an empty statement of an event that does not exist.
    if (!(await getPanelEvent(event))) return null;
    const [statement, t] = [
      await getStatement(event),
      await getTranslations({ locale: "pt-BR", namespace: "events/recipients" }),
    ];
    const rows = statementRows(statement, {
      head: (name) => t(`sheet.${name}`),
      kind: (kind) => t(`entry.${kind}`),
    });
    const body = await streamCostly("export", { ...by, points: 1 }, () => textStream(csvParts([rows])));
    return new Response(body, {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="extrato-${event}.csv"`,
      },
    });
  },
);
