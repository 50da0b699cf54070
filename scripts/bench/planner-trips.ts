import { readFileSync } from "node:fs";
import path from "node:path";
import type { LinePoint } from "@/lib/geo/geo/lines";

export type BenchTrip = { name: string; stops: readonly LinePoint[] };

/**
 * 50 trips of ten stops and about 1,500 km in the North, Northeast and Central-West: pairs of towns 950 to 1,250 km apart
 * (seed 16 of `randomPairs`) with the eight towns nearest to the straight line between them, chosen once.
 */
export const PLANNER_TRIPS = JSON.parse(
  readFileSync(path.join(import.meta.dirname, "planner-trips.json"), "utf8"),
) as readonly BenchTrip[];
