import { greatCircleKm, type GeoPoint } from "../../../geo/geo/rules";
import { thinTrack } from "../../../geo/tracks/rules";
import { offeredLines, type FilePoint, type OfferedLine, type TravelFile } from "../../../geo/travel-files/rules";
import { spreadOver } from "../rules";
import type { TripStop } from "../schema";

/** Points of a line that the road route is led through, besides its start and end. */
const MAX_BENDS = 12;
/** A stop this near the start or the end of a line is that start or end. */
const SAME_PLACE_KM = 0.3;

export type OfferedStop = Pick<FilePoint, "name" | "note" | "lat" | "lng">;
export type FileStop = OfferedStop & Pick<TripStop, "kind">;

/** The lines of a file for a trip: planned routes first, then all recordings together, then each. */
export function linesOf({ lines }: Pick<TravelFile, "lines">): OfferedLine[] {
  const { route, track } = offeredLines(lines);
  return [...route.filter(({ kind }) => kind === "route"), ...track];
}

const isSamePlace = (a: GeoPoint, b: GeoPoint) => greatCircleKm(a, b) < SAME_PLACE_KM;

/**
 * The points of a file that can become stops: its way points, the named points of the chosen planned route, and lines of
 * one point, such as a recording that never left its place.
 */
export function stopsToChoose(file: Pick<TravelFile, "lines" | "points">, line: OfferedLine | null): OfferedStop[] {
  const onRoute = line?.kind === "route" ? line.points.filter(({ name }) => name !== "") : [];
  const single = file.lines.map(({ parts }) => parts.flat()).filter(({ length }) => length === 1);
  const others = file.points.filter((point) => !onRoute.some((stop) => isSamePlace(stop, point)));
  return [...onRoute, ...others, ...single.flat()].map(({ name, note, lat, lng }) => ({
    name,
    note: note === name ? "" : note,
    lat,
    lng,
  }));
}

type OnLine = FileStop & { at: number };

/** Position of a place on a line: the number of the nearest point. */
function placeOn(line: readonly GeoPoint[], place: GeoPoint): number {
  let [nearest, least] = [0, Infinity];
  for (const [index, point] of line.entries()) {
    const away = (point.lat - place.lat) ** 2 + ((point.lng - place.lng) * 0.9) ** 2;
    if (away < least) [nearest, least] = [index, away];
  }
  return nearest;
}

/** The shape of a line, simplified once, because a recording may have 100,000 points. */
const shapes = new WeakMap<OfferedLine, GeoPoint[]>();

function shapeOf(line: OfferedLine): GeoPoint[] {
  const known = shapes.get(line);
  if (known) return known;
  const track = line.points.map(({ lat, lng }) => [lat, lng] as const);
  const inner = line.kind === "route" ? track.slice(1, -1) : thinTrack(track, MAX_BENDS + 2).slice(1, -1);
  const shape = inner.map(([lat, lng]) => ({ lat, lng }));
  shapes.set(line, shape);
  return shape;
}

/** Points between the ends that keep the road near the line, with their positions on it. */
function bendsOf(line: OfferedLine, most: number): OnLine[] {
  let from = 1;
  return (most < 1 ? [] : spreadOver(shapeOf(line), most)).map(({ lat, lng }) => {
    const found = line.points.findIndex((point, index) => index >= from && point.lat === lat && point.lng === lng);
    from = Math.max(from, found);
    return { name: "", note: "", lat, lng, kind: "shape", at: from };
  });
}

/**
 * The stops of a plan from a line and the chosen points of a file: the ends of the line are stops, the chosen points lie
 * between them in the order of the line, and `room` limits the bends.
 */
export function stopsOf(
  line: OfferedLine | null,
  chosen: readonly OfferedStop[],
  room: number,
  pointName: string,
): FileStop[] {
  const named = (stop: OfferedStop): FileStop => ({ ...stop, name: stop.name || pointName, kind: "stop" });
  if (!line) return chosen.map(named);
  const [first, last] = [line.points[0]!, line.points.at(-1)!];
  const startOf = chosen.find((stop) => isSamePlace(stop, first));
  const endOf = chosen.findLast((stop) => isSamePlace(stop, last)) ?? (isSamePlace(first, last) ? startOf : undefined);
  const between = chosen
    .filter((stop) => stop !== startOf && stop !== endOf)
    .map((stop): OnLine => ({ ...named(stop), at: placeOn(line.points, stop) }));
  const end = (point: FilePoint, stop: OfferedStop | undefined) =>
    named(stop ?? { name: point.name, note: "", lat: point.lat, lng: point.lng });
  const bends = bendsOf(line, Math.max(0, Math.min(MAX_BENDS, room - 2 - between.length))).filter(
    (bend) => !between.some((stop) => isSamePlace(stop, bend)),
  );
  const inner = [...between, ...bends].toSorted((a, b) => a.at - b.at).map(({ at: _at, ...stop }) => stop);
  return [
    end(first, startOf),
    ...inner.map((stop) => (stop.kind === "shape" ? { ...stop, name: pointName } : stop)),
    end(last, endOf),
  ];
}
