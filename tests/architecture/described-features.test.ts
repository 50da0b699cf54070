import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { matchRoute } from "@/lib/platform/paths";
import { PENDING_ROUTES } from "./pending-routes";

type Words = Record<string, string>;
type Step = { title: Words; text: Words; href: string | null };
type Entry = { question: Words; answer: Words };

/** Words that describe the features of each unfinished route. */
const FEATURES: Record<string, RegExp> = {
  "/planejador-rota": /planejador|planner|planificador/i,
  "/diario-de-bordo": /diário de bordo|logbook|travel log|bitácora/i,
  "/publicar-evento": /\beventos?\b|\bevents?\b/i,
  "/eventos/:eventId/inscricao": /inscriç|inscripci|registration|check-in|crachá|badge|credencial/i,
  "/:uf/vouchers": /vouchers?|cup[óo]n|cupones/i,
};
const PREPARED = /em preparação|in preparation|en preparación/i;
const LANGUAGES = ["pt", "en", "es"];

const seed = (name: string) => JSON.parse(readFileSync(`supabase/seed/content-extra/${name}.json`, "utf8")) as unknown;
const pages = seed("pages") as {
  sobre: { sections: { body_md: Words }[] };
  "como-funciona": { audiences: { lead: Words; steps: Step[] }[]; faq: Entry[] };
};
const legal = seed("legal") as { key: string; body_md: Words }[];
const { audiences, faq } = pages["como-funciona"];
const steps = audiences.flatMap((audience) => audience.steps);
const terms = legal.filter(({ key }) => key === "termos-de-uso").at(-1)!;

/** Parts of a text in one language; each must mention by itself that a feature is in preparation. */
const partsIn = (language: string) => [
  ...steps.map(({ title, text }) => `${title[language]}: ${text[language]}`),
  ...audiences.map(({ lead }) => lead[language]!),
  ...faq.map(({ question, answer }) => `${question[language]} ${answer[language]}`),
  ...pages.sobre.sections.map(({ body_md }) => body_md[language]!),
  ...terms.body_md[language]!.split(/^(?=## )/m),
];

describe("described features", () => {
  it.each(Object.keys(FEATURES))("%s is a route of the specification", (path) =>
    expect(matchRoute(path.replace(":uf", "sc"))).not.toBeNull(),
  );

  const pending = Object.entries(FEATURES).filter(([path]) => PENDING_ROUTES.includes(path));
  it.each(LANGUAGES.flatMap((language) => pending.map(([path, words]) => [language, path, words] as const)))(
    "in %s: every text about %s mentions that it is in preparation",
    (language, _path, words) => {
      expect(partsIn(language).filter((part) => words.test(part) && !PREPARED.test(part))).toEqual([]);
    },
  );

  it("have no links to unfinished pages", () => {
    const leading = steps.filter(({ href }) => href && PENDING_ROUTES.includes(matchRoute(href)?.route.pattern ?? ""));
    expect(leading).toEqual([]);
  });
});
