import { formatDayRange } from "@/lib/platform/format";
import { fold } from "@/lib/platform/slug";
import { ROUTES_LAYER, nameIn, type AtlasData } from "./data";
import type { Locale } from "@/lib/platform/i18n/routing";

/** An item on the map that can be searched by name and located. */
export type AtlasItem = {
  layer: string;
  name: string;
  lat: number;
  lng: number;
  approximate: boolean;
  /** Its page; roads, towns and open data have none. */
  href?: string;
  picture?: string;
  detail?: string;
  /** West, south, east, north of a road. */
  bounds?: [number, number, number, number];
};

/** Everything on the map with names in the reader's language; a route has the position of the middle of its line. */
export function atlasItems({ routes, points }: AtlasData, locale: Locale): AtlasItem[] {
  const roads = routes.flatMap(({ names, href, picture, sections }) => {
    const line = sections.flatMap((section) => section.line);
    const middle = line[Math.floor(line.length / 2)];
    return middle
      ? [
          {
            layer: ROUTES_LAYER,
            name: nameIn(names, locale),
            href,
            picture,
            lat: middle[0],
            lng: middle[1],
            approximate: false,
          },
        ]
      : [];
  });
  const places = points.map(({ layer, names, href, picture, lat, lng, precision, from, until }) => ({
    layer,
    name: nameIn(names, locale),
    href,
    ...(picture ? { picture } : {}),
    ...(from && until ? { detail: formatDayRange(from, until, locale, { timeZone: "UTC" }) } : {}),
    lat,
    lng,
    approximate: precision !== "exact",
  }));
  return [...roads, ...places];
}

const MAX_FOUND = 8;

/** The items whose name contains every word; names that begin with the text come first. */
export function findItems(items: readonly AtlasItem[], text: string): AtlasItem[] {
  const wanted = fold(text.trim());
  const words = wanted.split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found = items
    .map((item) => ({ item, name: fold(item.name) }))
    .filter(({ name }) => words.every((word) => name.includes(word)));
  const first = (name: string) => Number(!name.startsWith(wanted));
  return found
    .toSorted((a, b) => first(a.name) - first(b.name))
    .slice(0, MAX_FOUND)
    .map(({ item }) => item);
}
