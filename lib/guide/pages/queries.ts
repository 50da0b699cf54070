import "server-only";
import { cache } from "react";
import { DEFAULT_LOCALE, type Locale } from "../../platform/i18n/routing";
import { createPublicClient } from "../../platform/supabase/public";
import { aboutSchema, howItWorksSchema } from "./schema";
import { countOrThrow, orThrow } from "../../platform/supabase/or-throw";
import { COUNTED_KINDS } from "./rules";

/** The body of a page in the requested language, else in Portuguese; null when there is none. */
const getBody = cache(async (key: string, locale: Locale) => {
  const data = orThrow(
    await createPublicClient(["website_contents"])
      .from("website_contents")
      .select("locale, body")
      .eq("key", key)
      .in("locale", [locale, DEFAULT_LOCALE]),
  );
  const row = data.find((one) => one.locale === locale) ?? data[0];
  return row ? { body: row.body, fallback: row.locale !== locale } : null;
});

/** Content of `/sobre`; null when there is none. */
export async function getAboutText(locale: Locale) {
  const row = await getBody("sobre", locale);
  return row && { ...aboutSchema.parse(row.body), fallback: row.fallback };
}

/** Content of `/como-funciona`; null when there is none. */
export async function getHowItWorksText(locale: Locale) {
  const row = await getBody("como-funciona", locale);
  return row && { ...howItWorksSchema.parse(row.body), fallback: row.fallback };
}

/** FAQ entries in display order, of one audience or of all. */
export const listFaqs = cache(async (audience?: string) => {
  const query = createPublicClient(["faqs"])
    .from("faqs")
    .select("key, audience, question, answer, translations")
    .order("position")
    .order("key");
  return orThrow(await (audience ? query.eq("audience", audience) : query).limit(200));
});

export const listGlossary = cache(async () => {
  return orThrow(
    await createPublicClient(["glossary_terms"])
      .from("glossary_terms")
      .select("key, term, definition, translations")
      .order("term")
      .limit(500),
  );
});

/** Number of published rows of each kind, in one state or in all. */
export const countPublished = cache(async (abbr?: string) => {
  const counts = await Promise.all(
    COUNTED_KINDS.map(async (table) => {
      const query = createPublicClient([table]).from(table).select("id", { count: "exact", head: true });
      const count = countOrThrow(await (abbr ? query.eq("state_abbr", abbr) : query));
      return [table, count ?? 0] as const;
    }),
  );
  return Object.fromEntries(counts) as Record<(typeof COUNTED_KINDS)[number], number>;
});

export type Faq = Awaited<ReturnType<typeof listFaqs>>[number];
export type PublishedCounts = Awaited<ReturnType<typeof countPublished>>;
