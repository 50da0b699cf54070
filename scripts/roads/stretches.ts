import { decodeLine } from "@/lib/geo/geo/lines";
import { readExtract, type ExtractStateRoads } from "./extracts";
import { rowsJson, writeOutput } from "./outputs";

const SHORTEST_KM = 2;

/** The declared lengths of the SIE-SC stretches from 2 km, with the position of both ends: a test routes them. */
export function writeStretches(folder: string): void {
  const { lines } = readExtract<ExtractStateRoads>(folder, "network-sc-sie.json");
  const rows = lines
    .filter(({ km0, km1 }) => km1 - km0 >= SHORTEST_KM)
    .map(({ road, from, to, km0, km1, line }) => {
      const points = decodeLine(line);
      return [`${road} ${from} – ${to}`, Math.round((km1 - km0) * 1000) / 1000, ...points[0]!, ...points.at(-1)!];
    });
  const head = {
    credit: "SIE-SC, 04/2024",
    licence: "not confirmed",
    cols: ["name", "km", "lat", "lng", "lat", "lng"],
  };
  writeOutput("supabase/seed/roads/switched/stretches-sie-sc.json", rowsJson(head, "rows", rows));
}
