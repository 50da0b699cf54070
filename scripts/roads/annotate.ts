import { decodeLine, kmAlongLine, positionAlongLine, type LinePoint } from "@/lib/geo/geo/lines";
import { greatCircleKm, type GeoPoint } from "@/lib/geo/geo/rules";
import { qualityOf, round, type Source, type TracedLeg } from "./legs";
import { cutAtRanges, mergeRanges, samplesOf, type KmRange, type Sample } from "./line-samples";
import { CLASSES, FLAGS } from "./network-file";
import type { Network } from "./networks";
import { encodeLine } from "./polyline";
import { roadNumber, roadsInOrder } from "./road-numbers";
import { SegmentIndex } from "./segment-index";

const JOIN = CLASSES.indexOf("join");
/** A line and the road it was traced on differ by at most this much: both are simplified. */
const BESIDE_KM = 0.3;
/** The ends of a join are vertices of the line, apart from the simplification to 30 m. */
const JOIN_END_KM = 0.08;
/** Farther from every road, a part of a line of S and SE is a join. */
const UNMATCHED_KM = 0.1;
const SHORTEST_JOIN_KM = 0.1;
/** Nearer roads in another direction are not the road of the line. */
const ALONG = { km: 0.05, angle: 35 };
/** A straight piece of this length without a road along most of it is a join in every source. */
const STRAIGHT = { km: 1, besideKm: 0.15, share: 0.5 };

const OFF_ROAD_KM = 3;
const SWITCHED_FLAGS: readonly number[] = [FLAGS["sie-sc"], FLAGS["der-sp"]];

type Join = [start: GeoPoint, end: GeoPoint];

/** Compares the lines of legs with the networks: joins, road numbers and kilometres by class. */
export class Annotator {
  private readonly roads: SegmentIndex;
  private readonly numbered: SegmentIndex;
  private readonly joins: Join[];
  private readonly numberedLines: Network["lines"];

  private readonly network: Network;

  constructor({ scale, lines }: Network) {
    this.network = { scale, lines: lines.filter(({ roadClass }) => roadClass !== JOIN) };
    const at = ([lat, lng]: readonly [number, number]) => ({ lat: lat / scale, lng: lng / scale });
    this.joins = lines
      .filter(({ roadClass }) => roadClass === JOIN)
      .map(({ points }) => [at(points[0]!), at(points.at(-1)!)]);
    this.numberedLines = lines.filter(({ ref }) => roadNumber(ref) !== null);
    this.roads = new SegmentIndex(this.network);
    this.numbered = new SegmentIndex({ scale, lines: this.numberedLines });
  }

  annotate(original: TracedLeg): TracedLeg {
    const line = decodeLine(original.line);
    const samples = samplesOf(line);
    const leg = Object.keys(original.sources).length > 0 ? original : this.withNearestSource(original, line[0]!);
    const known = leg.sources.osm ? this.tileJoins(line) : this.gaps(samples, leg.sources);
    const ranges = mergeRanges([...known, ...this.straights(line)], 0.05);
    const cut = cutAtRanges(line, ranges);
    const isJoin = ({ at }: Sample) => ranges.some(([from, to]) => at >= from && at <= to);
    const driven = samples.filter((sample) => !isJoin(sample));
    const joinKm = round(lengthOf(ranges));
    return {
      ...leg,
      line: encodeLine(cut.line),
      sources: leg.sources.osm ? { osm: round(leg.km - joinKm), ...(joinKm > 0 && { join: joinKm }) } : leg.sources,
      joins: cut.indices,
      roads: roadsInOrder(driven.map((sample) => ({ road: this.numberBeside(sample, leg.sources), km: sample.km }))),
      classes: this.classesOf(driven, leg.sources),
    };
  }

  /** The extract names no source for legs of a few metres; a switched one is taken where no other is near. */
  private withNearestSource(leg: TracedLeg, [lat, lng]: LinePoint): TracedLeg {
    const isOpen = (line: number) => !SWITCHED_FLAGS.includes(this.network.lines[line]!.flag);
    const find = (accepts?: (line: number) => boolean) =>
      this.roads.nearest({ lat, lng }, 0, OFF_ROAD_KM, { angle: 90, accepts });
    const match = find(isOpen) ?? find();
    const flag = match ? this.network.lines[match.line]!.flag : undefined;
    const source = (Object.keys(FLAGS) as (keyof typeof FLAGS)[]).find((name) => FLAGS[name] === flag);
    if (!source) return leg;
    const sources = { [source]: leg.km };
    const needs = source === "sie-sc" || source === "der-sp" ? [source] : [];
    return { ...leg, sources, needs, quality: qualityOf(sources) };
  }

