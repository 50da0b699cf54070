import { getTranslations } from "next-intl/server";
import { NearbyCities, NearbyPhotos, NearbyPlaces } from "@/components/regions/along-the-way";
import { SectionLinks } from "@/components/regions/route-section";
import { listPhotoPointsAround, listPlacesAround, type Region } from "@/lib/regions/queries";
import { rowsNearRoute, NEARBY_KM } from "@/lib/regions/rules";
import type { StateAbbr } from "@/lib/states/rules";

/** Content along a route: photo points of the route or near it, places near its stops, its towns. */
export async function loadNearbyRows(abbr: StateAbbr, region: Region) {
  const stops = region.region_waypoints;
  const [photoPoints, services] = await Promise.all([
    listPhotoPointsAround(abbr, region),
    listPlacesAround(abbr, region),
  ]);
  const cities = stops.flatMap(({ city }) => (city?.is_published ? [city] : []));
  return {
    photos: rowsNearRoute(photoPoints, stops, NEARBY_KM, ({ region_id }) => region_id === region.id),
    places: rowsNearRoute(services, stops, NEARBY_KM),
    cities: [...new Map(cities.map((city) => [`${city.state_abbr}/${city.slug}`, city])).values()],
  };
}

export type NearbyRows = Awaited<ReturnType<typeof loadNearbyRows>>;

/** Anchors to everything along the route, with the number of each. */
export async function NearbyLinks({ region, along }: { region: Region; along: NearbyRows }) {
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
export function NearbySections({ uf, along }: { uf: string; along: NearbyRows }) {
  return (
    <>
      <NearbyPhotos points={along.photos} uf={uf} />
      <NearbyPlaces places={along.places} uf={uf} />
      <NearbyCities cities={along.cities} />
    </>
  );
}
