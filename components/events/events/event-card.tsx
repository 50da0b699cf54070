import { MapPin } from "lucide";
import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { FavouriteButton } from "@/components/guide/favourites/favourite-button";
import { marksOf } from "@/components/geo/search/list-filter";
import { Icon } from "@/components/ui/icon";
import type { EventCardRow } from "@/lib/events/events/queries";
import {
  daysOf,
  eventDays,
  eventPath,
  eventTitle,
  filterMarks,
  isPast,
  registrationState,
} from "@/lib/events/events/rules";
import { eventFileUrl } from "@/lib/platform/media/rules";
import type { EventKind, RegistrationKind } from "@/lib/events/events/schema";
import { formatDate } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import { fold } from "@/lib/platform/slug";
import { DemoMark, StatusMark } from "./event-marks";
import { RegistrationBadge } from "./registration-badge";

/** Attributes of an event that the client-side filter reads. */
export function eventData(event: EventCardRow, now: number) {
  const days = daysOf(event);
  return {
    "data-search": fold(
      `${event.title} ${event.town} ${event.state_abbr} ${event.organizer_name} ${event.venue ?? ""}`,
    ),
    "data-marks": marksOf(filterMarks(event, now)),
    "data-at": event.lat !== null && event.lng !== null ? `${event.lat},${event.lng}` : undefined,
    "data-from": days[0],
    "data-until": days.at(-1),
  };
}

/** One event of a list with its date, town and the state of each kind of registration. */
export async function EventCard({ event, headingLevel = 3 }: { event: EventCardRow; headingLevel?: 2 | 3 }) {
  const t = await getTranslations("events/events");
  const locale = await getLocale();
  const Heading = `h${headingLevel}` as const;
  const day = daysOf(event)[0]!;
  const now = Date.now();
  const offers = isPast(event, now) ? [] : event.event_registration_types;
  return (
    <article className="flex h-full gap-4 rounded-2xl border-2 border-line bg-surface p-4">
      <p
        aria-hidden
        className="grid h-fit w-16 shrink-0 place-items-center rounded-xl bg-rota py-2 text-center text-rota-ink outline-2 -outline-offset-5 outline-rota-ink/70"
      >
        <span className="font-display text-3xl leading-none tabular">{day.slice(8)}</span>
        <span className="text-sm uppercase">{formatDate(day, locale, { month: "short" }).replace(".", "")}</span>
        <span className="text-xs tabular">{day.slice(0, 4)}</span>
      </p>
      <div className="flex min-w-0 grow flex-col gap-1.5">
        <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
          {t(`kind.${event.kind as EventKind}`)}
          {event.is_portal_event && <span className="font-semibold text-rota-text">{t("official")}</span>}
          {event.is_demo && <DemoMark />}
          <StatusMark status={event.status} isOver={isPast(event, now)} />
          <FavouriteButton
            item={{
              kind: "event",
              id: event.id,
              title: eventTitle(event, locale),
              path: eventPath(event.slug),
              state: event.state_abbr,
            }}
            className="-my-3 -mr-2 ml-auto"
          />
        </p>
        <Heading className="text-xl wrap-anywhere">
          <Link href={localePath(locale, eventPath(event.slug))} className="hover:underline hover:underline-offset-4">
            {eventTitle(event, locale)}
          </Link>
        </Heading>
        <p className="font-semibold tabular">{eventDays(event, locale)}</p>
        <p className="flex items-start gap-1.5 text-muted">
          <Icon of={MapPin} className="mt-1 size-4 shrink-0" />
          <span className="min-w-0">
            {[event.venue, `${event.town} ${event.state_abbr}`].filter(Boolean).join(", ")}
            <span data-km="" className="ml-2 font-semibold text-rota-text tabular" />
          </span>
        </p>
        <p className="text-sm text-muted">{t("organizedBy", { name: event.organizer_name })}</p>
        {offers.length > 0 && (
          <ul className="mt-1 flex flex-wrap gap-1.5">
            {offers.map((offer) => (
              <li key={offer.kind}>
                <RegistrationBadge
                  label={t(`registration.${offer.kind as RegistrationKind}`)}
                  state={registrationState(offer, event, now)}
                  opensAt={offer.opens_at}
                  timeZone={event.time_zone}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      {event.poster_path && (
        <img
          src={eventFileUrl(event.poster_path)}
          alt=""
          width={96}
          height={128}
          loading="lazy"
          className="hidden h-32 w-24 shrink-0 rounded-lg border border-line object-cover sm:block"
        />
      )}
    </article>
  );
}
