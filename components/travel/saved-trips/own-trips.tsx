import { Link } from "@/components/ui/link";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button-class";
import { Card, CardTitle } from "@/components/ui/card";
import { CONVOYS_PATH } from "@/lib/travel/convoys/rules";
import { DAY_MS } from "@/lib/platform/dates";
import { formatDate, formatKm } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import type { NextTrip, TripRow } from "@/lib/travel/saved-trips/queries";
import { ownTripPath, PLANNER_PATH, tripPath } from "@/lib/travel/saved-trips/rules";
import { DRIVING_PATH, drivingPath } from "@/lib/travel/tracks/rules";

type Props = {
  next: NextTrip | null;
  trips: readonly TripRow[];
  today: string;
  /** What the device has to end or send, and the recorded tracks. */
  tracks: { device: ReactNode; list: ReactNode };
};

/** The next trip with the days until it, and the trips saved last. */
export async function OwnTrips({ next, trips, today, tracks }: Props) {
  const [t, locale] = [await getTranslations("travel/saved-trips"), await getLocale()];
  const { "travel/convoys": convoys, "travel/driving": driving } = await getMessages();
  return (
    <Card>
      <CardTitle className="mb-4">{t("panel.title")}</CardTitle>
      {tracks.device}
      {next?.start_on && <NextTripLine trip={next} startOn={next.start_on} today={today} />}
      {trips.length === 0 && <p className="text-muted">{t("panel.empty")}</p>}
      <ul className="grid gap-2">
        {trips.map(({ id, title, state_abbr: state, start_on: start, status, km }) => (
          <li key={id}>
            <Link
              href={localePath(locale, tripPath(id))}
              className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4 wrap-anywhere"
            >
              {title || t("untitled")}
            </Link>
            <span className="text-muted">
              {[
                "",
                state,
                start && formatDate(start, locale),
                status === "draft" ? t("list.draft") : formatKm(Math.round(km), locale),
                status === "done" ? t("list.done") : null,
              ]
                .filter((fact) => fact !== null)
                .join(" · ")}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-3 flex flex-wrap gap-2">
        <Link href={localePath(locale, PLANNER_PATH)} className={buttonClass({})}>
          {t(trips.length > 0 ? "panel.all" : "panel.plan")}
        </Link>
        {/* Loads the page, so that the service worker keeps it. */}
        <a href={localePath(locale, DRIVING_PATH)} className={buttonClass({})}>
          {driving.enterWithoutPlan}
        </a>
        {/* Loads the page, whose CSP allows the connection to Realtime. */}
        <a href={localePath(locale, CONVOYS_PATH)} className={buttonClass({})}>
          {convoys.title}
        </a>
      </p>
      {tracks.list}
    </Card>
  );
}

async function NextTripLine({ trip, startOn, today }: { trip: NextTrip; startOn: string; today: string }) {
  const [t, locale] = [await getTranslations("travel/saved-trips"), await getLocale()];
  const { "travel/driving": driving } = await getMessages();
  const days = Math.round((Date.parse(startOn) - Date.parse(today)) / DAY_MS);
  return (
    <div className="mb-4 grid gap-2 rounded-xl border-2 border-faixa p-4">
      <p className="text-muted">{t("panel.next")}</p>
      <p className="text-xl font-semibold wrap-anywhere">{trip.title || t("untitled")}</p>
      <p>{`${formatDate(startOn, locale, { dateStyle: "long" })} · ${t("panel.countdown", { days })}`}</p>
      <p className="flex flex-wrap gap-2">
        <Link href={localePath(locale, tripPath(trip.id))} className={buttonClass({ look: "primary" })}>
          {t("panel.open")}
        </Link>
        <Link href={localePath(locale, `${ownTripPath(trip.id)}/roteiro`)} className={buttonClass({})}>
          {t("panel.roadbook")}
        </Link>
        {/* Loads the page, so that the service worker keeps it. */}
        <a href={localePath(locale, drivingPath(trip.id))} className={buttonClass({ look: "faixa" })}>
          {driving.enter}
        </a>
      </p>
    </div>
  );
}
