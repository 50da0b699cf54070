import { mapSearch, navigationLinks } from "../../../guide/cities/rules";
import { unknownWords, type Placeholder } from "../../../platform/mails/placeholders/rules";
import { CONTENT_LANGUAGES, type Language } from "../../../platform/i18n/routing";
import type { AUTOMATIC_MESSAGE_KINDS } from "../../../platform/supabase/database-constants/events";

export type AutomaticKind = (typeof AUTOMATIC_MESSAGE_KINDS)[number];
export type WrittenText = { subject: string; body: string };
export type Texts = Record<Language, WrittenText>;

const EVERY: readonly Placeholder[] = ["name", "event", "code", "link", "date", "town", "place", "map"];

/** Words that the text of an automatic mail may have in braces. */
export const placeholdersOf = (kind: AutomaticKind): readonly Placeholder[] =>
  kind === "payment" ? [...EVERY, "amount", "until"] : EVERY;

/** Whether a text has only words in braces that its mail knows. Mail programs show no link in a subject. */
export const isWritable = (kind: AutomaticKind, { subject, body }: WrittenText): boolean =>
  unknownWords(`${subject} ${body}`, placeholdersOf(kind)).length === 0 && !subject.includes("{link}");

/** Whether an automatic mail has a time of its own; a confirmation is sent at once. */
export const isTimed = (kind: AutomaticKind): kind is Exclude<AutomaticKind, "confirmation"> => kind !== "confirmation";

const isSame = (one: WrittenText, other: WrittenText) => one.subject === other.subject && one.body === other.body;

/** The texts that differ from the standard ones, which alone are stored. */
export const changedTexts = (texts: Texts, standard: Texts): Partial<Texts> =>
  Object.fromEntries(
    CONTENT_LANGUAGES.filter((language) => !isSame(texts[language], standard[language])).map((language) => [
      language,
      texts[language],
    ]),
  );

/** The texts of a form: those that were changed, and the standard ones in the other languages. */
export const shownTexts = (changed: Partial<Texts>, standard: Texts): Texts => ({ ...standard, ...changed });

/** Address of the page of automatic mails beside the one of messages, in the console and in the panel of the team. */
export const automaticAddress = (address: string): string =>
  address.includes("?") ? `${address}&ver=automaticas` : `${address}/automaticas`;

type PlaceFacts = { lat?: unknown; lng?: unknown; place?: unknown };

/** Address of a map for the facts of a mail: directions to the position of the event, or a search for its place. */
export const mapOfFacts = ({ lat, lng, place }: PlaceFacts): string =>
  typeof lat === "number" && typeof lng === "number"
    ? navigationLinks({ lat, lng }).google
    : mapSearch(typeof place === "string" ? place : "");
