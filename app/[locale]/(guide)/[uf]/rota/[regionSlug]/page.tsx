import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { Breadcrumb } from "@/components/layout/breadcrumb";
import { FallbackMark } from "@/components/layout/fallback-mark";
import { mapLabels } from "@/components/map/map-labels";
import { MapLauncher } from "@/components/map/map-launcher";
import { RoutePreview } from "@/components/map/route-preview";
import { Postcard, postcardPath } from "@/components/postcards/postcard";
import { FactsBar } from "@/components/regions/facts-bar";
import { FeaturedRegions } from "@/components/regions/featured-regions";
import { RouteActions } from "@/components/regions/route-actions";
import { RouteJsonLd } from "@/components/regions/route-json-ld";
import { StopList } from "@/components/regions/stop-list";
import { Warnings } from "@/components/regions/warnings";
import { SignPlate } from "@/components/ui/sign-plate";
import { env } from "@/lib/platform/env";
import { translated } from "@/lib/platform/i18n/content";
import { pageMetadata } from "@/lib/platform/i18n/metadata";
import { localePath } from "@/lib/platform/i18n/routing";
import { getRegion, listFeaturedRegions } from "@/lib/regions/queries";
import { mapWaypointsOf, publicSources } from "@/lib/regions/rules";
import { stateOfSegment } from "@/lib/states/rules";

type Props = { params: Promise<{ uf: string; regionSlug: string }> };

export const revalidate = 300;
export const generateStaticParams = () => [];

async function load(params: Props["params"]) {
  const { uf, regionSlug } = await params;
  const state = stateOfSegment(uf);
  const region = state && /^[a-z0-9-]{1,100}$/.test(regionSlug) ? await getRegion(state.abbr, regionSlug) : null;
  if (!state || !region) notFound();
  return { uf, state, region };
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { uf, state, region } = await load(params);
  const locale = await getLocale();
  const t = await getTranslations("regions.route");
  return pageMetadata({
    locale,
    path: `/${uf}/rota/${region.slug}`,
    title: t("metaTitle", { name: translated(region, "name", locale).text, uf: state.abbr }),
    description: translated(region, "summary", locale).text,
    image: postcardPath(region.biome, region.slug, "png"),
    type: "article",
  });
}

export default async function RegionPage({ params }: Props) {
  const { uf, state, region } = await load(params);
  const t = await getTranslations("regions");
  const guide = await getTranslations("guide");
  const layout = await getTranslations("layout");
  const map = await getTranslations("map");
  const locale = await getLocale();
  const to = (path: string) => localePath(locale, path);
  const name = translated(region, "name", locale);
  const summary = translated(region, "summary", locale);
  const body = translated(region, "body", locale);
  const waypoints = mapWaypointsOf(region.region_waypoints);
  const others = (await listFeaturedRegions(state.abbr)).filter(({ slug }) => slug !== region.slug).slice(0, 3);
  const sources = publicSources(region.sources);
  return (
    <main id="conteudo" className="pb-14">
      <Breadcrumb
        label={guide("breadcrumb")}
        siteUrl={env.NEXT_PUBLIC_SITE_URL}
        crumbs={[
          { name: state.name, href: to(`/${uf}/home`) },
          { name: layout("nav.regions"), href: to(`/${uf}/regioes`) },
          { name: name.text, href: to(`/${uf}/rota/${region.slug}`) },
        ]}
      />
      <div className="page grid items-center gap-6 lg:grid-cols-[1fr_1.1fr]">
        <div className="order-2 lg:order-1">
          <SignPlate kind="route" className="w-fit max-w-full">
            <h1 className="display-2 px-1">{name.text}</h1>
          </SignPlate>
          <p className="mt-4 text-lg">
            {summary.text}
            <FallbackMark label={layout("content.fallback")} show={summary.fallback} />
          </p>
          <p className="mt-3 flex flex-wrap gap-2">
            {region.themes.map((theme) => (
              <span key={theme} className="rounded-full border border-line px-3 py-1 text-sm">
                {t(`theme.${theme as "serra"}`)}
              </span>
            ))}
          </p>
        </div>
        <Postcard
          biome={region.biome}
          slug={region.slug}
          alt={guide("postcardAlt", { name: name.text })}
          priority
          className="order-1 aspect-[3/2] w-full rounded-2xl border-2 border-line object-cover lg:order-2"
        />
      </div>
      <div className="mt-8">
        <FactsBar region={region} />
      </div>
      <RouteActions region={region} url={env.NEXT_PUBLIC_SITE_URL + to(`/${uf}/rota/${region.slug}`)} name={name.text} />
      <Warnings region={region} />
      {body.text && (
        <div className="page mt-10 max-w-3xl text-lg">
          <FallbackMark label={layout("content.fallback")} show={body.fallback} />
          {body.text.split(/\n{2,}/).map((paragraph) => (
            <p key={paragraph} className="mt-4">
              {paragraph}
            </p>
          ))}
        </div>
      )}
      <div className="page mt-12 grid gap-8 lg:grid-cols-[1fr_1.25fr]">
        <section>
          <h2 className="display-2 mb-3">{t("route.stops")}</h2>
          <StopList stops={region.region_waypoints} />
        </section>
        <section className="lg:sticky lg:top-20 lg:self-start">
          <h2 className="display-2 mb-3">{t("route.map")}</h2>
          <MapLauncher
            stateAbbr={state.abbr}
            routes={[{ id: region.id, name: name.text, waypoints }]}
            labels={mapLabels((key) => map(key as "open"))}
            googleMapsKey={env.NEXT_PUBLIC_GOOGLE_MAPS_API_KEY}
          >
            <RoutePreview
              stateAbbr={state.abbr}
              waypoints={waypoints}
              labels={{ title: t("route.mapTitle", { name: name.text }), approximateTrace: t("route.approximateTrace"), scale: t("route.scale") }}
            />
          </MapLauncher>
          <p className="mt-2 text-sm text-muted">{t("route.traceNote")}</p>
        </section>
      </div>
      {(sources.length > 0 || region.confidence !== "high") && (
        <aside className="page mt-8 text-sm text-muted">
          {region.confidence !== "high" && <p>{t("route.confidence")}</p>}
          {sources.length > 0 && (
            <p>
              {t("route.sources")}: {sources.join("; ")}.
            </p>
          )}
        </aside>
      )}
      <FeaturedRegions
        title={t("route.other", { state: state.name })}
        regions={others}
        uf={uf}
        more={{ label: guide("home.all"), href: to(`/${uf}/regioes`) }}
      />
      <RouteJsonLd region={region} name={name.text} summary={summary.text} url={env.NEXT_PUBLIC_SITE_URL + to(`/${uf}/rota/${region.slug}`)} siteUrl={env.NEXT_PUBLIC_SITE_URL} />
    </main>
  );
}
