import { Link } from "@/components/ui/link";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { UndoDelivery } from "@/components/panel/inbox/undo-delivery";
import { TripView } from "@/components/travel/saved-trips/trip-view";
import { buttonClass } from "@/components/ui/button-class";
import { panelPlannerPath } from "@/lib/panel/inbox/rules";
import { DELIVERY_PLACES } from "@/lib/panel/inbox/schema";
import { pageUrl } from "@/lib/platform/site-url";
import { localePath } from "@/lib/platform/i18n/routing";
import type { createSessionClient } from "@/lib/platform/supabase/session";
import { listShares } from "@/lib/travel/saved-trips/shares/queries";
import { sharedTripPath } from "@/lib/travel/saved-trips/shares/rules";
import type { SavedTrip } from "@/lib/travel/trips/schema";
import { tripDays, tripFacts } from "../../../../../trip-files";

type Props = {
  client: Awaited<ReturnType<typeof createSessionClient>>;
  asked: { id: string; status: string; status_note: string | null };
  trip: SavedTrip | null;
  /** Where the trip arrived, after a delivery on this page. */
  place: string;
};

/** The trip of an application that is no longer open, with its link; to change it, the delivery is undone first. */
export async function DeliveredPanel({ client, asked, trip, place }: Props) {
  const [t, locale, { "panel/inbox": inbox }] = [
    await getTranslations("panel/inbox.planner"),
    await getLocale(),
    await getMessages(),
  ];
  const path = localePath(locale, panelPlannerPath(asked.id));
  const shares = trip ? await listShares(client, trip.id, Date.now()) : [];
  const token = shares.find(({ state }) => state === "open")?.token;
  const arrived = DELIVERY_PLACES.find((one) => one === place);
  const isDelivered = asked.status === "ready" || asked.status === "delivered";
  return (
    <>
      {arrived && isDelivered && (
        <p role="status" className="rounded-lg border-2 border-rota p-3 font-semibold">
          {t(`place.${arrived}`)}
        </p>
      )}
      {!isDelivered && <p className="text-lg">{t("cancelled")}</p>}
      {isDelivered && asked.status_note && <p className="whitespace-pre-line">{asked.status_note}</p>}
      {isDelivered && !trip && <p className="text-lg">{t("withoutTrip")}</p>}
      {token && (
        <div className="grid gap-2">
          <p className="wrap-anywhere">
            {`${t("link")}: `}
            <a href={localePath(locale, sharedTripPath(token))} className="text-link underline underline-offset-4">
              {pageUrl(locale, sharedTripPath(token))}
            </a>
          </p>
          <Link
            href={localePath(locale, `${sharedTripPath(token)}/roteiro`)}
            className={buttonClass({ className: "w-fit" })}
          >
            {t("roadbook")}
          </Link>
        </div>
      )}
      {isDelivered && <UndoDelivery application={asked.id} path={path} texts={inbox.planner.undo} />}
      {trip && <TripView trip={trip} days={tripDays(trip)} facts={await tripFacts(trip, locale)} />}
    </>
  );
}
