import type postgres from "postgres";
import { readSchemaLines } from "../../supabase/local/schema-lines";
import { sortedTexts } from "../../supabase/local/schema-text";
import { readReferenceRows } from "./reference-rows";

/** A database in lines: its schema and the rows that migrations insert. */
export const describe = async (sql: postgres.Sql): Promise<string[]> => [
  ...sortedTexts(await readSchemaLines(sql)),
  ...(await readReferenceRows(sql)),
];

/** Differences except the order of columns, which depends on the way to a schema and on which no statement depends. */
export const withoutColumnOrder = (difference: readonly string[]): string[] =>
  difference.filter((line) => !/^[-+] column order /.test(line));
