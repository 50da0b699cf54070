/** Regenerates the map drawings: run `npx tsx scripts/map-shapes.ts` after changing public/map/states.json or maplibre-gl. */
import { readFileSync, writeFileSync } from "node:fs";
import { distanceToChord, ringArea, ringPath, simplifyRing } from "@/components/geo/map/outline";
import {
  polygonsOf,
  projectToBox,
  simplifyLine,
  type Point,
  type Ring,
  type StateCollection,
} from "@/lib/geo/geo/rules";

const ROOT = new URL("../", import.meta.url);
const BOX = { width: 1000, height: 1000, padding: 6 };
/** Simplification tolerance in drawing units; one unit is about 4 km. */
const TOLERANCE = 1.1;
/** Minimum island area in square drawing units; smaller islands would be drawn as dots. */
const SMALLEST_ISLAND = 14;

type Drawing = { abbr: string; rings: Point[][] };

function readStates(): StateCollection {
  return JSON.parse(readFileSync(new URL("public/map/states.json", ROOT), "utf8")) as StateCollection;
}

function drawStates({ features }: StateCollection): Drawing[] {
  const mainland = features.flatMap(({ geometry }) =>
    polygonsOf(geometry).flatMap(([outer]) => (outer && isMainland(outer) ? outer : [])),
  );
  const { project } = projectToBox(mainland, BOX);
  return features.map(({ geometry, properties }) => ({
    abbr: properties.abbr,
    rings: polygonsOf(geometry)
      .map(([outer = []]) => outer.map(project))
      .filter((ring) => ringArea(ring) >= SMALLEST_ISLAND),
  }));
}

/** Excludes oceanic islands (Trindade, Noronha, São Pedro e São Paulo), which would make the country smaller in the drawing. */
function isMainland(ring: Ring): boolean {
  return ring.every(([lng]) => lng < -34.7);
}

const keyOf = (point: Point) => `${point.x.toFixed(3)},${point.y.toFixed(3)}`;

/** Points where borders meet: they are kept, so that neighbouring states leave no gap after simplification. */
function findJunctions(drawings: readonly Drawing[]): Set<string> {
  const neighbours = new Map<string, Set<string>>();
  for (const ring of drawings.flatMap((drawing) => drawing.rings)) {
    ring.slice(1).forEach((point, index) => {
      const a = keyOf(ring[index] as Point);
      const b = keyOf(point);
      if (a === b) return;
      neighbours.set(a, (neighbours.get(a) ?? new Set()).add(b));
      neighbours.set(b, (neighbours.get(b) ?? new Set()).add(a));
    });
  }
  return new Set([...neighbours].filter(([, around]) => around.size > 2).map(([key]) => key));
}

/** Simplifies each border separately; an island has no junctions and is one closed ring. */
function simplifyState(ring: readonly Point[], junctions: ReadonlySet<string>): Point[] {
  const open = ring.slice(0, -1);
  const start = open.findIndex((point) => junctions.has(keyOf(point)));
  if (start < 0) return simplifyRing(ring, TOLERANCE);
  const turned = [...open.slice(start), ...open.slice(0, start + 1)];
  const cuts = turned.flatMap((point, index) => (junctions.has(keyOf(point)) ? [index] : []));
  if (cuts.length < 3) return simplifyRing(turned, TOLERANCE);
  return cuts.slice(1).flatMap((cut, index) => simplifyBorder(turned.slice(cuts[index], cut + 1)).slice(0, -1));
}

/** Both states of a border must drop the same points, so it is always simplified in the same direction. */
function simplifyBorder(border: readonly Point[]): Point[] {
  const forward = keyOf(border[0] as Point) <= keyOf(border.at(-1) as Point);
  const thinned = simplifyLine(forward ? border : border.toReversed(), TOLERANCE, distanceToChord);
  return forward ? thinned : thinned.toReversed();
}

/** The inner point farthest from any border, where a label has the most room, and its distance in drawing units. */
function labelPoint(rings: readonly Point[][]): { x: number; y: number; room: number } {
  const ring = rings.toSorted((a, b) => ringArea(b) - ringArea(a))[0] as Point[];
  const xs = ring.map(({ x }) => x);
  const ys = ring.map(({ y }) => y);
  let best = { x: 0, y: 0, room: -1 };
  for (let x = Math.ceil(Math.min(...xs)); x < Math.max(...xs); x += 2) {
    for (let y = Math.ceil(Math.min(...ys)); y < Math.max(...ys); y += 2) {
      if (!isInside({ x, y }, ring)) continue;
      const room = Math.floor(roomAt({ x, y }, ring));
      if (room > best.room) best = { x, y, room };
    }
  }
  return best;
}

function isInside({ x, y }: Point, ring: readonly Point[]): boolean {
  return ring.reduce((inside, a, index) => {
    const b = ring[(index + 1) % ring.length] as Point;
    const crosses = a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x;
    return crosses ? !inside : inside;
  }, false);
}

/** Labels are wider than tall, so horizontal distance counts less. */
function roomAt({ x, y }: Point, ring: readonly Point[]): number {
  return ring.reduce((least, a, index) => {
    const b = ring[(index + 1) % ring.length] as Point;
    const ax = (a.x - x) / 1.3;
    const bx = (b.x - x) / 1.3;
    const [ay, by] = [a.y - y, b.y - y];
    const length = (bx - ax) ** 2 + (by - ay) ** 2;
    const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * (bx - ax) + ay * (by - ay)) / length));
    return Math.min(least, Math.hypot(ax + along * (bx - ax), ay + along * (by - ay)));
  }, Infinity);
}

function writeShapes(): void {
  const drawings = drawStates(readStates());
  const junctions = findJunctions(drawings);
  const shapes = drawings.map(({ abbr, rings }) => ({
    abbr,
    path: rings.map((ring) => ringPath(simplifyState(ring, junctions))).join(""),
    label: labelPoint(rings),
  }));
  const rows = shapes.map((shape) => `  ${JSON.stringify(shape)}`).join(",\n");
  const json = `{"width":${BOX.width},"height":${BOX.height},"states":[\n${rows}\n]}\n`;
  writeFileSync(new URL("lib/geo/geo/shapes.json", ROOT), json);
  console.log(`lib/geo/geo/shapes.json: ${json.length} bytes`);
}

/** Copies MapLibre's worker with its licence header to public/, because the bundler cannot emit it. */
function copyWorker(): void {
  const source = new URL("node_modules/maplibre-gl/dist/maplibre-gl-worker.mjs", ROOT);
  const code = readFileSync(source, "utf8").replace(/\n\/\/# sourceMappingURL=.*\s*$/, "\n");
  writeFileSync(new URL("public/map/maplibre-gl-worker.mjs", ROOT), code);
  console.log(`public/map/maplibre-gl-worker.mjs: ${code.length} bytes`);
}

writeShapes();
copyWorker();
