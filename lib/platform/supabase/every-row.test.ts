import { describe, expect, it } from "vitest";
import { everyBatch, everyRow } from "./every-row";

const table = (rows: number) => {
  const ranges: [number, number][] = [];
  const page = async (from: number, to: number) => {
    ranges.push([from, to]);
    return {
      data: Array.from({ length: Math.max(0, Math.min(rows, to + 1) - from) }, (_, index) => from + index),
      error: null,
    };
  };
  return { ranges, page };
};

describe("everyBatch", () => {
  it("reads a batch when it is asked for, without a maximum", async () => {
    const { ranges, page } = table(25_500);
    const batches = everyBatch(page);
    expect((await batches.next()).value).toHaveLength(1000);
    expect(ranges).toEqual([[0, 999]]);
    const lengths: number[] = [];
    for await (const batch of batches) lengths.push(batch.length);
    expect(lengths).toEqual([...Array<number>(24).fill(1000), 500]);
  });

  it("has no empty batch", async () => {
    for (const rows of [0, 1000]) {
      const lengths: number[] = [];
      for await (const batch of everyBatch(table(rows).page)) lengths.push(batch.length);
      expect(lengths).toEqual(rows > 0 ? [rows] : []);
    }
  });
});

describe("everyRow", () => {
  it.each([0, 1, 999, 1000, 1001, 2500])("reads all %d rows in order", async (rows) => {
    expect(await everyRow(table(rows).page)).toEqual(Array.from({ length: rows }, (_, index) => index));
  });

  it("stops at the maximum number of rows", async () => {
    const { ranges, page } = table(5000);
    expect(await everyRow(page, 1500)).toHaveLength(1500);
    expect(ranges).toEqual([
      [0, 999],
      [1000, 1499],
    ]);
  });

  it("throws when the service is unavailable", async () => {
    await expect(everyRow(async () => ({ data: null, error: { message: "gone" } }))).rejects.toMatchObject({
      code: "service.unavailable",
    });
  });
});
