import type { Metadata } from "next";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { PageStamps } from "@/components/guide/passport/page-stamps";
import { PointsPreview } from "@/components/geo/map/points-preview";
import { PhotoCard, photoData, type NearRoute } from "@/components/guide/photo-points/photo-card";
import { countBy, facetGroup, filterLabels } from "@/components/geo/search/filter-labels";
import { CallToAction } from "@/components/ui/call-to-action";
import { ListFilterForm } from "@/components/geo/search/list-filter-form";
import { postcardPath } from "@/components/guide/postcards/postcard";
import { itemList } from "@/components/ui/item-list";
import { ListPage } from "../../list-page";
import { textMetadata } from "@/app/[locale]/page-metadata";
import { pageUrl, siteUrl } from "@/lib/platform/site-url";
import { stateTag } from "@/lib/platform/cache-tags";
import { env } from "@/lib/platform/env";
import { translated } from "@/lib/platform/i18n/content";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { listPictures, type ListedPicture } from "@/lib/platform/media/queries";
import { isShown } from "@/lib/platform/media/rules";
import { listPhotoPoints, type PhotoPoint } from "@/lib/guide/photo-points/queries";
import { photoPointPath } from "@/lib/guide/photo-points/rules";
import { listRegions } from "@/lib/guide/regions/queries";
import { postcardOf } from "@/lib/guide/postcards/rules";
import { nearestKm } from "@/lib/geo/geo/rules";
import { stateOf } from "../state-of";
import { PHOTO_LIGHTS } from "@/lib/platform/supabase/database-constants/guide";

type Props = { params: Promise<{ uf: string }> };
type Listed = { point: PhotoPoint; name: string; route: NearRoute | null };
type Routes = Awaited<ReturnType<typeof listRegions>>;

export const revalidate = 300;
export const generateStaticParams = () => [];

/** Number of cards above the fold on a wide screen. */
const FIRST_ROW = 3;

async function load(params: Props["params"]) {
  const { uf } = await params;
  const state = stateOf(uf);
  return { uf, state, points: await listPhotoPoints(state.abbr) };
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { uf, state, points } = await load(params);
  const image = points[0] ? imageOf(points[0]) : postcardPath(null, `fotos-${uf}`, "png");
  return textMetadata("guide/photo-points", `/${uf}/pontos-fotograficos`, image, {
    state: state.name,
    count: points.length,
  });
}

/** Share image of a photo point. */
const imageOf = (point: PhotoPoint) =>
  isShown(point.cover_url) ? point.cover_url : postcardPath(point.biome, point.slug, "png", postcardOf(point).motifs);

/** The route a point belongs to, else the nearest one by its stops. */
function routeOf(point: PhotoPoint, routes: Routes, uf: string, locale: Locale): NearRoute | null {
  const nearRouteOf = (region: Routes[number], km: number | null): NearRoute => ({
    name: translated(region, "name", locale).text,
    href: localePath(locale, `/${uf}/rota/${region.slug}`),
    km,
  });
  const own = routes.find(({ id }) => id === point.region_id);
  if (own) return nearRouteOf(own, null);
  const near = routes
    .flatMap((region) => {
      const km = nearestKm(point, region.region_waypoints);
      return km === null ? [] : [{ region, km }];
    })
    .toSorted((a, b) => a.km - b.km)[0];
  return near ? nearRouteOf(near.region, Math.round(near.km)) : null;
}

