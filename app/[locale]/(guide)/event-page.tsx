import type { Metadata } from "next";
import type { ReactNode } from "react";
import { getLocale, getTranslations } from "next-intl/server";
import { shareImagePath } from "@/app/imagem-evento/share-image";
import { VoteResult } from "@/components/events/votes/vote-result";
import { FollowForm } from "@/components/events/follows/follow-form";
import { EventContact, EventFiles, EventSponsors, EventVehicles } from "@/components/events/events/event-details";
import { EventHeader } from "@/components/events/events/event-header";
import { EventJsonLd } from "@/components/events/events/event-json-ld";
import { EventProgramme } from "@/components/events/events/event-programme";
import { EventRules } from "@/components/events/events/event-rules";
import { EventSeries } from "@/components/events/events/event-series";
import { EventStands } from "@/components/events/events/event-stands";
import { EventTypes } from "@/components/events/events/event-types";
import { PastEditionList } from "@/components/events/events/past-edition-list";
import { PointsPreview } from "@/components/geo/map/points-preview";
import { RegionCard } from "@/components/guide/regions/region-card";
import { WrongInformation } from "@/components/guide/reviews/wrong-information";
import { buttonClass } from "@/components/ui/button-class";
import { readVoteResult } from "@/lib/events/votes/queries";
import {
  listConfirmedVehicles,
  listPastEditions,
  listSeriesEvents,
  type PublicEvent,
} from "@/lib/events/events/queries";
import { navigationLinks } from "@/lib/guide/cities/rules";
import {
  eventDays,
  eventPath,
  HUB_PATH,
  isPast,
  NEAR_ROUTE_KM,
  shownMedia,
  stateEventsPath,
} from "@/lib/events/events/rules";
import { nearestKm } from "@/lib/geo/geo/rules";
import { pageUrl, siteUrl } from "@/lib/platform/site-url";
import { translated } from "@/lib/platform/i18n/content";
import { pageMetadata, shortTitle } from "@/lib/platform/i18n/metadata";
import type { Locale } from "@/lib/platform/i18n/routing";
import { drawnSections, OVERVIEW_POINTS } from "@/lib/guide/regions/line-facts";
import { listRegions } from "@/lib/guide/regions/queries";
import { STATES, stateSegment } from "@/lib/geo/states/rules";
import { EventVouchers } from "./event-vouchers";
import { PageCrumbs } from "@/components/guide/pages/page-crumbs";
import { isVisible } from "@/lib/events/publishing/rules";

function shareImage(event: PublicEvent, locale: Locale): string {
  const title = translated(event, "title", locale).text;
  return shareImagePath({ ...event, title, title_en: null, title_es: null }, locale);
}

/** Title, description and share image of an event; the example of the embedded backend is kept out of search engines. */
export async function eventMetadata(event: PublicEvent): Promise<Metadata> {
  const t = await getTranslations("events/events.page");
  const locale = await getLocale();
  const title = translated(event, "title", locale).text;
  const days = eventDays(event, locale);
  const page = pageMetadata({
    locale,
    path: eventPath(event.slug),
    title: shortTitle(
      t("metaTitle", { title, town: event.town, uf: event.state_abbr }),
      t("metaTitleShort", { title }),
      title,
    ),
    description: `${days}, ${event.town} ${event.state_abbr}. ${translated(event, "description", locale).text}`,
    more: t("metaMore", { town: event.town }),
    image: shareImage(event, locale),
    type: "article",
  });
  return event.is_demo ? { ...page, robots: { index: false, follow: true } } : page;
}

type Props = {
  event: PublicEvent;
  /** What the preview shows above the page. */
  bar?: ReactNode;
};

