import { HREFLANG, localePath } from "../../platform/i18n/routing";
import { LOCALES } from "../../platform/supabase/database-constants/platform";
import type { Route } from "../../platform/paths";
import { escapeXml } from "../../platform/xml";

/** A public page without locale prefix and its last change. */
export type SitemapPage = { path: string; updatedAt?: string | null };

/** Every page is listed once per language; a file contains at most 10,000 URLs. */
export const PAGES_PER_FILE = Math.floor(10_000 / LOCALES.length);

/** Whether a static route is in the sitemap: public, cached, and without parameters other than the state. */
export function isListed({ pattern, guard, personal, cached }: Route): boolean {
  return Boolean(cached) && !guard && !personal && pattern !== "/offline" && !/:(?!uf\b)/.test(pattern);
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const SCHEMA = "http://www.sitemaps.org/schemas/sitemap/0.9";

/** File names of a part: `regions`, or `regions-1`, `regions-2` … when it needs several files. */
export function filesOf(part: string, pages: number): string[] {
  const files = Math.ceil(pages / PAGES_PER_FILE);
  return files < 2
    ? Array.from({ length: files }, () => part)
    : Array.from({ length: files }, (_, index) => `${part}-${index + 1}`);
}

/** Parses a file name of `filesOf` into part and zero-based file number; null when invalid. */
export function partOfFile(name: string): { part: string; file: number } | null {
  const [, part, number] = /^([a-z]{1,20})(?:-([1-9]\d{0,3}))?$/.exec(name) ?? [];
  return part ? { part, file: number ? Number(number) - 1 : 0 } : null;
}

export function sitemapIndex(siteUrl: string, files: readonly string[]): string {
  const entries = files.map((file) => `<sitemap><loc>${escapeXml(`${siteUrl}/sitemap/${file}.xml`)}</loc></sitemap>`);
  return [HEAD, `<sitemapindex xmlns="${SCHEMA}">`, ...entries, "</sitemapindex>", ""].join("\n");
}

/** One sitemap file: every page in all languages with hreflang links. */
export function sitemapFile(siteUrl: string, pages: readonly SitemapPage[]): string {
  return [
    HEAD,
    `<urlset xmlns="${SCHEMA}" xmlns:xhtml="http://www.w3.org/1999/xhtml">`,
    ...pages.flatMap((page) => entriesOf(siteUrl, page)),
    "</urlset>",
    "",
  ].join("\n");
}

function entriesOf(siteUrl: string, { path, updatedAt }: SitemapPage): string[] {
  const address = (locale: (typeof LOCALES)[number]) => escapeXml(siteUrl + localePath(locale, path));
  const link = (language: string, href: string) =>
    `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`;
  const links = [
    ...LOCALES.map((locale) => link(HREFLANG[locale], address(locale))),
    link("x-default", address("pt-BR")),
  ].join("");
  const changed = updatedAt ? `<lastmod>${new Date(updatedAt).toISOString()}</lastmod>` : "";
  return LOCALES.map((locale) => `<url><loc>${address(locale)}</loc>${changed}${links}</url>`);
}
