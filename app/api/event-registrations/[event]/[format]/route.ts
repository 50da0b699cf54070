import { z } from "zod";
import { noteExport } from "@/lib/events/members/mutations";
import { hasEventRight } from "@/lib/events/members/queries";
import { exportRegistrations, listAnsweredForms } from "@/lib/events/panel/list/queries";
import { readRegistrationQuery, registrationSearch, type RegistrationQuery } from "@/lib/events/panel/list/rules";
import { getPanelEvent } from "@/lib/events/panel/queries";
import { workbookOf } from "@/lib/events/panel/service";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { runCostly, streamCostly } from "@/lib/platform/costs";
import { accountHandler } from "@/lib/platform/handler";
import { refused } from "@/lib/platform/refusal";
import { CSV_START, csvOf, textStream, type Cell } from "@/lib/platform/sheets";
import { sheetOf, type Sheet } from "./columns";

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/** Most rows of a workbook, which is built in memory; a CSV file is streamed and has no limit. */
const MAX_SHEET_ROWS = 20_000;
type Steps = ReturnType<typeof exportRegistrations>;

async function* csvFile({ heads, cells }: Sheet, steps: Steps): AsyncGenerator<string, undefined> {
  let head = CSV_START + csvOf([heads]);
  for await (const step of steps) {
    yield head + csvOf(step.map(cells));
    head = "";
  }
  if (head) yield head;
}

/** The rows of a workbook; null when there are too many. */
async function workbookRows({ heads, cells }: Sheet, steps: Steps): Promise<Cell[][] | null> {
  const rows: Cell[][] = [heads];
  for await (const step of steps) {
    rows.push(...step.map(cells));
    if (rows.length > MAX_SHEET_ROWS) return null;
  }
  return rows;
}

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
    const book = await runCostly("workbook", job, async () => {
      const rows = await workbookRows(sheet, steps);
      return rows && workbookOf(rows, "Inscrições");
    });
    return book ? file(new Uint8Array(book), XLSX, name) : refused("file.tooBig");
  },
);
