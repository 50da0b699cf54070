import { getMessages, getTranslations } from "next-intl/server";
import { mapLabels } from "@/components/geo/map/labels";
import type { EventMessages } from "./event-texts";

/** Texts of the form of an event, in the language of the page. */
export async function getEventTexts(): Promise<EventMessages> {
  const [{ "events/publishing": texts, "events/registrations": words }, map] = await Promise.all([
    getMessages(),
    getTranslations("geo/map"),
  ]);
  const { basics, dates, form, gaps, kind, kinds, place, poster } = texts;
  const { registrations, review, rules, stale, stands, steps, stops, team, validation } = texts;
  const first = { basics, dates, form, gaps, kind, kinds, place, poster };
  const second = { registrations, review, rules, stale, stands, steps, stops, team, validation };
  return {
    ...first,
    ...second,
    documents: words.documentNames,
    map: mapLabels((key) => map(key as Parameters<typeof map>[0])),
  };
}
