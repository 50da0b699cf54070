import path from "node:path";
import { describe, expect, it } from "vitest";
import { filesBelow, isCode, isTest, PRODUCT, readSource, topLevelEntries } from "../support/source-files";

const TOP_LEVEL = `app components docs lib messages public scripts supabase tests web
  package.json package-lock.json tsconfig.json middleware.ts next.config.ts README.md CONTRIBUTING.md NOTICE knip.jsonc
  .ci .env.example .github .gitignore .npmrc .oxfmtrc.json .oxlintrc.json postcss.config.mjs
  playwright.config.ts vitest.config.mts vitest.database.config.mts`.split(/\s+/);

/** Component folders and message files that serve all domains. */
const SHARED_COMPONENTS = ["form", "layout", "map", "ui"];
const SHARED_MESSAGES = ["errors", "layout", "map", "records", "system"];

/** Parts of a domain with six files of their own. */
const SUBDOMAINS: Record<string, readonly string[]> = {
  accounts: ["access", "factors", "profile", "users"],
  convoys: ["guests"],
  "event-promotion": ["kit", "links", "pair"],
  "event-publishing": ["editions", "links"],
  inbox: ["facts"],
  mails: ["facts", "names"],
  pace: ["drive", "examples", "ground", "legs", "profile", "seats", "stretches", "winding"],
  payments: ["panel"],
  registrations: ["questions"],
  requests: ["trip-panels"],
  "saved-trips": ["roadbook", "shares"],
  "trip-facts": ["corridor"],
  "trip-conditions": ["elevation", "factors", "matching", "range", "stretches"],
  "vehicle-history": ["dossier"],
  "travel-files": ["files", "fit", "gpx", "kml", "points", "tcx", "xml", "zip"],
  trips: ["files"],
  "vehicle-csv": ["drivvo", "entries", "files", "fuelio", "fuelly", "lubelogger", "own", "spritmonitor", "words"],
  "vehicle-sharing": ["sale", "handover"],
  "vehicle-statistics": ["tank"],
  vehicles: ["documents", "models", "parts"],
  "vehicle-checklists": ["device"],
  "voucher-downloads": ["trips"],
};

/** The standard files of a domain; additional files of a domain are listed here. */
const DOMAIN_FILES = /^(?:schema|queries|mutations|actions|rules|service)\.ts$/;
const EXTRA_DOMAIN_FILES: Record<string, readonly string[]> = {
  geo: ["extract-dates.json", "lines.ts", "shapes.json"],
  inbox: ["row-facts.ts"],
  municipalities: ["seats.json"],
  postcards: [
    "biomes.ts",
    "coast-and-plains.ts",
    "motifs-buildings.ts",
    "motifs-land.ts",
    "motifs-roads.ts",
    "motifs-water.ts",
    "motifs.ts",
    "mountains-and-forests.ts",
    "plants.ts",
    "roads.ts",
    "scenery.ts",
    "sky.ts",
    "subjects.ts",
    "vehicles.ts",
  ],
  regions: ["altitudes.json", "driver.ts", "line-facts.ts", "way.ts"],
  "saved-trips": ["files.ts", "notices.ts", "runs.ts", "states.ts", "turns.ts"],
  roads: [
    "corridor.ts",
    "detours.ts",
    "embedded.ts",
    "finer-lines.ts",
    "ground.ts",
    "guide-legs.ts",
    "guide-lines.ts",
    "junctions.ts",
    "line-chains.ts",
    "line-ends.ts",
    "line-links.ts",
    "line-table.ts",
    "loose-ends.ts",
    "network-file.ts",
    "network-layers.ts",
    "network-sources.ts",
    "osrm.ts",
    "piece-index.ts",
    "plausible.ts",
    "positions.ts",
    "prepared-network.ts",
    "reachable.ts",
    "road-graph.ts",
    "route-search.ts",
    "second-source.ts",
    "sections.ts",
    "split-lines.ts",
    "thread.ts",
    "touching-lines.ts",
    "worker.ts",
  ],
};

const GENERATED = ["lib/platform/supabase/database.types.ts"];

const everything = [...PRODUCT, "messages", "scripts", "supabase", "tests", "web"].flatMap(filesBelow);

describe("folder structure", () => {
  it("has only the listed entries at the top level", () => {
    expect(topLevelEntries().filter((name) => !TOP_LEVEL.includes(name))).toEqual([]);
  });

  it("has no barrel files and no folders for miscellaneous code", () => {
    expect(everything.filter((file) => /(?:^|\/)index\.tsx?$/.test(file))).toEqual([]);
    expect(
      everything.filter((file) =>
        /(?:^|\/)(?:utils?|helpers?|hooks|types|constants|common|misc)(?:\/|\.tsx?$)/.test(file),
      ),
    ).toEqual([]);
  });

  it("allows only the six standard files and their tests in a domain", () => {
    const domains = filesBelow("lib").filter((file) => !/^lib\/(?:platform|admin)\//.test(file) && !isTest(file));
    const others = domains.filter((file) => {
      const [, domain = "", ...below] = file.split("/");
      const [name = "", ...deeper] = SUBDOMAINS[domain]?.includes(below[0] ?? "") ? below.slice(1) : below;
      return deeper.length > 0 || !(DOMAIN_FILES.test(name) || EXTRA_DOMAIN_FILES[domain]?.includes(name));
    });
    expect(others).toEqual([]);
  });

  it("names the folders of components and the message files after a domain of lib", () => {
    const domains = new Set(filesBelow("lib").map((file) => file.split("/")[1] ?? ""));
    const nouns = (folder: string, depth: number, shared: readonly string[]) =>
      [...new Set(filesBelow(folder).map((file) => (file.split("/")[depth] ?? "").replace(/\.json$/, "")))].filter(
        (noun) => !domains.has(noun) && !shared.includes(noun),
      );
    expect(nouns("components", 1, SHARED_COMPONENTS)).toEqual([]);
    expect(nouns("messages/pt-BR", 2, SHARED_MESSAGES)).toEqual([]);
  });

  it("uses kebab-case file names", () => {
    const misnamed = everything.filter(
      (file) => isCode(file) && !/^[a-z0-9]+(?:[.-][a-z0-9]+)*\.tsx?$/.test(path.basename(file)),
    );
    expect(misnamed).toEqual([]);
  });
});

describe("file sizes", () => {
  const sizes = [...PRODUCT, "supabase/local", "web"]
    .flatMap(filesBelow)
    .filter((file) => /\.(?:tsx?|css)$/.test(file) && !GENERATED.includes(file))
    .map((file) => ({ file, lines: readSource(file).split("\n").length - 1 }))
    .sort((a, b) => a.lines - b.lines);

  it("are at most 300 lines", () => {
    expect(sizes.filter(({ lines }) => lines > 300)).toEqual([]);
  });

  it("are at most 200 lines for 90 % and 70 lines for 50 % of the files", () => {
    expect(sizes[Math.floor(sizes.length * 0.9)]?.lines).toBeLessThanOrEqual(200);
    expect(sizes[Math.floor(sizes.length / 2)]?.lines).toBeLessThanOrEqual(70);
  });
});
