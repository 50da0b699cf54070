import { expect, it } from "vitest";
import { Positions } from "./positions";

it("numbers each position once and finds it again", () => {
  const rows = Array.from({ length: 5000 }, (_, index) => [-(index % 71) * 70, (index * 37) % 4999] as const);
  const positions = new Positions(rows.length);
  const numbers = rows.map(([lng, lat]) => positions.add(lng, lat));
  expect(new Set(numbers).size).toBe(new Set(rows.map(String)).size);
  expect(positions.count).toBe(new Set(numbers).size);
  expect(rows.map(([lng, lat]) => positions.find(lng, lat))).toEqual(numbers);
  expect(positions.find(1, 1)).toBe(-1);
});
