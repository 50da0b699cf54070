import { getLocale, getTranslations } from "next-intl/server";
import { PointsPreview } from "@/components/geo/map/points-preview";
import { cityPath } from "@/lib/guide/cities/rules";
import type { Club } from "@/lib/guide/clubs/queries";
import { clubTowns } from "@/lib/guide/clubs/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import type { State } from "@/lib/geo/states/rules";

/** Map of the towns with clubs; shows the town only, because a club's address may be private. */
export async function ClubMap({ state, clubs }: { state: State | null; clubs: readonly Club[] }) {
  const t = await getTranslations("guide/clubs");
  const locale = await getLocale();
  const points = clubTowns(clubs).map(({ city, clubs: there }) => ({
    id: String(city.ibge_code),
    name: there.length > 1 ? `${city.name} (${there.length})` : city.name,
    href: localePath(locale, cityPath(city)),
    lat: city.lat,
    lng: city.lng,
    kind: "route" as const,
  }));
  if (points.length === 0) return null;
  return (
    <PointsPreview
      stateAbbr={state?.abbr ?? null}
      points={points}
      title={state ? t("mapTitle", { state: state.name }) : t("mapTitleCountry")}
    />
  );
}
