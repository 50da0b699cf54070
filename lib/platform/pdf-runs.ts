import { readFileSync } from "node:fs";
import path from "node:path";
import bidiFactory from "bidi-js";
import * as fontkit from "fontkit";
import { FONT_SUBSETS } from "./font-subsets";

export type PdfFont = "text" | "display";
/** Characters of one font file; those of right-to-left scripts are shaped as a whole. */
export type Run = { text: string; file: number; isRightToLeft: boolean };

const fontFile = (family: string, name: string) =>
  path.join(process.cwd(), "node_modules/@fontsource", family, "files", `${family}-${name}.woff`);

/** A file has the characters that those before it lack. */
const filesOf = (family: string, weight: 400 | 700) => [
  ...FONT_SUBSETS.map((subset) => fontFile(family, `${subset}-${weight}-normal`)),
  ...["latin-ext", "cyrillic", "cyrillic-ext", "greek", "greek-ext"].map((subset) =>
    fontFile("noto-sans", `${subset}-${weight}-normal`),
  ),
  fontFile("noto-sans-hebrew", `hebrew-${weight}-normal`),
  fontFile("noto-sans-arabic", `arabic-${weight}-normal`),
];
export const FONT_FILES: Record<PdfFont, readonly string[]> = {
  text: filesOf("barlow", 400),
  display: filesOf("barlow-condensed", 700),
};

/** Drawn for a character that no file has, such as one of Chinese or an emoji. */
export const NO_GLYPH = "•";

const bidi = bidiFactory();
const graphemes = new Intl.Segmenter("pt-BR", { granularity: "grapheme" });
/** Characters that the first file of every font has. */
const PLAIN = /^[\u0020-\u007e\u00a0-\u00ff]*$/;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

const characterSets = new Map<string, ReadonlySet<number>>();
function charactersOf(file: string): ReadonlySet<number> {
  const known = characterSets.get(file) ?? new Set((fontkit.create(readFileSync(file)) as fontkit.Font).characterSet);
  characterSets.set(file, known);
  return known;
}

type Drawn = { text: string; file: number };

/** The file that has a grapheme, without marks that no file has; the sign for missing characters when there is none. */
function drawnGrapheme(font: PdfFont, grapheme: string): Drawn {
  const codes = Array.from(grapheme, (sign) => sign.codePointAt(0)!);
  const files = FONT_FILES[font];
  const whole = files.findIndex((file) => codes.every((code) => charactersOf(file).has(code)));
  if (whole >= 0) return { text: grapheme, file: whole };
  const base = files.findIndex((file) => charactersOf(file).has(codes[0]!));
  if (base < 0) return { text: NO_GLYPH, file: 0 };
  const covered = codes.filter((code) => charactersOf(files[base]!).has(code));
  return { text: String.fromCodePoint(...covered), file: base };
}

const drawn: Record<PdfFont, Map<string, Drawn>> = { text: new Map(), display: new Map() };
const MAX_KNOWN = 10_000;
function drawnOf(font: PdfFont, grapheme: string): Drawn {
  const known = drawn[font].get(grapheme);
  if (known) return known;
  if (drawn[font].size >= MAX_KNOWN) drawn[font].clear();
  const found = drawnGrapheme(font, grapheme);
  drawn[font].set(grapheme, found);
  return found;
}

type LevelRun = Drawn & { level: number };

/** Runs of one file and one direction in the order of the text. */
function levelRuns(font: PdfFont, line: string): LevelRun[] {
  const { levels } = bidi.getEmbeddingLevels(line, "ltr");
  const runs: LevelRun[] = [];
  for (const { segment, index } of graphemes.segment(line)) {
    const level = levels[index] ?? 0;
    const last = runs.at(-1);
    const isSpace = segment === " ";
    const { text, file } = isSpace && last ? { text: segment, file: last.file } : drawnOf(font, segment);
    if (last?.file === file && last.level === level) last.text += text;
    else runs.push({ text, file, level });
  }
  return runs;
}

/** Rule L2 of the Unicode bidirectional algorithm: reverses runs from the highest level down to the lowest odd one. */
function inVisualOrder(runs: readonly LevelRun[]): LevelRun[] {
  const ordered = [...runs];
  for (let level = Math.max(0, ...ordered.map((run) => run.level)); level > 0; level -= 1) {
    for (let from = 0; from < ordered.length; from += 1) {
      let until = from;
      while (until < ordered.length && ordered[until]!.level >= level) until += 1;
      if (until > from) ordered.splice(from, until - from, ...ordered.slice(from, until).toReversed());
      from = until;
    }
  }
  return ordered;
}

const reversed = (text: string) => Array.from(text).toReversed().join("");
const mirrored = (text: string) => reversed(text).replace(/./gsu, (sign) => bidi.getMirroredCharacter(sign) ?? sign);

/** The characters of a run as they are given to the library, which itself reverses letters and digits of right-to-left scripts. */
function orderedText({ text, level }: LevelRun): string {
  const isOdd = level % 2 === 1;
  if (RIGHT_TO_LEFT.test(text)) return isOdd ? text : reversed(text);
  return isOdd ? mirrored(text) : text;
}

/** The runs of a line from left to right. */
export function runsOf(line: string, font: PdfFont): Run[] {
  if (PLAIN.test(line)) return line ? [{ text: line, file: 0, isRightToLeft: false }] : [];
  return inVisualOrder(levelRuns(font, line)).map((run) => ({
    text: orderedText(run),
    file: run.file,
    isRightToLeft: RIGHT_TO_LEFT.test(run.text),
  }));
}

/** The text with a sign in place of every character that no font file has. */
export function printable(text: string): string {
  if (PLAIN.test(text)) return text;
  const composed = text.normalize("NFC");
  return Array.from(graphemes.segment(composed), ({ segment }) =>
    /^\s+$/.test(segment) ? segment : drawnOf("text", segment).text,
  ).join("");
}

/** The same content with printable texts; buffers and functions are kept. */
export function printableTexts<Content>(content: Content): Content {
  const convert = (value: unknown): unknown => {
    if (typeof value === "string") return printable(value);
    if (Array.isArray(value)) return value.map(convert);
    if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, convert(inner)]));
  };
  return convert(content) as Content;
}
