import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { CityFacts } from "@/components/guide/cities/city-facts";
import { FavouriteButton } from "@/components/guide/favourites/favourite-button";
import { FallbackMark } from "@/components/ui/fallback-mark";
import { JsonLd } from "@/components/ui/json-ld";
import { creditOf, Photo } from "@/components/platform/media/photo";
import { PhotoGallery } from "@/components/platform/media/photo-gallery";
import { PageStamps } from "@/components/guide/passport/page-stamps";
import { StampButton } from "@/components/guide/passport/stamp-button";
import { PointsPreview } from "@/components/geo/map/points-preview";
import { Postcard, postcardPath } from "@/components/guide/postcards/postcard";
import { CheckedOn } from "@/components/guide/reviews/checked-on";
import { WrongInformation } from "@/components/guide/reviews/wrong-information";
import { SignPlate } from "@/components/ui/sign-plate";
import { getCapital, getCity, getCityAddress, listRegionsThrough, type City } from "@/lib/guide/cities/queries";
import { cityPath, cityReference } from "@/lib/guide/cities/rules";
import { pageUrl, siteUrl } from "@/lib/platform/site-url";
import { listPictures } from "@/lib/platform/media/queries";
import { isShown } from "@/lib/platform/media/rules";
import { postcardOf } from "@/lib/guide/postcards/rules";
import { stateTag } from "@/lib/platform/cache-tags";
import { env } from "@/lib/platform/env";
import { translated } from "@/lib/platform/i18n/content";
import { pageMetadata } from "@/lib/platform/i18n/metadata";
import { localePath } from "@/lib/platform/i18n/routing";
import { listPhotoPointsIn } from "@/lib/guide/photo-points/queries";
import { redirectOrNotFound } from "@/lib/platform/redirects/queries";
import { drawnSections, OVERVIEW_POINTS } from "@/lib/guide/regions/line-facts";
import { listRegions } from "@/lib/guide/regions/queries";
import { stateOfSegment } from "@/lib/geo/states/rules";
import { CitySections } from "./city-sections";
import { PlacedAd } from "../../../../placed-ad";
import { PageCrumbs } from "@/components/guide/pages/page-crumbs";

type Props = { params: Promise<{ uf: string; cityId: string }> };

const BANNER = "h-[clamp(11rem,28vw,20rem)] w-full rounded-2xl border-2 border-line object-cover";

export const revalidate = 300;
export const generateStaticParams = () => [];

async function load(params: Props["params"]) {
  const { uf, cityId } = await params;
  const state = stateOfSegment(uf);
  const reference = cityReference(cityId);
  if (!state || !reference) notFound();
  if ("code" in reference) {
    const address = await getCityAddress(reference.code);
    if (!address) notFound();
    permanentRedirect(localePath(await getLocale(), cityPath(address)));
  }
  const city = await getCity(state.abbr, reference.slug);
  if (!city) return redirectOrNotFound(cityPath({ state_abbr: state.abbr, slug: reference.slug }));
  const [regions, photos] = await Promise.all([
    listRegionsThrough(city.ibge_code),
    listPhotoPointsIn(state.abbr, city.ibge_code),
  ]);
  const card = postcardOf({
    slug: `cidade-${city.slug}`,
    biome: regions[0]?.biome ?? photos[0]?.biome ?? "cidade-historica",
    state_abbr: state.abbr,
    spots: photos.map(({ name }) => name),
  });
  return { uf, state, city, regions, photos, card };
}

/** Share image of a city: its cover photo, or its postcard. */
function pictureOf(city: City, { biome, slug, motifs }: ReturnType<typeof postcardOf>): string {
  const cover = city.city_photos.find(({ is_cover, picture }) => is_cover && isShown(picture))?.picture;
  return cover ?? postcardPath(biome, slug, "png", motifs);
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { state, city, regions, card } = await load(params);
  const locale = await getLocale();
  const t = await getTranslations("guide/cities");
  const page = pageMetadata({
    locale,
    path: cityPath(city),
    title: t("metaTitle", { city: city.name, uf: state.abbr }),
    description: translated(city, "intro", locale).text,
    more: t("metaDescription", { city: city.name, state: state.name, count: regions.length }),
    image: pictureOf(city, card),
  });
  // Towns without a written text are kept out of search engines.
  return city.is_published ? page : { ...page, robots: { index: false, follow: true } };
}

