import { databaseError } from "./or-throw";

/** Maximum rows per response of a hosted project (`max_rows`). */
const ROWS_AT_ONCE = 1000;

type Page<Row> = PromiseLike<{ data: Row[] | null; error: { message: string } | null }>;

/** Reads an ordered query in batches; the query is built again for each range. */
export async function* everyBatch<Row>(
  page: (from: number, to: number) => Page<Row>,
  most = Infinity,
): AsyncGenerator<Row[], undefined> {
  for (let read = 0; read < most; read += ROWS_AT_ONCE) {
    const { data, error } = await page(read, Math.min(most, read + ROWS_AT_ONCE) - 1);
    if (error) throw databaseError(error);
    if (data && data.length > 0) yield data;
    if (!data || data.length < ROWS_AT_ONCE) return;
  }
}

/** All rows of an ordered query, at most `most`. */
export async function everyRow<Row>(page: (from: number, to: number) => Page<Row>, most = 20_000): Promise<Row[]> {
  const found: Row[] = [];
  for await (const batch of everyBatch(page, most)) found.push(...batch);
  return found;
}
