import { getLocale, getTranslations } from "next-intl/server";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { StateProgress as Row } from "@/lib/guide/passport/queries";
import { formatNumber } from "@/lib/platform/format";
import { STATES } from "@/lib/geo/states/rules";

/** Stamped photo points and towns of each state. */
export async function StateProgress({ rows }: { rows: readonly Row[] }) {
  const [t, locale] = [await getTranslations("guide/passport.progress"), await getLocale()];
  const number = (value: number) => formatNumber(value, locale);
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {rows.map((row) => {
        const name = STATES.find(({ abbr }) => abbr === row.state_abbr)?.name ?? row.state_abbr;
        return (
          <li key={row.state_abbr} className="grid gap-1">
            <p className="font-display text-xl">{name}</p>
            <p className="text-sm">
              {t("photoPoints", { done: number(row.photo_points), all: number(row.all_photo_points) })}
            </p>
            <ProgressBar
              value={row.photo_points}
              max={Math.max(1, row.all_photo_points)}
              label={t("photoPointsOf", { state: name })}
            />
            <p className="text-sm">{t("cities", { done: number(row.cities), all: number(row.all_cities) })}</p>
            <ProgressBar value={row.cities} max={row.all_cities} label={t("citiesOf", { state: name })} />
          </li>
        );
      })}
    </ul>
  );
}
