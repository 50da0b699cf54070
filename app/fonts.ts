import localFont from "next/font/local";

/**
 * The only two font files, both preloaded: those of @fontsource without hinting instructions, which were a third of
 * their size (`pyftsubset <file> --unicodes='*' --layout-features='*' --no-hinting --desubroutinize --flavor=woff2`).
 * The fallback faces are declared in globals.css: next/font only supports `local(Arial)`, which Android and Linux do not have.
 */
export const barlow = localFont({
  src: "./fonts/barlow-latin-400.woff2",
  variable: "--font-barlow-text",
  weight: "400",
  display: "swap",
  adjustFontFallback: false,
  fallback: ["Barlow Fallback"],
});

export const barlowCondensed = localFont({
  src: "./fonts/barlow-condensed-latin-700.woff2",
  variable: "--font-barlow-display",
  weight: "700",
  display: "swap",
  adjustFontFallback: false,
  fallback: ["Barlow Condensed Fallback"],
});
