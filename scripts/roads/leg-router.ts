import { decodeLine, type LinePoint } from "@/lib/geo/geo/lines";
import { greatCircleKm, simplifyLine, kmToSegment, type GeoPoint } from "@/lib/geo/geo/rules";
import { EmbeddedRouter } from "@/lib/geo/roads/embedded";
import { loadNetwork } from "@/lib/geo/roads/network-sources";
import { doubtOf, type SecondSource } from "@/lib/geo/roads/plausible";
import type { RoadSource } from "@/lib/platform/settings/rules";
import { buildRoadGraph } from "@/lib/geo/roads/road-graph";
import { secondSource } from "@/lib/geo/roads/second-source";
import { encodeLine, lengthKm, type Section } from "@/lib/geo/roads/rules";
import { qualityOf, round, type Source, type TracedLeg, type SkipReason } from "./legs";
import { roadNumber, roadsInOrder } from "./road-numbers";
import type { LocatedStop } from "./stops";

const SNAP_KM = 3;
/** A leg so much shorter than the straight line is that of two other places: both stops are far from its road. */
const SHORTEST = { ratio: 0.75, fromKm: 2 };
const TOLERANCE_KM = 0.03;
/** Legs around water and mountains, longer than `doubtOf` accepts, whose roads are known. */
const KNOWN_LONG: readonly string[] = [
  // BR-242 and BA-142 go around the Serra do Sincorá.
  "Centro histórico de Lençóis > Andaraí",
  // The Alça Viária (PA-483) goes around the mouths of the Guamá, Acará and Moju.
  "Ponte estaiada do rio Guamá > Barcarena",
  // No road follows the coast over the mouths of the Camurupim and Cardoso.
  "Praia de Atalaia > Barra Grande",
  // MA-203 and MA-201 go around the mangroves of the Rio Paciência.
  "Corredor da Rendeira > Paço do Lumiar",
];

type Routed = { leg: TracedLeg } | { skip: SkipReason; detail: string };

/** Routes legs on the shipped network. */
export class LegRouter {
  private readonly router: EmbeddedRouter;
  private readonly second: SecondSource;

  constructor(root: string, switched: readonly RoadSource[]) {
    const { layers, credits } = loadNetwork({ root, switched, withGuide: false });
    this.router = new EmbeddedRouter(buildRoadGraph(layers), credits);
    this.second = secondSource(root);
  }

  route(start: LocatedStop, end: LocatedStop): Routed {
    const ends: LinePoint[] = [start, end].map(({ lat, lng }) => [lat, lng]);
    const { sections: all } = this.router.route(ends, [], false);
    const sections = all.filter((section) => !isConnection(section, [start, end]));
    const snap = round(
      Math.max(...all.filter((section) => isConnection(section, [start, end])).map(({ km }) => km), 0),
    );
    if (sections.length === 0) return { skip: "no-path", detail: "" };
    if (snap > SNAP_KM) return { skip: "snap", detail: snap.toFixed(1) };
    const leg = legOf(start.position, end.position, sections);
    const parts = sections.map((section) => ({ ...section, points: decodeLine(section.line) }));
    const doubt = doubtOf(parts, [ends[0]!, ends[1]!], this.second, true);
    const straight = greatCircleKm(start, end);
    const isShort = straight > SHORTEST.fromKm && leg.km < SHORTEST.ratio * straight;
    const isLong = doubt === "length" && !KNOWN_LONG.includes(`${start.name} > ${end.name}`);
    if (isShort || isLong) return { skip: "ratio", detail: (leg.km / straight).toFixed(1) };
    if (doubt === "straights") return { skip: "no-path", detail: `${leg.sources.join ?? 0} km of joins` };
    return { leg };
  }
}

/** The straight from a stop to the network. */
function isConnection({ kind, line }: Section, stops: readonly GeoPoint[]): boolean {
  if (kind !== "join" && kind !== "off-network") return false;
  const points = decodeLine(line);
  return stops.some(({ lat, lng }) =>
    [points[0], points.at(-1)].some(
      (point) => point && greatCircleKm({ lat: point[0], lng: point[1] }, { lat, lng }) < 0.005,
    ),
  );
}

function legOf(from: number, to: number, sections: readonly Section[]): TracedLeg {
  const line: LinePoint[] = [];
  const joins: [number, number][] = [];
  const sources: TracedLeg["sources"] = {};
  const classes: Record<string, number> = {};
  for (const { kind, line: encoded, km, source, roadClass } of sections) {
    const points = simplify(decodeLine(encoded));
    const first = Math.max(0, line.length - 1);
    line.push(...(line.length === 0 ? points : points.slice(1)));
    const isJoin = kind === "join" || kind === "off-network";
    if (isJoin) joins.push([first, line.length - 1]);
    const name: Source = isJoin ? "join" : ((source ?? "omt") as Source);
    sources[name] = (sources[name] ?? 0) + km;
    if (!isJoin) classes[roadClass] = (classes[roadClass] ?? 0) + km;
  }
  const roads = roadsInOrder(sections.map(({ ref, km }) => ({ road: roadNumber(ref), km })));
  const needs = (["sie-sc", "der-sp"] as const).filter((source) => (sources[source] ?? 0) >= 0.005);
  return {
    from,
    to,
    needs,
    km: round(lengthKm(line)),
    line: encodeLine(line),
    sources: rounded(sources),
    quality: qualityOf(sources),
    joins,
    roads,
    classes: rounded(classes),
  };
}

const rounded = <Key extends string>(kmOf: Partial<Record<Key, number>>) =>
  Object.fromEntries(
    Object.entries<number | undefined>(kmOf).flatMap(([key, km = 0]) => (km >= 0.005 ? [[key, round(km)]] : [])),
  ) as Record<Key, number>;

const pointOf = ([lat, lng]: LinePoint): GeoPoint => ({ lat, lng });

function simplify(line: readonly LinePoint[]): LinePoint[] {
  return simplifyLine(line, TOLERANCE_KM, (point, start, end) =>
    kmToSegment(pointOf(point), pointOf(start), pointOf(end)),
  );
}
