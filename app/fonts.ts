import localFont from "next/font/local";

/** The only two font files, both preloaded. The fallback faces are declared in globals.css: next/font only supports `local(Arial)`, which Android and Linux do not have. */
export const barlow = localFont({
  src: "../node_modules/@fontsource/barlow/files/barlow-latin-400-normal.woff2",
  variable: "--font-barlow-text",
  weight: "400",
  display: "swap",
  adjustFontFallback: false,
  fallback: ["Barlow Fallback"],
});

export const barlowCondensed = localFont({
  src: "../node_modules/@fontsource/barlow-condensed/files/barlow-condensed-latin-700-normal.woff2",
  variable: "--font-barlow-display",
  weight: "700",
  display: "swap",
  adjustFontFallback: false,
  fallback: ["Barlow Condensed Fallback"],
});
