import { expect, it, vi } from "vitest";
import { DATA_FILES } from "../../guide/open-data/rules";
import { hasOsmPoints } from "./rules";

vi.mock("../../geo/geo/extract-dates.json", () => ({ default: { SC: "2026-11-20", PR: "2026-11-20" } }));

it("counts the petrol stations of states with an extract as known, and lists its date once", () => {
  expect(hasOsmPoints("SC")).toBe(true);
  expect(hasOsmPoints("RS")).toBe(false);
  const datesOf = (key: string) => DATA_FILES.find((file) => file.key === key)!.dates;
  expect(datesOf("points")).toEqual(["2021-08", "2026-11-20"]);
  expect(datesOf("legs")).not.toContain("2026-11-20");
});
