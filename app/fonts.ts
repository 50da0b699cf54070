import localFont from "next/font/local";

/** Preloaded: the two files every page paints first. */
export const barlow = localFont({
  src: "../node_modules/@fontsource/barlow/files/barlow-latin-400-normal.woff2",
  variable: "--font-barlow-text",
  weight: "400",
  display: "swap",
  adjustFontFallback: "Arial",
});

export const barlowCondensed = localFont({
  src: "../node_modules/@fontsource/barlow-condensed/files/barlow-condensed-latin-700-normal.woff2",
  variable: "--font-barlow-display",
  weight: "700",
  display: "swap",
  adjustFontFallback: "Arial",
});

/** On demand: semibold text and condensed labels. */
export const barlowSemibold = localFont({
  src: "../node_modules/@fontsource/barlow/files/barlow-latin-600-normal.woff2",
  variable: "--font-barlow-strong",
  weight: "600",
  display: "swap",
  preload: false,
  adjustFontFallback: "Arial",
});
