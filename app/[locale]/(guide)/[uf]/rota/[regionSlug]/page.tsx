import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { shareImagePath } from "@/app/imagem-rota/share-image";
import { ClimateSection } from "@/components/geo/climate/climate-section";
import { PhotoGallery } from "@/components/platform/media/photo-gallery";
import { ClassicDriverBox } from "@/components/guide/regions/classic-driver-box";
import { ElevationStrip } from "@/components/guide/regions/elevation-strip";
import { FactsBar } from "@/components/guide/regions/facts-bar";
import { FeaturedRegions } from "@/components/guide/regions/featured-regions";
import { OnTheRoad } from "@/components/guide/regions/on-the-road";
import { RouteActions } from "@/components/guide/regions/route-actions";
import { RouteBody } from "@/components/guide/regions/route-body";
import { RouteHeader, RoutePicture } from "@/components/guide/regions/route-header";
import { RouteJsonLd } from "@/components/guide/regions/route-json-ld";
import { RouteMap } from "@/components/guide/regions/route-map";
import { RouteProvenance } from "@/components/guide/regions/route-provenance";
import { RouteStops } from "@/components/guide/regions/route-stops";
import { Warnings } from "@/components/guide/regions/warnings";
import { EmergencyPhones } from "@/components/geo/states/emergency-phones";
import { getClimate } from "@/lib/geo/climate/queries";
import { middleOf } from "@/lib/geo/climate/rules";
import { listPictures } from "@/lib/platform/media/queries";
import { stateTag } from "@/lib/platform/cache-tags";
import { env } from "@/lib/platform/env";
import { translated } from "@/lib/platform/i18n/content";
import { pageMetadata, shortTitle } from "@/lib/platform/i18n/metadata";
import { localePath } from "@/lib/platform/i18n/routing";
import { redirectOrNotFound } from "@/lib/platform/redirects/queries";
import { driverFacts } from "@/lib/guide/regions/driver";
import { lineFactsOf, thinSections } from "@/lib/guide/regions/line-facts";
import { getRegion, listFeaturedRegions } from "@/lib/guide/regions/queries";
import { isSlug } from "@/lib/guide/regions/rules";
import { listNearestHelp, listOperatorTows } from "@/lib/guide/services/queries";
import { contactsOnWay, ROUTE_HELP_KM } from "@/lib/guide/services/rules";
import { listStateContacts } from "@/lib/geo/states/queries";
import { stateOfSegment } from "@/lib/geo/states/rules";
import { listTollPrices } from "@/lib/travel/facts/queries";
import { siteUrl } from "@/lib/platform/site-url";
import { NearbyLinks, NearbySections, StopPlaces, loadNearbyRows } from "./route-sections";
import { PlacedAd } from "../../../../placed-ad";
import { PageCrumbs } from "@/components/guide/pages/page-crumbs";

type Props = { params: Promise<{ uf: string; regionSlug: string }> };

/** Enough points for the picture and the interactive map; the download has the complete line. */
const [PICTURE_POINTS, MAP_POINTS] = [300, 800];

export const revalidate = 300;
export const generateStaticParams = () => [];

async function load(params: Props["params"]) {
  const { uf, regionSlug } = await params;
  const state = stateOfSegment(uf);
  const region = state && isSlug(regionSlug) ? await getRegion(state.abbr, regionSlug) : null;
  if (!state || !region) return redirectOrNotFound(`/${uf}/rota/${regionSlug}`);
  return { uf, state, region };
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { uf, state, region } = await load(params);
  const locale = await getLocale();
  const t = await getTranslations("guide/regions.route");
  const name = translated(region, "name", locale).text;
  return pageMetadata({
    locale,
    path: `/${uf}/rota/${region.slug}`,
    title: shortTitle(t("metaTitle", { name, uf: state.abbr }), t("metaTitleShort", { name })),
    description: translated(region, "summary", locale).text,
    more: t("metaMore", { state: state.name }),
    image: shareImagePath(region, locale),
    type: "article",
  });
}

