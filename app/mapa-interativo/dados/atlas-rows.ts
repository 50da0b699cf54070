import { namesOf, type AtlasData, type AtlasPoint } from "@/components/geo/map/atlas/data";
import { postcardPath } from "@/components/guide/postcards/postcard";
import { routeCard } from "@/components/guide/regions/region-cover";
import { listCities } from "@/lib/guide/cities/queries";
import { cityPath, positionOf } from "@/lib/guide/cities/rules";
import { listClubs } from "@/lib/guide/clubs/queries";
import { listUpcomingEvents } from "@/lib/events/events/queries";
import { daysOf, eventPath } from "@/lib/events/events/rules";
import { isShown } from "@/lib/platform/media/rules";
import { listPhotoPointPins } from "@/lib/guide/photo-points/queries";
import { photoPointPath } from "@/lib/guide/photo-points/rules";
import { postcardOf, type Postcard } from "@/lib/guide/postcards/rules";
import { drawnSections } from "@/lib/guide/regions/line-facts";
import { listRegionLines } from "@/lib/guide/regions/queries";
import { listServicePins } from "@/lib/guide/services/queries";
import { biomeOfCategory, servicePath } from "@/lib/guide/services/rules";
import type { StateAbbr } from "@/lib/geo/states/rules";

/** Most points of the line of one route: the data of the country holds every route. */
const POINTS_OF_STATE = 400;
const POINTS_OF_COUNTRY = 80;

type Placed = Parameters<typeof positionOf>[0];

/** The photo of a row, or its postcard. */
function pictureOf(cover: string | null, { biome, slug, motifs }: Postcard): string {
  return isShown(cover) ? cover : postcardPath(biome, slug, "svg", motifs);
}

/** One point per row; rows without a position are left out. */
function pointsOf<Row>(
  rows: readonly Row[],
  describe: (row: Row) => Omit<AtlasPoint, "lat" | "lng" | "precision"> & { at: Placed },
): AtlasPoint[] {
  return rows.flatMap((row) => {
    const { at, ...description } = describe(row);
    const position = positionOf(at);
    return position ? [{ ...description, ...position }] : [];
  });
}

/** Map data of a state, or of the country; used by the list of the page and by the map. */
export async function loadAtlasRows(abbr: StateAbbr | null): Promise<AtlasData> {
  const [routes, photos, services, clubs, cities, events] = await Promise.all([
    listRegionLines(abbr),
    listPhotoPointPins(abbr),
    listServicePins(abbr),
    listClubs(abbr),
    listCities(abbr),
    listUpcomingEvents({ state: abbr }),
  ]);
  const town = { lat: null, lng: null, is_approximate: false };
  return {
    routes: routes.map((route) => ({
      names: namesOf(route),
      href: `/${route.state_abbr.toLowerCase()}/rota/${route.slug}`,
      picture: pictureOf(route.cover_url, routeCard(route)),
      sections: drawnSections(route, abbr ? POINTS_OF_STATE : POINTS_OF_COUNTRY),
    })),
    points: [
      ...pointsOf(photos, (row) => ({
        layer: "fotos",
        names: namesOf(row),
        href: photoPointPath(row),
        picture: pictureOf(row.cover_url, postcardOf(row)),
        at: { ...row, city: null },
      })),
      ...pointsOf(services, (row) => ({
        layer: row.category_key,
        names: namesOf(row),
        href: servicePath(row),
        picture: pictureOf(row.cover_url, postcardOf({ ...row, biome: biomeOfCategory(row.category_key) })),
        at: row,
      })),
      // A postponed event has no date, and a cancelled one does not take place.
      ...pointsOf(
        events.filter(({ status }) => status === "published"),
        (row) => ({
          layer: "eventos",
          names: namesOf({ name: row.title, translations: { en: { name: row.title_en }, es: { name: row.title_es } } }),
          href: eventPath(row.slug),
          picture: postcardPath("cidade-historica", `evento-${row.slug}`),
          at: { ...row, is_approximate: false, city: null },
          uf: row.state_abbr.toLowerCase(),
          from: daysOf(row)[0]!,
          until: daysOf(row).at(-1)!,
        }),
      ),
      ...pointsOf(clubs, (row) => ({
        layer: "clubes",
        names: namesOf(row),
        href: `/${row.state_abbr.toLowerCase()}/clubes-parceiros#${row.slug}`,
        at: { ...town, city: row.city },
      })),
      // The centre of a municipality counts as exact because maps print its name there.
      ...pointsOf(cities, (row) => ({
        layer: "cidades",
        names: { pt: row.name },
        href: cityPath(row),
        at: { ...row, is_approximate: false, city: null },
      })),
    ],
  };
}
