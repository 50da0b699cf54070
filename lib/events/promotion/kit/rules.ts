import { isLocale, type Locale } from "../../../platform/i18n/routing";

/** Pictures of an event in pixels. The story leaves the bands free in which apps show their controls. */
export const ART_SIZES = {
  square: { width: 1080, height: 1080 },
  story: { width: 1080, height: 1920 },
  landscape: { width: 1200, height: 630 },
  leaderboard: { width: 1456, height: 180 },
} as const;
export type ArtSize = keyof typeof ART_SIZES;
export const ART_SIZE_NAMES = Object.keys(ART_SIZES) as [ArtSize, ...ArtSize[]];
/** Formats of the promotion page; the leaderboard is a banner of other sites and belongs to the ads. */
export const SHARE_SIZES = ["square", "story", "landscape"] as const satisfies readonly ArtSize[];

export const ART_TYPES = { png: "image/png", jpg: "image/jpeg" } as const;
export type ArtType = keyof typeof ART_TYPES;
/** Longest line of an art draft, also a constraint of its table. */
export const MAX_ART_LINE = 90;

type ArtFile = { size: ArtSize; locale: Locale; type: ArtType };

/** Address of a picture of an event; a draft adds its line. */
export function artPath(event: string, { size, locale, type }: ArtFile, draft?: string): string {
  return `/api/event-art/${event}/${size}~${locale}.${type}${draft ? `?draft=${draft}` : ""}`;
}

/** Format, language and type of a file name such as `story~pt-BR.png`; null for another name. */
export function artFile(name: string): ArtFile | null {
  const [, size, locale, type] = /^([a-z]+)~([A-Za-z0-9-]+)\.(png|jpg)$/.exec(name) ?? [];
  if (!size || !Object.hasOwn(ART_SIZES, size) || !isLocale(locale)) return null;
  return { size: size as ArtSize, locale, type: type as ArtType };
}

/** Widths of the characters of Barlow Condensed Bold as parts of the font size, rounded up. */
const widthOf = (character: string): number =>
  /[mwW%@&#—…æÆØ©]/u.test(character) ? 0.8 : /[ '|,.;:!ijlftI1]/u.test(character) ? 0.3 : 0.55;
const textWidth = (text: string): number => Array.from(text).reduce((sum, one) => sum + widthOf(one), 0);

/** Lines that a text takes at a width in font sizes: broken at spaces, a word that is too long anywhere. */
function lineCount(text: string, width: number): number {
  let [lines, used] = [1, 0];
  for (const word of text.split(/\s+/u).filter(Boolean)) {
    const own = textWidth(word);
    if (used > 0 && used + widthOf(" ") + own <= width) used += widthOf(" ") + own;
    else {
      // A broken word leaves less than a character at the end of each of its lines.
      const parts = own <= width ? 1 : Math.ceil(own / Math.max(width - 0.8, 0.8));
      lines += (used > 0 ? 1 : 0) + parts - 1;
      used = parts > 1 ? width : own;
    }
  }
  return lines;
}

type Room = { width: number; height: number; largest: number; smallest: number };
export const LINE_HEIGHT = 1.1;
const STEP = 2;

/** The largest font size with which a text fits; a text that does not fit in the smallest one is shortened. */
export function fittedText(
  text: string,
  { width, height, largest, smallest }: Room,
): { text: string; size: number; lines: number } {
  for (let size = largest; size >= smallest; size -= STEP) {
    const lines = lineCount(text, width / size);
    if (lines * size * LINE_HEIGHT <= height) return { text, size, lines };
  }
  const lines = Math.max(1, Math.floor(height / (smallest * LINE_HEIGHT)));
  let kept = text;
  while (kept.length > 1 && lineCount(`${kept}…`, width / smallest) > lines) kept = kept.slice(0, -1);
  return { text: `${kept.trimEnd()}…`, size: smallest, lines };
}
