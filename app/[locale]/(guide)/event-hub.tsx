import { getLocale, getTranslations } from "next-intl/server";
import { FollowForm } from "@/components/events/follows/follow-form";
import { EventCard, eventData } from "@/components/events/events/event-card";
import { EventMap } from "@/components/events/events/event-map";
import { EventViews } from "@/components/events/events/event-views";
import { TraditionalAgenda } from "@/components/events/events/traditional-agenda";
import { countBy, facetGroup, filterLabels } from "@/components/geo/search/filter-labels";
import { ListFilterForm } from "@/components/geo/search/list-filter-form";
import { postcardPath } from "@/components/guide/postcards/postcard";
import { CallToAction } from "@/components/ui/call-to-action";
import { itemList } from "@/components/ui/item-list";
import { ListPage } from "./list-page";
import {
  hasPastEvents,
  listNeighbourEvents,
  listTraditionalMeetings,
  listUpcomingEvents,
  type EventCardRow,
} from "@/lib/events/events/queries";
import {
  daysOf,
  eventPath,
  eventTitle,
  filterMarks,
  HUB_PATH,
  NEIGHBOUR_KM,
  pastEventsPath,
  stateEventsPath,
} from "@/lib/events/events/rules";
import { pageUrl } from "@/lib/platform/site-url";
import { brazilianDay } from "@/lib/platform/dates";
import { env } from "@/lib/platform/env";
import { pageMetadata } from "@/lib/platform/i18n/metadata";
import { localePath } from "@/lib/platform/i18n/routing";
import { STATES, stateSegment, type State } from "@/lib/geo/states/rules";
import { EventLinks } from "./event-links";
import { EVENT_KINDS } from "@/lib/platform/supabase/database-constants/events";

const pathOf = (state: State | null) => (state ? stateEventsPath(state.abbr) : HUB_PATH);

/** Title, description and address of the events of a state, or of the country. */
export async function eventHubMetadata(state: State | null) {
  const t = await getTranslations("events/events.hub");
  const count = (await listUpcomingEvents({ state: state?.abbr ?? null })).length;
  return pageMetadata({
    locale: await getLocale(),
    path: pathOf(state),
    title: state ? t("metaTitle", { state: state.name }) : t("metaTitleCountry"),
    description: state ? t("metaDescription", { state: state.name, count }) : t("metaDescriptionCountry", { count }),
    image: postcardPath("cidade-historica", `eventos-${state ? stateSegment(state.abbr) : "brasil"}`, "png"),
  });
}

/** Upcoming events of a state, or of the country, those of neighbours and the yearly meetings without a date. */
export async function EventHub({ state }: { state: State | null }) {
  const t = await getTranslations("events/events.hub");
  const layout = await getTranslations("site/layout");
  const locale = await getLocale();
  const to = (path: string) => localePath(locale, path);
  const [events, neighbours, meetings, hasPast] = await Promise.all([
    listUpcomingEvents({ state: state?.abbr ?? null }),
    state ? listNeighbourEvents(state.abbr) : [],
    listTraditionalMeetings(state?.abbr ?? null),
    hasPastEvents(),
  ]);
  const title = state ? t("title", { state: state.name }) : t("titleCountry");
  return (
    <ListPage
      crumbs={[
        { name: layout("nav.events"), path: HUB_PATH },
        ...(state ? [{ name: state.name, path: pathOf(state) }] : []),
      ]}
      kind="route"
      title={title}
      lead={events.length > 0 ? t("lead") : state ? t("empty", { state: state.name }) : t("emptyCountry")}
      data={itemList(
        events.map((event) => ({ name: eventTitle(event, locale), url: pageUrl(locale, eventPath(event.slug)) })),
        title,
      )}
    >
      {events.length > 0 && <Explorer state={state} events={events} />}
      <EventLinks state={state} hasPast={hasPast} counts={state ? null : stateCounts(events)} />
      <Follow state={state} />
      {neighbours.length > 0 && <Neighbours events={neighbours} />}
      <TraditionalAgenda meetings={meetings} />
      <CallToAction
        title={t("inviteTitle")}
        text={t("invite")}
        actions={[
          {
            label: t("publish"),
            href: to(state ? `/${stateSegment(state.abbr)}/publicar-evento` : "/publicar-evento"),
          },
          ...(state ? [{ label: t("country"), href: to(HUB_PATH) }] : []),
          ...(hasPast ? [{ label: t("past"), href: to(pastEventsPath()) }] : []),
        ]}
      />
    </ListPage>
  );
}

