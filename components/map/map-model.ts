import type { StateAbbr } from "@/lib/states/rules";
import type { TrackPoint } from "@/lib/tracks/rules";
import type { MapLabels } from "./map-labels";

/** A stop as the maps need it; without coordinates it stays in the list and off the map. */
export type MapWaypoint = {
  position: number;
  name: string;
  kind: string;
  lat: number | null;
  lng: number | null;
  isApproximate: boolean;
};

export type LocatedWaypoint = MapWaypoint & { lat: number; lng: number };

export type MapRoute = {
  id: string;
  name: string;
  /** Where the route is told in full; left out on its own page. */
  href?: string;
  waypoints: readonly MapWaypoint[];
  /** Where the road really runs, from a recording; without it the stops are joined by a dashed line. */
  track?: readonly TrackPoint[];
};

/** What either interactive map is given; `onFail` hands over to the next best thing. */
export type MapViewProps = {
  stateAbbr: StateAbbr | null;
  routes: readonly MapRoute[];
  labels: MapLabels;
  onFail: () => void;
};

export type SignKind = "route" | "attraction" | "service" | "warning";

const SIGN_OF_KIND: Partial<Record<string, SignKind>> = {
  view: "attraction",
  photo: "attraction",
  attraction: "attraction",
  museum: "attraction",
  nature: "attraction",
  historic: "attraction",
  food: "service",
  fuel: "service",
  workshop: "service",
  warning: "warning",
};

/** The road-sign colour of a stop: brown for sights, blue for services, red for warnings, green otherwise. */
export function signOf(kind: string): SignKind {
  return SIGN_OF_KIND[kind] ?? "route";
}

/** The stops that have coordinates, in travelling order. */
export function locatedWaypoints(waypoints: readonly MapWaypoint[]): LocatedWaypoint[] {
  return waypoints
    .filter((waypoint): waypoint is LocatedWaypoint => waypoint.lat !== null && waypoint.lng !== null)
    .toSorted((a, b) => a.position - b.position);
}

/** West, south, east, north of all located stops and tracks, or of Brazil when there are none. */
export function boundsOf(routes: readonly MapRoute[]): [number, number, number, number] {
  const points = routes.flatMap(({ waypoints, track = [] }) => [...locatedWaypoints(waypoints).map(({ lat, lng }): TrackPoint => [lat, lng]), ...track]);
  if (points.length === 0) return [-74, -33.8, -34.7, 5.3];
  const lats = points.map(([lat]) => lat);
  const lngs = points.map(([, lng]) => lng);
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)];
}
