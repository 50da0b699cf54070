import { notFound } from "next/navigation";
import { FinishTexts } from "@/components/garage/diary/finish-texts";
import { LogTexts } from "@/components/garage/entries/log-texts";
import { Link } from "@/components/ui/link";
import type { ReactNode } from "react";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { TrackList } from "@/components/travel/driving/track-list";
import { TripDoneButton } from "@/components/travel/driving/trip-done-button";
import { FirstSave } from "@/components/travel/saved-trips/first-save";
import { KeepTrip } from "@/components/travel/saved-trips/keep-trip";
import { saveOwnTrip } from "@/components/travel/saved-trips/save-trip";
import { SharePanel } from "@/components/travel/saved-trips/share-panel";
import { TripFiles } from "@/components/travel/saved-trips/trip-files";
import { TripList, type ListedTrip } from "@/components/travel/saved-trips/trip-list";
import { TripPlanner } from "@/components/travel/trips/trip-planner";
import { TripVouchers } from "@/components/partners/downloads/trip-vouchers";
import { buttonClass } from "@/components/ui/button-class";
import { FinishTrip } from "@/components/garage/diary/finish-trip";
import { pageUrl } from "@/lib/platform/site-url";
import { requireAccount } from "@/lib/platform/auth/guard";
import { brazilianDay } from "@/lib/platform/dates";
import { formatDate, formatDay, formatKm } from "@/lib/platform/format";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { getTrip, listOwnTrips, type TripRow } from "@/lib/travel/saved-trips/queries";
import { isTripId, ownTripPath, PLANNER_PATH, tripPath } from "@/lib/travel/saved-trips/rules";
import { listShares } from "@/lib/travel/saved-trips/shares/queries";
import { sharedTripPath } from "@/lib/travel/saved-trips/shares/rules";
import type { StateAbbr } from "@/lib/geo/states/rules";
import { isTripDone, listOwnTracks } from "@/lib/travel/tracks/queries";
import { drivingPath } from "@/lib/travel/tracks/rules";
import { MAX_TITLE, type SavedTrip } from "@/lib/travel/trips/schema";
import { listGarageCars, readTripCars } from "@/lib/garage/diary/queries";
import { proposedKm } from "@/lib/garage/diary/rules";
import { vehiclePath } from "@/lib/garage/vehicles/rules";
import { tripVouchers } from "./trip-vouchers";
import { MAX_TRIPS } from "@/lib/platform/supabase/database-constants/travel";

type Client = Awaited<ReturnType<typeof createSessionClient>>;
type Props = { path: string; state: StateAbbr | null; tripId: string | undefined };

/** The planner with a new or stored trip, and the own trips. */
export async function PlannerPage({ path, state, tripId }: Props) {
  const account = await requireAccount(tripId && isTripId(tripId) ? tripPath(tripId) : path);
  const [client, t, locale] = [
    await createSessionClient(),
    await getTranslations("travel/saved-trips"),
    await getLocale(),
  ];
  const { "travel/saved-trips": texts } = await getMessages();
  const trip = tripId === undefined ? null : isTripId(tripId) ? await getTrip(client, tripId) : null;
  if (tripId !== undefined && !trip) notFound();
  const [trips, deleted] = await Promise.all([
    listOwnTrips(client, account.id),
    listOwnTrips(client, account.id, { isDeleted: true }),
  ]);
  const words = {
    untitled: t("untitled"),
    draft: t("list.draft"),
    done: t("list.done"),
    saved: (date: string) => t("list.saved", { date }),
  };
  const listed = (row: TripRow) => lineOf(row, locale, words, trip?.id);
  const draftKey = trip?.id ?? "new";
  return (
    <main
      id="conteudo"
      data-trip-title={trip ? trip.plan.title || t("untitled") : undefined}
      className="page grid content-start gap-6 py-8"
    >
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 className="display-1">{t("page.title")}</h1>
          <p className="mt-2 text-lg text-muted">{t("page.lead")}</p>
        </div>
        {trip && (
          <Link href={localePath(locale, PLANNER_PATH)} className={buttonClass({})}>
            {t("page.new")}
          </Link>
        )}
      </header>
      {trips.length >= MAX_TRIPS && <p role="status">{t("page.full", { max: MAX_TRIPS })}</p>}
      {trip && (
        <KeepTrip
          owner={account.id}
          paths={[tripPath(trip.id), `${ownTripPath(trip.id)}/roteiro`].map((one) => localePath(locale, one))}
        />
      )}
      <FirstSave draftKey={draftKey} path={localePath(locale, PLANNER_PATH)} />
      <TripPlanner
        key={draftKey}
        initial={trip}
        draftKey={draftKey}
        stateAbbr={state}
        save={saveOwnTrip}
        signInPath={null}
        exports={
          trip && (
            <div className="grid gap-3">
              <TripDrive client={client} account={account.id} trip={trip} />
              <TripExports client={client} trip={trip} />
            </div>
          )
        }
      />
      {trip && <TripVouchers days={await tripVouchers(trip)} today={brazilianDay(Date.now())} />}
      <section aria-labelledby="minhas-viagens" className="grid gap-4">
        <h2 id="minhas-viagens" className="text-3xl">
          {t("list.title")}
        </h2>
        <TripList trips={trips.map(listed)} deleted={deleted.map(listed)} texts={texts.list} maxTitle={MAX_TITLE} />
      </section>
    </main>
  );
}

