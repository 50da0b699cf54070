import type { Locale } from "../../platform/i18n/routing";
import { LANGUAGE } from "../../platform/i18n/routing";
import { addDays, dayIn, daysFromTo } from "../../platform/dates";
import { formatDayRange, formatTimestamp } from "../../platform/format";
import type { ProgrammeItem } from "./schema";
import { EXHIBITOR_KINDS, MAX_EVENT_DAYS, VISITOR_KINDS } from "../../platform/supabase/database-constants/events";

export const HUB_PATH = "/eventos/lacambeche";
/** Past events per page of their list. */
export const EVENTS_PER_PAGE = 24;

/** Documents that an organiser can require; a kind may have others that the team entered. */
export const DOCUMENT_KINDS = [
  "identity",
  "vehicle_document",
  "company_registration",
  "sanitary_licence",
  "insurance",
] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Files that visitors see: pictures that the people of an event publish are on its page when it is over. */
export const shownMedia = <File extends { consented_at: string | null }>(media: readonly File[], isOver: boolean) =>
  media.filter(({ consented_at: consented }) => isOver || consented === null);

/** Path of the page of an event. */
export const eventPath = (slug: string): string => `${HUB_PATH}/${slug}`;

/** Path of the list of events of a state (`SC`). */
export const stateEventsPath = (abbr: string): string => `${HUB_PATH}/${abbr.toLowerCase()}`;

const REGISTRATION_STATES = ["open", "waiting_list", "full", "closed", "not_yet"] as const;
export type RegistrationState = (typeof REGISTRATION_STATES)[number];

type TypeDates = { opens_at: string | null; closes_at: string | null };
type TypePlaces = { capacity: number | null; taken: number; has_waiting_list: boolean };
type EventDates = { status: string; starts_at: string };

/** Whether visitors may register for a kind: dates first, then places. */
export function registrationState(
  type: TypeDates & TypePlaces,
  event: EventDates,
  now: Date | number,
): RegistrationState {
  const at = Number(now);
  const end = Date.parse(type.closes_at ?? event.starts_at);
  if (event.status !== "published" || at >= end) return "closed";
  if (type.opens_at && at < Date.parse(type.opens_at)) return "not_yet";
  if (type.capacity === null || type.taken < type.capacity) return "open";
  return type.has_waiting_list ? "waiting_list" : "full";
}

/** Text of a line of the programme in the language of the page, Portuguese where it is not translated. */
export function programmeText(item: ProgrammeItem, locale: Locale): string {
  const language = LANGUAGE[locale];
  return (language === "pt" ? null : item[language]) || item.text;
}

