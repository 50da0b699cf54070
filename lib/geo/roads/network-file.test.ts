import { expect, it } from "vitest";
import { numberOrName, readLines } from "./network-file";

// Class 2, road 1, source 4 on earth (4 + 2 × 32), two points; then class 9 without a road, flag 0, whose first point is the same.
const BYTES = Uint8Array.from([2, 1, 68, 2, 0xbf, 0x9a, 0x0c, 0x0b, 4, 3, 9, 0, 0, 2, 0, 0, 2, 2]);

it("reads lines with road numbers, sources, surfaces and positions in 1e-5 degrees", () => {
  const lines = [...readLines(BYTES, { credit: "", scale: 10_000, refs: ["BR-1"] })];
  expect(lines).toEqual([
    { roadClass: 2, ref: "BR-1", flag: 4, surface: "unpaved", points: [-1_000_000, -60, -999_980, -80] },
    { roadClass: 9, ref: null, flag: 0, points: [-1_000_000, -60, -999_990, -50] },
  ]);
});

it.each([
  ["SC-390", "SC-390", null],
  ["GO---070", "GO-070", null],
  ["BR-101-SUL", "BR-101", null],
  ["01-SPA-568", "01-SPA-568", null],
  ["CONTORNO RODOVIÁRIO DE LAURO MÜLLER", null, "Contorno Rodoviário de Lauro Müller"],
  ["TIC03", null, null],
  ["64000-280", null, null],
])("takes %s as the number of a road, its name or neither", (designation, ref, name) => {
  expect(numberOrName(designation)).toEqual({ ref, name });
});
