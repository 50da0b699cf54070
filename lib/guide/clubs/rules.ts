import { slugOf } from "../../platform/slug";
import type { CLUB_ROLES } from "../../platform/supabase/database-constants/guide";

/** Filter value of a car make: `Mercedes-Benz` → `mercedes-benz`. */
export function makeKey(make: string): string {
  return slugOf(make);
}

/** Car makes of the clubs without duplicates, by name. */
export function makesOfClubs(
  clubs: readonly { makes: readonly string[] }[],
): { key: string; name: string; count: number }[] {
  const found = new Map<string, { key: string; name: string; count: number }>();
  for (const make of clubs.flatMap(({ makes }) => makes)) {
    const key = makeKey(make);
    const known = found.get(key) ?? { key, name: make, count: 0 };
    found.set(key, { ...known, count: known.count + 1 });
  }
  return [...found.values()].filter(({ key }) => key).toSorted((a, b) => a.name.localeCompare(b.name, "pt-BR"));
}

/** Groups clubs by city, for a map with one marker per city. */
export function clubTowns<Club extends { city: { ibge_code: number } | null }>(
  clubs: readonly Club[],
): { city: NonNullable<Club["city"]>; clubs: Club[] }[] {
  const towns = new Map<number, { city: NonNullable<Club["city"]>; clubs: Club[] }>();
  for (const club of clubs) {
    if (!club.city) continue;
    const city = club.city as NonNullable<Club["city"]>;
    const town = towns.get(city.ibge_code) ?? { city, clubs: [] };
    town.clubs.push(club);
    towns.set(city.ibge_code, town);
  }
  return [...towns.values()];
}

export type ClubRole = (typeof CLUB_ROLES)[number];

/** Path of the form of a new event of a club. */
export const newClubEventPath = (club: string): string => `/clubes/${club}/novo-evento`;
