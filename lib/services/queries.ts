import "server-only";
import { cache } from "react";
import { stateTag } from "../platform/cache-tags";
import { createPublicClient } from "../platform/supabase/public";
import type { StateAbbr } from "../states/rules";
import { HELP_CATEGORIES, nearestHelp, SERVICES_PER_PAGE } from "./rules";
import { databaseError, orThrow } from "../platform/supabase/or-throw";
import { pageRange } from "../platform/paging";

const CARD =
  "id, name, slug, state_abbr, category_key, description, lat, lng, is_approximate, attributes, verified_at, translations, city:cities (ibge_code, name, slug, state_abbr, lat, lng)";
const DETAIL =
  "address, phone, whatsapp, website, instagram, opening_hours, source, check_date, sources, cover_url, photos, updated_at";
const PIN =
  "name, slug, state_abbr, category_key, lat, lng, is_approximate, cover_url, translations, city:cities (name, lat, lng)";
const HELP =
  "id, name, slug, state_abbr, category_key, lat, lng, phone, whatsapp, verified_at, translations, city:cities (name, state_abbr, lat, lng)";
const MAX_PINS = 1000;

/** Active service categories, in display order. */
export const listCategories = cache(async () => {
  const data = orThrow(
    await createPublicClient(["service_categories"])
      .from("service_categories")
      .select("key, parent_key, name, icon, color, kind, translations")
      .order("position")
      .limit(200),
  );
  return data;
});

/** One page of the published places of a state by name, and the total count. */
export const listServicesPage = cache(async (abbr: StateAbbr, page: number) => {
  const { data, error, count } = await createPublicClient([stateTag("services", abbr)])
    .from("services")
    .select(CARD, { count: "exact" })
    .eq("state_abbr", abbr)
    .order("name")
    .order("id")
    .range(...pageRange(page, SERVICES_PER_PAGE));
  // PGRST103: the page is after the last one.
  if (error && error.code !== "PGRST103") throw databaseError(error);
  return { services: data ?? [], total: count ?? 0 };
});

/** One published place; null when there is none. */
export const getService = cache(async (abbr: StateAbbr, slug: string) => {
  return orThrow(
    await createPublicClient([stateTag("services", abbr)])
      .from("services")
      .select(`${CARD}, ${DETAIL}`)
      .eq("state_abbr", abbr)
      .eq("slug", slug)
      .maybeSingle(),
  );
});

/** Published places of a city, by name. */
export const listServicesIn = cache(async (abbr: string, code: number) => {
  return orThrow(
    await createPublicClient([stateTag("services", abbr)])
      .from("services")
      .select(CARD)
      .eq("city_ibge", code)
      .order("name")
      .limit(100),
  );
});

/** Published places as map markers, of one state or of the country. */
export const listServicePins = cache(async (abbr: StateAbbr | null) => {
  const all = createPublicClient([stateTag("services", abbr)])
    .from("services")
    .select(PIN);
  return orThrow(await (abbr ? all.eq("state_abbr", abbr) : all).order("state_abbr").order("name").limit(MAX_PINS));
});

/** Published workshops and tow services of the country; one cached answer for all pages. */
export const listHelp = cache(async () => {
  return orThrow(
    await createPublicClient(["services"])
      .from("services")
      .select(HELP)
      .in("category_key", [...HELP_CATEGORIES])
      .order("state_abbr")
      .order("slug")
      .limit(MAX_PINS),
  );
});

/** The nearest published workshop and tow service to any of the points (a town, or the stops of a route), in any state. */
export async function listNearestHelp(points: readonly { lat: number | null; lng: number | null }[]) {
  return nearestHelp(await listHelp(), points);
}

export type NearestHelp = Awaited<ReturnType<typeof listNearestHelp>>[number];
export type Category = Awaited<ReturnType<typeof listCategories>>[number];
export type ListedService = Awaited<ReturnType<typeof listServicesPage>>["services"][number];
export type Service = NonNullable<Awaited<ReturnType<typeof getService>>>;
