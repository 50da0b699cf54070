import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { listCities } from "@/lib/geo/municipalities/rules";
import { parseContent, readContentFiles } from "@/supabase/seed/content-files";
import { rowsOfContent } from "@/supabase/seed/content-rows";
import { readExtra } from "@/supabase/seed/extra-files";
import { businessesSchema } from "@/supabase/seed/extra-schema";
import { CONTENT } from "../guide/seed-content";

const cityByCode = new Map(listCities().map((city) => [city.ibge_code, city]));

describe("an invalid content file stops the seed with its name and the position", () => {
  const source = (change: object) => JSON.stringify({ ...CONTENT, ...change });

  it.each([
    ["invalid JSON", "{", /content\/ac\.json não é JSON/],
    [
      "a missing translation",
      source({ state: { ...CONTENT.state, intro: { pt: "x", en: "x" } } }),
      /ac\.json.*\n.*state\.intro\.es/,
    ],
    ["an unknown field", source({ extra: 1 }), /ac\.json.*\n.*extra/],
    [
      "a town without code",
      source({ routes: [{ ...CONTENT.routes[0], waypoints: Array(3).fill({ name: "X", kind: "town" }) }] }),
      /routes\.0\.waypoints\.0\.ibge/,
    ],
    ["two equal slugs", source({ routes: [CONTENT.routes[0], CONTENT.routes[0]] }), /routes: duas rotas/],
    ["another state's abbreviation", source({ state: { ...CONTENT.state, abbr: "AL" } }), /state\.abbr/],
  ])("%s", (_, text, message) => {
    expect(() => parseContent("ac.json", text)).toThrow(message);
  });

  it("a municipality that does not exist", () => {
    const [route] = CONTENT.routes;
    const unknown = {
      ...CONTENT,
      routes: [
        {
          ...(route as (typeof CONTENT.routes)[number]),
          waypoints: [{ name: "X", kind: "town" as const, ibge: 9999998 }],
        },
      ],
    };
    expect(() => rowsOfContent(unknown, cityByCode)).toThrow(/rota-um, parada 1.*9999998/);
  });

  it("missing files are accepted", () => {
    const dir = mkdtempSync(path.join(tmpdir(), "portal-content-"));
    writeFileSync(path.join(dir, "ac.json"), JSON.stringify(CONTENT));
    writeFileSync(path.join(dir, "notes.txt"), "");
    expect(readContentFiles(dir).map((content) => content.state.abbr)).toEqual(["AC"]);
    rmSync(dir, { recursive: true });
  });
});

describe("businesses", () => {
  const business = {
    uf: "AC",
    slug: "oficina",
    name: "Oficina",
    category: "workshop",
    city_ibge: 1200401,
    address: null,
    phone: null,
    website: null,
    attributes: {},
    description: { pt: "Um", en: "One", es: "Uno" },
    sources: ["https://example.com/oficina"],
    source_date: "2025-08",
    confidence: "high",
  };
  const problems = (change: object) =>
    businessesSchema.safeParse([{ ...business, ...change }]).error?.issues.map(({ path: [, field] }) => field) ?? [];

  it.each([
    ["a source of 2022 or later", {}, []],
    ["an older source is a draft", { source_date: "2021-12-31", confidence: "low" }, []],
    ["an older source is not published", { source_date: "2021-12-31" }, ["source_date"]],
    ["a source without a date is not published", { source_date: null }, ["source_date"]],
    ["a source needs an address", { sources: ["conhecimento geral"] }, ["sources"]],
    ["a phone number needs a dated source", { phone: "0800 000 000", source_date: null, confidence: "low" }, ["phone"]],
    ["coordinates are not accepted", { lat: -9.97 }, [undefined]],
  ])("%s", (_, change, fields) => {
    expect(problems(change)).toEqual(fields);
  });

  it("are in towns of their state and have one slug each", () => {
    const businesses = readExtra("businesses", businessesSchema) ?? [];
    const elsewhere = businesses.filter(({ city_ibge, uf }) => cityByCode.get(city_ibge)?.state_abbr !== uf);
    expect(elsewhere).toEqual([]);
    expect(new Set(businesses.map(({ uf, slug }) => `${uf}/${slug}`)).size).toBe(businesses.length);
    expect(businesses.length).toBeGreaterThan(0);
  });

  it("include published lodging, food, workshops, tow services and fuel", () => {
    const businesses = readExtra("businesses", businessesSchema) ?? [];
    const published = new Set(businesses.filter(({ confidence }) => confidence !== "low").map((row) => row.category));
    expect([...published].toSorted()).toEqual(expect.arrayContaining(["food", "fuel", "lodging", "tow", "workshop"]));
  });
});
