import { getTranslations } from "next-intl/server";
import { NextEvents } from "@/components/events/events/next-events";
import { PlacesByStop } from "@/components/guide/map-places/places-by-stop";
import { NearbyCities, NearbyClubs, NearbyPhotos, NearbyPlaces } from "@/components/guide/regions/along-the-way";
import { SectionLinks } from "@/components/guide/regions/route-section";
import { RouteVouchers } from "@/components/partners/downloads/route-vouchers";
import { listEventsAround } from "@/lib/events/events/queries";
import { NEAR_ROUTE_KM } from "@/lib/events/events/rules";
import { located, nearestKm, type GeoPoint } from "@/lib/geo/geo/rules";
import { mapPlacesNear } from "@/lib/guide/map-places/queries";
import { PER_STOP, separateStops, STOP_KINDS, STOP_KM } from "@/lib/guide/map-places/rules";
import { listRowsAround, type Region } from "@/lib/guide/regions/queries";
import { rowsNearRoute } from "@/lib/guide/regions/rules";
import { isBesideWay, positionOnWay, rowsAlongWay, type WayPiece } from "@/lib/guide/regions/way";
import { servedRoads } from "@/lib/guide/services/queries";
import { servedOnWay } from "@/lib/guide/served-roads/rules";
import type { StateAbbr } from "@/lib/geo/states/rules";
import { listVouchersIn } from "@/lib/partners/downloads/queries";

const MAX_EVENTS = 6;

/** The next events near the line of a route or one of its stops; a part of the way may have no line. */
async function eventsNear(stops: Region["region_waypoints"], way: readonly WayPiece[]) {
  const kmFrom = (point: GeoPoint) =>
    Math.min(positionOnWay(way, point)?.kmBeside ?? Infinity, nearestKm(point, stops) ?? Infinity);
  const events = located(await listEventsAround(located(stops)));
  return events.filter((event) => kmFrom(event) <= NEAR_ROUTE_KM).slice(0, MAX_EVENTS);
}

/** Content along a route: its photo points, places with their vouchers and clubs, by position or municipality, and its towns. */
export async function loadNearbyRows(abbr: StateAbbr, region: Region, way: readonly WayPiece[]) {
  const along = await loadRows(abbr, region, way);
  const states = along.places.map(({ state_abbr: state }) => state as StateAbbr);
  const order = new Map(along.places.map(({ id }, index) => [id, index]));
  const vouchers = (await listVouchersIn(states))
    .filter(({ service }) => order.has(service.id))
    .toSorted((a, b) => order.get(a.service.id)! - order.get(b.service.id)!);
  return { ...along, vouchers };
}

async function loadRows(abbr: StateAbbr, region: Region, way: readonly WayPiece[]) {
  const stops = region.region_waypoints;
  const { municipalities, photoPoints, places: around, clubs } = await listRowsAround(abbr, region);
  const places = around.filter(
    ({ served_roads }) => served_roads.length === 0 || servedOnWay(servedRoads(served_roads), way).length > 0,
  );
  const cities = stops.flatMap(({ city }) => (city?.is_published ? [city] : []));
  return {
    photos: rowsAlongWay(
      rowsNearRoute(
        photoPoints,
        stops,
        municipalities,
        (point) => point.region_id === region.id || isBesideWay(way, point),
      ),
      way,
    ),
    places: rowsAlongWay(
      rowsNearRoute(places, stops, municipalities, (place) => isBesideWay(way, place)),
      way,
    ),
    clubs: rowsNearRoute(
      clubs.map((club) => ({ ...club, lat: null, lng: null })),
      stops,
      municipalities,
    ),
    events: await eventsNear(stops, way),
    cities: [...new Map(cities.map((city) => [`${city.state_abbr}/${city.slug}`, city])).values()],
  };
}

export type NearbyRows = Awaited<ReturnType<typeof loadNearbyRows>>;

/** Anchors to everything along the route, with the number of each. */
export async function NearbyLinks({ region, along }: { region: Region; along: NearbyRows }) {
  const [t, next, vouchers] = [
    await getTranslations("guide/regions.route"),
    await getTranslations("events/events.next"),
    await getTranslations("partners/downloads.along"),
  ];
  const links = [
    { id: "paradas", title: t("stopsShort"), count: region.region_waypoints.length },
    { id: "fotos", title: t("photosShort"), count: along.photos.length },
    { id: "lugares", title: t("placesShort"), count: along.places.length },
    { id: "vouchers", title: vouchers("routeShort"), count: along.vouchers.length },
    { id: "clubes", title: t("clubsShort"), count: along.clubs.length },
    { id: "cidades", title: t("citiesShort"), count: along.cities.length },
    { id: "eventos", title: next("short"), count: along.events.length },
  ];
  return <SectionLinks label={t("sections")} links={links.filter(({ count }) => count > 0)} />;
}

/** Where to sleep, eat, refuel and repair at each stop. */
export async function StopPlaces({ region, along }: { region: Region; along: NearbyRows }) {
  const stops = separateStops(located(region.region_waypoints));
  const near = await mapPlacesNear(stops, { kinds: STOP_KINDS, withinKm: STOP_KM, perKind: PER_STOP });
  return <PlacesByStop stops={stops} near={near} places={along.places} />;
}

/** The sections that those anchors link to, except the stops. */
export async function NearbySections({ uf, along }: { uf: string; along: NearbyRows }) {
  const t = await getTranslations("events/events.next");
  return (
    <>
      <NearbyPhotos points={along.photos} uf={uf} />
      <NearbyPlaces places={along.places} uf={uf} />
      <RouteVouchers vouchers={along.vouchers} uf={uf} />
      <NearbyClubs clubs={along.clubs} />
      <NearbyCities cities={along.cities} />
      <NextEvents title={t("titleRoute", { km: NEAR_ROUTE_KM })} events={along.events} state={null} />
    </>
  );
}
