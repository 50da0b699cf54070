import { describe, expect, it } from "vitest";
import { readLines } from "@/lib/geo/roads/network-file";
import { packLines, type NetworkLine } from "./network-file";

const LINE: NetworkLine = {
  roadClass: 2,
  ref: "BR-101",
  flag: 4,
  points: [
    [-1, 3],
    [-1, 103],
  ],
};

describe("packLines", () => {
  it("writes class, road number, flag, count and differences, longitude first", () => {
    const { bytes, refs } = packLines([LINE]);
    expect(refs).toEqual(["BR-101"]);
    expect([...bytes]).toEqual([2, 1, 4, 2, 6, 1, 200, 1, 0]);
  });

  it("counts the first point from the first point of the line before it, and names each road once", () => {
    const { bytes, refs } = packLines([LINE, { ...LINE, points: [[-1, 3]] }, { ...LINE, ref: null, points: [[0, 3]] }]);
    expect(refs).toEqual(["BR-101"]);
    expect([...bytes].slice(9)).toEqual([2, 1, 4, 1, 0, 0, 2, 0, 4, 1, 0, 2]);
  });

  it("writes a known surface with the source", () => {
    expect([...packLines([{ ...LINE, surface: "unpaved" }]).bytes].slice(0, 4)).toEqual([2, 1, 68, 2]);
  });

  it("writes names, surfaces, altitudes and one-way lines where a line has them, and the reader returns them", () => {
    const street = { ...LINE, name: "Rua XV", surface: "unpaved", isOneWay: true } as const;
    const { bytes, ...header } = packLines([LINE, street, { ...LINE, surface: "paved", heights: [1100, 1090] }]);
    expect(header).toEqual({ refs: ["BR-101"], names: ["Rua XV"] });
    expect([...bytes].slice(0, 6)).toEqual([2, 1, 4, 0, 0, 2]);
    const facts = [...readLines(bytes, { credit: "", scale: 1e5, ...header })].map(
      ({ roadClass: _class, ref: _ref, flag: _flag, points: _points, ...rest }) => rest,
    );
    expect(facts).toEqual([
      {},
      { name: "Rua XV", surface: "unpaved", isOneWay: true },
      { surface: "paved", heights: [1100, 1090] },
    ]);
  });

  it("leaves out lines without a point", () => {
    expect([...packLines([{ ...LINE, points: [] }]).bytes]).toEqual([]);
  });
});
