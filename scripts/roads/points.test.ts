import { expect, it } from "vitest";
import { positionsFirst } from "./points";

it("moves latitude and longitude to the front of every row", () => {
  expect(positionsFirst({ cols: ["name", "uf", "lat", "lng"], rows: [["P1", "SC", -26, -49]] })).toEqual({
    cols: ["lat", "lng", "name", "uf"],
    rows: [[-26, -49, "P1", "SC"]],
  });
});
