import { AppError } from "../error";

/** Rows a hosted project hands out at once (`max_rows`). */
const ROWS_AT_ONCE = 1000;

type Page<Row> = PromiseLike<{ data: Row[] | null; error: { message: string } | null }>;

/** All rows of an ordered query, which is built anew for each range, or the first `most` of them. */
export async function everyRow<Row>(page: (from: number, to: number) => Page<Row>, most = 20_000): Promise<Row[]> {
  const found: Row[] = [];
  while (found.length < most) {
    const { data, error } = await page(found.length, Math.min(most, found.length + ROWS_AT_ONCE) - 1);
    if (error) throw new AppError("service.unavailable", { detail: error.message });
    found.push(...(data ?? []));
    if (!data || data.length < ROWS_AT_ONCE) break;
  }
  return found;
}
