import type { Metadata } from "next";
import { alternates, localePath, LOCALES, type Locale } from "./routing";

type Page = { locale: Locale; path: string; title: string; description: string; image: string; type?: "website" | "article" };

const OG_LOCALE: Record<Locale, string> = { "pt-BR": "pt_BR", "en-US": "en_US", "es-419": "es_419" };
const MAX_DESCRIPTION = 165;
const MAX_TITLE = 70;

/** Cuts at a word so that search engines and WhatsApp show a whole sentence. */
export function shortDescription(text: string): string {
  if (text.length <= MAX_DESCRIPTION) return text;
  return `${text.slice(0, MAX_DESCRIPTION - 1).replace(/\s+\S*$/, "")}…`;
}

/** Search engines show about 70 characters: a long title gives up the portal's name. */
function shortTitle(title: string): string {
  return title.length > MAX_TITLE ? title.replace(/ \| LACAMBECHE$/, "") : title;
}

/** Title, description, canonical, hreflang and share image of a public page; `path` is without locale prefix. */
export function pageMetadata({ locale, path, title, description, image, type = "website" }: Page): Metadata {
  const text = shortDescription(description);
  return {
    title: shortTitle(title),
    description: text,
    alternates: alternates(locale, path),
    openGraph: {
      title,
      description: text,
      type,
      siteName: "Portal LACAMBECHE",
      url: localePath(locale, path),
      locale: OG_LOCALE[locale],
      alternateLocale: LOCALES.filter((other) => other !== locale).map((other) => OG_LOCALE[other]),
      images: [{ url: image, width: 1200, height: 630 }],
    },
    twitter: { card: "summary_large_image", title, description: text, images: [image] },
  };
}
