import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { listCities } from "@/lib/geo/municipalities/rules";

type Words = Record<"pt" | "en" | "es", string>;
type Content = {
  state: { abbr: string };
  routes: { slug: string; roads: string[]; warnings: Words[]; sources: string[] }[];
};
type Extra = { routes: Record<string, { body: string; steepest: string | null }>; cities: Record<string, string> };

const SEED = "supabase/seed";
const filesOf = (folder: string) =>
  readdirSync(`${SEED}/${folder}`).map((name) => [name, readFileSync(`${SEED}/${folder}/${name}`, "utf8")] as const);
const states = filesOf("content").map(([, text]) => JSON.parse(text) as Content);
const extras = filesOf("content-extra")
  .filter(([name]) => /^[a-z]{2}\.json$/.test(name))
  .map(([name, text]) => [name, JSON.parse(text) as Extra] as const);
const towns = extras.flatMap(([name, { cities }]) =>
  Object.entries(cities).map(([code, text]) => ({ code, text, name })),
);
const routeOf = (path: string) => {
  const [abbr, slug] = path.split("/");
  return states.find(({ state }) => state.abbr === abbr)?.routes.find((route) => route.slug === slug);
};

/** Pairs of words, the unit in which two texts are compared. */
function pairsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return new Set(words.slice(1).map((word, index) => `${words[index]} ${word}`));
}

function similarity(a: Set<string>, b: Set<string>): number {
  const shared = [...a].filter((pair) => b.has(pair)).length;
  return shared / (a.size + b.size - shared);
}

describe("texts of the seed", () => {
  it("name the place of the steepest stretch without repeating the label", () => {
    const repeating = extras.flatMap(([name, { routes }]) =>
      Object.entries(routes).flatMap(([slug, { steepest }]) =>
        /^(os?|as?)\s+trechos?\s+mais\s+íngremes?/i.test(steepest ?? "") ? [`${name} ${slug}`] : [],
      ),
    );
    expect(repeating).toEqual([]);
  });

  it("describe each town once", () => {
    const codes = towns.map(({ code }) => code);
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  });

  it("describe no two towns alike", () => {
    const pairs = towns.map(({ text }) => pairsOf(text));
    const alike = towns.flatMap((town, index) =>
      pairs
        .slice(index + 1)
        .flatMap((other, offset) =>
          similarity(pairs[index]!, other) > 0.12 ? [`${town.code} ${towns[index + 1 + offset]!.code}`] : [],
        ),
    );
    expect(alike).toEqual([]);
  });

  it("contain no example contact", () => {
    const texts = [
      ...filesOf("content"),
      ...filesOf("content-extra"),
      ["settings.ts", readFileSync(`${SEED}/settings.ts`, "utf8")] as const,
    ];
    const example = /example\.org|\(00\) ?0000|00\.000\.000|Empresa de Demonstração/;
    expect(texts.filter(([, text]) => example.test(text)).map(([name]) => name)).toEqual([]);
  });

  it("use the IBGE spelling of Lauro Müller", () => {
    expect(listCities().find(({ ibge_code }) => ibge_code === 4209607)).toMatchObject({
      name: "Lauro Müller",
      slug: "lauro-muller",
    });
  });
});

describe("routes with tolls", () => {
  const FREE_FLOW = [
    "PR/rota-do-cafe-norte",
    "RJ/costa-verde",
    "RO/cone-sul",
    "RO/jaru-a-cacoal",
    "RO/terra-do-cafe",
    "RS/vale-dos-vinhedos",
    "SP/rio-santos-litoral-norte",
    "SP/roteiro-do-vinho-sao-roque",
  ];

  it.each(FREE_FLOW)("%s names the free flow and the 30 days in three languages", (path) => {
    const warnings = routeOf(path)?.warnings ?? [];
    for (const language of ["pt", "en", "es"] as const)
      expect(warnings.some((text) => /free flow.*30 d/is.test(text[language]))).toBe(true);
  });

  it.each([
    ["GO/serra-dos-pireneus", "BR-414"],
    ["MT/aguas-de-nobres", "BR-163"],
    ["PR/canion-guartela", "PR-151"],
    ["PR/costa-oeste-itaipu", "BR-277"],
    ["PR/estrada-da-graciosa", "BR-277"],
    ["PR/puruna-witmarsum", "BR-277"],
    ["PR/rota-dos-tropeiros-lapa", "BR-476"],
    ["RJ/uniao-e-industria", "BR-040"],
    ["RS/rota-romantica", "RS-235"],
    ["SC/brusque-nova-trento", "BR-101"],
    ["SC/farol-de-santa-marta", "BR-101"],
    ["SC/sao-francisco-do-sul", "BR-101"],
  ])("%s names the toll on the %s in three languages", (path, road) => {
    const warnings = routeOf(path)?.warnings ?? [];
    const named = (language: keyof Words, toll: RegExp) =>
      warnings.some((text) => toll.test(text[language]) && text[language].includes(road));
    expect([named("pt", /pedágio/i), named("en", /toll/i), named("es", /peaje/i)]).toEqual([true, true, true]);
  });

  it("ES/rodovia-do-sol has no toll since 2023", () => {
    expect(JSON.stringify(routeOf("ES/rodovia-do-sol")?.warnings)).not.toMatch(/pedágio|toll|peaje/i);
  });
});

describe("roads of routes", () => {
  it.each([
    ["RO/terra-do-cafe", ["BR-364", "RO-383", "RO-010"]],
    ["TO/serras-gerais", ["TO-280", "TO-040", "TO-110"]],
    ["TO/natividade", ["BR-010", "TO-050"]],
    ["PA/rota-belem-braganca", ["BR-316", "PA-320", "PA-242", "BR-308"]],
    ["PI/litoral-do-piaui", ["PI-116", "BR-343", "BR-402", "PI-301", "PI-302"]],
    ["RN/serido", ["BR-226", "BR-427"]],
    ["RS/campos-de-cima-canions", ["RS-020", "RS-427"]],
  ])("%s follows %j", (path, roads) => {
    expect(routeOf(path)?.roads).toEqual(roads);
  });
});
