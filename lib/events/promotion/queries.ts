import "server-only";
import { z } from "zod";
import { getTranslations } from "next-intl/server";
import { eventPath } from "../events/rules";
import { AppError } from "../../platform/error";
import { daysFromNow } from "../../platform/dates";
import { env } from "../../platform/env";
import { eventDays } from "../events/rules";
import { localePath, type Locale } from "../../platform/i18n/routing";
import { orThrow } from "../../platform/supabase/or-throw";
import { createSessionClient } from "../../platform/supabase/session";
import { MAX_ART_LINE } from "./kit/rules";
import { fittingText, isUuid, longestText, shortened, type AdChoice, type AdFacts } from "./rules";
import { textService, writeText } from "./service";
import { MAX_EVENT_DAYS } from "../../platform/supabase/database-constants/events";

const DRAFTS = 60;

/** Choices of the form: events that are visible to everybody and not over, by date. */
export async function listEventChoices() {
  const client = await createSessionClient();
  return orThrow(
    await client
      .from("events")
      .select("id, title, starts_at, time_zone, town, state_abbr")
      .in("status", ["published", "postponed"])
      .is("deleted_at", null)
      .gt("ends_at", new Date().toISOString())
      // No event lasts longer, so that the list by date does not begin with all past events.
      .gt("starts_at", daysFromNow(-MAX_EVENT_DAYS))
      .order("starts_at")
      .order("id")
      .limit(300),
  );
}
export type EventChoice = Awaited<ReturnType<typeof listEventChoices>>[number];

/** The newest texts, of one event or of all. */
export async function listDrafts(event: string) {
  const client = await createSessionClient();
  let rows = client
    .from("event_ad_drafts")
    .select(
      `id, audience, tone, channel, locale, size, generator, text, status, approved_at, created_at, updated_at, event:events (id, title),
       author:profiles!event_ad_drafts_created_by_fkey (username),
       approver:profiles!event_ad_drafts_approved_by_fkey (username)`,
    )
    .order("created_at", { ascending: false })
    .order("id")
    .limit(DRAFTS);
  if (isUuid(event)) rows = rows.eq("event_id", event);
  return orThrow(await rows);
}
export type AdDraft = Awaited<ReturnType<typeof listDrafts>>[number];

const FACTS =
  "id, slug, title, status, is_demo, town, state_abbr, venue, organizer_name, starts_at, ends_at, time_zone, deleted_at";

/** Result of `event_visits`. */
const visitsSchema = z.object({
  total: z.number(),
  hosts: z.array(z.object({ host: z.string(), visits: z.number() })),
});

/** The event with its approved texts and visits; null when it does not exist or is not visible. */
export async function getPromotion(id: string) {
  if (!isUuid(id)) return null;
  const client = await createSessionClient();
  const event = orThrow(await client.from("events").select(FACTS).eq("id", id).is("deleted_at", null).maybeSingle());
  if (!event) return null;
  const [approved, visits] = await Promise.all([
    client
      .from("event_ad_drafts")
      .select("id, audience, channel, locale, size, text, approved_at")
      .eq("event_id", id)
      .eq("status", "approved")
      .order("approved_at", { ascending: false })
      .order("id")
      .limit(DRAFTS),
    client.rpc("event_visits", { event: id }),
  ]);
  return { event, approved: orThrow(approved), visits: visitsSchema.parse(orThrow(visits)) };
}
export type Promotion = NonNullable<Awaited<ReturnType<typeof getPromotion>>>;
export type Visits = z.output<typeof visitsSchema>;

export type AnnouncedFacts = Omit<Promotion["event"], "deleted_at">;

/** The event as the templates name it, with the address of its page in a language. */
export function factsOf(event: AnnouncedFacts, locale: Locale): AdFacts {
  const town = `${event.town} (${event.state_abbr})`;
  return {
    title: event.title,
    dates: eventDays(event, locale, "long"),
    place: event.venue ? `${event.venue}, ${town}` : town,
    town,
    link: env.NEXT_PUBLIC_SITE_URL + localePath(locale, eventPath(event.slug)),
    organizer: event.organizer_name,
  };
}

/** The choice that a draft was made with; null when the caller does not see it. */
export async function choiceOfDraft(id: string): Promise<AdChoice | null> {
  const drafts = (await createSessionClient()).from("event_ad_drafts").select("audience, tone, channel, locale, size");
  const found = orThrow(await drafts.eq("id", id).maybeSingle());
  return found && ({ ...found, size: found.size ?? "" } as AdChoice);
}

/** A text of the outside service, within the length of the channel or of the line of an art. */
export async function askAd(event: AnnouncedFacts, choice: AdChoice): Promise<string> {
  if (!textService) throw new AppError("service.unavailable", { detail: "no text service" });
  const max = longestText(choice);
  return shortened(await writeText(textService, factsOf(event, choice.locale), { choice, max }), max);
}

/** A text for an audience, a tone, a channel and a language, within the length of the channel. */
export async function composeAd(event: AnnouncedFacts, choice: AdChoice): Promise<string> {
  const { audience, tone, channel, locale, size } = choice;
  const t = await getTranslations({ locale, namespace: "events/promotion.template" });
  const opening = t(`opening.${audience}.${tone}` as "opening.visitors.direct");
  // The picture has the title, the days and the town of the event.
  if (size) return shortened(opening, MAX_ART_LINE);
  const parts = { ...factsOf(event, locale), opening, call: t(`call.${audience}`) };
  return fittingText(channel, parts, (given) => t(`body.${channel}` as "body.email", given));
}

/** An event that is visible to everybody, also after its end; null when there is none. */
export async function getPublicEvent(id: string) {
  const client = await createSessionClient();
  return orThrow(
    await client
      .from("events")
      .select(FACTS)
      .eq("id", id)
      .in("status", ["published", "postponed"])
      .is("deleted_at", null)
      .maybeSingle(),
  );
}
