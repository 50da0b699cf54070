import path from "node:path";
import { Font } from "@react-pdf/renderer";

/** Fonts of the PDF; the second file of a family has characters that the first lacks, such as Č or Ł. */
export const TEXT = ["Barlow", "Barlow Ext"];
export const DISPLAY = ["Barlow Condensed", "Barlow Condensed Ext"];

const file = (family: string, name: string) =>
  path.join(process.cwd(), "node_modules/@fontsource", family, "files", `${family}-${name}.woff`);

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
  for (const [suffix, subset] of [
    ["", "latin"],
    [" Ext", "latin-ext"],
  ] as const) {
    const fonts = TEXT_FACES.map((face) => ({
      ...face,
      src: file("barlow", `${subset}-${face.fontWeight}-${face.fontStyle}`),
    }));
    Font.register({ family: `Barlow${suffix}`, fonts });
    Font.register({
      family: `Barlow Condensed${suffix}`,
      src: file("barlow-condensed", `${subset}-700-normal`),
      fontWeight: 700,
    });
  }
  Font.registerHyphenationCallback((word) => [word]);
}
