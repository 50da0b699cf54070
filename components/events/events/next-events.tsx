import { getLocale, getTranslations } from "next-intl/server";
import { RouteSection } from "@/components/guide/regions/route-section";
import type { EventCardRow } from "@/lib/events/events/queries";
import { HUB_PATH, stateEventsPath } from "@/lib/events/events/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import type { State } from "@/lib/geo/states/rules";
import { EventCard } from "./event-card";

type Props = {
  title: string;
  events: readonly EventCardRow[];
  state: State | null;
  /** Sentence for a place without events; without it the section is left out. */
  empty?: string;
};

/** The next events of the country, a state, a town or a club. */
export async function NextEvents({ title, events, state, empty }: Props) {
  const t = await getTranslations("events/events.next");
  const locale = await getLocale();
  if (events.length === 0 && !empty) return null;
  const all = {
    label: state ? t("allState", { state: state.name }) : t("all"),
    href: localePath(locale, state ? stateEventsPath(state.abbr) : HUB_PATH),
  };
  return (
    <RouteSection
      id="eventos"
      title={title}
      action={all}
      empty={events.length === 0 && empty ? { text: empty, action: all } : undefined}
    >
      <ul className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
        {events.map((event) => (
          <li key={event.id}>
            <EventCard event={event} />
          </li>
        ))}
      </ul>
    </RouteSection>
  );
}
