import { translationsOf } from "./content-rows";
import { readExtra } from "./extra-files";
import { pagesSchema } from "./extra-schema";
import type { Step } from "./step";
import { tableStep } from "./table-step";

const LANGUAGES = { pt: "pt-BR", en: "en-US", es: "es-419" } as const;
type Language = keyof typeof LANGUAGES;

/** Steps for institutional pages, FAQs and the glossary; empty when their file does not exist. */
export function websiteSteps(): Step[] {
  const pages = readExtra("pages", pagesSchema);
  if (!pages) return [];
  const { faq, glossary, ...howItWorks } = pages["como-funciona"];
  const contents = Object.entries({ sobre: pages.sobre, "como-funciona": howItWorks }).flatMap(([key, body]) =>
    (Object.keys(LANGUAGES) as Language[]).map((language) => ({
      key,
      locale: LANGUAGES[language],
      body: inLanguage(body, language),
    })),
  );
  return [
    tableStep("website_contents", "páginas", contents),
    tableStep(
      "faqs",
      "perguntas",
      faq.map(({ id, audience, question, answer }, index) => ({
        key: id,
        audience,
        position: index + 1,
        question: question.pt,
        answer: answer.pt,
        translations: translationsOf({ question, answer }),
      })),
    ),
    tableStep(
      "glossary_terms",
      "glossário",
      glossary.map(({ id, term, definition }) => ({
        key: id,
        term: term.pt,
        definition: definition.pt,
        translations: translationsOf({ term, definition }),
      })),
    ),
  ];
}

/** The same value with every `{pt, en, es}` replaced by its text in one language. */
function inLanguage(value: unknown, language: Language): unknown {
  if (Array.isArray(value)) return value.map((item) => inLanguage(item, language));
  if (typeof value !== "object" || value === null) return value;
  if ("pt" in value && "en" in value && "es" in value) return (value as Record<Language, unknown>)[language];
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inLanguage(item, language)]));
}
