import { describe, expect, it } from "vitest";
import { readSource } from "../support/source-files";

const css = readSource("app/globals.css");
const AA = 4.5;

/** The colours of one theme by token name. */
function tokensOf(selector: string): Map<string, string> {
  const block = new RegExp(`^${selector.replace(".", "\\.")} \\{([^}]*)\\}`, "m").exec(css)?.[1] ?? "";
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, name = "", colour = ""]) => [name, colour]),
  );
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ["background", "surface", "raised"];
const TEXTS = ["text", "muted", "link", "faixa-text", "placa-text", "rota-text", "danger"];
const FILLS = ["primary", "faixa", "placa", "rota", "danger"];
const PAIRS = [
  ...TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground])),
  ...FILLS.map((fill) => [`${fill}-ink`, fill]),
];

/** Colours of the design document; a changed token fails the test. */
const DESIGN = {
  ".dark":
    "background #0b1220 surface #121c2f raised #1a2741 line #2a3b58 text #eaf0fa muted #a5b4cc primary #3b82f6 faixa #f7b733 placa #7a4a21 rota #0b7a4a danger #f0616d",
  ":root":
    "background #f7f4ec surface #ffffff raised #fffdf7 line #e2dccb text #182235 muted #566179 primary #1d62d8 faixa #f7b733 placa #7a4a21 rota #0b7a4a danger #c52834",
};

describe.each(Object.entries(DESIGN))("theme %s", (selector, design) => {
  const tokens = tokensOf(selector);

  it("uses the colours of the design", () => {
    const table = [...design.matchAll(/(\w+) (#\w+)/g)].map(([, name, colour]) => [name, colour]);
    expect(table.map(([name = ""]) => [name, tokens.get(name)])).toEqual(table);
  });

  it.each(PAIRS)("%s has enough contrast on %s", (text = "", ground = "") => {
    expect(contrast(tokens.get(text) ?? "#000000", tokens.get(ground) ?? "#000000")).toBeGreaterThanOrEqual(AA);
  });
});

describe("contrast function", () => {
  it("computes the WCAG contrast ratio", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
    expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  });
});
