import { describe, expect, it } from "vitest";
import { FLAGS } from "../roads/network-file";
import { linesOutside, partsOutside } from "./network";

const line = (...lngs: number[]) => ({ roadClass: 2, ref: "X", flag: 0, points: lngs.flatMap((lng) => [lng, 0]) });
/** Inside are the units 100 to 200. */
const isInside = (lng: number) => lng >= 0.001 && lng <= 0.002;
const partsOf = (...lngs: number[]) =>
  partsOutside(line(...lngs), isInside).map(({ points }) => points.filter((_, index) => index % 2 === 0));

describe("the parts of a line outside of a state", () => {
  it.each([
    ["a line outside", [10, 50], [[10, 50]]],
    ["a line inside", [110, 190], []],
    ["a line that enters", [10, 90, 150], [[10, 90, 100]]],
    ["a line that leaves", [150, 210, 300], [[200, 210, 300]]],
    [
      "a line that passes",
      [10, 150, 300],
      [
        [10, 100],
        [200, 300],
      ],
    ],
    ["a line that ends at its border", [10, 100], [[10, 100]]],
  ])("of %s", (_name, lngs, expected) => expect(partsOf(...lngs)).toEqual(expected));

  it("keep class and number, and the same line when nothing is cut", () => {
    const whole = line(10, 50);
    expect(partsOutside(whole, isInside)[0]).toBe(whole);
    expect(partsOutside(line(10, 150), isInside)).toMatchObject([{ roadClass: 2, ref: "X" }]);
  });
});

describe("the lines of a file outside of a state", () => {
  const extracted = (...lngs: number[]) => ({ ...line(...lngs), flag: FLAGS["osm-extract"], heights: lngs });

  it("are those of extracts as a whole, also when they end on the border", () => {
    const [outside, inside] = [extracted(10, 50, 100), extracted(100, 150)];
    const [short, long] = [extracted(90, 100), extracted(200, 205, 300)];
    expect(linesOutside([outside, inside, short, long], isInside)).toEqual([outside, short, long]);
  });

  it("are cut ones of other sources, without altitudes", () => {
    const [part] = linesOutside([{ ...line(10, 150), heights: [900, 800] }], isInside);
    expect(part).toEqual(line(10, 100));
  });
});
