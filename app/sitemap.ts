import type { MetadataRoute } from "next";
import { env } from "@/lib/platform/env";
import { HREFLANG, localePath, LOCALES } from "@/lib/platform/i18n/routing";
import { listRegionAddresses } from "@/lib/regions/queries";
import { STATES, stateSegment } from "@/lib/states/rules";

export const revalidate = 3600;

/** Every public page in its three languages. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const regions = await listRegionAddresses();
  const pages: { path: string; lastModified?: string }[] = [
    { path: "/" },
    { path: "/home" },
    ...STATES.flatMap(({ abbr }) => [{ path: `/${stateSegment(abbr)}/home` }, { path: `/${stateSegment(abbr)}/regioes` }]),
    ...regions.map(({ state_abbr, slug, updated_at }) => ({ path: `/${state_abbr.toLowerCase()}/rota/${slug}`, lastModified: updated_at })),
  ];
  const full = (path: string, locale: (typeof LOCALES)[number]) => env.NEXT_PUBLIC_SITE_URL + localePath(locale, path);
  return pages.flatMap(({ path, lastModified }) =>
    LOCALES.map((locale) => ({
      url: full(path, locale),
      lastModified,
      alternates: { languages: Object.fromEntries([...LOCALES.map((other) => [HREFLANG[other], full(path, other)]), ["x-default", full(path, "pt-BR")]]) },
    })),
  );
}
