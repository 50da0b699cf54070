import { describe, expect, it } from "vitest";
import { readPage, type Counting, type Order } from "./read-page";

type Item = { id: number; group: number };
const ITEMS: Item[] = Array.from({ length: 2345 }, (_, id) => ({ id, group: id % 7 }));
const ORDER: Order = [
  ["group", true],
  ["id", false],
];
const SORTED = ITEMS.toSorted((a, b) => a.group - b.group || b.id - a.id);

type Answer = { data: Item[] | null; count: number | null; error: { message: string; code: string } | null };

/** Mock of PostgREST with these rows; records the queries. */
function source(items: readonly Item[], failure: Answer["error"] = null) {
  const requests: string[] = [];
  const ask = (counting?: Counting) => {
    const sorts: [keyof Item, boolean][] = [];
    let [from, to] = [0, Infinity];
    const answer = (): Answer => {
      if (failure) return { data: null, count: null, error: failure };
      if (counting) {
        requests.push("count");
        return { data: null, count: items.length, error: null };
      }
      requests.push(`${from}-${to}`);
      if (from > items.length) return { data: null, count: null, error: { code: "PGRST103", message: "range" } };
      const compare = (a: Item, b: Item) =>
        sorts.reduce((found, [column, isUp]) => found || (isUp ? a[column] - b[column] : b[column] - a[column]), 0);
      return { data: items.toSorted(compare).slice(from, to + 1), count: null, error: null };
    };
    // Resolved asynchronously, after order and range were set.
    const query = Object.assign(Promise.resolve().then(answer), {
      order: (column: string, { ascending }: { ascending: boolean }) => {
        sorts.push([column as keyof Item, ascending]);
        return query;
      },
      range: (first: number, last: number) => {
        [from, to] = [first, last];
        return query;
      },
    });
    return query;
  };
  return { ask, requests };
}

describe("readPage", () => {
  it.each([1, 2, 10, 11, 12, 17, 23, 24])("returns page %i of a hundred rows in sorted order", async (page) => {
    const found = await readPage({ page, per: 100 }, ORDER, source(ITEMS).ask);
    expect(found).toEqual({ rows: SORTED.slice((page - 1) * 100, page * 100), total: ITEMS.length });
  });

  it("does not count when the page is not full", async () => {
    const few = source(ITEMS.slice(0, 30));
    expect((await readPage({ page: 2, per: 20 }, ORDER, few.ask)).total).toBe(30);
    expect(few.requests).toEqual(["20-39"]);
  });

  it("reads the last pages from the end", async () => {
    const { ask, requests } = source(ITEMS);
    await readPage({ page: 24, per: 100 }, ORDER, ask);
    expect(requests).toEqual(["count", "0-44"]);
  });

  it.each([3, 30, 3000])("returns no rows for page %i after the last page, and the correct total", async (page) => {
    expect(await readPage({ page, per: 100 }, ORDER, source(ITEMS.slice(0, 150)).ask)).toEqual({
      rows: [],
      total: 150,
    });
  });

  it("returns an empty list", async () => {
    expect(await readPage({ page: 1, per: 100 }, ORDER, source([]).ask)).toEqual({ rows: [], total: 0 });
  });

  it.each([1, 30])("throws when the service is unavailable, on page %i", async (page) => {
    await expect(
      readPage({ page, per: 100 }, ORDER, source([], { code: "57P01", message: "gone" }).ask),
    ).rejects.toMatchObject({ code: "service.unavailable" });
  });
});
