import { getLocale, getTranslations } from "next-intl/server";
import { FactList } from "@/components/ui/fact-list";
import { formatDate, formatKm, formatMinutes } from "@/lib/platform/format";
import type { TripFacts } from "@/lib/travel/facts/rules";
import type { TripDay } from "@/lib/travel/trips/days/rules";
import { routedKm, legMinutes } from "@/lib/travel/trips/rules";
import type { SavedTrip } from "@/lib/travel/trips/schema";
import { TripConditions, TripElevation } from "../conditions/trip-conditions";
import { TripDays } from "./trip-days";
import { TripMap } from "./trip-map";

type Props = { trip: SavedTrip; days: readonly TripDay[]; facts: TripFacts | null };

/** A trip to read: map, figures, days and stops, and the conditions of each stretch. */
export async function TripView({ trip, days, facts }: Props) {
  const t = await getTranslations("travel/saved-trips.view");
  const { plan, route } = trip;
  const stops = plan.stops.filter(({ kind }) => kind === "stop");
  if (stops.length === 0) return <p className="text-lg">{t("empty")}</p>;
  return (
    <>
      <TripMap trip={trip} title={t("map")} />
      <section aria-label={t("facts")}>
        <TripFigures trip={trip} days={days} />
      </section>
      {days.length > 0 ? (
        <TripDays days={days} />
      ) : (
        <section className="grid gap-3">
          <p>{t("noRoute")}</p>
          <h2 className="text-2xl">{t("stops")}</h2>
          <ol className="list-decimal ps-6">
            {stops.map(({ id, name, note }) => (
              <li key={id} className="wrap-anywhere">
                <span className="font-semibold">{name}</span>
                {note && <span className="block text-muted">{note}</span>}
              </li>
            ))}
          </ol>
        </section>
      )}
      <TripElevation trip={trip} />
      <TripConditions trip={trip} facts={facts} />
      <div className="grid gap-1 text-sm text-muted">
        <p>{t("estimate")}</p>
        {route && route.credits.length > 0 && <p>{`${t("credits")}: ${route.credits.join(" · ")}`}</p>}
      </div>
    </>
  );
}

async function TripFigures({ trip: { plan, route }, days }: { trip: SavedTrip; days: readonly TripDay[] }) {
  const [t, locale] = [await getTranslations("travel/saved-trips.view"), await getLocale()];
  const minutes = route ? route.legs.reduce((sum, _, leg) => sum + legMinutes(route, leg, plan.car.cruiseKmh), 0) : 0;
  const { routed, unrouted } = route ? routedKm(route) : { routed: 0, unrouted: 0 };
  const straight = (route?.estimatedKm ?? 0) - unrouted;
  const rows = [
    route && ([t("distance"), formatKm(routed, locale)] as const),
    route && ([t("time"), formatMinutes(minutes)] as const),
    plan.leaveOn &&
      ([t("departure"), `${formatDate(plan.leaveOn, locale, { dateStyle: "long" })}, ${plan.leaveAt}`] as const),
    days.length > 0 && ([t("dayCount"), t("days", { count: days.length })] as const),
    plan.car.name && ([t("car"), plan.car.name] as const),
    route && route.tolls.length > 0 && ([t("tolls"), String(route.tolls.length)] as const),
  ];
  return (
    <>
      <FactList rows={rows.filter((row) => row !== null && row !== false && row !== "")} />
      {unrouted > 0 && <p className="mt-2 text-sm text-muted">{t("unknown", { km: formatKm(unrouted, locale) })}</p>}
      {straight >= 1 && <p className="mt-2 text-sm text-muted">{t("estimated", { km: formatKm(straight, locale) })}</p>}
    </>
  );
}