/** Whether the address is an id, which redirects to the slug. */
export const isEventId = (address: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(address);

/** Whether the address can be the slug or the id of an event. */
export const isEventAddress = (address: string): boolean =>
  /^[a-z0-9]+(?:-[a-z0-9]+)*$/i.test(address) && address.length >= 3 && address.length <= 120;

/** Routes with a stop this near are shown on the page of an event, and events this near to its line on the page of a route. */
export const NEAR_ROUTE_KM = 60;

/** Whether the event is over. */
export const isPast = (event: { ends_at: string }, now: Date | number): boolean =>
  Date.parse(event.ends_at) <= Number(now);

type Titled = { title: string; title_en: string | null; title_es: string | null };

/** Title of an event of a list in the language of the page. */
export function eventTitle(event: Titled, locale: Locale): string {
  const language = LANGUAGE[locale];
  return (language === "pt" ? null : language === "en" ? event.title_en : event.title_es) || event.title;
}

type Dated = { starts_at: string; ends_at: string; time_zone: string };

/** The last moment of an event: one that ends at 00:00 does not take place on the day that begins then. */
const lastMoment = ({ ends_at }: Pick<Dated, "ends_at">) => new Date(Date.parse(ends_at) - 1);

/** ISO dates of the days of an event in its own time zone. */
export const daysOf = (event: Dated): string[] =>
  daysFromTo(dayIn(event.starts_at, event.time_zone), dayIn(lastMoment(event), event.time_zone), MAX_EVENT_DAYS);

/** The days of an event in its own time zone: `5 – 7 de dez. de 2026`, one day when it has one. */
export const eventDays = (event: Dated, locale: string, dateStyle: "medium" | "long" = "medium"): string =>
  formatDayRange(event.starts_at, lastMoment(event).toISOString(), locale, { timeZone: event.time_zone, dateStyle });

/** Date and hour of a moment of an event in the time zone of the event, wherever the reader is. */
export const eventMoment = (
  moment: string,
  timeZone: string,
  locale: string,
  options: Intl.DateTimeFormatOptions = { dateStyle: "full", timeStyle: "short" },
): string => formatTimestamp(moment, locale, { ...options, timeZone });

/** The hour of a moment of an event: `22:30`. */
export const eventHour = (moment: string, timeZone: string, locale: string): string =>
  eventMoment(moment, timeZone, locale, { timeStyle: "short" });

/** When an event takes place, every day of it: `sábado, 5 de dezembro de 2026 às 09:00`, or its days with both hours. */
export function eventWhen(event: Dated, locale: string): string {
  if (daysOf(event).length === 1) return eventMoment(event.starts_at, event.time_zone, locale);
  const hour = (moment: string) => eventHour(moment, event.time_zone, locale);
  return `${eventDays(event, locale, "long")}, ${hour(event.starts_at)} – ${hour(event.ends_at)}`;
}

/** Tickets of visitors: paid per person, without a document; the phone number is optional. */
export const isVisitor = (kind: string): boolean => VISITOR_KINDS.some((one) => one === kind);
/** Kinds that show cars: one car at least, whose age is checked; visitors vote for it. */
export const isExhibitor = (kind: string): boolean => EXHIBITOR_KINDS.some((one) => one === kind);

type Offer = TypeDates & TypePlaces & { kind: string; price_cents: number };

/** Filter values of an event: its month, whether visitors enter without paying, whether cars may be shown now. */
export function filterMarks(
  event: EventDates & { kind: string; state_abbr: string; ends_at: string; event_registration_types: readonly Offer[] },
  now: number,
) {
  const offers = event.event_registration_types;
  const visitors = offers.filter(({ kind }) => isVisitor(kind));
  const isOpen = (offer: Offer) => ["open", "waiting_list"].includes(registrationState(offer, event, now));
  return {
    estado: [event.state_abbr.toLowerCase()],
    tipo: [event.kind],
    mais: [
      visitors.length > 0 && visitors.every(({ price_cents }) => price_cents === 0) ? "gratis" : null,
      offers.some((offer) => isExhibitor(offer.kind) && isOpen(offer)) ? "expositores" : null,
    ],
  };
}

/** Weeks of a month (`2026-11`) from Monday to Sunday; null for days of another month. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`;
  const before = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
  const days: (string | null)[] = Array.from({ length: before }, () => null);
  for (let day = first; day.startsWith(month); day = addDays(day, 1)) days.push(day);
  while (days.length % 7 > 0) days.push(null);
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}

/** The month after or before a month: `2026-12`, 1 → `2027-01`. */
export function monthAway(month: string, steps: number): string {
  const [year = 2000, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + steps, 1)).toISOString().slice(0, 7);
}

/** Neighbouring events of a state are at most this far from its border. */
export const NEIGHBOUR_KM = 300;

/** The twelve months from the given one, each with its items that have it. */
export function byMonth<Item extends { months: readonly number[] }>(
  items: readonly Item[],
  firstMonth: number,
): { month: number; items: Item[] }[] {
  return Array.from({ length: 12 }, (_, index) => ((firstMonth - 1 + index) % 12) + 1)
    .map((month) => ({ month, items: items.filter(({ months }) => months.includes(month)) }))
    .filter((group) => group.items.length > 0);
}

/** Path of the calendar file of an event (by slug) or of a state (by its two letters). */
export const calendarPath = (slugOrState: string): string => `${HUB_PATH}/${slugOrState.toLowerCase()}/ics`;

/** Page of the list of past events. */
export const pastEventsPath = (page = 1): string =>
  page === 1 ? `${HUB_PATH}/passados` : `${HUB_PATH}/passados/pagina/${page}`;

/** A kind of registration as its row in the database has it. */
export type Priced = { price_cents: number; price_steps?: unknown };
const stepsOf = (steps: unknown): { starts_at: string; price_cents: number }[] =>
  (Array.isArray(steps) ? steps : []).filter(
    (one): one is { starts_at: string; price_cents: number } =>
      typeof one === "object" && one !== null && "starts_at" in one && "price_cents" in one,
  );

/** A kind of registration with its price at a moment, as `private.kind_price`, and the prices that follow. */
export function pricedAt<Kind extends Priced>(kind: Kind, now: number) {
  const steps = stepsOf(kind.price_steps).toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at));
  const begun = steps.filter(({ starts_at: at }) => Date.parse(at) <= now).at(-1);
  return {
    ...kind,
    price_cents: begun?.price_cents ?? kind.price_cents,
    next_prices: steps.filter(({ starts_at: at }) => Date.parse(at) > now),
  };
}