type Words = { untitled: string; draft: string; done: string; saved: (date: string) => string };

function lineOf(row: TripRow, locale: Locale, words: Words, openId: string | undefined): ListedTrip {
  const facts = [
    row.state_abbr,
    row.start_on && formatDate(row.start_on, locale, { dateStyle: "long" }),
    row.status === "draft" ? words.draft : formatKm(Math.round(row.km), locale),
    row.status === "done" && words.done,
    words.saved(formatDay(row.updated_at, locale)),
  ];
  return {
    id: row.id,
    title: row.title || words.untitled,
    facts: facts.filter(Boolean).join(" · "),
    path: localePath(locale, tripPath(row.id)),
    isOpen: row.id === openId,
  };
}

type DriveProps = { client: Client; account: string; trip: SavedTrip };

/** The way into the instruments, the end of the trip and what its owner recorded on it. */
async function TripDrive({ client, account, trip }: DriveProps) {
  const [t, locale] = [await getTranslations("travel/saved-trips.drive"), await getLocale()];
  const { "travel/saved-trips": texts, "travel/driving": driving } = await getMessages();
  const [isDone, tracks] = await Promise.all([isTripDone(client, trip.id), listOwnTracks(client, account, trip.id)]);
  const km = proposedKm(tracks, trip.route?.km ?? null);
  return (
    <section aria-labelledby="dirigir" className="grid gap-3 rounded-xl border-2 border-line p-4">
      <h2 id="dirigir" className="text-2xl">
        {t("title")}
      </h2>
      {isDone && <p>{t("done")}</p>}
      <div className="flex flex-wrap gap-2">
        {/* Loads the page, so that the service worker keeps it. */}
        <a href={localePath(locale, drivingPath(trip.id))} className={buttonClass({ look: "primary" })}>
          {driving.enter}
        </a>
        <TripEnd client={client} account={account} trip={trip} isDone={isDone} proposed={km}>
          <TripDoneButton trip={trip.id} isDone={isDone} texts={texts.drive} />
        </TripEnd>
      </div>
      {tracks.length > 0 && (
        <div>
          <h3 className="text-xl">{driving.tracks.title}</h3>
          <TrackList tracks={tracks} />
        </div>
      )}
    </section>
  );
}

type EndProps = DriveProps & { isDone: boolean; proposed: ReturnType<typeof proposedKm>; children: ReactNode };

/** Closes the trip, with a car in the garage into its log; `children` is the button that only closes or reopens it. */
async function TripEnd({ client, account, trip, isDone, proposed, children }: EndProps) {
  const [t, locale] = [await getTranslations("garage/diary.finish"), await getLocale()];
  const { "garage/diary": texts, "garage/entries": entryTexts } = await getMessages();
  const [cars, { vehicle, noted }] = await Promise.all([
    listGarageCars(client, account),
    readTripCars(client, trip.id),
  ]);
  const free = cars.filter(({ id }) => !noted.some(({ car }) => car.id === id));
  const form = { locale, vehicle, proposed };
  const canLog = free.length > 0 && (noted.length === 0 || !isDone);
  return (
    <>
      {canLog && (
        <FinishTexts value={texts.finish}>
          <LogTexts value={entryTexts}>
            <FinishTrip trip={trip.id} isDone={isDone} cars={free} {...form} />
          </LogTexts>
        </FinishTexts>
      )}
      {(isDone || !canLog) && children}
      {noted.map(({ id, car, distance_km: km }) => (
        <p key={id} className="basis-full">
          <Link
            href={localePath(locale, vehiclePath(car.id, "trips"))}
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {t("noted", { car: car.nickname, km: formatKm(km ?? 0, locale) })}
          </Link>
        </p>
      ))}
    </>
  );
}

/** Files and links of a stored trip. */
async function TripExports({ client, trip }: { client: Client; trip: SavedTrip }) {
  const [t, locale] = [await getTranslations("travel/saved-trips"), await getLocale()];
  const { "travel/saved-trips": texts } = await getMessages();
  const shares = await listShares(client, trip.id, Date.now());
  const shown = shares.map(({ id, scope, parts, state, expires_at: expires, token }) => ({
    id,
    scope,
    parts,
    state,
    until: t("share.until", { date: formatDay(expires, locale, "long") }),
    url: token && pageUrl(locale, sharedTripPath(token)),
  }));
  return (
    <div className="grid gap-3">
      <details className="rounded-xl border-2 border-line p-4">
        <summary className="min-h-11 cursor-pointer content-center font-semibold">{t("files.title")}</summary>
        <TripFiles trip={trip} path={ownTripPath(trip.id)} />
      </details>
      <details className="rounded-xl border-2 border-line p-4">
        <summary className="min-h-11 cursor-pointer content-center font-semibold">{t("share.title")}</summary>
        <SharePanel
          trip={trip.id}
          shares={shown}
          message={t("share.message", { title: trip.plan.title || t("untitled") })}
          texts={texts.share}
        />
      </details>
    </div>
  );
}
