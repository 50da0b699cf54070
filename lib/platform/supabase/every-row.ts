import { databaseError } from "./or-throw";

/** Maximum rows per response of a hosted project (`max_rows`). */
const ROWS_AT_ONCE = 1000;

type Page<Row> = PromiseLike<{ data: Row[] | null; error: { message: string } | null }>;

/** Reads all rows of an ordered query in batches, at most `most`; the query is built again for each range. */
export async function everyRow<Row>(page: (from: number, to: number) => Page<Row>, most = 20_000): Promise<Row[]> {
  const found: Row[] = [];
  while (found.length < most) {
    const { data, error } = await page(found.length, Math.min(most, found.length + ROWS_AT_ONCE) - 1);
    if (error) throw databaseError(error);
    found.push(...(data ?? []));
    if (!data || data.length < ROWS_AT_ONCE) break;
  }
  return found;
}
