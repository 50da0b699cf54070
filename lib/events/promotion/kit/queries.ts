import "server-only";
import { getTranslations } from "next-intl/server";
import { eventPath } from "../../events/rules";
import { brazilianDay } from "../../../platform/dates";
import type { Locale } from "../../../platform/i18n/routing";
import { LOCALES } from "../../../platform/supabase/database-constants/platform";
import { orThrow } from "../../../platform/supabase/or-throw";
import { createSessionClient } from "../../../platform/supabase/session";
import { factsOf, type AnnouncedFacts } from "../queries";
import { shortened } from "../rules";
import type { ArtSize } from "./rules";

/** Most bookings of a home page that are shown. */
const BOOKINGS = 30;

/** The running and coming periods of the home page of the portal (`state` null) or of a state, with their events. */
export async function listPromotions(state: string | null) {
  const client = await createSessionClient();
  const rows = client
    .from("event_promotions")
    .select("id, event_id, state_abbr, starts_on, ends_on, event:events (title)")
    .gte("ends_on", brazilianDay(Date.now()));
  const page = state ? rows.eq("state_abbr", state) : rows.is("state_abbr", null);
  return orThrow(await page.order("starts_on").order("id").limit(BOOKINGS));
}
export type Booking = Awaited<ReturnType<typeof listPromotions>>[number];

/** The short links of an event with their visits and registrations. */
export async function listLinks(event: string) {
  return orThrow(await (await createSessionClient()).rpc("event_link_results", { event }));
}
export type EventLink = Awaited<ReturnType<typeof listLinks>>[number];

const SHARED =
  "id, slug, title, title_en:translations->en->>title, title_es:translations->es->>title, status, is_demo, starts_at, ends_at, time_zone, town, state_abbr, poster_path";

/** What the pictures of an event show; null when the caller does not see it. */
export async function readArtEvent(id: string) {
  const client = await createSessionClient();
  return orThrow(await client.from("events").select(SHARED).eq("id", id).is("deleted_at", null).maybeSingle());
}

/** The line of an art draft of an event and a format; null when the caller does not see it. */
export async function readArtLine(draft: string, event: string, size: ArtSize): Promise<string | null> {
  const drafts = (await createSessionClient()).from("event_ad_drafts").select("text");
  return orThrow(await drafts.eq("id", draft).eq("event_id", event).eq("size", size).maybeSingle())?.text ?? null;
}

const MAX_TITLE = 120;
const MAX_BODY = 1000;

/** Title and text of a notice about an event in a language. */
async function noticeIn(locale: Locale, event: AnnouncedFacts) {
  const t = await getTranslations({ locale, namespace: "events/promotion.notices" });
  const facts = factsOf(event, locale);
  return { title: shortened(facts.title, MAX_TITLE), body: shortened(t("body", facts), MAX_BODY) };
}

/** First values of the form of notices for an event; a person reads and saves them. */
export async function noticeOf(event: AnnouncedFacts, audience: "state" | "event") {
  const [pt, en, es] = await Promise.all(LOCALES.map((locale) => noticeIn(locale, event)));
  return {
    title: pt!.title,
    body: pt!.body,
    titleEn: en!.title,
    bodyEn: en!.body,
    titleEs: es!.title,
    bodyEs: es!.body,
    link: eventPath(event.slug),
    audience,
    state: event.state_abbr,
    event: { id: event.id, title: event.title },
  };
}
