import { AppError } from "../error";

/** From here on a page is asked for from the nearer end. */
const FAR = 1000;

type Answer<Row> = { data: Row[] | null; count: number | null; error: { message: string; code: string } | null };
type Query<Row> = PromiseLike<Answer<Row>> & {
  order: (column: string, options: { ascending: boolean }) => Query<Row>;
  range: (from: number, to: number) => Query<Row>;
};
/** What `select` is told where only the number of rows is wanted. */
export type Counting = { count: "exact"; head: true };
/** Columns to sort by and whether they go up; the last one tells any two rows apart. */
export type Order = readonly (readonly [column: string, isAscending: boolean])[];

/**
 * One page of what a query finds, and how many rows there are in all. `ask` builds the query anew for every request.
 * A page far down costs by what it skips, so the second half is read from the end; a page that is not full needs no count.
 */
export async function readPage<Row>({ page, per }: { page: number; per: number }, order: Order, ask: (counting?: Counting) => Query<Row>): Promise<{ rows: Row[]; total: number }> {
  const read = async (from: number, size: number, isReverse = false) => {
    const sorted = order.reduce((rows, [column, isAscending]) => rows.order(column, { ascending: isAscending !== isReverse }), ask());
    const { data, error } = await sorted.range(from, from + size - 1);
    // PGRST103: a page behind the last one.
    if (error && error.code !== "PGRST103") throw new AppError("service.unavailable", { detail: error.message });
    return data ?? [];
  };
  const countRows = async () => {
    const { count, error } = await ask({ count: "exact", head: true });
    if (error) throw new AppError("service.unavailable", { detail: error.message });
    return count ?? 0;
  };
  const from = (page - 1) * per;
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