export default async function CityPage({ params }: Props) {
  const { uf, state, city, regions, photos, card } = await load(params);
  const t = await getTranslations("guide/cities");
  const layout = await getTranslations("site/layout");
  const locale = await getLocale();
  const pictures = await listPictures(
    city.city_photos.map(({ picture }) => picture),
    locale,
    [stateTag("cities", state.abbr)],
  );
  const cover = pictures.find(({ path }) =>
    city.city_photos.some(({ picture, is_cover }) => is_cover && picture === path),
  );
  const intro = translated(city, "intro", locale);
  const url = pageUrl(locale, cityPath(city));
  return (
    <main id="conteudo" className="pb-14">
      <PageCrumbs state={state} crumbs={[{ name: city.name, path: cityPath(city) }]} />
      <div className="page">
        {cover ? (
          <Photo picture={{ ...cover, alt: cover.alt || city.name }} priority className={`${BANNER} object-center`} />
        ) : (
          <Postcard
            {...card}
            alt={layout("postcardAlt", { name: city.name })}
            priority
            className={`${BANNER} object-[50%_75%]`}
          />
        )}
        <SignPlate kind="route" className="relative mx-3 -mt-10 w-fit max-w-[94%] sm:mx-6">
          <h1 className="display-1 px-1 leading-none wrap-anywhere">{city.name}</h1>
          <p className="mt-1 px-1 text-lg">{state.name}</p>
        </SignPlate>
      </div>
      <div className="page mt-6 grid items-start gap-8 lg:grid-cols-[1.2fr_1fr]">
        <div>
          {intro.text ? (
            <p className="max-w-2xl text-lg">
              {intro.text}
              <FallbackMark label={layout("content.fallback")} show={intro.fallback} />
            </p>
          ) : (
            <p className="max-w-2xl text-lg text-muted">{t("empty", { city: city.name })}</p>
          )}
          {cover && creditOf(cover) && (
            <p className="mt-2 text-sm text-muted">{t("photoCredit", { credit: creditOf(cover) })}</p>
          )}
          <CityFacts
            city={city}
            capital={await getCapital(state.abbr)}
            googleMapsKey={env.NEXT_PUBLIC_GOOGLE_MAPS_API_KEY}
          />
          <div className="mt-4 flex items-start gap-2">
            <StampButton type="city" id={city.ibge_code} name={city.name} />
            <FavouriteButton
              item={{
                kind: "city",
                id: String(city.ibge_code),
                title: city.name,
                path: cityPath(city),
                state: state.abbr,
              }}
            />
          </div>
        </div>
        <PageStamps path={cityPath(city)} />
        <PointsPreview
          stateAbbr={state.abbr}
          title={t("mapTitle", { city: city.name, state: state.name })}
          points={[{ id: city.slug, name: city.name, lat: city.lat, lng: city.lng, kind: "route", isMain: true }]}
          routes={await sectionsOf(state.abbr, regions)}
        />
      </div>
      <PhotoGallery
        title={t("photosTitle", { city: city.name })}
        pictures={pictures.filter((picture) => picture !== cover)}
        creditLine={(credit) => t("photoCredit", { credit })}
      />
      <PlacedAd placement="city_page" state={state} />
      <CitySections uf={uf} state={state} city={city} regions={regions} photos={photos} />
      <div className="page mt-8 text-sm text-muted">
        <CheckedOn date={city.check_date} />
        <WrongInformation path={cityPath(city)} />
      </div>
      <JsonLd
        data={{
          "@type": "City",
          name: city.name,
          description: intro.text || undefined,
          url,
          image: siteUrl(pictureOf(city, card)),
          identifier: { "@type": "PropertyValue", propertyID: "IBGE", value: String(city.ibge_code) },
          geo: { "@type": "GeoCoordinates", latitude: city.lat, longitude: city.lng },
          containedInPlace: {
            "@type": "State",
            name: state.name,
            containedInPlace: { "@type": "Country", name: "Brasil" },
          },
        }}
      />
    </main>
  );
}

/** Lines of the routes that pass through the town, taken from the state's list of routes. */
async function sectionsOf(abbr: Parameters<typeof listRegions>[0], through: readonly { id: string }[]) {
  const ids = new Set(through.map(({ id }) => id));
  if (ids.size === 0) return [];
  const regions = await listRegions(abbr);
  return regions.filter(({ id }) => ids.has(id)).map((region) => drawnSections(region, OVERVIEW_POINTS));
}
