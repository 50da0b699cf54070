import { getLocale, getTranslations } from "next-intl/server";
import { Link } from "@/components/ui/link";
import { formatDate, formatKm, formatMoney } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import type { LoggedTripRow, PlannedTripRow } from "@/lib/garage/diary/queries";
import { centsPerKm, routeText, type KmSource } from "@/lib/garage/diary/rules";

const LINK = "inline-flex min-h-11 w-fit items-center font-semibold underline underline-offset-4 wrap-anywhere";
const CARD = "grid content-start gap-1 rounded-xl border-2 border-line bg-surface p-4";

type DrivenProps = {
  trips: readonly LoggedTripRow[];
  tripPath: (id: string) => string;
  /** The entries of a year, where a trip is changed; null for people who only read. */
  entriesPath: string | null;
};

/** The driven trips of a car. */
export async function DrivenTrips({ trips, tripPath, entriesPath }: DrivenProps) {
  const [t, locale] = [await getTranslations("garage/diary.trips"), await getLocale()];
  const factsOf = (trip: LoggedTripRow) => {
    const perKm = centsPerKm(trip.total_cents, trip.distance_km);
    // After a change of the entry its kilometres are those that somebody typed.
    const source = trip.version === 1 && trip.km_source ? (trip.km_source as KmSource) : null;
    const km = trip.distance_km === null ? null : formatKm(trip.distance_km, locale);
    return [
      formatDate(trip.on_date, locale),
      km && (source ? `${km} (${t(`source.${source}`)})` : km),
      trip.total_cents > 0 && formatMoney(trip.total_cents, locale),
      perKm !== null && t("perKm", { price: formatMoney(Math.round(perKm), locale) }),
    ].filter(Boolean);
  };
  return (
    <ul className="grid gap-3 md:grid-cols-2">
      {trips.map((trip) => (
        <li key={trip.id} data-trip={trip.id} className={CARD}>
          <h3 className="text-xl wrap-anywhere">{trip.title || t("untitled")}</h3>
          {routeText(trip) && <p className="wrap-anywhere">{routeText(trip)}</p>}
          <p className="text-muted">{factsOf(trip).join(" · ")}</p>
          {trip.states.length > 0 && <p className="text-muted">{t("states", { states: trip.states.join(", ") })}</p>}
          {trip.notes && <p className="whitespace-pre-line wrap-anywhere">{trip.notes}</p>}
          <p className="flex flex-wrap gap-x-4">
            {trip.opens_trip && (
              <Link href={localePath(locale, tripPath(trip.trip_id))} className={LINK}>
                {t("openTrip")}
              </Link>
            )}
            {entriesPath && (
              <Link href={`${localePath(locale, entriesPath)}?ano=${trip.on_date.slice(0, 4)}`} className={LINK}>
                {t("change")}
              </Link>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}

type PlannedProps = { trips: readonly PlannedTripRow[]; tripPath: (id: string) => string };

/** Own trips that were planned with a car and are not in its log. */
export async function PlannedTrips({ trips, tripPath }: PlannedProps) {
  const [t, locale] = [await getTranslations("garage/diary.trips"), await getLocale()];
  return (
    <ul className="grid gap-3 md:grid-cols-2">
      {trips.map(({ id, title, start_on: start, state_abbr: state, km, done_at: done }) => (
        <li key={id} className={CARD}>
          <Link href={localePath(locale, tripPath(id))} className={LINK}>
            {title || t("untitled")}
          </Link>
          <p className="text-muted">
            {[
              start && formatDate(start, locale),
              state,
              km !== null && formatKm(Math.round(km), locale),
              done !== null && t("notLogged"),
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
        </li>
      ))}
    </ul>
  );
}
