import { describe, expect, it } from "vitest";
import { MAP_FILE, renderMap } from "../../scripts/docs-map";
import { brokenLinks, files, linksOf, missingPaths } from "../support/documents";
import { GROUPS } from "../support/layers";
import { NOUNS } from "../support/nouns";
import { filesBelow, readSource } from "../support/source-files";

const documents = files.filter((file) => file.endsWith(".md"));

describe("documents", () => {
  it("name only files and folders that exist", () => {
    const missing = documents.flatMap((file) => missingPaths(file, readSource(file)).map((name) => `${file}: ${name}`));
    expect(documents.length).toBeGreaterThan(40);
    expect(missing).toEqual([]);
  });

  it("link only to files and headings that exist", () => {
    const broken = documents.flatMap((file) =>
      brokenLinks(file, readSource(file), readSource).map((name) => `${file}: ${name}`),
    );
    expect(broken).toEqual([]);
  });

  it("are reached from the README by links", () => {
    const reached = new Set(["README.md"]);
    for (const file of reached) {
      if (!file.endsWith(".md")) continue;
      for (const { target } of linksOf(file, readSource(file))) reached.add(target);
    }
    const below = documents.filter((file) => file.startsWith("docs/"));
    expect(below.filter((file) => !reached.has(file) && !reached.has(file.replace("/README.md", "")))).toEqual([]);
  });

  it("begin with README and CONTRIBUTING of few kilobytes", () => {
    expect(Buffer.byteLength(readSource("README.md"))).toBeLessThan(6000);
    expect(Buffer.byteLength(readSource("CONTRIBUTING.md"))).toBeLessThan(8000);
  });

  it("finds a path that does not exist", () => {
    expect(
      missingPaths("docs/a.md", "`lib/whatsapp/rules.ts` `lib/platform/whatsapp.ts` `lib/<group>/none.ts`"),
    ).toEqual(["lib/whatsapp/rules.ts", "lib/<group>/none.ts"]);
    expect(brokenLinks("docs/a.md", "[a](none.md) [b](../README.md#none) [c](../README.md#start)", readSource)).toEqual(
      ["docs/none.md", "README.md#none"],
    );
  });
});

describe("the map of the nouns", () => {
  const folders = (root: string, depth: number) =>
    filesBelow(root)
      .map((file) => file.split("/").slice(depth))
      .filter((names) => names.length > 2)
      .map((names) => `${names[0]}/${names[1]}`);
  const nouns = new Set([
    ...folders("lib", 1),
    ...folders("components", 1).filter((noun) => GROUPS.some((group) => noun.startsWith(`${group}/`))),
    ...filesBelow("messages/pt-BR").map((file) =>
      file
        .split("/")
        .slice(2)
        .join("/")
        .replace(/\.json$/, ""),
    ),
    "platform/ui",
    "platform/form",
  ]);
  const described = Object.entries(NOUNS).flatMap(([group, lines]) =>
    Object.keys(lines).map((noun) => `${group}/${noun}`),
  );

  it("has one line for each noun of lib, components and messages", () => {
    expect([...nouns].filter((noun) => !described.includes(noun))).toEqual([]);
  });

  it("has no line for a noun that does not exist", () => {
    expect(described.filter((noun) => !nouns.has(noun))).toEqual([]);
  });

  it("is the output of `npm run docs:map`", () => {
    expect(readSource(MAP_FILE)).toBe(renderMap());
  });
});
