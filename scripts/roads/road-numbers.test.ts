import { describe, expect, it } from "vitest";
import { roadNumber, roadsInOrder } from "./road-numbers";

describe("roadNumber", () => {
  it.each([
    ["BR-70", "BR-070"],
    ["SC-390", "SC-390"],
    ["ERS-020", "ERS-020"],
    ["PL-26", null],
    ["AV.-DOS-SANTOS", null],
    ["ACESSO JOINVILLE", null],
    [null, null],
  ])("%s", (ref, number) => {
    expect(roadNumber(ref)).toBe(number);
  });
});

describe("roadsInOrder", () => {
  it("lists numbers in order of travel without short parts", () => {
    expect(
      roadsInOrder([
        { road: "BR-101", km: 5 },
        { road: "SC-100", km: 0.3 },
        { road: null, km: 2 },
        { road: "SC-390", km: 8 },
        { road: "BR-101", km: 5 },
      ]),
    ).toEqual(["BR-101", "SC-390"]);
  });

  it("keeps the number of a leg shorter than 1 km", () => {
    expect(roadsInOrder([{ road: "BR-101", km: 0.4 }])).toEqual(["BR-101"]);
  });
});