/** The public page of an event. Free places are read by islands, so that a registration does not expire the page. */
export async function EventPage({ event, bar }: Props) {
  const layout = await getTranslations("site/layout");
  const locale = await getLocale();
  const state = STATES.find(({ abbr }) => abbr === event.state_abbr)!;
  const title = translated(event, "title", locale).text;
  const url = pageUrl(locale, eventPath(event.slug));
  // The calendar file and the registration of an event that is not public do not exist.
  const isPreview = bar !== undefined && !isVisible(event.status);
  const isOver = isPast(event, Date.now());
  return (
    <main id="conteudo" className="pb-14">
      {bar}
      <PageCrumbs
        startsAtHome={false}
        crumbs={[
          { name: layout("nav.events"), path: HUB_PATH },
          { name: state.name, path: stateEventsPath(state.abbr) },
          { name: title, path: eventPath(event.slug) },
        ]}
      />
      <EventHeader event={event} title={title} url={url} isPreview={isPreview} />
      <div className="page">
        {event.votes_close_at && <VoteResult result={await readVoteResult(event.id)} />}
        <EventRules event={event} />
        <EventTypes event={isPreview ? { ...event, status: "published" } : event} isPreview={isPreview} />
        {!isPreview && <Follow event={event} isOver={isOver} />}
        {event.series && <EventSeries event={event} events={await listSeriesEvents(event.series.id)} />}
        <PastEditions event={event} />
        <EventProgramme days={event.event_days} />
        <EventStands event={event} />
        <EventVehicles vehicles={await listConfirmedVehicles(event.id)} />
        <Way event={event} title={title} />
        <EventVouchers event={event} />
        <EventFiles media={shownMedia(event.event_media, isOver)} title={title} />
        <EventSponsors sponsors={event.event_sponsors} />
        <EventContact event={event} />
        <div className="mt-8">
          <WrongInformation path={eventPath(event.slug)} />
        </div>
      </div>
      {bar === undefined && (
        <EventJsonLd
          event={event}
          title={title}
          description={translated(event, "description", locale).text}
          url={url}
          image={siteUrl(shareImage(event, locale))}
          locale={locale}
        />
      )}
    </main>
  );
}

/** What took place before in the series of an event, or else in its club. */
async function PastEditions({ event }: { event: PublicEvent }) {
  const { series, club_id: club } = event;
  const found = series
    ? await listPastEditions("series_id", series.id)
    : club && (await listPastEditions("club_id", club));
  const editions = (found || []).filter(({ id, starts_at }) => id !== event.id && starts_at < event.starts_at);
  return editions.length > 0 && <PastEditionList editions={editions} />;
}

/** Mails about an event that is to come, about the next editions of its series, or the visitor chooses. */
async function Follow({ event: { id, series, status }, isOver }: { event: PublicEvent; isOver: boolean }) {
  const t = await getTranslations("events/follows.form");
  if (isOver || status === "cancelled")
    return series && <FollowForm subject={{ series_id: series.id }} title={t("seriesTitle")} lead={t("seriesLead")} />;
  const subject = { event_id: id, ...(series && { series_id: series.id }) };
  return <FollowForm subject={subject} title={t("eventTitle")} lead={t(series ? "bothLead" : "eventLead")} />;
}

/** Where the event is, and the routes of the guide with a stop near it. */
async function Way({ event, title }: { event: PublicEvent; title: string }) {
  const t = await getTranslations("events/events.page");
  const { lat, lng } = event;
  if (lat === null || lng === null) return null;
  const state = STATES.find(({ abbr }) => abbr === event.state_abbr)!;
  const near = (await listRegions(state.abbr)).filter(
    ({ region_waypoints: stops }) => (nearestKm({ lat, lng }, stops) ?? Infinity) <= NEAR_ROUTE_KM,
  );
  return (
    <section className="mt-10">
      <h2 className="display-2">{t("way")}</h2>
      <div className="mt-4 grid items-start gap-6 lg:grid-cols-2">
        <PointsPreview
          stateAbbr={state.abbr}
          title={t("mapTitle", { title })}
          points={[{ id: event.slug, name: event.town, lat, lng, kind: "route", isMain: true }]}
          routes={near.map((region) => drawnSections(region, OVERVIEW_POINTS))}
        />
        <p data-print="hide">
          <a
            href={navigationLinks({ lat, lng }).google}
            target="_blank"
            rel="noopener"
            className={buttonClass({ look: "rota" })}
          >
            {t("directions")}
          </a>
        </p>
      </div>
      {near.length > 0 && (
        <>
          <h3 className="mt-6 text-2xl">{t("routesNear", { km: NEAR_ROUTE_KM })}</h3>
          <div className="mt-3 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
            {near.slice(0, 6).map((region) => (
              <RegionCard key={region.id} region={region} uf={stateSegment(state.abbr)} />
            ))}
          </div>
        </>
      )}
    </section>
  );
}
