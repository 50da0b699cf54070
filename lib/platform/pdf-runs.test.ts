import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FONT_FILES, NO_GLYPH, printable, printableTexts, runsOf } from "./pdf-runs";

/** Runs as `subset: text`. */
const shown = (line: string, font: "text" | "display" = "text") =>
  runsOf(line, font).map(({ text, file }) => {
    const [, subset] = /-(latin|latin-ext|vietnamese|cyrillic|greek|greek-ext|hebrew|arabic)-[47]00/.exec(
      FONT_FILES[font][file]!,
    )!;
    return `${subset}: ${text}`;
  });

describe("font files", () => {
  it("exist", () => {
    for (const file of Object.values(FONT_FILES).flat()) expect(existsSync(file)).toBe(true);
  });
});

describe("runs of a line", () => {
  it.each([
    ["João D'Ávila", ["latin: João D'Ávila"]],
    ["", []],
    ["Łukasz", ["latin-ext: Ł", "latin: ukasz"]],
    ["Nguyễn Thị Ánh", ["latin: Nguy", "vietnamese: ễ", "latin: n Th", "vietnamese: ị ", "latin: Ánh"]],
    ["Иван Петров (Fusca)", ["cyrillic: Иван Петров ", "latin: (Fusca)"]],
    ["Γιώργος", ["greek: Γιώργος"]],
    ["Ἀλέξ", ["greek-ext: Ἀ", "greek: λέξ"]],
    ["山田 太郎", [`latin: ${NO_GLYPH}${NO_GLYPH} ${NO_GLYPH}${NO_GLYPH}`]],
    ["Ana 👨‍👩‍👧‍👦 Lima", [`latin: Ana ${NO_GLYPH} Lima`]],
    ["João 🚗 Fusca", [`latin: João ${NO_GLYPH} Fusca`]],
    // Letters are kept in the order of reading: the library reverses them when it shapes them.
    ["محمد العلي", ["arabic: محمد العلي"]],
    ["Sr. محمد العلي (VIP)", ["latin: Sr. ", "arabic: محمد العلي", "arabic:  ", "latin: (VIP)"]],
    ["כהן (תמר)", ["latin: (", "hebrew: תמר", "latin: )", "hebrew: כהן "]],
    ["شقة ۱۲", ["arabic: ۲۱", "arabic: شقة "]],
  ])("of %j", (line, runs) => {
    expect(shown(line)).toEqual(runs);
  });

  it("uses bold files for headings", () =>
    expect(runsOf("Иван", "display").map(({ file }) => FONT_FILES.display[file])).toEqual([
      expect.stringMatching(/noto-sans-cyrillic-700-normal\.woff$/),
    ]));
});

describe("printable", () => {
  it.each([
    ["João 🚗\nFusca\t1", `João ${NO_GLYPH}\nFusca\t1`],
    ["Иван محمد Nguyễn", "Иван محمد Nguyễn"],
    ["山田", NO_GLYPH + NO_GLYPH],
  ])("%j becomes %j", (text, printed) => expect(printable(text)).toBe(printed));
});

it("printableTexts converts the texts of a content and keeps buffers and functions", () => {
  const picture = Buffer.from("🚗");
  const shownOn = () => "🚗";
  expect(printableTexts({ name: "Ana 🚗", rows: [["Nome", "山"]], picture, shownOn, note: null })).toEqual({
    name: `Ana ${NO_GLYPH}`,
    rows: [["Nome", NO_GLYPH]],
    picture,
    shownOn,
    note: null,
  });
});
