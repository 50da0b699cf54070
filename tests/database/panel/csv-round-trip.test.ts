import Papa from "papaparse";
import { expect, it } from "vitest";
import { changesOfCsv, csvCells } from "@/lib/panel/admin/csv";
import { csvHeadings, keyOfName, valueOfWord, wordCells, type Candidate } from "@/lib/panel/admin/csv-words";
import { labelsOf } from "@/lib/panel/record-labels/rules";
import { RESOURCES } from "@/lib/panel/admin/registry";
import { asText, csvColumns } from "@/lib/panel/admin/rules";
import { LOCALES } from "@/lib/platform/supabase/database-constants/platform";
import { readCsv } from "@/components/panel/records/csv-file";
import { messagesOf } from "../../support/messages";
import { sql } from "../as-role";

const MOST = 400;

it.each(RESOURCES.map((resource) => [resource.key, resource] as const))(
  "an untouched export of %s changes nothing when it is imported",
  async (_, resource) => {
    const rows = await sql<{ row: Record<string, unknown> }[]>`
    select to_jsonb(one) as row from public.${sql(resource.table)} as one order by md5(one::text) limit ${MOST}`;
    const columns = csvColumns(resource);
    const file = Papa.unparse([columns, ...rows.map(({ row }) => csvCells(resource, row))]);
    for (const delimiter of [",", ";"]) {
      const { data } = Papa.parse<Record<string, string>>(
        Papa.unparse(Papa.parse<string[]>(file).data, { delimiter }),
        { header: true, delimiter },
      );
      const changed = data
        .map((record, index) => changesOfCsv(resource, record, rows[index]!.row))
        .filter((values) => Object.keys(values).length > 0);
      expect(changed).toEqual([]);
      expect(data).toHaveLength(rows.length);
    }
  },
);

const CITY = { table: "cities", key: "ibge_code", title: "name" };
const ALL = LOCALES.map((locale) => {
  const texts = messagesOf(locale);
  const read = (key: string) => texts.get(`panel/records.${key}`) ?? key;
  return labelsOf(Object.assign(read, { has: (key: string) => texts.has(`panel/records.${key}`) }));
});

it.each(RESOURCES.map((resource) => [resource.key, resource] as const))(
  "an untouched export of %s with the words of the panel changes nothing, in each language",
  async (_, resource) => {
    const rows = await sql<{ row: Record<string, unknown> }[]>`
    select to_jsonb(one) as row from public.${sql(resource.table)} as one order by md5(one::text) limit ${MOST}`;
    const named = resource.fields.filter(
      ({ kind, readOnly }) => (kind === "city" || kind === "reference") && !readOnly,
    );
    const candidates: Record<string, Candidate[]> = {};
    const titles: Record<string, Record<string, string>> = {};
    for (const field of named) {
      const { table, key, title } = field.kind === "city" ? CITY : field.reference!;
      candidates[field.name] = await sql<Candidate[]>`
        select ${sql(key)}::text as key, ${sql(title)} as title, ${field.kind === "city" ? sql`state_abbr` : sql`null`} as state
        from public.${sql(table)}`;
      titles[field.name] = Object.fromEntries(candidates[field.name]!.map((one) => [one.key, one.title]));
    }
    for (const labels of ALL) {
      const lines = [csvHeadings(resource, labels), ...rows.map(({ row }) => wordCells(resource, row, labels, titles))];
      const file = readCsv(new TextEncoder().encode(Papa.unparse(lines, { delimiter: ";" })), resource, labels.field);
      expect(file.unknown).toEqual([]);
      const changed = file.rows.map(({ line, cells: of }) => {
        const { row } = rows[line - 2]!;
        const cells: Record<string, string> = { ...of };
        for (const field of resource.fields) {
          const cell = cells[field.name];
          if (cell === undefined) continue;
          cells[field.name] = valueOfWord(field, cell, ALL);
          if (!candidates[field.name] || !cell) continue;
          const before = { before: asText(row[field.name]), state: row.state_abbr as string | null };
          cells[field.name] = keyOfName(cell, candidates[field.name]!, before) ?? "unknown name";
        }
        return changesOfCsv(resource, cells, row);
      });
      expect(changed.filter((values) => Object.keys(values).length > 0)).toEqual([]);
      expect(file.rows).toHaveLength(rows.length);
    }
  },
);
