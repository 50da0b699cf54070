import "server-only";
import { located } from "../../../geo/geo/rules";
import { listMapPlaceRows } from "../../../guide/map-places/queries";
import { onMapPath } from "../../../guide/map-places/rules";
import { listPhotoPointPins } from "../../../guide/photo-points/queries";
import { photoPointPath } from "../../../guide/photo-points/rules";
import { translated } from "../../../platform/i18n/content";
import type { Locale } from "../../../platform/i18n/routing";
import { listServicePins } from "../../../guide/services/queries";
import { servicePath } from "../../../guide/services/rules";
import type { StateAbbr } from "../../../geo/states/rules";
import { pointsBeside, type Corridor, type CorridorPlace } from "../rules";

/** Distance up to which a place counts as beside the route. */
const PLACE_KM = 10;
const MAX_PLACES = 300;

/** Map places beside a line; they are not verified. */
export async function listCorridorMapPlaces(corridor: Corridor, abbrs: readonly StateAbbr[]) {
  const files = await Promise.all(abbrs.map(async (abbr) => ({ abbr, rows: await listMapPlaceRows(abbr) })));
  const points = files.flatMap(({ abbr, rows }) =>
    rows.map(([kind, , name, lat, lng, source, , town, isAtSeat]) => {
      return { kind, name, lat, lng, source, seat: isAtSeat ? town : null, state_abbr: abbr };
    }),
  );
  return pointsBeside(corridor, points, PLACE_KM);
}

type BesideMapPlace = Awaited<ReturnType<typeof listCorridorMapPlaces>>[number];

/** A map place beside a line as a place of the planner. */
export const corridorPlaceOf = (place: BesideMapPlace): CorridorPlace => ({
  id: `${place.lat},${place.lng}`,
  kind: "map_place",
  category: place.kind,
  name: place.name,
  path: onMapPath(place),
  lat: place.lat,
  lng: place.lng,
  ...(place.seat && { seat: place.seat }),
  ...(place.source === "page" && { isOfPage: true }),
  km: place.km,
  beside: place.beside,
});

/** Places and photo points of the guide beside a line. */
export async function listCorridorPlaces(
  corridor: Corridor,
  abbrs: readonly StateAbbr[],
  locale: Locale,
): Promise<CorridorPlace[]> {
  const [services, photos] = await Promise.all([
    Promise.all(abbrs.map(listServicePins)),
    Promise.all(abbrs.map(listPhotoPointPins)),
  ]);
  const named = (row: { name: string; translations: unknown }) => translated(row, "name", locale).text;
  const rows = [
    // The base of a road operator is no place to stop at, and its tow comes only to its own road.
    ...services.flat().flatMap((row) =>
      row.served_roads.length > 0
        ? []
        : [
            {
              id: row.slug,
              kind: "service" as const,
              category: row.category_key,
              name: named(row),
              path: servicePath(row),
              lat: row.lat,
              lng: row.lng,
            },
          ],
    ),
    ...photos.flat().map((row) => ({
      id: row.slug,
      kind: "photo_point" as const,
      category: null,
      name: named(row),
      path: photoPointPath(row),
      lat: row.lat,
      lng: row.lng,
    })),
  ];
  return pointsBeside(corridor, located(rows), PLACE_KM).slice(0, MAX_PLACES);
}
