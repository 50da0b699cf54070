import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import { NAMESPACES } from "@/lib/platform/i18n/messages";
import type { Locale } from "@/lib/platform/i18n/routing";
import { LOCALES } from "@/lib/platform/supabase/database-constants/platform";
import { messageFiles, messagesOf, messageTree, placeholdersOf } from "../support/messages";

const portuguese = messagesOf("pt-BR");

/** English on purpose: the specification quotes this sentence in English. */
const ENGLISH_IN_PORTUGUESE = [
  "platform/errors.login.missing.description",
  "platform/errors.signup.missing.description",
];
const ENGLISH_WORDS =
  /\b(?:the|and|you|your|with|this|that|please|must|from|have|was|were|are|not|password|account|try again)\b/gi;

/** Texts that are correctly the same in two languages. */
const SAME_IN_TWO_LANGUAGES = [
  ...ENGLISH_IN_PORTUGUESE,
  "accounts/accounts.code.label",
  "accounts/accounts.panel.preferences.light",
  "guide/regions.card.stops",
  "guide/regions.filters.distance.100-200",
  "guide/regions.filters.distance.200-400",
  "guide/regions.filters.hours.2-4",
  "guide/regions.filters.hours.4-8",
  "events/events.page.metaTitle",
  "events/events.page.standSize",
  "guide/regions.route.metaTitleShort",
  "guide/regions.route.atKm",
  "places.detail.metaTitle",
  "events/events.page.metaTitle",
  "events/events.page.standSize",
];
const WORDS_OF_A_SENTENCE = 4;

describe.each(LOCALES)("messages in %s", (locale) => {
  const messages = messagesOf(locale);

  it("have one file per namespace", () => {
    expect(messageFiles(locale)).toEqual([...NAMESPACES].sort());
  });

  it("have exactly the keys of the Portuguese messages", () => {
    expect([...messages.keys()].filter((key) => !portuguese.has(key))).toEqual([]);
    expect([...portuguese.keys()].filter((key) => !messages.has(key))).toEqual([]);
  });

  it("are never empty and have no extra whitespace", () => {
    expect(
      [...messages].filter(([, text]) => typeof text !== "string" || text.trim() === "" || text !== text.trim()),
    ).toEqual([]);
  });

  it("have the same parameters as the Portuguese messages", () => {
    const different = [...messages].filter(
      ([key, text]) => placeholdersOf(text).join() !== placeholdersOf(portuguese.get(key) ?? "").join(),
    );
    expect(different).toEqual([]);
  });

  it("can all be formatted", () => {
    const failures: string[] = [];
    const onError = (error: Error) => failures.push(error.message);
    const { markup } = createTranslator({ locale, messages: messageTree(locale), onError }) as unknown as {
      markup: (this: void, key: string, values: object) => string;
    };
    for (const [key, text] of messages) {
      const values = placeholdersOf(text).map((name) =>
        name.startsWith("<") ? [name.slice(1, -1), (chunks: string) => chunks] : [/\w+/.exec(name)?.[0], 2],
      );
      markup(key, Object.fromEntries(values));
    }
    expect(failures).toEqual([]);
  });
});

describe("Portuguese messages", () => {
  it("contain no English sentence", () => {
    const english = [...portuguese].filter(
      ([key, text]) => (text.match(ENGLISH_WORDS)?.length ?? 0) > 1 && !ENGLISH_IN_PORTUGUESE.includes(key),
    );
    expect(english).toEqual([]);
  });
});

describe("translations", () => {
  it.each([
    ["en-US", "pt-BR"],
    ["es-419", "pt-BR"],
    ["es-419", "en-US"],
  ] satisfies [Locale, Locale][])("in %s have no text equal to the one in %s", (locale, other) => {
    const originals = messagesOf(other);
    const repeated = [...messagesOf(locale)].filter(
      ([key, text]) =>
        text === originals.get(key) &&
        text.split(/\s+/).length >= WORDS_OF_A_SENTENCE &&
        !SAME_IN_TWO_LANGUAGES.includes(key),
    );
    expect(repeated).toEqual([]);
  });
});
