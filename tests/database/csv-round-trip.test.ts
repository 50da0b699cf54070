import Papa from "papaparse";
import { expect, it } from "vitest";
import { changesOfCsv, csvCells } from "@/lib/admin/csv";
import { RESOURCES } from "@/lib/admin/registry";
import { csvColumns } from "@/lib/admin/rules";
import { connect } from "./as-role";

const sql = connect();
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
