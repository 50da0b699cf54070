import type { Metadata } from "next";
import { withoutBrand } from "../format";
import { alternates, localePath, type Locale } from "./routing";
import { LOCALES } from "../supabase/database-constants/platform";

type Page = {
  locale: Locale;
  /** Without locale prefix. */
  path: string;
  title: string;
  description: string;
  /** Sentence added to a description that is too short. */
  more?: string;
  image: string;
  type?: "website" | "article";
};

const OG_LOCALE: Record<Locale, string> = { "pt-BR": "pt_BR", "en-US": "en_US", "es-419": "es_419" };
/** Uploaded photos have their own sizes; every composed image is 1200 × 630. */
const UPLOADED = "/midia/";
const MAX_TITLE = 70;
const MIN_DESCRIPTION = 50;
const MAX_DESCRIPTION = 165;

/** Truncates at a word boundary and adds an ellipsis. */
function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\s,;:–-]+\S*$/, "")}…`;
}

/**
 * The first title that fits into search results; when none fits, the last one without the portal's name, truncated at
 * a word boundary.
 */
export function shortTitle(...candidates: readonly [string, ...string[]]): string {
  const fitting = candidates.find((title) => title.length <= MAX_TITLE);
  return fitting ?? cut(withoutBrand(candidates.at(-1) as string), MAX_TITLE);
}

/** Truncates a description at a word boundary for search results and WhatsApp; `more` is added to a text that is too short. */
export function shortDescription(text: string, more = ""): string {
  const plain = text.replace(/\s+/g, " ").trim();
  return cut(plain.length < MIN_DESCRIPTION ? `${plain} ${more}`.trim() : plain, MAX_DESCRIPTION);
}

/** Title, description, canonical link, hreflang and share image of a public page. */
export function pageMetadata({
  locale,
  path,
  title: longTitle,
  description,
  more,
  image,
  type = "website",
}: Page): Metadata {
  const title = shortTitle(longTitle);
  const text = shortDescription(description, more);
  return {
    title,
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
      images: [image.startsWith(UPLOADED) ? { url: image } : { url: image, width: 1200, height: 630 }],
    },
    twitter: { card: "summary_large_image", title, description: text, images: [image] },
  };
}
