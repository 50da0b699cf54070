import { decodeLine, kmAlongLine } from "@/lib/geo/geo/lines";
import type { ExtractLeg } from "./extracts";
import type { LEG_SKIPS } from "../../lib/platform/supabase/database-constants/guide";
import type { LegSource } from "../../supabase/seed/route-legs";

export type Source = LegSource;
type SwitchedSource = "sie-sc" | "der-sp";
export type SkipReason = (typeof LEG_SKIPS)[number];

export type TracedLeg = {
  from: number;
  to: number;
  needs: SwitchedSource[];
  km: number;
  line: string;
  sources: Partial<Record<Source, number>>;
  quality: "traced" | "simplified";
  joins: [first: number, last: number][];
  roads: string[];
  classes: Record<string, number>;
};
export type SkippedLeg = { from: number; to: number; needs: []; skip: SkipReason; detail: string };
export type Leg = TracedLeg | SkippedLeg;
/** The legs of a route; `stops` are the positions of its stops, between which the lines were traced. */
export type RouteLegs = { route: string; stops: [position: number, lat: number, lng: number][]; legs: Leg[] };

const SOURCES: Record<string, Source> = {
  omt: "omt",
  vic: "vic",
  snv: "dnit",
  sie: "sie-sc",
  siefull: "sie-sc",
  dersp: "der-sp",
  osmrc: "osm-catalog",
  conn: "join",
};
const SWITCHED: readonly SwitchedSource[] = ["sie-sc", "der-sp"];

/** A leg of the extracts in the shipped format; a leg with switched sources gets a second entry without them. */
export function convertLeg(leg: ExtractLeg): Leg[] {
  const position = { from: leg.from + 1, to: leg.to + 1 };
  if (leg.skip !== undefined) return [{ ...position, needs: [], ...skipOf(leg.skip) }];
  const km = round(kmAlongLine(decodeLine(leg.line)).at(-1) ?? 0);
  const sources = sourcesOf(leg.src ?? { osm: km }, km);
  const needs = SWITCHED.filter((source) => sources[source]);
  const traced: TracedLeg = {
    ...position,
    needs,
    km,
    line: leg.line,
    sources,
    quality: qualityOf(sources),
    joins: [],
    roads: [],
    classes: {},
  };
  if (needs.length === 0) return [traced];
  return [{ ...position, needs: [], skip: "no-path", detail: needs.join(" ") }, traced];
}

function skipOf(skip: string): { skip: SkipReason; detail: string } {
  const [reason = "", detail = ""] = skip.split(" ");
  return { skip: reason as SkipReason, detail };
}

/** Kilometres by source, scaled to the length of the simplified line. */
function sourcesOf(src: Record<string, number>, km: number): TracedLeg["sources"] {
  const sum = Object.values(src).reduce((total, part) => total + part, 0);
  const sources: TracedLeg["sources"] = {};
  for (const [name, part] of Object.entries(src)) {
    const source = SOURCES[name] ?? (name as Source);
    const share = round((part / sum) * km);
    if (share > 0) sources[source] = round((sources[source] ?? 0) + share);
  }
  return sources;
}

/** The z7 tiles ("omt") are simplified at the source: 52 m median error. */
export function qualityOf(sources: TracedLeg["sources"]): TracedLeg["quality"] {
  const longest = Object.entries(sources).toSorted(([, a], [, b]) => b - a)[0]?.[0];
  return longest === "omt" ? "simplified" : "traced";
}

export const round = (km: number) => Math.round(km * 100) / 100;
