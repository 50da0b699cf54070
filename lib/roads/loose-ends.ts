import { copyVertices, LineTableBuilder, UNIT, type LineTable } from "./line-table";
import { PieceIndex, type Found } from "./piece-index";
import { ROAD_CLASSES } from "./rules";

/** Ends this near to another road belong to it: coordinates of two sources differ by up to this much. */
const ALWAYS_KM = 0.25;
/** Ends of coarse lines this near to each other are the same junction: one step of their grid is 78 m. */
const GRID_KM = 0.12;
/** Ends this near to a road that cannot be reached otherwise are joined to it. */
const ISLAND_KM = 1.5;
/** A gap in a road: another road ends ahead within `ISLAND_KM`, at most 60 degrees to the side. */
const STRAIGHT_ON = 0.5;
/** A join is drawn between an end of a line and the nearest point of another line. */
type Join = Found & { end: number };

const JOIN = ROAD_CLASSES.indexOf("join");

/** A number for a position: two lines are connected where their ends have the same. */
export const positionKey = (lng: number, lat: number) => (lng + 18_000_000) * 2 ** 25 + (lat + 9_000_000);

/** Groups of lines that are connected with each other (union-find). */
export class Components {
  private readonly parents: Int32Array;

  constructor(size: number) {
    this.parents = Int32Array.from({ length: size }, (_, index) => index);
  }

  of(item: number): number {
    let root = item;
    while (this.parents[root] !== root) root = this.parents[root]!;
    while (this.parents[item] !== root) [this.parents[item], item] = [root, this.parents[item]!];
    return root;
  }

  join(a: number, b: number): void {
    const [first, second] = [this.of(a), this.of(b)];
    this.parents[Math.max(first, second)] = Math.min(first, second);
  }
}

/** First and last vertex of a line. */
export const endsOf = ({ start }: LineTable, line: number): [first: number, last: number] => [
  start[line]!,
  start[line + 1]! - 1,
];

const keyOfVertex = ({ lng, lat }: LineTable, vertex: number) => positionKey(lng[vertex]!, lat[vertex]!);

/** Joins between ends of coarse lines that are one step of their grid apart, although they are the same junction. */
function joinsOnGrid(table: LineTable, index: PieceIndex, isCoarse: (line: number) => boolean): Join[] {
  const endAt = new Map<number, number>();
  for (let line = 0; line < table.count; line++)
    if (isCoarse(line)) for (const vertex of endsOf(table, line)) endAt.set(keyOfVertex(table, vertex), vertex);
  const joins: Join[] = [];
  for (const [key, end] of endAt) {
    const reached = new Set([key]);
    for (const point of index.within(table.lng[end]!, table.lat[end]!, GRID_KM, isCoarse)) {
      const other = positionKey(point.lng, point.lat);
      const isLinked = endsOf(table, point.line).some((vertex) => keyOfVertex(table, vertex) === key);
      if (other <= key || isLinked || reached.has(other) || !endAt.has(other)) continue;
      reached.add(other);
      joins.push({ ...point, end });
    }
  }
  return joins;
}

/** The lines of each end, connected lines, and the ends that only one line has. */
function survey(table: LineTable) {
  const lineAt = new Map<number, number>();
  const shared = new Set<number>();
  const components = new Components(table.count);
  for (let line = 0; line < table.count; line++)
    for (const vertex of endsOf(table, line)) {
      const key = keyOfVertex(table, vertex);
      const other = lineAt.get(key);
      if (other === undefined) lineAt.set(key, line);
      else {
        shared.add(key);
        components.join(other, line);
      }
    }
  const loose: { vertex: number; line: number }[] = [];
  for (let line = 0; line < table.count; line++)
    for (const vertex of endsOf(table, line)) if (!shared.has(keyOfVertex(table, vertex))) loose.push({ vertex, line });
  return { components, loose };
}

/** Cosine of the angle between the direction of a road at its end and the way to another point: 1 is straight on. */
function straightness({ lng, lat }: LineTable, line: { first: number; last: number }, end: number, to: Found): number {
  const before = end === line.first ? end + 1 : end - 1;
  const squeeze = Math.cos((lat[end]! * UNIT * Math.PI) / 180);
  const [ax, ay] = [(lng[end]! - lng[before]!) * squeeze, lat[end]! - lat[before]!];
  const [bx, by] = [(to.lng - lng[end]!) * squeeze, to.lat - lat[end]!];
  return (ax * bx + ay * by) / (Math.hypot(ax, ay) * Math.hypot(bx, by));
}

