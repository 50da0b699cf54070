import type { StateAbbr } from "@/lib/geo/states/rules";
import type { Section } from "@/lib/geo/geo/lines";

/** A stop with the data the maps need; one without coordinates appears in the list only. */
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
  /** Address of the route's page; omitted on that page. */
  href?: string;
  waypoints: readonly MapWaypoint[];
  /** Lines of the road in travel order; without them a dashed line connects the stops. */
  sections?: readonly Section[];
};

/** Props of both interactive maps; `onFail` switches to the next fallback. */
export type MapViewProps = {
  stateAbbr: StateAbbr | null;
  routes: readonly MapRoute[];
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

/** The stops that have coordinates, in travel order. */
export function locatedWaypoints(waypoints: readonly MapWaypoint[]): LocatedWaypoint[] {
  return waypoints
    .filter((waypoint): waypoint is LocatedWaypoint => waypoint.lat !== null && waypoint.lng !== null)
    .toSorted((a, b) => a.position - b.position);
}

/** West, south, east, north of all located stops and lines, or of Brazil when there are none. */
export function boundsOf(routes: readonly MapRoute[]): [number, number, number, number] {
  const points = routes.flatMap(({ waypoints, sections = [] }) => [
    ...locatedWaypoints(waypoints).map(({ lat, lng }) => [lat, lng] as const),
    ...sections.flatMap(({ line }) => line),
  ]);
  if (points.length === 0) return [-74, -33.8, -34.7, 5.3];
  const lats = points.map(([lat]) => lat);
  const lngs = points.map(([, lng]) => lng);
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)];
}
