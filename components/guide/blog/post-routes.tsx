import { getLocale, getTranslations } from "next-intl/server";
import { localePath } from "@/lib/platform/i18n/routing";
import type { RelatedRegion } from "@/lib/guide/regions/queries";
import type { State } from "@/lib/geo/states/rules";
import { RegionCard } from "../regions/region-card";
import { RouteSection } from "../regions/route-section";

/** Related routes: those of the state, or those with the post's landscape. */
export async function PostRoutes({ regions, state }: { regions: readonly RelatedRegion[]; state: State | null }) {
  const t = await getTranslations("guide/blog.article");
  const locale = await getLocale();
  if (regions.length === 0) return null;
  const all = state ? `/${state.abbr.toLowerCase()}/regioes` : "/home";
  return (
    <RouteSection
      id="rotas"
      title={state ? t("routesOf", { state: state.name }) : t("routesLike")}
      action={{ label: t("allRoutes"), href: localePath(locale, all) }}
    >
      <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {regions.map((region) => (
          <RegionCard key={region.id} region={region} uf={region.state_abbr.toLowerCase()} />
        ))}
      </div>
    </RouteSection>
  );
}
