import type { LinePoint } from "../geo/lines";
import { PLAIN_PACE, type Pace } from "../pace/drive/rules";
import { groundOf } from "./ground";
import { GuideLegs } from "./guide-legs";
import { UNIT } from "./line-table";
import { refOfTag, sourceOfTag, surfaceOfTag } from "./network-layers";
import type { NearestPiece } from "./piece-index";
import { asEstimate, doubtOf, unknownPiece, type SecondSource } from "./plausible";
import type { RoadGraph } from "./road-graph";
import { RouteSearch, tollsOf, verticesOf, type LinePart } from "./route-search";
import {
  kmBetween,
  OFF_NETWORK_KM,
  ROAD_CLASSES,
  round,
  type Avoidable,
  type Leg,
  type NearestRoad,
  type RoadRoute,
  type Section,
  type TollPlaza,
} from "./rules";
import { connectionPiece, legOf, sectionsOf, totals, unavoidableOf, unsupportedOf, type Piece } from "./sections";

/** Penalty for a group of connected roads that does not come near a point. */
const MISSING_KM = 50;
/** Positions of one place, rounded by different programs. */
const SAME_PLACE_KM = 0.01;
/** Searches are kept per set of preferences, because each has a cost for every line (2 MB). */
const MAX_SEARCHES = 6;

const units = (degrees: number) => Math.round(degrees / UNIT);
const positionOf = ({ lng, lat }: NearestPiece): LinePoint => [lat * UNIT, lng * UNIT];

export class EmbeddedRouter {
  private readonly searches = new Map<string, RouteSearch>();
  private readonly guide: GuideLegs;

  constructor(
    private readonly roads: RoadGraph,
    private readonly credits: ReadonlyMap<string, string>,
    private readonly pace: Pace = PLAIN_PACE,
    private readonly second: SecondSource | null = null,
  ) {
    this.guide = new GuideLegs(roads);
  }

  nearest([lat, lng]: LinePoint): NearestRoad | null {
    const found = this.roads.index.nearest(units(lng), units(lat));
    if (!found) return null;
    const { table, refs } = this.roads;
    return {
      lat: round(found.lat * UNIT, 5),
      lng: round(found.lng * UNIT, 5),
      km: round(found.km, 3),
      roadClass: ROAD_CLASSES[table.roadClass[found.line]!]!,
      ref: refs[refOfTag(table.tag[found.vertex]!)] || null,
    };
  }

  /** Calculates a route leg by leg: each step is the search of one, so that other routes get their turn in between. */
  *steps(points: readonly LinePoint[], avoid: readonly Avoidable[], isStrict = true): Generator<void, RoadRoute> {
    const places = this.placesOf(points);
    const search = this.searchFor(avoid);
    const legs: Leg[] = [];
    const sections: Section[] = [];
    const tolls: TollPlaza[] = [];
    const driven: Piece[] = [];
    for (let index = 1; index < points.length; index++) {
      yield;
      const { pieces, plazas, isUnknown } = this.legBetween(search, points, places, index - 1, isStrict);
      const found = sectionsOf(pieces, this.pace);
      const added = isUnknown ? asEstimate(found) : found;
      legs.push({ ...legOf(added, index - 1, sections.length), ...(isUnknown && { isUnknown }) });
      sections.push(...added);
      driven.push(...pieces);
      tolls.push(...plazas);
    }
    const ground = groundOf(driven);
    return {
      ...totals(legs),
      sections,
      legs,
      tolls,
      unavoidable: unavoidableOf(sections, tolls, avoid),
      unsupported: unsupportedOf(sections, avoid),
      credits: this.creditsOf(sections),
      ...(ground && { ground }),
    };
  }

