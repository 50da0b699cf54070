import path from "node:path";
import { describe, expect, it } from "vitest";
import { GROUPS, nounOf } from "../support/layers";
import { filesBelow, isCode, isTest, PRODUCT, readSource, topLevelEntries } from "../support/source-files";

const TOP_LEVEL = `app components docs lib messages public scripts supabase tests web
  package.json package-lock.json tsconfig.json middleware.ts next.config.ts README.md CONTRIBUTING.md NOTICE knip.jsonc
  .ci .env.example .github .gitignore .npmrc .oxfmtrc.json .oxlintrc.json postcss.config.mjs
  playwright.config.ts vitest.config.mts vitest.database.config.mts`.split(/\s+/);

/** Nouns of components and messages without a folder in lib. */
const NO_LIB = ["geo/map", "panel/records", "panel/system", "panel/users", "platform/errors", "site/layout"];

/** Parts of a domain with six files of their own. */
const SUBDOMAINS: Record<string, readonly string[]> = {
  "accounts/accounts": ["access", "factors", "profile", "users"],
  "travel/convoys": ["guests"],
  "events/panel": ["list"],
  "events/promotion": ["kit", "leads", "pair", "synergy"],
  "events/publishing": ["editions", "links"],
  "panel/inbox": ["facts"],
  "platform/mails": ["facts", "names"],
  "geo/pace": ["drive", "examples", "ground", "legs", "profile", "seats", "stretches", "winding"],
  "commerce/payments": ["panel"],
  "events/registrations": ["badges", "questions"],
  "panel/requests": ["trip-panels"],
  "travel/saved-trips": ["roadbook", "shares"],
  "travel/facts": ["corridor"],
  "travel/conditions": ["elevation", "factors", "matching", "range", "stretches"],
  "garage/history": ["dossier"],
  "geo/travel-files": ["files", "fit", "gpx", "kml", "points", "tcx", "xml", "zip"],
  "travel/trips": ["days", "files"],
  "garage/csv": ["drivvo", "entries", "files", "fuelio", "fuelly", "lubelogger", "own", "spritmonitor", "words"],
  "garage/sharing": ["sale", "handover"],
  "garage/statistics": ["tank"],
  "garage/vehicles": ["documents", "models", "parts"],
  "garage/checklists": ["device"],
  "partners/downloads": ["trips"],
};

/** The folders that are divided into groups, with the folders beside the groups. */
const LAYOUTS: readonly { root: string; others?: readonly string[] }[] = [
  { root: "lib" },
  { root: "components", others: ["form", "ui"] },
  { root: "messages/pt-BR" },
  { root: "messages/en-US" },
  { root: "messages/es-419" },
  { root: "supabase/schemas" },
  { root: "tests/database", others: ["fixtures"] },
  { root: "tests/e2e", others: ["support"] },
];

/** The standard files of a domain; additional files of a domain are listed here. */
const DOMAIN_FILES = /^(?:schema|queries|mutations|actions|rules|service)\.ts$/;
const EXTRA_DOMAIN_FILES: Record<string, readonly string[]> = {
  "geo/geo": ["extract-dates.json", "lines.ts", "shapes.json"],
  "panel/inbox": ["row-facts.ts"],
  "geo/municipalities": ["seats.json"],
  "guide/postcards": [
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
  "guide/regions": ["altitudes.json", "driver.ts", "line-facts.ts", "way.ts"],
  "travel/saved-trips": ["files.ts", "notices.ts", "runs.ts", "states.ts", "turns.ts"],
  "geo/roads": [
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

const GENERATED = /^lib\/platform\/supabase\/database(?:\.types|-constants\/\w+)\.ts$/;

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
    const domains = filesBelow("lib").filter(
      (file) => nounOf(file) !== "platform" && !file.startsWith("lib/panel/admin/") && !isTest(file),
    );
    const others = domains.filter((file) => {
      const [noun, below] = [nounOf(file) ?? "", file.split("/").slice(3)];
      const [name = "", ...deeper] = SUBDOMAINS[noun]?.includes(below[0] ?? "") ? below.slice(1) : below;
      return deeper.length > 0 || !(DOMAIN_FILES.test(name) || EXTRA_DOMAIN_FILES[noun]?.includes(name));
    });
    expect(others).toEqual([]);
  });

  it.each(LAYOUTS)("has only the folders of the groups in $root", ({ root, others = [] }) => {
    const folders = filesBelow(root).map((file) => file.slice(root.length + 1).split("/"));
    const unknown = folders.filter(
      ([folder = "", ...below]) => below.length > 0 && ![...GROUPS, ...others].includes(folder),
    );
    expect(folders.length).toBeGreaterThan(20);
    expect(unknown.map((names) => names.join("/"))).toEqual([]);
  });

  it("names the folders of components and the message files after a noun of lib", () => {
    const nouns = new Set(filesBelow("lib").map(nounOf));
    const unknown = (folder: string) =>
      filesBelow(folder)
        .map((file) => file.slice(folder.length + 1).replace(/\.json$/, ""))
        .map((file) => file.split("/").slice(0, 2).join("/"))
        .filter((noun) => !nouns.has(noun) && !NO_LIB.includes(noun) && !/^(?:form|ui)\//.test(noun));
    expect([...new Set(unknown("components"))]).toEqual([]);
    expect([...new Set(unknown("messages/pt-BR"))]).toEqual([]);
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
    .filter((file) => /\.(?:tsx?|css)$/.test(file) && !GENERATED.test(file))
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
