import "server-only";
import { AppError } from "../platform/error";
import { translated } from "../platform/i18n/content";
import { localePath, type Locale } from "../platform/i18n/routing";
import { createPublicClient } from "../platform/supabase/public";
import { packPages } from "./rules";
import type { OfflinePack } from "./schema";

const ROUTE = "name, slug, distance_km, translations, updated_at, region_waypoints (position, name, lat, lng, translations)";

function unavailable(error: { message: string }): never {
  throw new AppError("service.unavailable", { detail: error.message });
}

async function readState(abbr: string) {
  const client = createPublicClient(["offline-packs", "regions", `regions:${abbr}`, "photo_points", `photo_points:${abbr}`, "emergency_contacts"]);
  const [routes, points, phones] = await Promise.all([
    client.from("regions").select(ROUTE).eq("state_abbr", abbr).order("name").order("position", { referencedTable: "region_waypoints" }).limit(500),
    client.from("photo_points").select("name, description, lat, lng, translations, updated_at").eq("state_abbr", abbr).order("name").limit(500),
    client.from("emergency_contacts").select("name, phone, translations").or(`state_abbr.is.null,state_abbr.eq.${abbr}`).order("position").limit(50),
  ]);
  return {
    routes: routes.data ?? unavailable(routes.error),
    points: points.data ?? unavailable(points.error),
    phones: phones.data ?? unavailable(phones.error),
  };
}

/** Everything a state's pack needs to know before its pages are fetched, in one language. */
export async function getOfflinePack(uf: string, locale: Locale): Promise<OfflinePack> {
  const { routes, points, phones } = await readState(uf.toUpperCase());
  const name = (row: { name: string; translations: unknown }) => translated(row, "name", locale).text;
  return {
    uf,
    updatedAt: [...routes, ...points].map((row) => row.updated_at).reduce((a, b) => (a > b ? a : b), ""),
    pages: packPages(uf, locale, { slugs: routes.map(({ slug }) => slug), photoPoints: points.length > 0 }),
    phones: phones.map((row) => ({ name: name(row), phone: row.phone })),
    routes: routes.map((row) => ({
      name: name(row),
      path: localePath(locale, `/${uf}/rota/${row.slug}`),
      km: row.distance_km,
      stops: row.region_waypoints.map((stop) => ({ name: name(stop), lat: stop.lat, lng: stop.lng })),
    })),
    photoPoints: points.map((row) => ({ name: name(row), description: translated(row, "description", locale).text, lat: row.lat, lng: row.lng })),
  };
}
