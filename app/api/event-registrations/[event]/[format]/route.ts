import { getTranslations } from "next-intl/server";
import Papa from "papaparse";
import { exportRegistrations, getPanelEvent, type ExportRow, type PanelEvent } from "@/lib/event-panel/queries";
import { readRegistrationQuery, safeCell, type RegistrationStatus } from "@/lib/event-panel/rules";
import { workbookOf } from "@/lib/event-panel/service";
import { admitAccount } from "@/lib/platform/auth/guard";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { answerWithoutProof } from "@/lib/platform/auth/proof";
import { accountCaller, runCostly, streamCostly } from "@/lib/platform/costs";
import { formatTimestamp } from "@/lib/platform/format";
import { withRefusals } from "@/lib/platform/refusal";

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/** Most rows of a workbook, which is built in memory; a CSV file is streamed and has no limit. */
const MAX_SHEET_ROWS = 20_000;
const HEADS = [
  "code",
  "type",
  "status",
  "name",
  "email",
  "phone",
  "document",
  "town",
  "state",
  "club",
  "company",
  "companions",
  "places",
  "stand",
  "vehicles",
  "amount",
  "attending",
  "source",
  "created",
] as const;

/** The columns of the sheet with the organisers' titles, in Portuguese like the other exports. */
async function sheetOf(event: PanelEvent) {
  const t = await getTranslations({ locale: "pt-BR", namespace: "event-panel" });
  const nameOf = new Map(event.event_registration_types.map(({ id, name }) => [id, name]));
  const labelOf = new Map(event.event_stands.map(({ id, label }) => [id, label]));
  const vehicle = ({ make, model, year, plate }: ExportRow["registration_vehicles"][number]) =>
    [make, model, year, plate].filter(Boolean).join(" ");
  const cells = (row: ExportRow): string[] =>
    [
      row.code,
      nameOf.get(row.type_id) ?? "",
      t(`status.${row.status as RegistrationStatus}`),
      row.full_name,
      row.email,
      row.phone ?? "",
      row.document ?? "",
      row.town ?? "",
      row.state_abbr ?? "",
      row.club ?? "",
      row.company ?? "",
      row.companions.join("; "),
      String(row.places),
      (row.stand_id && labelOf.get(row.stand_id)) ?? "",
      row.registration_vehicles.map(vehicle).join("; "),
      (row.price_cents / 100).toFixed(2).replace(".", ","),
      t(`attending.${row.attending as "yes"}`),
      t(`source.${row.source as "form"}`),
      formatTimestamp(row.created_at, "pt-BR", { dateStyle: "short", timeStyle: "short" }).replace(",", ""),
    ].map(safeCell);
  return { heads: HEADS.map((head) => t(`sheet.${head}`)), cells };
}

type Sheet = Awaited<ReturnType<typeof sheetOf>>;
type Steps = ReturnType<typeof exportRegistrations>;

function csvBody({ heads, cells }: Sheet, steps: Steps): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const lines = (rows: string[][]) => (rows.length > 0 ? `${Papa.unparse(rows)}\r\n` : "");
  // Without a byte order mark Excel does not read the file as UTF-8.
  let head = `\uFEFF${lines([heads])}`;
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await steps.next();
      controller.enqueue(encoder.encode(head + lines((value ?? []).map(cells))));
      head = "";
      if (done) controller.close();
    },
    async cancel() {
      await steps.return(undefined);
    },
  });
}

/** The rows of a workbook; null when there are too many. */
async function workbookRows({ heads, cells }: Sheet, steps: Steps): Promise<string[][] | null> {
  const rows = [heads];
  for await (const step of steps) {
    rows.push(...step.map(cells));
    if (rows.length > MAX_SHEET_ROWS) return null;
  }
  return rows;
}

const file = (body: BodyInit, type: string, name: string) =>
  new Response(body, {
    headers: {
      "content-type": type,
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "private, no-store",
    },
  });

/** The filtered registrations of an event as a CSV file or a workbook, for event managers. */
export async function GET(request: Request, { params }: { params: Promise<{ event: string; format: string }> }) {
  const account = await admitAccount((one) => hasPermission(one, "events"));
  if (account instanceof Response) return account;
  const { event: id, format } = await params;
  const event = format === "csv" || format === "xlsx" ? await getPanelEvent(id) : null;
  if (!event) return new Response(null, { status: 404 });
  const refusal = await answerWithoutProof(request);
  if (refusal) return refusal;
  const query = readRegistrationQuery(Object.fromEntries(new URL(request.url).searchParams));
  const [sheet, steps] = [await sheetOf(event), exportRegistrations(event.id, query)];
  const name = `inscricoes-${event.slug}.${format}`;
  const job = { ...accountCaller(account, request), points: 1 };
  return withRefusals("event-registrations", async () => {
    if (format === "csv")
      return file(await streamCostly("export", job, () => csvBody(sheet, steps)), "text/csv; charset=utf-8", name);
    const book = await runCostly("workbook", job, async () => {
      const rows = await workbookRows(sheet, steps);
      return rows && workbookOf(rows, "Inscrições");
    });
    return book ? file(new Uint8Array(book), XLSX, name) : new Response(null, { status: 413 });
  });
}