async function Follow({ state }: { state: State | null }) {
  const t = await getTranslations("events/follows.form");
  return state ? (
    <FollowForm
      subject={{ state_abbr: state.abbr }}
      title={t("stateTitle", { state: state.name })}
      lead={t("stateLead", { state: state.name })}
    />
  ) : (
    <FollowForm subject={null} title={t("countryTitle")} lead={t("countryLead")} />
  );
}

const stateCounts = (events: readonly EventCardRow[]) => countBy(events.map(({ state_abbr }) => state_abbr));

async function Explorer({ state, events }: { state: State | null; events: readonly EventCardRow[] }) {
  const t = await getTranslations("events/events");
  const filter = await getTranslations("guide/services.filter");
  const locale = await getLocale();
  const now = Date.now();
  const groups = await facetsOf(state, events, now);
  const inCalendar = events.map((event) => ({
    id: event.id,
    title: event.is_demo ? `${eventTitle(event, locale)} (${t("demo")})` : eventTitle(event, locale),
    href: localePath(locale, eventPath(event.slug)),
    days: daysOf(event),
    text: eventData(event, now)["data-search"],
    marks: eventData(event, now)["data-marks"],
  }));
  return (
    <ListFilterForm
      groups={groups}
      labels={filterLabels(filter, {
        none: t("hub.none"),
        register: t("hub.publish"),
        hint: t("hub.hint"),
      })}
      register={{ href: localePath(locale, "/publicar-evento") }}
      dates={{ from: t("hub.from"), until: t("hub.until") }}
      googleMapsKey={env.NEXT_PUBLIC_GOOGLE_MAPS_API_KEY}
    >
      <EventViews
        texts={{
          views: t("hub.views"),
          agenda: t("hub.agenda"),
          calendario: t("hub.calendar"),
          mapa: t("hub.map"),
          month: {
            previous: t("hub.previousMonth"),
            next: t("hub.nextMonth"),
            empty: t("hub.emptyMonth"),
            caption: t("hub.calendarCaption"),
          },
        }}
        calendar={{
          events: inCalendar,
          today: brazilianDay(now),
          locale,
        }}
        facets={groups}
        map={<EventMap state={state} events={events} />}
      >
        <ul className="mt-4 grid gap-4 lg:grid-cols-2">
          {[...events]
            .sort((a, b) => Number(b.is_portal_event) - Number(a.is_portal_event))
            .map((event) => (
              <li key={event.id} {...eventData(event, now)}>
                <EventCard event={event} headingLevel={2} />
              </li>
            ))}
        </ul>
      </EventViews>
    </ListFilterForm>
  );
}

/** The filters of the list; one without a choice is left out by the form. */
async function facetsOf(state: State | null, events: readonly EventCardRow[], now: number) {
  const t = await getTranslations("events/events");
  const marks = events.map((event) => filterMarks(event, now));
  const inState = countBy(marks.flatMap(({ estado }) => estado));
  const ofKind = countBy(marks.flatMap(({ tipo }) => tipo));
  const more = countBy(marks.flatMap(({ mais }) => mais));
  const offered = <Option extends { count: number }>(options: Option[]) => options.filter(({ count }) => count > 0);
  const states = STATES.map(({ abbr, name }) => ({
    value: stateSegment(abbr),
    label: name,
    count: inState.get(stateSegment(abbr)) ?? 0,
  }));
  return [
    ...(state
      ? []
      : [facetGroup("estado", "select", { label: t("hub.byState"), any: t("hub.anyState") }, offered(states))]),
    facetGroup(
      "tipo",
      "select",
      { label: t("hub.byKind"), any: t("hub.anyKind") },
      offered(EVENT_KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`), count: ofKind.get(kind) ?? 0 }))),
    ),
    facetGroup(
      "mais",
      "boxes",
      { label: t("hub.more"), any: "" },
      offered([
        { value: "gratis", label: t("hub.free"), count: more.get("gratis") ?? 0 },
        { value: "expositores", label: t("hub.exhibitors"), count: more.get("expositores") ?? 0 },
      ]),
    ),
  ];
}

async function Neighbours({ events }: { events: readonly EventCardRow[] }) {
  const t = await getTranslations("events/events.hub");
  return (
    <section className="mt-14">
      <h2 className="display-2">{t("neighbours", { km: NEIGHBOUR_KM })}</h2>
      <ul className="mt-4 grid gap-4 lg:grid-cols-2">
        {events.map((event) => (
          <li key={event.id}>
            <EventCard event={event} />
          </li>
        ))}
      </ul>
    </section>
  );
}
