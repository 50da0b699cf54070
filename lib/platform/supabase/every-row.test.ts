import { describe, expect, it } from "vitest";
import { everyRow } from "./every-row";

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
