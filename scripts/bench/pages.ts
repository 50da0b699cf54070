import { localePath } from "../../lib/platform/i18n/routing";
import { LOCALES } from "../../lib/platform/supabase/database-constants/platform";
import { matchRoute } from "../../lib/platform/paths";

export type PageType = { pattern: string; path: string };

/** The state used for all state pages: it has the most content. */
const STATE = "sc";

/** All addresses that a sitemap and those it names list, on the host of the sitemap. */
export async function addressesOf(sitemap: string): Promise<string[]> {
  const response = await fetch(sitemap);
  if (!response.ok) throw new Error(`${sitemap} answers ${response.status}`);
  const found = [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) => address);
  const here = new URL(sitemap).origin;
  const local = found.map((address) => here + new URL(address).pathname);
  const deeper = local.filter((address) => address.endsWith(".xml"));
  return [
    ...local.filter((address) => !address.endsWith(".xml")),
    ...(await Promise.all(deeper.map(addressesOf))).flat(),
  ];
}

/** One Portuguese address for each page type in the sitemap. */
export async function pageTypes(site: string): Promise<PageType[]> {
  const types = new Map<string, string>();
  for (const address of await addressesOf(`${site}/sitemap.xml`)) {
    const path = new URL(address).pathname;
    const match = matchRoute(path);
    if (!match || (match.params.uf && match.params.uf !== STATE) || types.has(match.route.pattern)) continue;
    types.set(match.route.pattern, path);
  }
  return [...types].map(([pattern, path]) => ({ pattern, path }));
}

/** The same page in the three languages. */
export function inAllLanguages(path: string): string[] {
  return LOCALES.map((locale) => localePath(locale, path));
}
