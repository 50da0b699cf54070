import { MapTexts } from "@/components/geo/map/map-texts";
import { ExplorerTexts } from "@/components/guide/regions/explorer-texts";
import { Link } from "@/components/ui/link";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { JsonLd } from "@/components/ui/json-ld";
import { mapLabels } from "@/components/geo/map/labels";
import { StatePreview } from "@/components/geo/map/route/state-preview";
import { postcardPath } from "@/components/guide/postcards/postcard";
import { explorerLabels } from "@/components/guide/regions/explorer-labels";
import { Pagination } from "@/components/guide/regions/pagination";
import { RegionCard } from "@/components/guide/regions/region-card";
import { routeCard } from "@/components/guide/regions/region-cover";
import { RegionExplorer } from "@/components/guide/regions/region-explorer";
import { optionsOf } from "@/components/guide/regions/region-filters";
import { itemList } from "@/components/ui/item-list";
import { siteUrl } from "@/lib/platform/site-url";
import { env } from "@/lib/platform/env";
import { translated } from "@/lib/platform/i18n/content";
import { pageMetadata } from "@/lib/platform/i18n/metadata";
import { localePath } from "@/lib/platform/i18n/routing";
import { listRegionsPage, type ListedRegion } from "@/lib/guide/regions/queries";
import { mapRoutesOf } from "@/lib/guide/regions/line-facts";
import { listPath, REGIONS_PER_PAGE } from "@/lib/guide/regions/rules";
import { type State } from "@/lib/geo/states/rules";
import { PlacedAd } from "../../../placed-ad";
import { pageCount } from "@/lib/platform/paging";
import { buttonClass } from "@/components/ui/button-class";
import { PageCrumbs } from "@/components/guide/pages/page-crumbs";
import { stateOf } from "../state-of";

type Place = { uf: string; page: number };

/** Title, description and address of one page of a state's list. */
export async function regionListMetadata({ uf, page }: Place) {
  const state = stateOf(uf);
  const t = await getTranslations("guide/regions.list");
  const { regions } = await listRegionsPage(state.abbr, page);
  return pageMetadata({
    locale: await getLocale(),
    path: listPath(uf, page),
    title: page === 1 ? t("metaTitle", { state: state.name }) : t("metaTitlePage", { state: state.name, page }),
    description: t("metaDescription", { state: state.name }),
    image: postcardPath(regions[0]?.biome ?? null, `rotas-${uf}`, "png", regions[0] && routeCard(regions[0]).motifs),
  });
}

/** Data of a route that the client-side filter needs in addition to the rendered card. */
function factsOf(region: ListedRegion, name: string) {
  return {
    name,
    km: region.distance_km,
    minutes: region.duration_classic_min,
    surface: region.surface,
    themes: region.themes,
    months: region.best_months,
    altitude: region.max_altitude_m,
    points: region.region_waypoints.flatMap(({ lat, lng }) =>
      lat === null || lng === null ? [] : [[lat, lng] as const],
    ),
  };
}

/** One page of the routes of a state: complete in the HTML, filtered by a client component. */
export async function RegionList({ uf, page }: Place) {
  const state = stateOf(uf);
  const t = await getTranslations("guide/regions.list");
  const states = await getTranslations("geo/states");
  const layout = await getTranslations("site/layout");
  const locale = await getLocale();
  const { regions, total } = await listRegionsPage(state.abbr, page);
  if (page > 1 && regions.length === 0) notFound();
  const to = (path: string) => localePath(locale, path);
  const listed = regions.map((region) => ({
    region,
    name: translated(region, "name", locale).text,
    href: to(`/${uf}/rota/${region.slug}`),
  }));
  return (
    <main id="conteudo" className="pb-14">
      <PageCrumbs state={state} crumbs={[{ name: layout("nav.regions"), path: listPath(uf, page) }]} />
      <div className="page">
        <h1 className="display-1">{t("title", { state: state.name })}</h1>
        {total > 0 && <p className="mt-2 text-lg text-muted">{t("lead", { count: total })}</p>}
        {regions.length === 0 ? (
          <NoRoutes
            text={states("state.empty")}
            action={{ label: states("state.suggest"), href: to(`/${uf}/cadastro`) }}
          />
        ) : (
          <Explorer state={state} uf={uf} listed={listed} />
        )}
        <PlacedAd placement="list_inline" state={state} className="mt-10" />
        <Pagination
          label={t("pages")}
          current={page}
          count={pageCount(total, REGIONS_PER_PAGE)}
          pathOf={(number) => listPath(uf, number)}
        />
      </div>
      <JsonLd
        data={itemList(
          listed.map(({ name, href }) => ({ name, url: siteUrl(href) })),
          t("title", { state: state.name }),
        )}
      />
    </main>
  );
}

function NoRoutes({ text, action }: { text: string; action: { label: string; href: string } }) {
  return (
    <div className="mt-8 rounded-2xl border-2 border-dashed border-line p-8 text-center">
      <p className="text-lg">{text}</p>
      <Link href={action.href} className={buttonClass({ look: "primary", size: "lg", className: "mt-4" })}>
        {action.label}
      </Link>
    </div>
  );
}

type Listed = { region: ListedRegion; name: string; href: string };

async function Explorer({ state, uf, listed }: { state: State; uf: string; listed: readonly Listed[] }) {
  const states = await getTranslations("geo/states");
  const map = await getTranslations("geo/map");
  const items = listed.map(({ region, name, href }) => ({
    id: region.id,
    href,
    facts: factsOf(region, name),
    card: <RegionCard region={region} uf={uf} headingLevel={2} />,
  }));
  const options = optionsOf(items.map(({ facts }) => facts));
  const routes = mapRoutesOf(
    listed.map(({ region, name, href }) => ({ ...region, name, href })),
    ({ name, href }) => ({ name, href }),
  );
  return (
    <ExplorerTexts value={await explorerLabels(options, listed.length)}>
      {" "}
      <MapTexts value={mapLabels((key) => map(key as "open"))}>
        <RegionExplorer
          items={items}
          options={options}
          googleMapsKey={env.NEXT_PUBLIC_GOOGLE_MAPS_API_KEY}
          map={{
            stateAbbr: state.abbr,
            picture: (
              <StatePreview
                stateAbbr={state.abbr}
                routes={routes}
                labels={{ title: states("state.mapTitle", { state: state.name }) }}
              />
            ),
          }}
        />
      </MapTexts>
    </ExplorerTexts>
  );
}
