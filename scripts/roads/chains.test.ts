import { expect, it } from "vitest";
import { chainLines } from "./chains";
import type { NetworkLine } from "./network-file";

const line = (ref: string, ...points: [number, number][]): NetworkLine => ({ roadClass: 4, ref, flag: 3, points });

it("joins touching lines of the same road, in either direction, and leaves other roads apart", () => {
  const chains = chainLines(
    [
      line("ES-080", [0, 0], [0, 100]),
      line("ES-080", [0, 301], [0, 101]),
      line("ES-164", [0, 301], [0, 400]),
      line("ES-080", [0, 0], [0, -50]),
      line("ES-080", [90, 90], [90, 99]),
    ],
    1e4,
  );
  expect(chains.map(({ ref, points }) => [ref, points[0], points.at(-1), points.length])).toEqual([
    ["ES-080", [0, -50], [0, 301], 4],
    ["ES-164", [0, 400], [0, 301], 2],
    ["ES-080", [90, 99], [90, 90], 2],
  ]);
});
