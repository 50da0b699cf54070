import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { listCities } from "@/lib/municipalities/rules";
import { parseContent, readContentFiles } from "@/supabase/seed/content-files";
import { rowsOfContent } from "@/supabase/seed/content-rows";
import { CONTENT } from "./seed-content";

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
