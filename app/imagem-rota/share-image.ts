import { routeCard } from "@/components/guide/regions/region-cover";
import { shieldOf } from "@/components/ui/shield";
import { isShown } from "@/lib/platform/media/rules";
import { formatKm } from "@/lib/platform/format";
import { translated } from "@/lib/platform/i18n/content";
import type { Locale } from "@/lib/platform/i18n/routing";
import { postcardName } from "@/lib/guide/postcards/rules";
import { createRandom } from "@/lib/guide/postcards/sky";
import type { Region } from "@/lib/guide/regions/queries";

/** Number of the drawing: a change of the picture's design gets a new address. */
const DESIGN = 1;

type Shared = Pick<
  Region,
  | "name"
  | "translations"
  | "slug"
  | "state_abbr"
  | "biome"
  | "themes"
  | "roads"
  | "distance_km"
  | "distance_is_estimated"
  | "cover_url"
  | "region_waypoints"
>;

/** What the share image of a route shows. */
export function sharedFacts(region: Shared, locale: Locale) {
  return {
    name: translated(region, "name", locale).text,
    detail: lengthOf(region, locale),
    road: region.roads.find((road) => shieldOf(road)) ?? null,
    photo: isShown(region.cover_url) ? region.cover_url : null,
    card: routeCard(region),
  };
}

/** An estimated length has a tilde. */
function lengthOf({ distance_km: km, distance_is_estimated: isEstimated }: Shared, locale: Locale): string | null {
  return km === null ? null : `${isEstimated ? "~" : ""}${formatKm(km, locale)}`;
}

/** Changes with everything that the image shows, so that an address always has the same image. */
export function shareVersion(facts: ReturnType<typeof sharedFacts>): string {
  return versionOf([DESIGN, facts.name, facts.detail, facts.road, facts.photo, postcardName(facts.card)]);
}

/** Six characters that change with each of the parts. */
export function versionOf(parts: readonly (string | number | null)[]): string {
  return Math.floor(createRandom(parts.join("\n"))() * 36 ** 6)
    .toString(36)
    .padStart(6, "0");
}

/** Address of the share image of a route: its photo or postcard with name, length and shield (1200 × 630). */
export function shareImagePath(region: Shared, locale: Locale): string {
  const version = shareVersion(sharedFacts(region, locale));
  return `/imagem-rota/${region.state_abbr.toLowerCase()}/${region.slug}~${locale}~${version}.jpg`;
}
