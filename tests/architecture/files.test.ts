import path from "node:path";
import { describe, expect, it } from "vitest";
import { filesBelow, isCode, isTest, PRODUCT, readSource, topLevelEntries } from "../support/source-files";

const TOP_LEVEL = `app components lib messages public scripts supabase tests
  package.json package-lock.json tsconfig.json middleware.ts next.config.ts README.md CONTRIBUTING.md
  .ci .env.example .gitignore .npmrc .oxlintrc.json postcss.config.mjs
  playwright.config.ts vitest.config.mts vitest.database.config.mts`.split(/\s+/);

/** A domain's files; what a subject needs beyond them is named here with its domain. */
const DOMAIN_FILES = /^(?:schema|queries|mutations|actions|rules|service)\.ts$/;
const EXTRA_DOMAIN_FILES: Record<string, readonly string[]> = {
  geo: ["shapes.json"],
  postcards: ["scenery.ts", "sky.ts", "vehicles.ts"],
};

const GENERATED = ["lib/platform/supabase/database.types.ts"];

const everything = [...PRODUCT, "messages", "scripts", "supabase", "tests"].flatMap(filesBelow);

describe("the house", () => {
  it("has nothing at the top but what is listed", () => {
    expect(topLevelEntries().filter((name) => !TOP_LEVEL.includes(name))).toEqual([]);
  });

  it("has no barrels and no folders for leftovers", () => {
    expect(everything.filter((file) => /(?:^|\/)index\.tsx?$/.test(file))).toEqual([]);
    expect(everything.filter((file) => /(?:^|\/)(?:utils?|helpers?|hooks|types|constants|common|misc)(?:\/|\.tsx?$)/.test(file))).toEqual([]);
  });

  it("gives a domain the six files and their tests", () => {
    const domains = filesBelow("lib").filter((file) => !/^lib\/(?:platform|admin)\//.test(file) && !isTest(file));
    const others = domains.filter((file) => {
      const [, domain = "", name = "", ...deeper] = file.split("/");
      return deeper.length > 0 || !(DOMAIN_FILES.test(name) || EXTRA_DOMAIN_FILES[domain]?.includes(name));
    });
    expect(others).toEqual([]);
  });

  it("names files in kebab-case", () => {
    const strange = everything.filter((file) => isCode(file) && !/^[a-z0-9]+(?:[.-][a-z0-9]+)*\.tsx?$/.test(path.basename(file)));
    expect(strange).toEqual([]);
  });
});

describe("file sizes", () => {
  const sizes = [...PRODUCT, "supabase/local"]
    .flatMap(filesBelow)
    .filter((file) => /\.(?:tsx?|css)$/.test(file) && !GENERATED.includes(file))
    .map((file) => ({ file, lines: readSource(file).split("\n").length - 1 }))
    .sort((a, b) => a.lines - b.lines);

  it("stay at or below 300 lines", () => {
    expect(sizes.filter(({ lines }) => lines > 300)).toEqual([]);
  });

  it("are at most 200 lines for nine in ten, 70 for half of them", () => {
    expect(sizes[Math.floor(sizes.length * 0.9)]?.lines).toBeLessThanOrEqual(200);
    expect(sizes[Math.floor(sizes.length / 2)]?.lines).toBeLessThanOrEqual(70);
  });
});
