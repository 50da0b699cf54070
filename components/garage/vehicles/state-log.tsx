import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { formatDate, formatKm, formatMoney } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import type { StateLog as Rows } from "@/lib/garage/vehicles/queries";
import { LOG_PATH, vehiclePath } from "@/lib/garage/vehicles/rules";

type Props = {
  /** With its article-free name, such as Santa Catarina. */
  state: string;
  log: Rows;
  /** Nickname of each car that is shown. */
  names: ReadonlyMap<string, string>;
  paths: { planner: string; trip: (id: string) => string };
};

const LINK = "inline-flex min-h-11 items-center font-semibold underline underline-offset-4 wrap-anywhere";

/** The trips that begin in a state, and what was noted on them. */
export async function StateLog({ state, log, names, paths }: Props) {
  const [t, locale] = [await getTranslations("garage/vehicles"), await getLocale()];
  const entries = log.entries.filter(({ vehicle_id: vehicle }) => names.has(vehicle));
  return (
    <div className="grid gap-6 rounded-2xl border-2 border-line bg-surface p-5">
      <section aria-labelledby="viagens-do-estado" className="grid gap-2">
        <h2 id="viagens-do-estado" className="text-2xl">
          {t("state.trips", { state })}
        </h2>
        {log.trips.length === 0 && (
          <div className="grid gap-3">
            <p>{t("state.noTrips", { state })}</p>
            <Link href={localePath(locale, paths.planner)} className={buttonClass({ className: "w-fit" })}>
              {t("state.plan", { state })}
            </Link>
          </div>
        )}
        <ul>
          {log.trips.map(({ id, title, start_on: start, status, km }) => (
            <li key={id}>
              <Link href={localePath(locale, paths.trip(id))} className={LINK}>
                {title || t("state.untitled")}
              </Link>
              <span className="text-muted">
                {[
                  "",
                  start && formatDate(start, locale),
                  km !== null && formatKm(Math.round(Number(km)), locale),
                  status === "done" && t("state.done"),
                ]
                  .filter((fact) => fact !== null && fact !== false)
                  .join(" · ")}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="anotado-no-estado" className="grid gap-2">
        <h2 id="anotado-no-estado" className="text-2xl">
          {t("state.entries")}
        </h2>
        {entries.length === 0 && <p>{t("state.noEntries")}</p>}
        <ul>
          {entries.map((entry) => (
            <li key={entry.id}>
              <Link href={localePath(locale, vehiclePath(entry.vehicle_id))} className={LINK}>
                {names.get(entry.vehicle_id)}
              </Link>
              <span className="text-muted wrap-anywhere">
                {[
                  "",
                  t(`entry.${entry.kind as "fuel"}`),
                  entry.title,
                  formatDate(entry.on_date, locale),
                  entry.distance_km !== null && formatKm(entry.distance_km, locale),
                  entry.total_cents !== null && formatMoney(entry.total_cents, locale),
                ]
                  .filter((fact, index) => index === 0 || fact)
                  .join(" · ")}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <Link href={localePath(locale, LOG_PATH)} className={buttonClass({ className: "w-fit" })}>
        {t("state.all")}
      </Link>
    </div>
  );
}
