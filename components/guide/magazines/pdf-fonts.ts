import path from "node:path";
import { Font } from "@react-pdf/renderer";
import { FONT_SUBSETS } from "@/lib/platform/font-subsets";

const fontFile = (family: string, name: string) =>
  path.join(process.cwd(), "node_modules/@fontsource", family, "files", `${family}-${name}.woff`);

/** Families with the characters that those before them lack: other Latin letters, Cyrillic, Greek, Hebrew, Arabic. */
const OTHER_SUBSETS = [
  ["noto-sans", "latin-ext"],
  ["noto-sans", "cyrillic"],
  ["noto-sans", "cyrillic-ext"],
  ["noto-sans", "greek"],
  ["noto-sans", "greek-ext"],
  ["noto-sans-hebrew", "hebrew"],
  ["noto-sans-arabic", "arabic"],
] as const;

const others = OTHER_SUBSETS.map((names) => names.join(" "));
/** Fonts of the PDF. */
export const TEXT = [...FONT_SUBSETS.map((subset) => `Barlow ${subset}`), ...others];
export const DISPLAY = [...FONT_SUBSETS.map((subset) => `Barlow Condensed ${subset}`), ...others];

const TEXT_FACES = [
  { fontWeight: 400, fontStyle: "normal" },
  { fontWeight: 400, fontStyle: "italic" },
  { fontWeight: 600, fontStyle: "normal" },
  { fontWeight: 600, fontStyle: "italic" },
] as const;

let registered = false;

/** Registers the font files with the PDF library and disables hyphenation, which supports English only. */
export function registerFonts(): void {
  if (registered) return;
  registered = true;
  for (const subset of FONT_SUBSETS) {
    const fonts = TEXT_FACES.map((face) => ({
      ...face,
      src: fontFile("barlow", `${subset}-${face.fontWeight}-${face.fontStyle}`),
    }));
    Font.register({ family: `Barlow ${subset}`, fonts });
    Font.register({
      family: `Barlow Condensed ${subset}`,
      src: fontFile("barlow-condensed", `${subset}-700-normal`),
      fontWeight: 700,
    });
  }
  for (const [family, subset] of OTHER_SUBSETS)
    Font.register({
      family: `${family} ${subset}`,
      // The same upright files for every face: they are used for single names.
      fonts: TEXT_FACES.map((face) => ({
        ...face,
        src: fontFile(family, `${subset}-${face.fontWeight === 400 ? 400 : 700}-normal`),
      })).concat({ fontWeight: 700, fontStyle: "normal", src: fontFile(family, `${subset}-700-normal`) } as never),
    });
  Font.registerHyphenationCallback((word) => [word]);
}
