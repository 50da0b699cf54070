import { expect, it } from "vitest";
import { joinPlazas, missingFiles } from "./network-sources";

it("counts booths within a kilometre of a plaza as that plaza", () => {
  const plaza = { name: "plaza", lat: -10, lng: -50 };
  const booth = { name: "booth", lat: -10.005, lng: -50 };
  const other = { name: "other", lat: -10.05, lng: -50 };
  expect(joinPlazas([plaza, booth, other, plaza])).toEqual([plaza, other]);
});

it("names missing network files", () => {
  expect(missingFiles({ root: process.cwd(), switched: [] })).toEqual([]);
  expect(missingFiles({ root: import.meta.dirname, switched: [] })).toContain("public/dados-abertos/osm/network.bin");
  expect(missingFiles({ root: process.cwd(), switched: ["sie-sc", "der-sp"] })).toEqual([]);
  expect(missingFiles({ root: import.meta.dirname, switched: ["der-sp"] })).toContain(
    "supabase/seed/roads/switched/network-der-sp.bin",
  );
});
