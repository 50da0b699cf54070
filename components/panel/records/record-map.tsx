import { getLocale, getTranslations } from "next-intl/server";
import { PointsPreview } from "@/components/geo/map/points-preview";
import { localePath } from "@/lib/platform/i18n/routing";
import { STATES } from "@/lib/geo/states/rules";

export type PlacedRow = { id: string; name: string; path: string; lat: number; lng: number };

type RecordMapProps = { state: string | undefined; places: readonly PlacedRow[]; rows: number };

/** The rows of a page on the outline of their state or of the country, rendered on the server; the list below is the text alternative. */
export async function RecordMap({ state, places, rows }: RecordMapProps) {
  const t = await getTranslations("panel/records.list");
  const locale = await getLocale();
  const abbr = STATES.find((one) => one.abbr === state)?.abbr ?? null;
  const points = places.map(({ path, ...place }) => ({
    ...place,
    href: localePath(locale, path),
    kind: "service" as const,
  }));
  return (
    <section aria-label={t("map")} className="grid gap-2">
      <PointsPreview stateAbbr={abbr} points={points} title={t("map")} className="max-w-3xl" />
      <p className="text-sm text-muted tabular">{t("mapped", { placed: places.length, rows })}</p>
    </section>
  );
}
