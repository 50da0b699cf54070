import { nba, type PathFinder } from "ngraph.path";
import { NO_HEIGHT, UNIT } from "./line-table";
import { classKmh, type PaceSettings } from "../pace/rules";
import { endsOf } from "./line-ends";
import { surfaceOfTag } from "./network-layers";
import type { NearestPiece } from "./piece-index";
import { placeOnSphere, type RoadGraph } from "./road-graph";
import { avoidablesOf, kmBetween, ROAD_CLASSES, type Avoidable, type RoadClass, type Surface } from "./rules";

/** A part of a line, from one position on it to another; `from` and `to` are vertices with a share of the piece after. */
export type LinePart = { line: number; from: Place; to: Place };
export type Place = Pick<NearestPiece, "lng" | "lat" | "vertex" | "share">;

const EARTH_KM = 6371.0088;
/** How many times longer a kilometre counts that is to be avoided. */
const FACTOR: Readonly<Record<Exclude<Avoidable, "toll">, number>> = { unpaved: 4, motorway: 3, main: 3, ferry: 5 };
/** Minutes that a driver would spend to avoid a toll plaza. */
const TOLL_MIN = 45;

/** Order of two places on a line. */
const compare = (a: Place, b: Place) => a.vertex - b.vertex || a.share - b.share;

/**
 * Minutes of a kilometre by class, longer for what is to be avoided. Earth, bends and towns are not counted: the
 * way is the road that its class suggests, its time is that of `driveMinutes`.
 */
function minutesPerKm(avoid: readonly Avoidable[], settings: PaceSettings) {
  const minutesOf = (roadClass: RoadClass, surface?: Surface) => {
    const factors = avoidablesOf(roadClass, surface).map((kind) => (avoid.includes(kind) ? FACTOR[kind] : 1));
    return (60 / classKmh(roadClass, settings)) * Math.max(1, ...factors);
  };
  return ROAD_CLASSES.map((roadClass) => ({
    unknown: minutesOf(roadClass),
    paved: minutesOf(roadClass, "paved"),
    unpaved: minutesOf(roadClass, "unpaved"),
  }));
}

/** Finds the cheapest path between two places on the network, for one set of preferences. */
export class RouteSearch {
  private readonly perKm: ReturnType<typeof minutesPerKm>;
  /** Whether nothing is to be avoided. */
  readonly isFree: boolean;
  private readonly perToll: number;
  private readonly cost: Float64Array;
  /** Parts of lines between an end of the search and the graph; the data of their links is -1, -2 and so on. */
  private parts: { part: LinePart; cost: number }[] = [];

  constructor(
    private readonly roads: RoadGraph,
    avoid: readonly Avoidable[],
    settings: PaceSettings,
  ) {
    this.perKm = minutesPerKm(avoid, settings);
    this.isFree = avoid.length === 0;
    this.perToll = avoid.includes("toll") ? TOLL_MIN : 0;
    this.cost = Float64Array.from(roads.km, (km, line) => this.costOf(line, km, roads.tolls.get(line)?.length ?? 0));
  }

  /** A finder keeps an object for each node that it has visited, up to 60 MB, so it is used for one path only. */
  private finder(): PathFinder<undefined> {
    const least = Math.min(...this.perKm.flatMap((bySurface) => Object.values(bySurface)));
    const { sphere, links } = this.roads;
    return nba(links.searchable(), {
      oriented: true,
      distance: (_from, _to, { data }) => this.costOfLink(data as unknown as number),
      // The straight line through the earth is never longer than a road, so the path found is the cheapest one.
      heuristic: (from, to) => {
        const [a, b] = [3 * (from.id as number), 3 * (to.id as number)];
        const [x, y, z] = [sphere[a]! - sphere[b]!, sphere[a + 1]! - sphere[b + 1]!, sphere[a + 2]! - sphere[b + 2]!];
        return Math.sqrt(x * x + y * y + z * z) * EARTH_KM * least;
      },
    });
  }

  /** The parts of lines between two places, in order; null when no road connects them. */
  find(start: Place & { line: number }, end: Place & { line: number }): LinePart[] | null {
    const { nodes, links } = this.roads;
    this.parts = [];
    try {
      this.attach(nodes, start, true);
      this.attach(nodes + 1, end, false);
      const isAhead = compare(start, end) <= 0 || !this.isOneWay(start.line);
      if (start.line === end.line && isAhead) this.link(nodes, nodes + 1, { line: start.line, from: start, to: end });
      const path = this.finder()
        .find(nodes, nodes + 1)
        .map(({ id }) => id as number);
      return path.length === 0 ? null : this.partsOf(path.reverse());
    } finally {
      links.removeAdded();
    }
  }

