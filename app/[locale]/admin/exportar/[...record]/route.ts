import { getTranslations } from "next-intl/server";
import { csvHeadings, templateHeadings, wordCells } from "@/lib/panel/admin/csv-words";
import { labelsOf } from "@/lib/panel/record-labels/rules";
import { exportRows, referenceTitles } from "@/lib/panel/admin/queries";
import { findRecord } from "@/lib/panel/admin/registry";
import { readListQuery } from "@/lib/panel/admin/rules";
import { admitAccount } from "@/lib/platform/auth/guard";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { accountCaller, streamCostly } from "@/lib/platform/costs";
import { DEFAULT_LOCALE, isLocale } from "@/lib/platform/i18n/routing";
import { withRefusals } from "@/lib/platform/refusal";
import { CSV_START, csvLines } from "@/lib/platform/sheets";

type Context = { params: Promise<{ locale: string; record: string[] }> };

async function* noRows(): AsyncGenerator<Record<string, unknown>[]> {}

/** Parameter for a file with the headings only, to fill in. */
const TEMPLATE = "modelo";

/** The filtered rows of a list as a CSV file with the words of the panel, streamed while they are read. */
export async function GET(request: Request, { params }: Context) {
  const { locale: given, record } = await params;
  const locale = isLocale(given) ? given : DEFAULT_LOCALE;
  const found = findRecord(record);
  const resource = found?.mode === "list" ? found.resource : null;
  const account = await admitAccount((one) => !resource || hasPermission(one, resource.permission));
  if (account instanceof Response) return account;
  if (!resource) return new Response(null, { status: 404 });
  const parameters = Object.fromEntries(new URL(request.url).searchParams);
  const labels = labelsOf(await getTranslations({ locale, namespace: "panel/records" }));
  const isTemplate = parameters[TEMPLATE] !== undefined;
  const pages = isTemplate ? noRows() : exportRows(resource, readListQuery(resource, parameters));
  const lines = async (rows: readonly Record<string, unknown>[]) => {
    const titles = await referenceTitles(resource.fields, rows);
    return csvLines(rows.map((row) => wordCells(resource, row, labels, titles)));
  };
  const encoder = new TextEncoder();
  let head = CSV_START + csvLines([isTemplate ? templateHeadings(resource, labels) : csvHeadings(resource, labels)]);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = (await pages.next()) as IteratorResult<Record<string, unknown>[], undefined>;
      controller.enqueue(encoder.encode(head + (await lines(value ?? []))));
      head = "";
      if (done) controller.close();
    },
    async cancel() {
      await pages.return(undefined);
    },
  });
  const job = { ...accountCaller(account, request), points: 1 };
  return withRefusals(
    "admin export",
    async () =>
      new Response(await streamCostly("export", job, () => body), {
        headers: {
          "content-type": "text/csv; charset=utf-8",
          "content-disposition": `attachment; filename="${isTemplate ? `${TEMPLATE}-` : ""}${resource.key}.csv"`,
          "cache-control": "no-store",
        },
      }),
  );
}
