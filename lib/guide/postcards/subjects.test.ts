import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { composePostcard, postcardOf, variationOf } from "./rules";
import { subjectsOf, type Described } from "./subjects";

type Route = {
  slug: string;
  name: { pt: string };
  biome: string;
  themes: string[];
  featured_order: number | null;
  waypoints: { name: string; kind: string; ibge?: number }[];
};
type Point = { slug: string; name: string; biome: string; uf: string; city_ibge: number };

const CONTENT = "supabase/seed/content";
const json = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));
const states = readdirSync(CONTENT).map(
  (file) => json(`${CONTENT}/${file}`) as { state: { abbr: string }; routes: Route[] },
);
const points = json("supabase/seed/content-extra/photo-points.json") as Point[];

const describeRoute = (route: Route, state_abbr: string): Described => ({
  slug: route.slug,
  name: route.name.pt,
  biome: route.biome,
  themes: route.themes,
  state_abbr,
  spots: route.waypoints.filter(({ kind }) => kind !== "town").map(({ name }) => name),
});
const routes = states.flatMap((file) => file.routes.map((route) => describeRoute(route, file.state.abbr)));
const spots = points.map(({ uf, ...point }): Described => ({ ...point, state_abbr: uf }));

describe("subjectsOf", () => {
  it.each([
    ["Farol de Santa Marta", "litoral", ["farol"]],
    ["Ponte Hercílio Luz", "litoral", ["metalica"]],
    ["Ponte JK", "cidade-historica", ["arcos"]],
    ["Cascata do Caracol", "mata-atlantica", ["cachoeira"]],
    ["Forte dos Reis Magos", "litoral", ["forte"]],
    ["Igreja da Pampulha", "cidade-historica", ["abobadas"]],
    ["Usina de Xingó", "caatinga", ["barragem"]],
    ["Estação da Luz", "cidade-historica", ["trem"]],
    ["Serra do Rio do Rastro", "mata-atlantica", ["curvas"]],
  ])("reads the subject from the name: %s", (name, biome, subjects) => {
    expect(subjectsOf({ name, slug: "x", biome })).toEqual(subjects);
  });

  it.each([
    "Praia do Forte",
    "Morro da Igreja",
    "Túnel verde da Avenida Parque",
    "Conjunto histórico de Cachoeira",
    "Ponte Alta do Tocantins",
    "Praia do Farol",
    "Casas de pedra",
  ])("draws nothing else that only shares a word: %s", (name) => {
    const wrong = ["forte", "igreja", "tunel", "cachoeira", "ponte", "farol", "gruta"];
    expect(subjectsOf({ name, slug: "x", biome: "cerrado" }).filter((motif) => wrong.includes(motif))).toEqual([]);
  });

  it("puts subjects of the own name before those of stops", () => {
    const place = { name: "Rota do Café do Sul", slug: "rota-do-cafe", biome: "serra", spots: ["Farol da Barra"] };
    expect(subjectsOf(place)).toEqual(["cafezal", "farol"]);
  });

  it("adds araucarias only to mountains where they grow", () => {
    const serra = (state_abbr: string, name = "Serra") => subjectsOf({ name, slug: "x", biome: "serra", state_abbr });
    expect(serra("SC")).toEqual(["araucarias"]);
    expect(serra("SP", "Campos do Jordão")).toEqual(["araucarias"]);
    expect(serra("CE")).toEqual([]);
    expect(subjectsOf({ slug: "x", biome: "litoral", state_abbr: "SC" })).toEqual([]);
  });

  it("draws modern buildings and no colonial ones in Brasília", () => {
    const capital = routes.filter(({ state_abbr }) => state_abbr === "DF");
    expect(capital.length).toBeGreaterThan(3);
    const city: Described = { slug: "cidade-brasilia", biome: "cidade-historica", state_abbr: "DF" };
    const town = capital.filter(({ biome }) => biome === "cidade-historica");
    expect([...town, city].filter((place) => !subjectsOf(place).includes("moderno"))).toEqual([]);
    const colonial = ["igreja", "catedral", "casario", "palacio"];
    expect(capital.filter((place) => subjectsOf(place).some((motif) => colonial.includes(motif)))).toEqual([]);
  });
});

describe("postcards of the seed", () => {
  const bridges = ["ponte", "metalica", "estaiada", "arcos", "viaduto"];

  it("show a bridge only where a name has one", () => {
    const drawn = [...routes, ...spots].filter((place) => subjectsOf(place).some((motif) => bridges.includes(motif)));
    expect(drawn.length).toBeGreaterThan(20);
    const named = ({ name, spots: stops = [] }: Described) =>
      /ponte|viaduto|passarela/i.test([name, ...stops].join(" "));
    expect(drawn.filter((place) => !named(place))).toEqual([]);
  });

  it("have a subject on four of five routes", () => {
    const plain = routes.filter((place) => subjectsOf(place).length === 0);
    expect(plain.length).toBeLessThan(routes.length / 5);
  });

  it("are all under 6 KB: routes, photo spots and cities", () => {
    const codes = new Set(
      states.flatMap((file) => file.routes.flatMap((route) => route.waypoints.map(({ ibge }) => ibge))),
    );
    const cities = [...codes].map((code) => ({
      slug: `cidade-${code}`,
      biome: "cidade-historica",
      spots: points.filter(({ city_ibge }) => city_ibge === code).map(({ name }) => name),
    }));
    expect(cities.length).toBeGreaterThan(300);
    const large = [...routes, ...spots, ...cities].filter((place) => composePostcard(postcardOf(place)).length >= 6144);
    expect(large).toEqual([]);
  });

  it("never have the same composition, light and car as the next route of the state's lists", () => {
    const look = ({ slug }: Route) => {
      const { view, isMirrored, light, car } = variationOf(slug);
      return JSON.stringify([view, isMirrored, light, car.model]);
    };
    const byName = (a: Route, b: Route) => a.name.pt.localeCompare(b.name.pt, "pt");
    const byOrder = (a: Route, b: Route) => (a.featured_order ?? 99) - (b.featured_order ?? 99) || byName(a, b);
    const same = states.flatMap((file) =>
      [byName, byOrder].flatMap((order) => {
        const list = file.routes.toSorted(order);
        return list.slice(1).filter((route, index) => look(route) === look(list[index]!));
      }),
    );
    expect(same.map(({ slug }) => slug)).toEqual([]);
  });
});