  /** `isStrict`: a doubtful way is an unknown one. */
  route(points: readonly LinePoint[], avoid: readonly Avoidable[], isStrict = true): RoadRoute {
    const steps = this.steps(points, avoid, isStrict);
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
    }
  }

  private searchFor(avoid: readonly Avoidable[]): RouteSearch {
    const key = [...new Set(avoid)].sort().join();
    const search = this.searches.get(key) ?? new RouteSearch(this.roads, avoid, this.pace.settings);
    this.searches.delete(key);
    this.searches.set(key, search);
    if (this.searches.size > MAX_SEARCHES) this.searches.delete(this.searches.keys().next().value!);
    return search;
  }

  /** The nearest place on the network for each point, all of them in the same group of connected roads. */
  private placesOf(points: readonly LinePoint[]): NearestPiece[] {
    const { index, component, componentKm } = this.roads;
    const near = points.map(([lat, lng]) => {
      const kmOf = new Map<number, number>();
      for (const { line, km } of index.within(units(lng), units(lat), OFF_NETWORK_KM))
        if (!kmOf.has(component[line]!)) kmOf.set(component[line]!, km);
      return kmOf;
    });
    const [largest] = [...componentKm].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]!;
    const groups = new Set([largest, ...near.flatMap((kmOf) => [...kmOf.keys()])]);
    const [[best]] = [...groups]
      .map((group) => [group, near.reduce((sum, kmOf) => sum + (kmOf.get(group) ?? MISSING_KM), 0)] as const)
      .sort((a, b) => a[1] - b[1] || componentKm.get(b[0])! - componentKm.get(a[0])!) as [readonly [number, number]];
    return points.map(([lat, lng]) => index.nearest(units(lng), units(lat), (line) => component[line] === best)!);
  }

  private legBetween(
    search: RouteSearch,
    points: readonly LinePoint[],
    places: readonly NearestPiece[],
    index: number,
    isStrict: boolean,
  ): { pieces: Piece[]; plazas: TollPlaza[]; isUnknown?: true } {
    // A place reached twice: the way to the road and back is not driven in between.
    if (kmBetween(...points[index]!, ...points[index + 1]!) < SAME_PLACE_KM) return { pieces: [], plazas: [] };
    const own = this.guideLegBetween(points[index]!, points[index + 1]!, search.isFree);
    if (own) return own;
    const [start, end] = [places[index]!, places[index + 1]!];
    const parts = search.find(start, end) ?? [];
    const pieces = [
      ...connectionPiece(points[index]!, positionOf(start), false),
      ...parts.flatMap((part) => this.piecesOf(part)),
      ...connectionPiece(points[index + 1]!, positionOf(end), true),
    ];
    const [from, to] = [points[index]!, points[index + 1]!];
    if (isStrict && doubtOf(pieces, [from, to], this.second))
      return { pieces: [unknownPiece(from, to)], plazas: [], isUnknown: true as const };
    // A plaza at the end of a line is at the beginning of the next one too.
    return { pieces, plazas: [...new Set(parts.flatMap((part) => tollsOf(this.roads, part)))] };
  }

  /** The guide's own line, where two points are the stops of one of its legs and nothing is to be avoided. */
  private guideLegBetween(from: LinePoint, to: LinePoint, isFree: boolean) {
    const found = isFree ? this.guide.between(from, to) : null;
    return found && { pieces: found, plazas: this.guide.plazasOn(found) };
  }

  /** A part of a line, cut where its road or source changes. */
  private piecesOf(part: LinePart): Piece[] {
    const { table, refs, names, sources } = this.roads;
    const roadClass = ROAD_CLASSES[table.roadClass[part.line]!]!;
    const kind = roadClass === "ferry" || roadClass === "join" ? roadClass : "road";
    const pieces: (Piece & { tag: number; heights: (number | null)[] })[] = [];
    for (const { lng, lat, tag, metres } of verticesOf(this.roads, part)) {
      const point = [lat * UNIT, lng * UNIT] as const;
      const last = pieces.at(-1);
      last?.points.push(point);
      last?.heights.push(metres);
      if (last?.tag === tag) continue;
      const source = kind === "join" ? null : (sources[sourceOfTag(tag)] ?? null);
      const [ref, name, surface] = [refs[refOfTag(tag)] || null, names[refOfTag(tag)], surfaceOfTag(tag)];
      pieces.push({ kind, roadClass, ref, name, surface, source, points: [point], heights: [metres], tag });
    }
    return pieces;
  }

  private creditsOf(sections: readonly Section[]): string[] {
    const used = new Set(sections.map(({ source }) => source));
    return [...new Set([...this.credits].filter(([source]) => used.has(source)).map(([, credit]) => credit))];
  }
}
