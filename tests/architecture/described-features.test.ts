import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { NAVIGATION, navPath } from "@/components/site/layout/navigation";
import { matchRoute } from "@/lib/platform/paths";
import { filesBelow } from "../support/source-files";
import { pagePatterns } from "../support/page-files";

type Words = Record<string, string>;
type Step = { title: Words; text: Words; href: string | null };
type Entry = { question: Words; answer: Words };

/** Words that describe a feature, with the page where it is. */
const FEATURES: Record<string, RegExp> = {
  "/planejador-rota": /planejador|\bplanner\b|planificador/i,
  "/diario-de-bordo": /diário de bordo|logbook|travel log|bitácora/i,
  "/checklist-viagem": /checklist/i,
  "/passaporte": /passaporte|passport|pasaporte/i,
  "/comboio/:code": /comboio|convoy|caravana/i,
  "/publicar-evento": /publicar evento|publish an event/i,
  "/eventos/:eventId/inscricao": /inscriç|inscripci|registration/i,
  "/eventos/checkin-externo": /check-in/i,
  "/eventos/inscricao/:registrationId/cracha": /crachá|badge|credencial/i,
  "/eventos/certificado/:code": /certificado|certificate/i,
  "/:uf/vouchers": /vouchers?/i,
  "/:uf/cadastro": /este lugar é meu|this place is mine|este lugar es mío/i,
  "/revista-digital": /revista|magazine/i,
  "/radio": /\brádio\b|\bradio\b/i,
  "/:uf/pontos-fotograficos": /pontos? fotográficos?|photo spots?|puntos? fotográficos?/i,
};

/** Texts that announce something for later. */
const ANNOUNCED =
  /em preparação|em breve|em construção|in preparation|coming soon|under construction|en preparación|próximamente|en construcción/i;
/** Texts about other things: stages of requests, due dates, states with few entries, and the pages of sellers that the specification announces. */
const OTHER_USES = [
  "panel/inbox status.in_progress",
  "panel/requests status.stages.in_progress",
  "garage/reminders status.soon",
  "partners/downloads card.endsSoon",
  "geo/states state.emptyTitle",
  "commerce/sellers construction.title",
  "commerce/sellers construction.reports",
  "commerce/sellers construction.profile",
  "commerce/sellers construction.settings",
  "commerce/sellers status.pending.lead",
];

const LANGUAGES = ["pt", "en", "es"];
const seed = (name: string) => JSON.parse(readFileSync(`supabase/seed/content-extra/${name}.json`, "utf8")) as unknown;
const pages = seed("pages") as {
  sobre: { sections: { body_md: Words }[] };
  "como-funciona": { audiences: { lead: Words; steps: Step[] }[]; faq: Entry[] };
};
const legal = seed("legal") as { key: string; body_md: Words }[];
const { audiences, faq } = pages["como-funciona"];
const steps = audiences.flatMap((audience) => audience.steps);
const newest = [...new Map(legal.map((document) => [document.key, document])).values()];
const built = pagePatterns();
const isBuilt = (path: string) => built.includes(matchRoute(path)?.route.pattern ?? path);

/** Every text of the pages about the portal and of the legal documents in one language. */
const partsIn = (language: string) => [
  ...steps.map(({ title, text }) => `${title[language]}: ${text[language]}`),
  ...audiences.map(({ lead }) => lead[language]!),
  ...faq.map(({ question, answer }) => `${question[language]} ${answer[language]}`),
  ...pages.sobre.sections.map(({ body_md }) => body_md[language]!),
  ...newest.map(({ body_md }) => body_md[language]!),
];

type Message = { key: string; text: string };
function messagesOf(name: string, value: unknown, key = ""): Message[] {
  if (typeof value === "string") return [{ key: `${name} ${key}`, text: value }];
  return Object.entries(value as object).flatMap(([part, inner]) =>
    messagesOf(name, inner, key ? `${key}.${part}` : part),
  );
}
const messages = filesBelow("messages")
  .filter((file) => file.endsWith(".json"))
  .flatMap((file) => messagesOf(/([\w-]+\/[\w-]+)\.json$/.exec(file)![1]!, JSON.parse(readFileSync(file, "utf8"))));

describe("described features", () => {
  it.each(Object.keys(FEATURES))("%s has a page", (pattern) => expect(built).toContain(pattern));

  it.each(Object.entries(FEATURES))("%s is described in every language or in none", (_path, words) => {
    const described = LANGUAGES.filter((language) => partsIn(language).some((part) => words.test(part)));
    expect([0, LANGUAGES.length]).toContain(described.length);
  });

  it("are never announced for later", () => {
    expect(LANGUAGES.flatMap(partsIn).filter((part) => ANNOUNCED.test(part))).toEqual([]);
    const announcing = messages.filter(({ text }) => ANNOUNCED.test(text)).map(({ key }) => key);
    expect([...new Set(announcing)].filter((key) => !OTHER_USES.includes(key))).toEqual([]);
  });

  it("have links that lead to pages", () => {
    const inTexts = LANGUAGES.flatMap(partsIn).flatMap((part) =>
      [...part.matchAll(/\]\((\/[^)#?]*)/g)].map(([, path]) => path!),
    );
    const paths = [
      ...steps.flatMap(({ href }) => href ?? []),
      ...inTexts,
      ...NAVIGATION.map((item) => navPath(item, "sc")),
    ];
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.filter((path) => !isBuilt(path))).toEqual([]);
  });
});
