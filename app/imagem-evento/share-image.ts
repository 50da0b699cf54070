import { eventDays, eventTitle } from "@/lib/events/events/rules";
import type { Locale } from "@/lib/platform/i18n/routing";
import { versionOf } from "../imagem-rota/share-image";

/** Number of the drawing: a change of the picture's design gets a new address. */
const DESIGN = 1;

export type SharedEvent = {
  slug: string;
  title: string;
  title_en: string | null;
  title_es: string | null;
  status: string;
  is_demo: boolean;
  starts_at: string;
  ends_at: string;
  time_zone: string;
  town: string;
  state_abbr: string;
  poster_path: string | null;
};

/** What the share image of an event shows. */
export function sharedFacts(event: SharedEvent, locale: Locale) {
  return {
    slug: event.slug,
    name: eventTitle(event, locale),
    days: eventDays(event, locale),
    place: `${event.town} ${event.state_abbr}`,
    mark: event.status === "postponed" || event.status === "cancelled" ? event.status : event.is_demo ? "demo" : null,
    poster: event.poster_path,
  } as const;
}

/** Changes with everything that the image shows, so that an address always has the same image. */
export function shareVersion({ name, days, place, mark, poster }: ReturnType<typeof sharedFacts>): string {
  return versionOf([DESIGN, name, days, place, mark, poster]);
}

/** Address of the share image of an event: title, days, town and state on its postcard, beside its poster (1200 × 630). */
export function shareImagePath(event: SharedEvent, locale: Locale): string {
  return `/imagem-evento/${event.slug}~${locale}~${shareVersion(sharedFacts(event, locale))}.jpg`;
}
