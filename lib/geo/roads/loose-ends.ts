import { Detours } from "./detours";
import { Components, endsOf, nodesOf, type Nodes } from "./line-ends";
import { LineTableBuilder, UNIT, type LineTable } from "./line-table";
import { sourceOfTag, type Cuts } from "./network-layers";
import { PieceIndex, type NearestPiece } from "./piece-index";
import { splitLines } from "./split-lines";
import { ROAD_CLASSES } from "./rules";

/** Ends this near to another road belong to it: coordinates of two sources differ by up to this much. */
const ALWAYS_KM = 0.35;
/** Cut ends are this near to the road they were cut off for: three cells of the coverage. */
const CUT_KM = 0.5;
/** Ends of coarse lines this near to each other are the same junction: one step of their grid is 78 m. */
const GRID_KM = 0.12;
/** Ends this near to a road that cannot be reached otherwise are joined to it. */
const ISLAND_KM = 1.5;
/** A gap in a road: another road ends ahead within `ISLAND_KM`, at most 60 degrees to the side. */
const STRAIGHT_ON = 0.5;
/** A road is interrupted there only if the way around is this many times longer than the gap, and this much. */
const DETOUR = 4;
const DETOUR_KM = 2;

/** A join leads from an end of a line (`end` is its vertex, `ownLine` the line) to the nearest point of another line. */
type Join = NearestPiece & { end: number; ownLine: number };

const JOIN = ROAD_CLASSES.indexOf("join");

class JoinSearch {
  readonly joins: Join[] = [];
  /** From a loose end to one ahead, whether or not they are connected. */
  readonly ahead: Join[] = [];
  private readonly nodes: Nodes;
  private readonly components: Components;
  /** How many other nodes the lines of each node lead to: both carriageways of a road may have the same ends. */
  private readonly degree: Int32Array;
  /** The component with the most lines before any join. */
  private readonly mainland: number;

  constructor(
    private readonly table: LineTable,
    private readonly index: PieceIndex,
    private readonly isCoarse: (line: number) => boolean,
    private readonly cuts: Cuts,
  ) {
    this.nodes = nodesOf(table);
    this.components = new Components(table.count);
    this.degree = new Int32Array(this.nodes.vertexAt.length);
    const lineAt = new Int32Array(this.nodes.vertexAt.length).fill(-1);
    const neighbour = new Int32Array(this.nodes.vertexAt.length).fill(-1);
    for (const [at, node] of this.nodes.ends.entries()) {
      const other = this.nodes.ends[at ^ 1]!;
      if (neighbour[node] !== other) this.degree[node]!++;
      neighbour[node] = other;
      if (lineAt[node] !== -1) this.components.join(lineAt[node]!, at >> 1);
      lineAt[node] = at >> 1;
    }
    this.mainland = mostFrequent(Array.from({ length: table.count }, (_, line) => this.components.of(line)));
  }

  /** Lines that cross are connected there. */
  addCrossings(crossings: readonly [NearestPiece, NearestPiece][]): void {
    for (const [a, b] of crossings) this.components.join(a.line, b.line);
  }

  /** Joins ends of coarse lines that are one step of their grid apart, although they are the same junction. */
  joinOnGrid(): void {
    const { table, nodes, isCoarse } = this;
    const done = new Uint8Array(nodes.vertexAt.length);
    for (const [at, node] of nodes.ends.entries()) {
      if (done[node] || !isCoarse(at >> 1)) continue;
      done[node] = 1;
      const end = nodes.vertexAt[node]!;
      const reached = new Set([node]);
      for (const point of this.index.within(table.lng[end]!, table.lat[end]!, GRID_KM, isCoarse)) {
        const other = nodes.positions.find(point.lng, point.lat);
        const isLinked = nodes.ends[2 * point.line] === node || nodes.ends[2 * point.line + 1] === node;
        if (other < node || isLinked || reached.has(other)) continue;
        reached.add(other);
        this.add({ ...point, end, ownLine: at >> 1 });
      }
    }
  }

  /** Joins the ends that only one line has with the roads beside them and ahead of them. */
  joinLooseEnds(): void {
    const candidates: Join[] = [];
    for (const [at, node] of this.nodes.ends.entries()) {
      if (this.degree[node] !== 1) continue;
      const line = at >> 1;
      const end = endsOf(this.table, line)[at & 1]!;
      const found = this.near(line, end);
      const [nearest] = found;
      const isCut = this.isCut(end);
      for (const point of this.nearestOfSources(found, isCut ? CUT_KM : ALWAYS_KM)) this.add(point);
      if (isCut) continue;
      const ahead = this.isCoarse(line) ? found.find((point) => this.continues(point)) : undefined;
      if (ahead && ahead !== nearest) this.ahead.push(ahead);
      candidates.push(...found.filter((point) => !this.isConnected(point)));
    }
    // Shortest first, so that a longer join is added only where shorter ones did not connect the roads.
    for (const candidate of candidates.sort((a, b) => a.km - b.km || a.end - b.end || a.line - b.line))
      if (!this.isConnected(candidate)) this.add(candidate);
  }

