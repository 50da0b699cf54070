import { expect, it } from "vitest";
import { withoutDoubles } from "./doubles";
import type { ExtractPlace } from "./read-extract";

const place = (facts: Partial<ExtractPlace>): ExtractPlace => ({
  kind: "hotel",
  name: "Hotel São José",
  lng: -49,
  lat: -28,
  state: "SC",
  ...facts,
});

it("keeps one of two places of a kind and name beside each other", () => {
  const [first, area] = [place({}), place({ name: "HOTEL SAO JOSE", lat: -28.001 })];
  const others = [place({ lat: -28.01 }), place({ kind: "restaurant" }), place({ name: "Hotel São João" })];
  expect(withoutDoubles([first, area, ...others])).toEqual([first, ...others]);
});
