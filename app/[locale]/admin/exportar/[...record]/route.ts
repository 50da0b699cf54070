import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { csvHeadings, templateHeadings, wordCells } from "@/lib/panel/admin/csv-words";
import { labelsOf } from "@/lib/panel/record-labels/rules";
import { exportRows, referenceTitles } from "@/lib/panel/admin/queries";
import { findRecord } from "@/lib/panel/admin/registry";
import { readListQuery } from "@/lib/panel/admin/rules";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { streamCostly } from "@/lib/platform/costs";
import { accountHandler } from "@/lib/platform/handler";
import { askedLocale } from "@/lib/platform/i18n/asked-locale";
import { CSV_START, csvLines, textStream } from "@/lib/platform/sheets";

async function* noRows(): AsyncGenerator<Record<string, unknown>[]> {}

/** Parameter for a file with the headings only, to fill in. */
const TEMPLATE = "modelo";

function resourceOf(record: string[]) {
  const found = findRecord(record);
  return found?.mode === "list" ? found.resource : null;
}

/** The filtered rows of a list as a CSV file with the words of the panel, streamed while they are read. */
export const GET = accountHandler(
  {
    name: "admin export",
    params: z.object({ locale: askedLocale, record: z.array(z.string()) }),
    permission(account, { record }) {
      const resource = resourceOf(record);
      return !resource || hasPermission(account, resource.permission);
    },
  },
  async ({ request, params: { locale, record }, by }) => {
    const resource = resourceOf(record);
    if (!resource) return null;
    const parameters = Object.fromEntries(new URL(request.url).searchParams);
    const labels = labelsOf(await getTranslations({ locale, namespace: "panel/records" }));
    const isTemplate = parameters[TEMPLATE] !== undefined;
    const pages = isTemplate ? noRows() : exportRows(resource, readListQuery(resource, parameters));
    const lines = async (rows: readonly Record<string, unknown>[]) => {
      const titles = await referenceTitles(resource.fields, rows);
      return csvLines(rows.map((row) => wordCells(resource, row, labels, titles)));
    };
    const headings = isTemplate ? templateHeadings(resource, labels) : csvHeadings(resource, labels);
    async function* parts(): AsyncGenerator<string, undefined> {
      let head = CSV_START + csvLines([headings]);
      for await (const rows of pages) {
        yield head + (await lines(rows));
        head = "";
      }
      if (head) yield head;
    }
    return new Response(await streamCostly("export", { ...by, points: 1 }, () => textStream(parts())), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="${isTemplate ? `${TEMPLATE}-` : ""}${resource.key}.csv"`,
      },
    });
  },
);