  /** The nearest road of each source within the error of the coordinates: two sources draw the same road side by side. */
  private nearestOfSources(found: readonly Join[], withinKm: number): Join[] {
    const near = found.filter(({ km }) => km <= withinKm);
    const firstOf = ({ line }: Join) => near.findIndex((other) => this.sourceOf(other.line) === this.sourceOf(line));
    return near.filter((point, index) => firstOf(point) === index);
  }

  private sourceOf(line: number): number {
    return sourceOfTag(this.table.tag[this.table.start[line]!]!);
  }

  /** A cut end is joined to the road that it was cut off for, which is within the error of the coordinates. */
  private isCut(end: number): boolean {
    return this.cuts.has(this.table.lng[end]!, this.table.lat[end]!);
  }

  private add(join: Join): void {
    this.components.join(join.line, join.ownLine);
    this.joins.push(join);
  }

  private isConnected({ line, ownLine }: Join): boolean {
    return this.components.of(line) === this.components.of(ownLine);
  }

  /**
   * The lines near an end that it may be joined to. Lines of a source that is not coarse end where roads end: they are
   * joined only with lines of other sources and with lines that they are not connected with.
   */
  private near(line: number, end: number): Join[] {
    const { table, isCoarse, components } = this;
    const isMainland = !isCoarse(line) && components.of(line) === this.mainland;
    const accepts = (other: number) =>
      other !== line &&
      (isCoarse(line) ||
        isCoarse(other) ||
        this.sourceOf(other) !== this.sourceOf(line) ||
        (!isMainland && components.of(other) !== components.of(line)));
    const found = this.index.within(table.lng[end]!, table.lat[end]!, isMainland ? ALWAYS_KM : ISLAND_KM, accepts);
    return found.map((point) => ({ ...point, end, ownLine: line }));
  }

  /** Whether a road continues at another loose end, at most 60 degrees to the side. */
  private continues({ lng, lat, line, end, ownLine }: Join): boolean {
    const node = this.nodes.positions.find(lng, lat);
    if (!this.isCoarse(line) || node === -1 || this.degree[node] !== 1) return false;
    const { table } = this;
    const before = end === table.start[ownLine] ? end + 1 : end - 1;
    const squeeze = Math.cos((table.lat[end]! * UNIT * Math.PI) / 180);
    const [ax, ay] = [(table.lng[end]! - table.lng[before]!) * squeeze, table.lat[end]! - table.lat[before]!];
    const [bx, by] = [(lng - table.lng[end]!) * squeeze, lat - table.lat[end]!];
    return (ax * bx + ay * by) / (Math.hypot(ax, ay) * Math.hypot(bx, by)) > STRAIGHT_ON;
  }
}

function mostFrequent(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]![0];
}

function addJoin(table: LineTable, { end, lng, lat, km, line }: Join, cuts: Cuts, target: LineTableBuilder): void {
  // Within the error of the coordinates the join is a part of the road, not a straight line over missing data.
  const isPart = km <= (cuts.has(table.lng[end]!, table.lat[end]!) ? CUT_KM : ALWAYS_KM);
  target.startLine(isPart ? table.roadClass[line]! : JOIN);
  target.addVertex(table.lng[end]!, table.lat[end]!, isPart ? table.tag[end]! : 0);
  target.addVertex(lng, lat, 0);
}

/**
 * Connects loose ends: the sources end at borders of files and states, and two sources never have the same coordinates
 * at a crossing. Lines are split where a join reaches them; each join is a line of its own, of class `join`.
 */
export function connectLooseEnds(table: LineTable, isCoarse: (line: number) => boolean, cuts: Cuts): LineTable {
  const builder = new LineTableBuilder();
  const index = new PieceIndex(table);
  const crossings = index.crossings(isCoarse);
  const search = new JoinSearch(table, index, isCoarse, cuts);
  search.addCrossings(crossings);
  search.joinOnGrid();
  search.joinLooseEnds();
  const { joins } = search;
  splitLines(table, [...crossings.flat(), ...joins], builder);
  for (const join of joins) addJoin(table, join, cuts, builder);
  const detours = new Detours(builder.finish());
  const isGap = ({ km, end, lng, lat }: Join) =>
    detours.isLongerThan(DETOUR * km + DETOUR_KM, [table.lng[end]!, table.lat[end]!], [lng, lat]);
  for (const join of search.ahead.filter(isGap)) addJoin(table, join, cuts, builder);
  return builder.finish();
}
