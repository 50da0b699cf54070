import "server-only";
import { stateTag } from "../../platform/cache-tags";
import { translated } from "../../platform/i18n/content";
import { localePath, type Locale } from "../../platform/i18n/routing";
import { createPublicClient } from "../../platform/supabase/public";
import { packFiles, packPages } from "./rules";
import type { OfflinePack } from "./schema";
import { orThrow } from "../../platform/supabase/or-throw";

const ROUTE =
  "name, slug, distance_km, translations, updated_at, region_waypoints (position, name, lat, lng, translations)";

/** Tables of one state; emergency contacts are of a state or of the country. */
const PACKED = ["regions", "photo_points", "cities", "services"] as const;

/** Limit of pages per state, because of the storage of a phone. */
const MAX_PLACES = 100;

async function readState(abbr: string) {
  const client = createPublicClient([
    "offline-packs",
    "emergency_contacts",
    ...PACKED.map((subject) => stateTag(subject, abbr)),
  ]);
  const [routes, points, phones, cities, services] = await Promise.all([
    client
      .from("regions")
      .select(ROUTE)
      .eq("state_abbr", abbr)
      .order("name")
      .order("position", { referencedTable: "region_waypoints" })
      .limit(500),
    client
      .from("photo_points")
      .select("name, description, lat, lng, translations, updated_at")
      .eq("state_abbr", abbr)
      .order("name")
      .limit(500),
    client
      .from("emergency_contacts")
      .select("name, phone, translations")
      .or(`state_abbr.is.null,state_abbr.eq.${abbr}`)
      .order("position")
      .limit(50),
    client
      .from("cities")
      .select("slug, name")
      .eq("state_abbr", abbr)
      .eq("is_published", true)
      .order("slug")
      .limit(MAX_PLACES),
    client.from("services").select("slug, name, translations").eq("state_abbr", abbr).order("slug").limit(MAX_PLACES),
  ]);
  return {
    routes: orThrow(routes),
    points: orThrow(points),
    phones: orThrow(phones),
    cities: orThrow(cities),
    services: orThrow(services),
  };
}

/** Data and page list of a state's offline pack, in one language. */
export async function getOfflinePack(uf: string, locale: Locale): Promise<OfflinePack> {
  const { routes, points, phones, cities, services } = await readState(uf.toUpperCase());
  const name = (row: { name: string; translations: unknown }) => translated(row, "name", locale).text;
  const slugs = (rows: readonly { slug: string }[]) => rows.map(({ slug }) => slug);
  const contents = {
    routes: slugs(routes),
    cities: slugs(cities),
    services: slugs(services),
    photoPoints: points.length > 0,
  };
  return {
    uf,
    updatedAt: [...routes, ...points].map((row) => row.updated_at).reduce((a, b) => (a > b ? a : b), ""),
    pages: packPages(uf, locale, contents),
    files: packFiles(uf, locale, contents),
    phones: phones.map((row) => ({ name: name(row), phone: row.phone })),
    routes: routes.map((row) => ({
      name: name(row),
      path: localePath(locale, `/${uf}/rota/${row.slug}`),
      gpx: localePath(locale, `/${uf}/rota/${row.slug}/gpx`),
      km: row.distance_km,
      stops: row.region_waypoints.map((stop) => ({ name: name(stop), lat: stop.lat, lng: stop.lng })),
    })),
    photoPoints: points.map((row) => ({
      name: name(row),
      description: translated(row, "description", locale).text,
      lat: row.lat,
      lng: row.lng,
    })),
    places: [
      ...cities.map((city) => ({
        kind: "city" as const,
        name: city.name,
        path: localePath(locale, `/${uf}/cidade/${city.slug}`),
      })),
      ...services.map((service) => ({
        kind: "service" as const,
        name: name(service),
        path: localePath(locale, `/${uf}/servicos/${service.slug}`),
      })),
    ],
  };
}