export default async function PhotoPointsPage({ params }: Props) {
  const { uf, state, points } = await load(params);
  const t = await getTranslations("guide/photo-points");
  const layout = await getTranslations("site/layout");
  const locale = await getLocale();
  const addresses = [...new Set(points.flatMap(({ cover_url, photos }) => [cover_url, ...photos]))];
  const [routes, pictures] = await Promise.all([
    listRegions(state.abbr),
    listPictures(addresses, locale, [stateTag("photo_points", state.abbr)]),
  ]);
  const to = (path: string) => localePath(locale, path);
  const listed = points.map((point) => ({
    point,
    name: translated(point, "name", locale).text,
    route: routeOf(point, routes, uf, locale),
  }));
  return (
    <ListPage
      state={state}
      crumbs={[{ name: layout("nav.photos"), path: `/${uf}/pontos-fotograficos` }]}
      kind="attraction"
      title={t("title", { state: state.name })}
      lead={t("lead", { count: points.length })}
      data={photoList(t("title", { state: state.name }), listed, locale)}
    >
      {listed.length > 0 && <PageStamps path={`/${uf}/pontos-fotograficos`} />}
      {listed.length > 0 && <Gallery uf={uf} listed={listed} pictures={pictures} />}
      {listed.length > 0 && (
        <section className="mt-12">
          <h2 className="display-2">{t("map")}</h2>
          <PointsPreview
            className="mx-auto mt-4 max-w-3xl"
            stateAbbr={state.abbr}
            title={t("mapTitle", { state: state.name })}
            points={listed.map(({ point, name }) => ({
              id: point.id,
              name,
              href: `#${point.slug}`,
              lat: point.lat,
              lng: point.lng,
              kind: "attraction",
            }))}
          />
        </section>
      )}
      <CallToAction
        title={t("inviteTitle")}
        text={t("invite")}
        actions={[
          { label: t("register"), href: to(`/${uf}/cadastro?tipo=foto`) },
          { label: t("openMap"), href: to(`/${uf}/mapa-interativo#fotos`) },
        ]}
      />
    </ListPage>
  );
}

async function Gallery({
  uf,
  listed,
  pictures,
}: {
  uf: string;
  listed: readonly Listed[];
  pictures: readonly ListedPicture[];
}) {
  const t = await getTranslations("guide/photo-points");
  const filter = await getTranslations("guide/services.filter");
  const { sun } = (await getMessages())["guide/photo-points"];
  const locale = await getLocale();
  const inLight = countBy(listed.map(({ point }) => point.best_light));
  const onRoute = listed.filter(({ route }) => route?.km === null).length;
  const lights = PHOTO_LIGHTS.filter((light) => inLight.has(light)).map((value) => ({
    value,
    label: t(`light.${value}`),
    count: inLight.get(value) ?? 0,
  }));
  return (
    <ListFilterForm
      groups={[
        facetGroup("luz", "chips", { label: t("byLight"), any: t("anyLight") }, lights),
        facetGroup(
          "rota",
          "chips",
          { label: t("byRoute"), any: t("anyPlace") },
          onRoute > 0 ? [{ value: "na-rota", label: t("onRouteOnly"), count: onRoute }] : [],
        ),
      ]}
      labels={filterLabels(filter, {
        none: t("none"),
        register: t("register"),
        hint: t("hint"),
      })}
      register={{ href: localePath(locale, `/${uf}/cadastro`) }}
      googleMapsKey={env.NEXT_PUBLIC_GOOGLE_MAPS_API_KEY}
    >
      <ul className="mt-2 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {listed.map(({ point, name, route }, index) => (
          <li
            key={point.id}
            id={point.slug}
            className="scroll-mt-20 rounded-2xl target:outline-3 target:outline-faixa"
            {...photoData(point, route, name)}
          >
            <PhotoCard point={point} pictures={pictures} route={route} sun={sun} priority={index < FIRST_ROW} />
          </li>
        ))}
      </ul>
    </ListFilterForm>
  );
}

/** The photo points in schema.org format. */
function photoList(title: string, listed: readonly Listed[], locale: Locale) {
  return itemList(
    listed.map(({ point, name }) => ({
      item: {
        "@type": "TouristAttraction",
        name,
        description: translated(point, "description", locale).text || undefined,
        url: pageUrl(locale, photoPointPath(point)),
        image: siteUrl(imageOf(point)),
        geo: { "@type": "GeoCoordinates", latitude: point.lat, longitude: point.lng },
      },
    })),
    title,
  );
}
