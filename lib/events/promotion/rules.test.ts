import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import en from "@/messages/en-US/events/promotion.json";
import es from "@/messages/es-419/events/promotion.json";
import pt from "@/messages/pt-BR/events/promotion.json";
import { dueState, fittingText, LENGTH_OF, shortened, sumConversion, type AdFacts } from "./rules";
import { synergyQuery } from "./schema";
import {
  PROMOTION_AUDIENCES,
  PROMOTION_CHANNELS,
  PROMOTION_TONES,
} from "../../platform/supabase/database-constants/events";

const MESSAGES = { "pt-BR": pt, "en-US": en, "es-419": es };

const facts: AdFacts = {
  title: "Encontro de Opalas",
  dates: "20 de março de 2027",
  place: "Parque Central, Blumenau (SC)",
  town: "Blumenau (SC)",
  link: "https://lacambeche.com.br/eventos/lacambeche/encontro-de-opalas",
  organizer: "Clube do Opala",
};
const longest: AdFacts = {
  title: `Encontro ${"de carros antigos ".repeat(10)}`.slice(0, 140).trim(),
  dates: "30 de setembro a 15 de outubro de 2027",
  place: `${"Parque ".repeat(22)}, ${"Vila ".repeat(22)}(SC)`,
  town: `${"Vila ".repeat(22)}(SC)`,
  link: `https://lacambeche.com.br/espanol/eventos/lacambeche/${"a".repeat(120)}`,
  organizer: "Clube ".repeat(25).trim(),
};

/** Every text of a language: one for each audience, tone and channel. */
function textsOf(locale: keyof typeof MESSAGES, given: AdFacts) {
  const t = createTranslator({ locale, messages: MESSAGES[locale].template });
  return PROMOTION_AUDIENCES.flatMap((audience) =>
    PROMOTION_TONES.flatMap((tone) =>
      PROMOTION_CHANNELS.map((channel) => {
        const parts = { ...given, opening: t(`opening.${audience}.${tone}`), call: t(`call.${audience}`) };
        return { audience, tone, channel, text: fittingText(channel, parts, (one) => t(`body.${channel}`, one)) };
      }),
    ),
  );
}

describe.each(["pt-BR", "en-US", "es-419"] as const)("texts in %s", (locale) => {
  it("stay within the length of their channel, also for the longest event", () => {
    for (const { channel, text } of [...textsOf(locale, facts), ...textsOf(locale, longest)])
      expect(text.length, `${channel}: ${text}`).toBeLessThanOrEqual(LENGTH_OF[channel]);
  });

  it("name the event and its date", () => {
    for (const { text } of textsOf(locale, facts)) {
      expect(text).toContain(facts.title);
      expect(text).toContain(facts.dates);
    }
  });

  it("lead to the page of the event, except on the radio", () => {
    for (const { channel, text } of textsOf(locale, facts)) expect(text.includes(facts.link)).toBe(channel !== "radio");
  });

  it("differ between audiences and tones, except in an SMS", () => {
    const texts = textsOf(locale, facts).filter(({ channel }) => channel !== "sms");
    expect(new Set(texts.map(({ channel, text }) => channel + text)).size).toBe(texts.length);
  });

  it("have no empty lines in a row and no placeholder left", () => {
    for (const { text } of [...textsOf(locale, facts), ...textsOf(locale, longest)])
      expect(text).not.toMatch(/\n{3}|[{}]/);
  });
});

describe("shortened", () => {
  it.each([
    ["abc", 3, "abc"],
    ["abcd", 3, "ab…"],
    ["ab cdef", 4, "ab…"],
  ])("%s to %i characters", (text, max, result) => {
    expect(shortened(text, max)).toBe(result);
  });
});

describe("synergyQuery", () => {
  it.each([
    [{}, { km: 100, dias: 3, uf: "", par: null }],
    [
      { km: "50", dias: "7", uf: "sc" },
      { km: 50, dias: 7, uf: "SC", par: null },
    ],
    [
      { km: "0", dias: "31", uf: "XX" },
      { km: 100, dias: 3, uf: "", par: null },
    ],
    [
      { km: ["50", "60"], dias: "1.5", uf: ["SC"] },
      { km: 100, dias: 3, uf: "", par: null },
    ],
    [
      { km: "1e9", dias: "x" },
      { km: 100, dias: 3, uf: "", par: null },
    ],
  ])("%j", (given, query) => {
    expect(synergyQuery.parse(given)).toEqual(query);
  });
});

describe("synergyQuery of a pair", () => {
  const [one, other] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];

  it.each([
    [`${one}.${other}`, [one, other]],
    [`${one}.${one}`, null],
    [`${one}.x`, null],
    [one, null],
  ])("%s", (par, found) => {
    expect(synergyQuery.parse({ par }).par).toEqual(found);
  });
});

describe("sumConversion", () => {
  const rows = [
    { source: "Feira", stage: "won", leads: 1, invited: 1, published: 1 },
    { source: "", stage: "new", leads: 2, invited: 0, published: 0 },
    { source: "Feira", stage: "new", leads: 3, invited: 1, published: 0 },
  ];

  it("adds up stages in their order and sources by size", () => {
    expect(sumConversion(rows, "stage").map(({ key, leads }) => [key, leads])).toEqual([
      ["new", 5],
      ["won", 1],
    ]);
    expect(sumConversion(rows, "source")[0]).toEqual({ key: "Feira", leads: 4, invited: 2, published: 1 });
  });
});

describe("dueState", () => {
  it.each([
    [null, "none"],
    ["2026-11-23", "late"],
    ["2026-11-24", "today"],
    ["2026-11-25", "later"],
  ] as const)("%s is %s", (day, state) => {
    expect(dueState(day, "2026-11-24")).toBe(state);
  });
});
