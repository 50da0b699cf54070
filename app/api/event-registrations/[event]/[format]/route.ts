import { z } from "zod";
import { noteExport } from "@/lib/events/members/mutations";
import { hasEventRight } from "@/lib/events/members/queries";
import { exportRegistrations, listAnsweredForms } from "@/lib/events/panel/list/queries";
import { readRegistrationQuery, registrationSearch, type RegistrationQuery } from "@/lib/events/panel/list/rules";
import { getPanelEvent } from "@/lib/events/panel/queries";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { streamCostly } from "@/lib/platform/costs";
import { accountHandler } from "@/lib/platform/handler";
import { byteStream, textStream } from "@/lib/platform/sheets";
import { sheetOf } from "./columns";
import { csvFile, workbookFile } from "./file-parts";

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const file = (body: BodyInit, type: string, name: string) =>
  new Response(body, {
    headers: { "content-type": type, "content-disposition": `attachment; filename="${name}"` },
  });

/** The filter that is noted with a download: of selected registrations only their number, and no searched name. */
function filterText({ ids, ...query }: RegistrationQuery): string {
  const search = registrationSearch({ ...query, q: "", page: 1 });
  return ids.length > 0 ? `${search || "?"}&ids=${ids.length}`.replace("?&", "?") : search;
}

/** The filtered registrations of an event as a CSV file or a workbook, for people who decide them; every download is noted. */
export const GET = accountHandler(
  {
    name: "event-registrations",
    permission: async (account, { event }) =>
      hasPermission(account, "events") || (await hasEventRight(event, "registrations")),
    params: z.object({ event: z.string(), format: z.enum(["csv", "xlsx"]) }),
    isProved: true,
  },
  async ({ request, params: { event: id, format }, by, client }) => {
    const event = await getPanelEvent(id);
    if (!event) return null;
    const query = readRegistrationQuery(Object.fromEntries(new URL(request.url).searchParams));
    await noteExport(client, event.id, format, filterText(query));
    const sheet = await sheetOf(event, await listAnsweredForms(event.id));
    const steps = exportRegistrations(event.id, query);
    const name = `inscricoes-${event.slug}.${format}`;
    const job = { ...by, points: 1 };
    if (format === "csv")
      return file(
        await streamCostly("export", job, () => textStream(csvFile(sheet, steps))),
        "text/csv; charset=utf-8",
        name,
      );
    return file(await streamCostly("workbook", job, () => byteStream(workbookFile(sheet, steps))), XLSX, name);
  },
);