export default async function RegionPage({ params }: Props) {
  const { uf, state, region } = await load(params);
  const [t, states, layout, locale] = await Promise.all([
    getTranslations("guide/regions.route"),
    getTranslations("geo/states"),
    getTranslations("site/layout"),
    getLocale(),
  ]);
  const facts = lineFactsOf(region);
  const middle = middleOf(region.region_waypoints);
  const [along, climate, help, tows, featured, contacts] = await Promise.all([
    loadNearbyRows(state.abbr, region, facts.way),
    middle && getClimate(middle, state.abbr),
    listNearestHelp(region.region_waypoints, ROUTE_HELP_KM),
    listOperatorTows(region.region_waypoints, facts.way),
    listFeaturedRegions(state.abbr),
    listStateContacts(state.abbr),
  ]);
  const driver = driverFacts(region, facts.way, contacts);
  const tollPrices = await listTollPrices(driver.tolls?.tolls ?? [], "car");
  const pictures = await listPictures([region.cover_url, ...region.photos], locale, [stateTag("regions", state.abbr)]);
  const to = (path: string) => localePath(locale, path);
  const href = to(`/${uf}/rota/${region.slug}`);
  const name = translated(region, "name", locale).text;
  return (
    <main id="conteudo" className="pb-14">
      <PageCrumbs
        startsAtHome={false}
        state={state}
        crumbs={[
          { name: layout("nav.regions"), path: `/${uf}/regioes` },
          { name, path: `/${uf}/rota/${region.slug}` },
        ]}
      />
      <RouteHeader
        region={region}
        map={
          <RouteMap
            region={region}
            facts={facts}
            drawn={{
              picture: thinSections(facts.sections, PICTURE_POINTS),
              map: thinSections(facts.sections, MAP_POINTS),
            }}
            stateAbbr={state.abbr}
            name={name}
            googleMapsKey={env.NEXT_PUBLIC_GOOGLE_MAPS_API_KEY}
          />
        }
        actions={<RouteActions region={region} href={href} name={name} />}
      />
      <FactsBar region={region} driver={driver} tollPrices={tollPrices} goodMonths={climate?.good} />
      <Warnings region={region} />
      <ElevationStrip profile={region.elevation_profile} towns={facts.townProfile} />
      <NearbyLinks region={region} along={along} />
      <RouteStops
        region={region}
        facts={facts}
        url={siteUrl(href)}
        picture={<RoutePicture region={region} cover={pictures.find(({ path }) => path === region.cover_url)} />}
      />
      <StopPlaces region={region} along={along} />
      <ClassicDriverBox region={region} facts={driver} climate={climate} help={help} tows={tows} />
      <RouteBody region={region} />
      <PhotoGallery
        title={t("photosTitle")}
        pictures={pictures.filter(({ path }) => path !== region.cover_url)}
        creditLine={(credit) => t("photoCredit", { credit })}
      />
      <PlacedAd placement="route_page" state={state} />
      <OnTheRoad facts={facts} named={region.roads} />
      <NearbySections uf={uf} along={along} />
      <EmergencyPhones own={contactsOnWay(contacts, tows)} />
      {climate && (
        <ClimateSection
          climate={climate}
          bestMonths={region.best_months.length > 0 ? region.best_months : climate.good}
        />
      )}
      <RouteProvenance region={region} uf={uf} />
      <div data-print="hide">
        <FeaturedRegions
          title={t("other", { state: state.name })}
          regions={featured.filter(({ slug }) => slug !== region.slug).slice(0, 3)}
          uf={uf}
          more={{ label: states("home.all"), href: to(`/${uf}/regioes`) }}
        />
      </div>
      <RouteJsonLd
        region={region}
        name={name}
        summary={translated(region, "summary", locale).text}
        url={siteUrl(href)}
        image={siteUrl(shareImagePath(region, locale))}
      />
    </main>
  );
}
