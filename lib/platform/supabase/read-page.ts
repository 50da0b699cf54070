import { countOrThrow, databaseError } from "./or-throw";
import { pageRange } from "../paging";

/** From this offset on a page may be read from the end. */
const FAR = 1000;

type Answer<Row> = { data: Row[] | null; count: number | null; error: { message: string; code: string } | null };
type Query<Row> = PromiseLike<Answer<Row>> & {
  order: (column: string, options: { ascending: boolean }) => Query<Row>;
  range: (from: number, to: number) => Query<Row>;
};
/** Options of `select` for counting rows only. */
export type Counting = { count: "exact"; head: true };
/** Sort columns and directions; the last column must be unique. */
export type Order = readonly (readonly [column: string, isAscending: boolean])[];

/**
 * One page of a query and the total number of rows. `buildQuery` builds the query again for each request. The cost of a page
 * grows with its offset, so pages in the second half are read from the end; a first or last page that is not full
 * needs no count.
 */
export async function readPage<Row>(
  { page, per }: { page: number; per: number },
  order: Order,
  buildQuery: (counting?: Counting) => Query<Row>,
): Promise<{ rows: Row[]; total: number }> {
  const read = async (from: number, size: number, isReverse = false) => {
    const sorted = order.reduce(
      (rows, [column, isAscending]) => rows.order(column, { ascending: isAscending !== isReverse }),
      buildQuery(),
    );
    const { data, error } = await sorted.range(from, from + size - 1);
    // PGRST103: the page is after the last one.
    if (error && error.code !== "PGRST103") throw databaseError(error);
    return data ?? [];
  };
  const countRows = async () => {
    const count = countOrThrow(await buildQuery({ count: "exact", head: true }));
    return count ?? 0;
  };
  const [from] = pageRange(page, per);
  if (from < FAR) {
    const rows = await read(from, per);
    const isLast = rows.length < per && (rows.length > 0 || from === 0);
    return { rows, total: isLast ? from + rows.length : await countRows() };
  }
  const total = await countRows();
  const size = Math.min(per, total - from);
  if (size <= 0) return { rows: [], total };
  if (from <= total / 2) return { rows: await read(from, size), total };
  return { rows: (await read(total - from - size, size, true)).toReversed(), total };
}
