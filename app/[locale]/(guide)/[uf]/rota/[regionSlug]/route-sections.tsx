import { getTranslations } from "next-intl/server";
import { CitiesAlong, PhotosAlong, PlacesAlong } from "@/components/regions/along-the-way";
import { SectionLinks } from "@/components/regions/route-section";
import { listPhotoPointsAround, listPlacesAround, type Region } from "@/lib/regions/queries";
import { alongRoute, NEARBY_KM } from "@/lib/regions/rules";
import type { StateAbbr } from "@/lib/states/rules";

/** Content along a route: photo points of the route or near it, places near its stops, its towns. */
export async function loadAlong(abbr: StateAbbr, region: Region) {
  const stops = region.region_waypoints;
  const [photoPoints, services] = await Promise.all([listPhotoPointsAround(abbr, region), listPlacesAround(abbr, region)]);
  const cities = stops.flatMap(({ city }) => (city?.is_published ? [city] : []));
  return {
    photos: alongRoute(photoPoints, stops, NEARBY_KM, ({ region_id }) => region_id === region.id),
    places: alongRoute(services, stops, NEARBY_KM),
    cities: [...new Map(cities.map((city) => [`${city.state_abbr}/${city.slug}`, city])).values()],
  };
}

export type Along = Awaited<ReturnType<typeof loadAlong>>;

/** Anchors to everything along the route, with the number of each. */
export async function AlongLinks({ region, along }: { region: Region; along: Along }) {
  const t = await getTranslations("regions.route");
  const links = [
    { id: "paradas", title: t("stopsShort"), count: region.region_waypoints.length },
    { id: "fotos", title: t("photosShort"), count: along.photos.length },
    { id: "lugares", title: t("placesShort"), count: along.places.length },
    { id: "cidades", title: t("citiesShort"), count: along.cities.length },
  ];
  return <SectionLinks label={t("sections")} links={links.filter(({ count }) => count > 0)} />;
}

/** The sections that those anchors link to, except the stops. */
export function AlongSections({ uf, along }: { uf: string; along: Along }) {
  return (
    <>
      <PhotosAlong points={along.photos} uf={uf} />
      <PlacesAlong places={along.places} uf={uf} />
      <CitiesAlong cities={along.cities} />
    </>
  );
}
