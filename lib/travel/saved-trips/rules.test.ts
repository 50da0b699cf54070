import { expect, it } from "vitest";
import { isTripFormat, isTripId } from "./rules";

it("recognises ids and formats in addresses", () => {
  expect(["00000000-0000-4000-8000-00000000f001", "experimentar", ""].map(isTripId)).toEqual([true, false, false]);
  expect(["gpx", "pdf"].map(isTripFormat)).toEqual([true, false]);
});
