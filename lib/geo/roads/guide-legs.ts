import { kmAlongLine, positionAlongLine, type LinePoint } from "../geo/lines";
import { guideParts, type GuideLeg } from "./guide-lines";
import { UNIT } from "./line-table";
import { refOfTag, sourceOfTag, surfaceOfTag } from "./network-layers";
import type { RoadGraph } from "./road-graph";
import { kmBetween, ROAD_CLASSES, type TollPlaza } from "./rules";
import type { Piece } from "./sections";

/** A point this near to a stop is the stop. */
const AT_STOP_KM = 0.1;
/** The road of a line is the nearest one within this distance in its direction; the cosine is of 35 degrees. */
const BESIDE_KM = 0.15;
const ALONG = 0.82;
/** Plazas this near to the line are passed. */
const TOLL_KM = 0.25;

type Facts = Omit<Piece, "points">;
const isSame = (a: Facts, b: Facts) =>
  a.kind === b.kind &&
  a.roadClass === b.roadClass &&
  a.ref === b.ref &&
  a.source === b.source &&
  a.surface === b.surface &&
  a.name === b.name;

/** The legs of the guide's routes as pieces of a route, with the facts of the network's roads beside them. */
export class GuideLegs {
  private readonly plazas: readonly TollPlaza[];

  constructor(private readonly roads: RoadGraph) {
    this.plazas = [...new Set([...roads.tolls.values()].flat().map(({ plaza }) => plaza))];
  }

  /** The line between two stops of a leg, in either direction; null when no leg connects them. */
  between(from: LinePoint, to: LinePoint): Piece[] | null {
    const isAt = (a: LinePoint, b: LinePoint) => kmBetween(...a, ...b) <= AT_STOP_KM;
    const ahead = this.roads.guide.find((leg) => isAt(leg.from, from) && isAt(leg.to, to));
    if (ahead) return this.piecesOf(ahead);
    const back = this.roads.guide.find((leg) => isAt(leg.from, to) && isAt(leg.to, from));
    if (!back) return null;
    const pieces = this.piecesOf(back).toReversed();
    return pieces.map((piece) => ({ ...piece, points: piece.points.toReversed() }));
  }

  plazasOn(pieces: readonly Piece[]): TollPlaza[] {
    const line = pieces.flatMap(({ points }) => points);
    const kmAt = kmAlongLine(line);
    const at = new Map<TollPlaza, number>();
    for (const plaza of this.plazas) {
      const position = positionAlongLine(line, plaza, kmAt);
      if (position && position.kmBeside <= TOLL_KM) at.set(plaza, position.kmAlong);
    }
    return [...at].toSorted(([, a], [, b]) => a - b).map(([plaza]) => plaza);
  }

  private piecesOf(leg: GuideLeg): Piece[] {
    const pieces: Piece[] = [];
    for (const { isJoin, points } of guideParts(leg))
      for (let at = 1; at < points.length; at++) {
        const [from, to] = [points[at - 1]!, points[at]!];
        const facts: Facts = isJoin
          ? { kind: "join", roadClass: "join", ref: null, source: null }
          : (this.roadBeside(from, to) ?? { kind: "road", roadClass: leg.roadClass, ref: leg.ref, source: leg.source });
        const last = pieces.at(-1);
        if (last && isSame(last, facts)) last.points.push(to);
        else pieces.push({ ...facts, points: [from, to] });
      }
    return pieces;
  }

  /** Class, number, name, source and surface of the road beside a piece. */
  private roadBeside([lat, lng]: LinePoint, [toLat, toLng]: LinePoint): Facts | null {
    const { table, refs, names, sources, index } = this.roads;
    const squeeze = Math.cos((lat * Math.PI) / 180);
    const [dx, dy] = [(toLng - lng) * squeeze, toLat - lat];
    const [x, y] = [Math.round((lng + toLng) / 2 / UNIT), Math.round((lat + toLat) / 2 / UNIT)];
    const found = index.within(x, y, BESIDE_KM).find(({ vertex, line }) => {
      if (ROAD_CLASSES[table.roadClass[line]!] === "join") return false;
      const width = (table.lng[vertex + 1]! - table.lng[vertex]!) * squeeze;
      const height = table.lat[vertex + 1]! - table.lat[vertex]!;
      return Math.abs(width * dx + height * dy) >= ALONG * Math.hypot(width, height) * Math.hypot(dx, dy);
    });
    if (!found) return null;
    const tag = table.tag[found.vertex]!;
    const roadClass = ROAD_CLASSES[table.roadClass[found.line]!]!;
    const [name, surface] = [names[refOfTag(tag)], surfaceOfTag(tag)];
    return {
      kind: roadClass === "ferry" ? "ferry" : "road",
      roadClass,
      ref: refs[refOfTag(tag)] || null,
      source: sources[sourceOfTag(tag)] ?? null,
      ...(name && { name }),
      ...(surface && { surface }),
    };
  }
}
