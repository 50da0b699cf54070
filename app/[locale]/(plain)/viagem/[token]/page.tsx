import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { LinkEnded } from "@/components/travel/saved-trips/link-ended";
import { saveLinkedTrip } from "@/components/travel/saved-trips/save-trip";
import { TripFiles } from "@/components/travel/saved-trips/trip-files";
import { TripView } from "@/components/travel/saved-trips/trip-view";
import { TripPlanner } from "@/components/travel/trips/trip-planner";
import { TripVouchers } from "@/components/partners/downloads/trip-vouchers";
import { CentreLine } from "@/components/ui/centre-line";
import { callerAddress } from "@/lib/platform/caller";
import { brazilianDay } from "@/lib/platform/dates";
import { formatDay } from "@/lib/platform/format";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { getSharedTrip } from "@/lib/travel/saved-trips/shares/queries";
import { sharedTripPath } from "@/lib/travel/saved-trips/shares/rules";
import { tripDays, tripFacts } from "../../../trip-files";
import { tripVouchers } from "../../../trip-vouchers";
import { secretMetadata } from "@/app/[locale]/page-metadata";

export const dynamic = "force-dynamic";

export const generateMetadata = secretMetadata("travel/saved-trips.view", "title");

/** A trip by link: to read, or with scope edit the planner that saves through the link. The middleware answers 410 for a link that has ended. */
export default async function SharedTripPage({ params }: { params: Promise<{ token: string }> }) {
  await takeAttempt("tripLinkPage", await callerAddress());
  const { token } = await params;
  const shared = await getSharedTrip(token);
  if (!shared) notFound();
  if (shared.state !== "open") return <LinkEnded state={shared.state} />;
  const { trip, scope, expiresAt } = shared;
  const [t, locale] = [await getTranslations("travel/saved-trips"), await getLocale()];
  const date = formatDay(expiresAt, locale, "long");
  const files = <TripFiles trip={trip} path={sharedTripPath(token)} />;
  return (
    <main
      id="conteudo"
      data-trip-title={trip.plan.title || t("untitled")}
      className={`page grid content-start gap-6 py-8 ${scope === "view" ? "max-w-4xl" : ""}`}
    >
      <header>
        <h1 className="display-1 wrap-anywhere">{trip.plan.title || t("untitled")}</h1>
        <p className="mt-2 text-lg text-muted">{t(scope === "edit" ? "view.editLead" : "view.lead", { date })}</p>
      </header>
      <CentreLine />
      {scope === "edit" ? (
        <TripPlanner
          initial={trip}
          draftKey={trip.id}
          stateAbbr={null}
          save={saveLinkedTrip}
          signInPath={null}
          exports={files}
        />
      ) : (
        <>
          <TripView trip={trip} days={tripDays(trip)} facts={await tripFacts(trip, locale)} />
          {files}
        </>
      )}
      <TripVouchers days={await tripVouchers(trip)} today={brazilianDay(Date.now())} />
    </main>
  );
}
