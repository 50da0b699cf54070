import { getLocale, getTranslations } from "next-intl/server";
import { PointsPreview } from "@/components/geo/map/points-preview";
import type { EventCardRow } from "@/lib/events/events/queries";
import { eventPath, eventTitle } from "@/lib/events/events/rules";
import { located } from "@/lib/geo/geo/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import type { State } from "@/lib/geo/states/rules";

/** Events of the page on the outline of the state or the country. */
export async function EventMap({ state, events }: { state: State | null; events: readonly EventCardRow[] }) {
  const t = await getTranslations("events/events");
  const locale = await getLocale();
  const points = located(events).map((event) => ({
    id: event.id,
    name: eventTitle(event, locale),
    href: localePath(locale, eventPath(event.slug)),
    lat: event.lat,
    lng: event.lng,
    kind: "route" as const,
  }));
  if (points.length === 0) return <p className="text-muted">{t("hub.noPositions")}</p>;
  return (
    <>
      <PointsPreview
        stateAbbr={state?.abbr ?? null}
        points={points}
        title={state ? t("hub.mapTitle", { state: state.name }) : t("hub.mapTitleCountry")}
        className="max-w-3xl"
      />
      <p className="mt-2 text-sm text-muted">{t("hub.mapNote")}</p>
    </>
  );
}
