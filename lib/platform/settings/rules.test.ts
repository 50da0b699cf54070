import { describe, expect, it } from "vitest";
import { HOME_SECTIONS, REQUIRED_SECTIONS, moveSection, readSections, writeSections } from "./rules";

const written = (stored: string) => writeSections(readSections(stored));

describe("readSections", () => {
  it.each([
    ["", "ad,featured,events,post,magazine"],
    ["magazine,post,featured,ad,events", "magazine,post,featured,ad,events"],
    ["magazine", "magazine,ad,featured,events,post"],
    ["-post , magazine", "-post,magazine,ad,featured,events"],
    ["weather,post,,-clock", "post,ad,featured,events,magazine"],
    ["post,-post,post", "post,ad,featured,events,magazine"],
    ["-ad,-featured", "ad,featured,events,post,magazine"],
    ["--post", "ad,featured,events,post,magazine"],
  ])("'%s' is parsed as %s", (stored, expected) => {
    expect(written(stored)).toBe(expected);
  });

  it("never drops a section and never hides a required one", () => {
    for (const stored of HOME_SECTIONS.map((name) => `-${name}`)) {
      const sections = readSections(stored);
      expect(sections.map(({ name }) => name).toSorted()).toEqual([...HOME_SECTIONS].sort());
      expect(sections.filter(({ name, isVisible }) => !isVisible && REQUIRED_SECTIONS.includes(name))).toEqual([]);
    }
  });
});

describe("moveSection", () => {
  it.each([
    ["post", -1, "ad,-post,featured,magazine,events"],
    ["post", 1, "ad,featured,magazine,-post,events"],
    ["ad", -1, "ad,featured,-post,magazine,events"],
    ["events", 1, "ad,featured,-post,magazine,events"],
    ["ad", 1, "featured,ad,-post,magazine,events"],
  ] as const)("moves %s by %i and keeps the order of the others", (name, by, expected) => {
    expect(writeSections(moveSection(readSections("ad,featured,-post,magazine,events"), name, by))).toBe(expected);
  });
});