/** The joins that connect loose ends with the roads beside them. */
function findJoins(
  table: LineTable,
  index: PieceIndex,
  crossings: readonly [Found, Found][],
  isCoarse: (line: number) => boolean,
): Join[] {
  const { components, loose } = survey(table);
  for (const [a, b] of crossings) components.join(a.line, b.line);
  const joins = joinsOnGrid(table, index, isCoarse);
  const looseEnds = new Set(loose.map(({ vertex }) => keyOfVertex(table, vertex)));
  const candidates: (Join & { line: number; ownLine: number })[] = [];
  for (const { vertex, line } of loose) {
    const [lng, lat] = [table.lng[vertex]!, table.lat[vertex]!];
    // Lines of the other sources end where roads end, so they are joined only to a source or group that is not theirs.
    const found = index.within(
      lng,
      lat,
      ISLAND_KM,
      (other) => other !== line && (isCoarse(line) || isCoarse(other) || components.of(other) !== components.of(line)),
    );
    const [nearest] = found;
    if (nearest && nearest.km <= ALWAYS_KM) {
      joins.push({ ...nearest, end: vertex });
      components.join(nearest.line, line);
    }
    const [first, last] = endsOf(table, line);
    const ahead = found.find(
      (point) =>
        isCoarse(line) &&
        isCoarse(point.line) &&
        looseEnds.has(positionKey(point.lng, point.lat)) &&
        straightness(table, { first, last }, vertex, point) > STRAIGHT_ON,
    );
    if (ahead && ahead !== nearest) {
      joins.push({ ...ahead, end: vertex });
      components.join(ahead.line, line);
    }
    for (const point of found)
      if (components.of(point.line) !== components.of(line)) candidates.push({ ...point, end: vertex, ownLine: line });
  }
  // Shortest first, so that a longer join is added only where shorter ones did not connect the roads.
  for (const candidate of candidates.sort((a, b) => a.km - b.km || a.end - b.end || a.line - b.line)) {
    if (components.of(candidate.ownLine) === components.of(candidate.line)) continue;
    components.join(candidate.ownLine, candidate.line);
    joins.push(candidate);
  }
  return joins;
}

/** Copies a line and cuts it at the points where joins reach it. */
function splitLine(table: LineTable, line: number, points: readonly Found[], target: LineTableBuilder): void {
  const [first, last] = endsOf(table, line);
  let from = first;
  target.startLine(table.roadClass[line]!);
  for (const { vertex, lng, lat } of points) {
    // A second point on the same piece follows the first one without a vertex between them.
    if (vertex >= from) copyVertices(table, from, vertex, target);
    target.addVertex(lng, lat, table.tag[vertex]!);
    target.startLine(table.roadClass[line]!);
    target.addVertex(lng, lat, table.tag[vertex]!);
    from = vertex + 1;
  }
  copyVertices(table, from, last, target);
}

/**
 * Connects loose ends: the sources end at borders of files and states, and two sources never have the same coordinates
 * at a crossing. Lines are split where a join reaches them; each join is a line of its own, of class `join`.
 */
export function connectLooseEnds(table: LineTable, isCoarse: (line: number) => boolean): LineTable {
  const builder = new LineTableBuilder();
  const index = new PieceIndex(table);
  const crossings = index.crossings(isCoarse);
  const joins = findJoins(table, index, crossings, isCoarse);
  const byLine = new Map<number, Found[]>();
  for (const point of [...crossings.flat(), ...joins]) {
    const points = byLine.get(point.line);
    if (points) points.push(point);
    else byLine.set(point.line, [point]);
  }
  for (let line = 0; line < table.count; line++) {
    const points = (byLine.get(line) ?? []).sort((a, b) => a.vertex - b.vertex || a.share - b.share);
    splitLine(table, line, points, builder);
  }
  for (const { end, lng, lat, km, line } of joins) {
    // Within the error of the coordinates the join is a part of the road, not a straight line over missing data.
    const isPart = km <= ALWAYS_KM;
    builder.startLine(isPart ? table.roadClass[line]! : JOIN);
    builder.addVertex(table.lng[end]!, table.lat[end]!, isPart ? table.tag[end]! : 0);
    builder.addVertex(lng, lat, 0);
  }
  return builder.finish();
}