  private costOfLink(data: number): number {
    return data >= 0 ? this.cost[data]! : this.parts[-1 - data]!.cost;
  }

  private costOf(line: number, km: number, tolls: number): number {
    const { roadClass, start, tag } = this.roads.table;
    const surface = surfaceOfTag(tag[start[line]!]!) ?? "unknown";
    return km * this.perKm[roadClass[line]!]![surface] + tolls * this.perToll;
  }

  private isOneWay(line: number): boolean {
    return this.roads.table.oneWay[line] === 1;
  }

  /** Adds a node on a line, linked with the ends of the line. */
  private attach(node: number, place: Place & { line: number }, isStart: boolean): void {
    const { table, ends, sphere } = this.roads;
    placeOnSphere(sphere, node, place.lng, place.lat);
    for (const [side, vertex] of endsOf(table, place.line).entries()) {
      // A one-way line leads to its last vertex, and is entered at its first one.
      if (this.isOneWay(place.line) && (side === 1) !== isStart) continue;
      const end = { lng: table.lng[vertex]!, lat: table.lat[vertex]!, vertex, share: 0 };
      const part = isStart ? { from: place, to: end } : { from: end, to: place };
      const other = ends[2 * place.line + side]!;
      this.link(isStart ? node : other, isStart ? other : node, { line: place.line, ...part });
    }
  }

  private link(from: number, to: number, part: LinePart): void {
    const tolls = tollsOf(this.roads, part).length;
    this.parts.push({ part, cost: this.costOf(part.line, kmOfPart(this.roads, part), tolls) });
    // The part in the other direction is a link of its own.
    this.roads.links.add(from, to, -this.parts.length, true);
  }

  /** The cheapest line between each two nodes of a path. */
  private partsOf(path: readonly number[]): LinePart[] {
    return path.slice(1).map((to, index) => {
      const from = path[index]!;
      const links = this.roads.links.between(from, to);
      const costs = links.map((data) => this.costOfLink(data));
      const best = links[costs.indexOf(Math.min(...costs))]!;
      if (best < 0) return this.parts[-1 - best]!.part;
      return wholeLine(this.roads, best, this.roads.ends[2 * best] === from);
    });
  }
}

function wholeLine({ table }: RoadGraph, line: number, isForward: boolean): LinePart {
  const [first, last] = endsOf(table, line).map((vertex) => ({
    lng: table.lng[vertex]!,
    lat: table.lat[vertex]!,
    vertex,
    share: 0,
  })) as [Place, Place];
  return isForward ? { line, from: first, to: last } : { line, from: last, to: first };
}

type Vertex = { lng: number; lat: number; tag: number; metres: number | null };

/** The vertices of a part with the tag of the piece after each, in the order of travel. */
export function verticesOf({ table }: RoadGraph, { from, to }: LinePart): Vertex[] {
  const isForward = compare(from, to) <= 0;
  const [low, high] = isForward ? [from, to] : [to, from];
  const metresAt = (vertex: number) => {
    const height = table.height[vertex] ?? NO_HEIGHT;
    return height === NO_HEIGHT ? null : height;
  };
  const placed = ({ lng, lat, vertex, share }: Place): Vertex => {
    const isAtVertex = share === 0 || share === 1;
    return { lng, lat, tag: table.tag[vertex]!, metres: isAtVertex ? metresAt(vertex + share) : null };
  };
  const points = [placed(low)];
  for (let vertex = low.vertex + 1; vertex <= high.vertex; vertex++)
    points.push({
      lng: table.lng[vertex]!,
      lat: table.lat[vertex]!,
      tag: table.tag[vertex]!,
      metres: metresAt(vertex),
    });
  points.push(placed(high));
  if (isForward) return points;
  return points.map((_, index) => {
    const { lng, lat, metres } = points[points.length - 1 - index]!;
    return { lng, lat, metres, tag: points[Math.max(0, points.length - 2 - index)]!.tag };
  });
}

function kmOfPart(roads: RoadGraph, part: LinePart): number {
  const points = verticesOf(roads, part);
  let km = 0;
  for (let index = 1; index < points.length; index++) {
    const [a, b] = [points[index - 1]!, points[index]!];
    km += kmBetween(a.lat * UNIT, a.lng * UNIT, b.lat * UNIT, b.lng * UNIT);
  }
  return km;
}

/** The toll plazas on a part of a line. */
export function tollsOf(roads: RoadGraph, { line, from, to }: LinePart) {
  const [low, high] = compare(from, to) <= 0 ? [from, to] : [to, from];
  return (roads.tolls.get(line) ?? [])
    .filter(({ place }) => compare(low, place) <= 0 && compare(place, high) <= 0)
    .map(({ plaza }) => plaza);
}
