import { getLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { SiteShell } from "@/components/site/layout/site-shell";
import { env } from "@/lib/platform/env";
import { translated } from "@/lib/platform/i18n/content";
import { listFeaturedRegions } from "@/lib/guide/regions/queries";
import { getSettingsWithExamples } from "@/lib/platform/settings/queries";
import { stateOf } from "./state-of";

type Props = { children: ReactNode; params: Promise<{ uf: string }> };

/** Public pages of one state: links keep the state, the footer shows its four featured routes. */
export default async function StateLayout({ children, params }: Props) {
  const { uf } = await params;
  const state = stateOf(uf);
  const locale = await getLocale();
  const [settings, regions] = await Promise.all([getSettingsWithExamples(), listFeaturedRegions(state.abbr)]);
  const featured = regions.map((region) => ({
    name: translated(region, "name", locale).text,
    href: `/${uf}/rota/${region.slug}`,
  }));
  return (
    <SiteShell
      googleMapsKey={env.NEXT_PUBLIC_GOOGLE_MAPS_API_KEY}
      settings={settings}
      state={{ uf, name: state.name }}
      featured={featured}
    >
      {children}
    </SiteShell>
  );
}
