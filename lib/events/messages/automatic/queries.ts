import "server-only";
import { formatMoney } from "../../../platform/format";
import { loadNamespace } from "../../../platform/i18n/messages";
import { LANGUAGE, type Language } from "../../../platform/i18n/routing";
import { readableFacts } from "../../../platform/mails/facts/rules";
import { editableText, PLACEHOLDERS, type Placeholder } from "../../../platform/mails/placeholders/rules";
import type { Mail } from "../../../platform/mails/schema";
import { pageUrl } from "../../../platform/site-url";
import { LOCALES } from "../../../platform/supabase/database-constants/platform";
import { orThrow } from "../../../platform/supabase/or-throw";
import { createSessionClient } from "../../../platform/supabase/session";
import { STATUS_PATH } from "../../registrations/rules";
import { mapOfFacts, type Texts } from "./rules";
import { automaticListSchema, type AutomaticMessage } from "./schema";

type Values = Partial<Record<Placeholder, string>>;
export type SampleValues = Record<Language, Values>;
export type ShownAutomaticMessage = AutomaticMessage & { standard: Texts };

type Locale = (typeof LOCALES)[number];

/** What each locale gives, by the short code of its language. */
async function byLanguage<Value>(make: (locale: Locale) => Value | Promise<Value>): Promise<Record<Language, Value>> {
  const pairs = await Promise.all(LOCALES.map(async (locale) => [LANGUAGE[locale], await make(locale)] as const));
  return Object.fromEntries(pairs) as Record<Language, Value>;
}

/** The standard text of a template in every language, with the words that organisers write. */
const standardTexts = (template: string): Promise<Texts> =>
  byLanguage(async (locale) => {
    const texts = (await loadNamespace(locale, "platform/mails")) as Record<string, { subject: string; text: string }>;
    const { subject = "", text = "" } = texts[template] ?? {};
    return { subject: editableText(subject), body: editableText(text) };
  });

/** The data of a real registration as its mail in a language shows them; the secret link is the status page. */
function valuesOf(sample: Mail["data"], locale: Locale): Values {
  const facts = readableFacts({ template: "registration_confirmed", data: sample, locale });
  const own = Object.keys(PLACEHOLDERS).flatMap((fact) =>
    typeof facts[fact] === "string" ? [[fact, facts[fact]] as const] : [],
  );
  return {
    ...Object.fromEntries(own),
    amount: formatMoney(Math.round(Number(sample.amount) * 100), locale),
    link: pageUrl(locale, STATUS_PATH),
    map: mapOfFacts(sample),
  };
}

/**
 * The automatic mails of an event with their standard texts, the models of certificates, and the data of a real
 * registration for previews.
 */
export async function listAutomaticMessages(event: string) {
  const client = await createSessionClient();
  const answer = orThrow(await client.rpc("automatic_messages", { event }), { "42501": "access.permission" });
  const { kinds, sample, certificate } = automaticListSchema.parse(answer);
  const messages: ShownAutomaticMessage[] = await Promise.all(
    kinds.map(async (one) => ({ ...one, standard: await standardTexts(one.template) })),
  );
  return { messages, certificate, values: sample && (await byLanguage((locale) => valuesOf(sample, locale))) };
}
