import type { GeoPoint } from "../../../geo/geo/rules";
import { greatCircleKm } from "../../../geo/geo/rules";
import { fold } from "../../../platform/slug";
import { PARTNER_KINDS } from "../../../platform/supabase/database-constants/events";

type PartnerKind = (typeof PARTNER_KINDS)[number];

export type PartnerTown = { kind: PartnerKind; town: string; state: string | null; people: number };
export type Counted = { kind: PartnerKind; near: number; far: number; unknown: number };

type Town = GeoPoint & { name: string; state_abbr: string };
export type TownFinder = (town: string, state: string | null) => GeoPoint | null;

/** Finds the position of a town by its name as a person typed it, and its state. */
export function townFinder(towns: readonly Town[]): TownFinder {
  const known = new Map(towns.map((town) => [`${fold(town.name)}/${town.state_abbr}`, town]));
  return (town, state) => known.get(`${fold(town.trim())}/${state ?? ""}`) ?? null;
}

/** How many people of each kind live within a distance of a place, farther away, or in a town that was not found. */
export function countPartners(
  rows: readonly PartnerTown[],
  { place, km, find }: { place: GeoPoint; km: number; find: TownFinder },
): Counted[] {
  return PARTNER_KINDS.flatMap((kind) => {
    const counted = { kind, near: 0, far: 0, unknown: 0 };
    for (const { people, town, state } of rows.filter((row) => row.kind === kind)) {
      const position = find(town, state);
      counted[position ? (greatCircleKm(position, place) <= km ? "near" : "far") : "unknown"] += people;
    }
    return counted.near + counted.far + counted.unknown > 0 ? [counted] : [];
  });
}

const MAX_STOPS = 8;
const END_KM = 10;

/** Towns at about equal distances along a way, without those at its ends. */
export function stopsOf<T extends { kmAlong: number; kmBeside: number }>(places: readonly T[], km: number): T[] {
  const inner = places.filter(({ kmAlong }) => kmAlong > END_KM && kmAlong < km - END_KM);
  const parts = Math.min(MAX_STOPS, Math.max(1, Math.floor(km / 40)));
  const chosen = Array.from({ length: parts }, (_, part) => {
    const here = inner.filter(({ kmAlong }) => Math.floor((kmAlong / km) * parts) === part);
    return here.toSorted((a, b) => a.kmBeside - b.kmBeside)[0];
  });
  return chosen.filter((stop) => stop !== undefined);
}
