import { niceKm, projectToBox, type Point, type Projection } from "@/lib/geo/geo/rules";
import type { StateAbbr } from "@/lib/geo/states/rules";
import { placeLabels, spreadMarkers, type PlacedLabel } from "../label-placement";
import type { Section, SectionStyle } from "@/lib/geo/geo/lines";
import { locatedWaypoints, type LocatedWaypoint, type MapWaypoint } from "../model";
import type { Rect } from "../outline";
import { recordedPath, roadPath } from "../road-path";
import { landInFrame, statePositions, type Land } from "../state-outline";

export const ROUTE_VIEW = { width: 640, height: 460, legend: 44, radius: 13 };
const MAP_HEIGHT = ROUTE_VIEW.height - ROUTE_VIEW.legend;
const FRAME: Rect = { left: 8, top: 8, right: ROUTE_VIEW.width - 8, bottom: MAP_HEIGHT - 8 };
const CORNER = { width: 118, height: 104 };
/** Large letters stay readable on a phone; labels that fit only in small letters are shown from tablet width up. */
export const LABEL_SIZES = [21, 15] as const;
const SCALE_BAR = 150;

export type RouteStop = LocatedWaypoint & Point & { label: PlacedLabel | null };
export type RouteLayout = {
  land: Land;
  road: string;
  /** The line between the stops, one path per style. */
  traces: { style: SectionStyle; path: string }[];
  stops: RouteStop[];
  scale: { km: number; width: number };
  locator: { x: number; path: string; dot: Point };
  compass: Point;
};

/** Everything the route preview draws, in drawing units; null when no stop has coordinates. */
export function layOutRoute(
  stateAbbr: StateAbbr,
  waypoints: readonly MapWaypoint[],
  sections: readonly Section[] = [],
): RouteLayout | null {
  const located = locatedWaypoints(waypoints);
  if (located.length === 0) return null;
  const way = sections.flatMap(({ line }) => line.map(([lat, lng]): [number, number] => [lng, lat]));
  const projection = projectToBox([...widen(located), ...way], {
    width: ROUTE_VIEW.width,
    height: MAP_HEIGHT,
    padding: 72,
  });
  const exact = located.map(({ lng, lat }) => projection.project([lng, lat]));
  const markers = spreadMarkers(exact, ROUTE_VIEW.radius * 2.1);
  const locatorX = freeCorner(markers);
  const labels = placeLabels(
    located.map(({ name }, index) => ({ text: name, ...(markers[index] as Point) })),
    { frame: FRAME, radius: ROUTE_VIEW.radius, sizes: LABEL_SIZES, taken: cornerBoxes(locatorX), roads: [exact] },
  );
  const km = niceKm(SCALE_BAR / projection.unitsPerKm);
  return {
    land: landInFrame(stateAbbr, projection, { left: 0, top: 0, right: ROUTE_VIEW.width, bottom: MAP_HEIGHT }),
    ...tracesOf(sections, exact, projection),
    stops: located.map((stop, index) => ({ ...stop, ...(markers[index] as Point), label: labels[index] ?? null })),
    scale: { km, width: Math.round(km * projection.unitsPerKm) },
    locator: { x: locatorX, ...locate(stateAbbr, located) },
    compass: { x: locatorX === 0 ? ROUTE_VIEW.width - 44 : 44, y: 48 },
  };
}

/** Lines of the sections; without any known line a smooth line through the stops. */
function tracesOf(sections: readonly Section[], stops: readonly Point[], { project }: Projection) {
  if (sections.every(({ style }) => style === "unknown")) {
    const road = roadPath(stops);
    return { road, traces: [{ style: "unknown" as const, path: road }] };
  }
  const traces = sections.map(({ style, line }) => ({
    style,
    path: recordedPath(line.map(([lat, lng]) => project([lng, lat]))),
  }));
  const styles = [...new Set(traces.map(({ style }) => style))];
  return {
    road: traces.map(({ path }) => path).join(""),
    traces: styles.map((style) => ({
      style,
      path: traces.flatMap((trace) => (trace.style === style ? [trace.path] : [])).join(""),
    })),
  };
}

/** Short routes show at least 0.35° (about 40 km), because a smaller part of the map would not be recognisable. */
function widen(stops: readonly LocatedWaypoint[]): [number, number][] {
  const positions = stops.map(({ lng, lat }): [number, number] => [lng, lat]);
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  const lng = middle(positions.map(([value]) => value));
  const lat = middle(positions.map(([, value]) => value));
  return [...positions, [lng - 0.175, lat], [lng + 0.175, lat]];
}

function freeCorner(markers: readonly Point[]): number {
  const right = ROUTE_VIEW.width - CORNER.width;
  const crowd = (x: number) => markers.filter((marker) => marker.y < 130 && Math.abs(marker.x - x - 59) < 85).length;
  return crowd(right) <= crowd(0) ? right : 0;
}

function cornerBoxes(locatorX: number): Rect[] {
  const compassX = locatorX === 0 ? ROUTE_VIEW.width - 88 : 0;
  return [
    { left: locatorX, right: locatorX + CORNER.width, top: 0, bottom: CORNER.height },
    { left: compassX, right: compassX + 88, top: 0, bottom: 96 },
  ];
}

function locate(abbr: StateAbbr, stops: readonly LocatedWaypoint[]): { path: string; dot: Point } {
  const projection: Projection = projectToBox(statePositions(abbr), { ...CORNER, padding: 14 });
  const frame: Rect = { left: 0, top: 0, right: CORNER.width, bottom: CORNER.height };
  const middle = stops[Math.floor(stops.length / 2)] as LocatedWaypoint;
  return {
    path: landInFrame(abbr, projection, frame, 0.8).own,
    dot: projection.project([middle.lng, middle.lat]),
  };
}
