import { describe, expect, it } from "vitest";
import { HOME_SECTIONS, REQUIRED_SECTIONS, moveSection, readSections, writeSections } from "./rules";

const written = (stored: string) => writeSections(readSections(stored));

describe("readSections", () => {
  it.each([
    ["", "ad,featured,post,magazine"],
    ["magazine,post,featured,ad", "magazine,post,featured,ad"],
    ["magazine", "magazine,ad,featured,post"],
    ["-post , magazine", "-post,magazine,ad,featured"],
    ["weather,post,,-clock", "post,ad,featured,magazine"],
    ["post,-post,post", "post,ad,featured,magazine"],
    ["-ad,-featured", "ad,featured,post,magazine"],
    ["--post", "ad,featured,post,magazine"],
  ])("'%s' is parsed as %s", (stored, expected) => {
    expect(written(stored)).toBe(expected);
  });

  it("never drops a section and never hides a required one", () => {
    for (const stored of HOME_SECTIONS.map((name) => `-${name}`)) {
      const sections = readSections(stored);
      expect(sections.map(({ name }) => name).toSorted()).toEqual([...HOME_SECTIONS].sort());
      expect(sections.filter(({ name, shown }) => !shown && REQUIRED_SECTIONS.includes(name))).toEqual([]);
    }
  });
});

describe("moveSection", () => {
  it.each([
    ["post", -1, "ad,-post,featured,magazine"],
    ["post", 1, "ad,featured,magazine,-post"],
    ["ad", -1, "ad,featured,-post,magazine"],
    ["magazine", 1, "ad,featured,-post,magazine"],
    ["ad", 1, "featured,ad,-post,magazine"],
  ] as const)("moves %s by %i and keeps the order of the others", (name, by, expected) => {
    expect(writeSections(moveSection(readSections("ad,featured,-post,magazine"), name, by))).toBe(expected);
  });
});