  /** The straights of class `join` that the line follows. */
  private tileJoins(line: readonly LinePoint[]): KmRange[] {
    const kmAt = kmAlongLine(line);
    const inBox = boxTest(line);
    return mergeRanges(
      this.joins.flatMap(([start, end]): KmRange[] => {
        if (!inBox(start) || !inBox(end)) return [];
        const [a, b] = [positionAlongLine(line, start, kmAt), positionAlongLine(line, end, kmAt)];
        if (!a || !b || a.kmBeside > JOIN_END_KM || b.kmBeside > JOIN_END_KM) return [];
        const km = greatCircleKm(start, end);
        const along = Math.abs(a.kmAlong - b.kmAlong);
        if (Math.abs(along - km) > 0.1 + 0.05 * km) return [];
        return [[Math.min(a.kmAlong, b.kmAlong), Math.max(a.kmAlong, b.kmAlong)]];
      }),
      0.05,
    );
  }

  /**
   * Parts of the line without a road beside them, where the extract counts kilometres of joins. Joins beside a road in
   * another direction follow, longest first, until the extract's kilometres are reached.
   */
  private gaps(samples: readonly Sample[], sources: TracedLeg["sources"]): KmRange[] {
    if (!sources.join) return [];
    let ranges = this.unmatched(samples, sources, UNMATCHED_KM, 90);
    const others = this.unmatched(samples, sources, ALONG.km, ALONG.angle);
    for (const range of others.toSorted(([a, b], [c, d]) => d - c - (b - a)))
      if (lengthOf(ranges) < sources.join) ranges = mergeRanges([...ranges, range], 0.01);
    return ranges;
  }

  private unmatched(samples: readonly Sample[], sources: TracedLeg["sources"], near: number, angle: number): KmRange[] {
    const ranges = samples.flatMap(({ point, bearing, km, at }): KmRange[] =>
      this.roads.nearest(point, bearing, near, { angle, accepts: this.isOf(sources) })
        ? []
        : [[at - km / 2, at + km / 2]],
    );
    return mergeRanges(ranges, 0.01).filter(([from, to]) => to - from >= SHORTEST_JOIN_KM);
  }

  /** Long straight pieces without a road along most of them. */
  private straights(line: readonly LinePoint[]): KmRange[] {
    const kmAt = kmAlongLine(line);
    return line.slice(1).flatMap((end, index): KmRange[] => {
      if (kmAt[index + 1]! - kmAt[index]! < STRAIGHT.km) return [];
      const samples = samplesOf([line[index]!, end]);
      const alone = samples.filter(({ point, bearing }) => !this.roads.nearest(point, bearing, STRAIGHT.besideKm));
      return alone.length > STRAIGHT.share * samples.length ? [[kmAt[index]!, kmAt[index + 1]!]] : [];
    });
  }

  private isOf(sources: TracedLeg["sources"]): (line: number) => boolean {
    const flags = new Set<number>(Object.keys(sources).map((source) => FLAGS[source as Exclude<Source, "join">]));
    return (line) => flags.has(this.network.lines[line]!.flag);
  }

  private classesOf(samples: readonly Sample[], sources: TracedLeg["sources"]): Record<string, number> {
    const classes: Record<string, number> = {};
    const isOfSource = this.isOf(sources);
    const accepts = (line: number) => isOfSource(line) && this.network.lines[line]!.roadClass !== JOIN;
    for (const { point, bearing, km } of samples) {
      const match = this.roads.nearest(point, bearing, BESIDE_KM, { accepts });
      const name = (match && CLASSES[this.network.lines[match.line]!.roadClass]) || "unknown";
      classes[name] = (classes[name] ?? 0) + km;
    }
    return Object.fromEntries(
      Object.entries(classes)
        .filter(([, km]) => km >= 0.005)
        .map(([name, km]) => [name, round(km)]),
    );
  }

  /** Federal numbers come from DNIT too, because the zoom 7 tiles have none. */
  private numberBeside({ point, bearing }: Sample, sources: TracedLeg["sources"]): string | null {
    const flags = new Set<number>([FLAGS.dnit, FLAGS.vic, FLAGS["osm-catalog"]]);
    for (const source of Object.keys(sources)) flags.add(FLAGS[source as Exclude<Source, "join">]);
    const isNorth = sources.osm !== undefined;
    const accepts = (line: number) => {
      const { flag } = this.numberedLines[line]!;
      return isNorth ? flag === FLAGS.osm : flags.has(flag);
    };
    const match = this.numbered.nearest(point, bearing, isNorth ? BESIDE_KM / 3 : BESIDE_KM, { accepts });
    return match && roadNumber(this.numberedLines[match.line]!.ref);
  }
}

const lengthOf = (ranges: readonly KmRange[]) => ranges.reduce((km, [from, to]) => km + to - from, 0);

function boxTest(line: readonly LinePoint[]): (point: GeoPoint) => boolean {
  const [lats, lngs] = [line.map(([lat]) => lat), line.map(([, lng]) => lng)];
  const [south, north, west, east] = [Math.min(...lats), Math.max(...lats), Math.min(...lngs), Math.max(...lngs)];
  const margin = 0.01;
  return ({ lat, lng }) => lat > south - margin && lat < north + margin && lng > west - margin && lng < east + margin;
}
