import { greatCircleKm, type GeoPoint } from "@/lib/geo/geo/rules";
import { CLASSES, type NetworkLine } from "./network-file";

const JOIN = CLASSES.indexOf("join");
/** Tiles on one side of the world at zoom 13, the zoom of the extract. */
const TILES = 2 ** 13;
/** Ends are on a tile border when nearer than this, in tiles: coordinates have four decimals (0.0023 tiles). */
const BORDER = 0.004;
/** Vertices nearer to a border are clipped ends of the neighbour tile. */
const INSIDE = 0.02;
const STEP = 0.1;
const SHORTEST_KM = 0.3;
/** A straight of this length between two borders is a join even when roads of another tile are beside it. */
const ALWAYS_KM = 2;

type TilePoint = [x: number, y: number];

function tilePoint([lat, lng]: readonly [number, number], scale: number): TilePoint {
  const radians = ((lat / scale) * Math.PI) / 180;
  return [((lng / scale + 180) / 360) * TILES, ((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * TILES];
}

const toBorder = (value: number) => Math.abs(value - Math.round(value));
const isOnBorder = ([x, y]: TilePoint) => toBorder(x) < BORDER || toBorder(y) < BORDER;
const keyOf = ([x, y]: TilePoint) => Math.floor(x) * TILES + Math.floor(y);

function* positionsBetween([x, y]: TilePoint, [toX, toY]: TilePoint): Generator<TilePoint> {
  const steps = Math.max(2, Math.ceil(Math.hypot(toX - x, toY - y) / STEP));
  for (let step = 1; step < steps; step++) yield [x + ((toX - x) * step) / steps, y + ((toY - y) * step) / steps];
}

function endsOf({ points }: NetworkLine, scale: number): [GeoPoint, GeoPoint] {
  const at = ([lat, lng]: readonly [number, number]) => ({ lat: lat / scale, lng: lng / scale });
  return [at(points[0]!), at(points.at(-1)!)];
}

/** A straight without a number from tile border to tile border. */
function isCandidate({ roadClass, ref, points }: NetworkLine, scale: number): boolean {
  if (points.length !== 2 || ref || roadClass >= CLASSES.indexOf("ferry")) return false;
  return points.every((point) => isOnBorder(tilePoint(point, scale)));
}

/** Tiles with a road that is not a candidate. */
function tilesWithRoads(lines: readonly NetworkLine[], scale: number): Set<number> {
  const tiles = new Set<number>();
  for (const line of lines) {
    if (line.roadClass >= CLASSES.indexOf("ferry") || isCandidate(line, scale)) continue;
    const positions = line.points.map((point) => tilePoint(point, scale));
    positions.forEach((position, index) => {
      for (const between of positionsBetween(positions[index - 1] ?? position, position))
        if (between.every((value) => toBorder(value) > INSIDE)) tiles.add(keyOf(between));
    });
  }
  return tiles;
}

/**
 * Gives the class `join` to the straights that replace roads of missing tiles; the extract gives them the class of the
 * road they continue.
 */
export function markTileJoins(lines: readonly NetworkLine[], scale: number): NetworkLine[] {
  const tiles = tilesWithRoads(lines, scale);
  return lines.map((line) => {
    if (!isCandidate(line, scale)) return line;
    const km = greatCircleKm(...endsOf(line, scale));
    const [from, to] = line.points.map((point) => tilePoint(point, scale)) as [TilePoint, TilePoint];
    const between = [...positionsBetween(from, to)];
    const shareWithRoads = between.filter((position) => tiles.has(keyOf(position))).length / between.length;
    const isJoin = km >= ALWAYS_KM || (km >= SHORTEST_KM && shareWithRoads < 1 / 3);
    return isJoin ? { ...line, roadClass: JOIN } : line;
  });
}
