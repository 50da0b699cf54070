import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { PrintButton } from "@/components/travel/saved-trips/print-button";
import { TripRoadbook, type Phone } from "@/components/travel/saved-trips/trip-roadbook";
import { TripConditions, TripElevation } from "@/components/travel/conditions/trip-conditions";
import { buttonClass } from "@/components/ui/button-class";
import { addressCaller } from "@/lib/platform/costs";
import { translated } from "@/lib/platform/i18n/content";
import { localePath } from "@/lib/platform/i18n/routing";
import { readBookFacts } from "@/lib/travel/saved-trips/roadbook/queries";
import { roadPiecesOf } from "@/lib/travel/saved-trips/roadbook/runs";
import { statesCrossed } from "@/lib/travel/saved-trips/states";
import { listOperatorTows } from "@/lib/guide/services/queries";
import { contactsOnWay } from "@/lib/guide/services/rules";
import { listStateContacts } from "@/lib/geo/states/queries";
import { PRF_NUMBER } from "@/lib/geo/states/rules";
import type { SavedTrip, StoredRoute } from "@/lib/travel/trips/schema";
import { tripDays, tripFacts } from "./trip-files";

const NATIONAL = [
  { id: "police", number: "190" },
  { id: "prf", number: PRF_NUMBER },
  { id: "samu", number: "192" },
  { id: "fire", number: "193" },
] as const;

/** Emergency numbers of the country, then those of the states that the trip touches and of road operators on its way. */
async function phonesOf(trip: SavedTrip & { route: StoredRoute }): Promise<Phone[]> {
  const [t, locale] = [await getTranslations("travel/saved-trips.roadbook.national"), await getLocale()];
  const states = statesCrossed(trip);
  const contacts = await Promise.all(states.map(async (state) => ({ state, rows: await listStateContacts(state) })));
  const tows = await listOperatorTows(trip.plan.stops, roadPiecesOf(trip.route));
  const own = contacts.flatMap(({ state, rows }) =>
    contactsOnWay(rows, tows).map((row) => ({
      id: row.id,
      number: row.phone,
      name: `${state} · ${translated(row, "name", locale).text}`,
    })),
  );
  return [...NATIONAL.map(({ id, number }) => ({ id, number, name: t(id) })), ...own];
}

type Props = {
  trip: SavedTrip;
  /** Path back to the trip. */
  back: string;
  code: { url: string; isPublic: boolean };
};

/** The roadbook of a stored trip, for its owner or by link. */
export async function RoadbookPage({ trip, back, code }: Props) {
  const [t, locale] = [await getTranslations("travel/saved-trips"), await getLocale()];
  const { route } = trip;
  const days = tripDays(trip);
  const facts = await tripFacts(trip, locale);
  return (
    <main id="conteudo" className="page grid content-start gap-6 py-8 print:gap-3 print:py-0">
      <header className="grid gap-2">
        <p className="text-muted">{t("roadbook.title")}</p>
        <h1 className="display-1 wrap-anywhere print:text-3xl">{trip.plan.title || t("untitled")}</h1>
        <p className="flex flex-wrap gap-2" data-print="hide">
          <PrintButton label={t("roadbook.print")} />
          <Link href={localePath(locale, back)} className={buttonClass({})}>
            {t("roadbook.back")}
          </Link>
        </p>
      </header>
      {route && days.length > 0 ? (
        <>
          <TripRoadbook
            trip={{ ...trip, route }}
            days={days}
            facts={await readBookFacts({ ...trip, route }, { days, facts, locale, by: await addressCaller() })}
            phones={await phonesOf({ ...trip, route })}
            code={code}
          />
          <TripElevation trip={trip} />
          <TripConditions trip={trip} facts={facts} />
        </>
      ) : (
        <p className="text-lg">{t("view.noRoute")}</p>
      )}
    </main>
  );
}
