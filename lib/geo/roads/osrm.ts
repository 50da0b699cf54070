import { z } from "zod";
import { decodeLine, type LinePoint } from "../geo/lines";
import { PLAIN_PACE, type Pace } from "../pace/drive/rules";
import { round, type Avoidable, type NearestRoad, type RoadClass, type RoadRoute, type SectionKind } from "./rules";
import { connectionPiece, legOf, sectionsOf, totals, unavoidableOf, type Piece } from "./sections";
import { RoutingError } from "./thread";

const TIMEOUT_MS = 10_000;
/** What a profile of the server can exclude; its answer shows whether it does. */
const EXCLUDABLE: readonly Avoidable[] = ["motorway", "toll", "ferry"];

const waypoint = z.object({
  location: z.tuple([z.number(), z.number()]),
  distance: z.number(),
  name: z.string().optional(),
});
const step = z.object({
  geometry: z.string(),
  distance: z.number(),
  mode: z.string(),
  ref: z.string().optional(),
  intersections: z.array(z.object({ classes: z.array(z.string()).optional() })).optional(),
});
const routeAnswer = z.object({
  code: z.literal("Ok"),
  waypoints: z.array(waypoint),
  routes: z.array(z.object({ legs: z.array(z.object({ steps: z.array(step) })) })).min(1),
});
const nearestAnswer = z.object({ code: z.literal("Ok"), waypoints: z.array(waypoint).min(1) });
const problem = z.object({ code: z.string(), message: z.string().optional() });

type Step = z.infer<typeof step>;
type Answer = { status: number; body: unknown };

const coordinates = (points: readonly LinePoint[]) => points.map(([lat, lng]) => `${lng},${lat}`).join(";");

async function ask(base: string, path: string): Promise<Answer> {
  const url = `${base.replace(/\/+$/, "")}${path}`;
  try {
    const response = await fetch(url, { cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) });
    return { status: response.status, body: await response.json() };
  } catch (error) {
    const isLate = error instanceof Error && error.name === "TimeoutError";
    throw new RoutingError(isLate ? "timeout" : "failed", error instanceof Error ? error.message : String(error));
  }
}

function parsed<T>(schema: z.ZodType<T>, { status, body }: Answer): T {
  const answer = schema.safeParse(body);
  if (answer.success) return answer.data;
  const { data } = problem.safeParse(body);
  throw new RoutingError("failed", data ? `${data.code} ${data.message ?? ""}`.trim() : `status ${status}`);
}

/** Road class and kind of a step; the API names only the classes of intersections. */
function kindOf({ mode, intersections = [] }: Step): { kind: SectionKind; roadClass: RoadClass } {
  if (mode === "ferry") return { kind: "ferry", roadClass: "ferry" };
  const isMotorway = intersections.some(({ classes = [] }) => classes.includes("motorway"));
  return { kind: "road", roadClass: isMotorway ? "motorway" : "unknown" };
}

function pieceOf(step: Step): Piece {
  return { ...kindOf(step), ref: step.ref || null, source: "osrm", points: decodeLine(step.geometry) };
}

const hasToll = ({ intersections = [] }: Step) => intersections.some(({ classes = [] }) => classes.includes("toll"));

/** Asks for a route that excludes what the profile can exclude; a refusal of `exclude` is repeated without it. */
async function askRoute(base: string, points: readonly LinePoint[], avoid: readonly Avoidable[]) {
  const path = `/route/v1/driving/${coordinates(points)}?overview=false&geometries=polyline&steps=true`;
  const exclude = avoid.filter((kind) => EXCLUDABLE.includes(kind));
  if (exclude.length > 0) {
    const answer = await ask(base, `${path}&exclude=${exclude.join(",")}`);
    const code = problem.safeParse(answer.body).data?.code;
    if (code !== "InvalidValue" && code !== "NoRoute") return parsed(routeAnswer, answer);
  }
  return parsed(routeAnswer, await ask(base, path));
}

/** Lengths of toll roads replace the plazas, which the API does not name. */
function unavoidable(sections: RoadRoute["sections"], steps: readonly Step[], avoid: readonly Avoidable[]) {
  const tollKm = steps.filter(hasToll).reduce((km, { distance }) => km + distance / 1000, 0);
  const others = unavoidableOf(sections, [], avoid);
  return avoid.includes("toll") && tollKm > 0 ? [...others, { kind: "toll" as const, km: round(tollKm, 1) }] : others;
}

/** A route of an OSRM-compatible server (API version 1). */
export async function routeByServer(
  base: string,
  points: readonly LinePoint[],
  avoid: readonly Avoidable[],
  pace: Pace = PLAIN_PACE,
): Promise<RoadRoute> {
  const { routes, waypoints } = await askRoute(base, points, avoid);
  const answered = routes[0]!.legs;
  if (answered.length !== points.length - 1 || waypoints.length !== points.length)
    throw new RoutingError("failed", "the server answered another number of legs");
  const sections: RoadRoute["sections"] = [];
  const places = waypoints.map(({ location: [lng, lat] }): LinePoint => [lat, lng]);
  const legs = answered.map(({ steps }, index) => {
    const pieces = [
      ...connectionPiece(points[index]!, places[index]!, false),
      ...steps.map(pieceOf),
      ...connectionPiece(points[index + 1]!, places[index + 1]!, true),
    ];
    const added = sectionsOf(pieces, pace);
    const leg = legOf(added, index, sections.length);
    sections.push(...added);
    return leg;
  });
  return {
    ...totals(legs),
    sections,
    legs,
    tolls: [],
    unavoidable: unavoidable(
      sections,
      answered.flatMap(({ steps }) => steps),
      avoid,
    ),
    unsupported: avoid.filter((kind) => !EXCLUDABLE.includes(kind)),
    credits: ["© OpenStreetMap contributors"],
  };
}

export async function nearestByServer(base: string, point: LinePoint): Promise<NearestRoad | null> {
  const answer = await ask(base, `/nearest/v1/driving/${coordinates([point])}?number=1`);
  if (problem.safeParse(answer.body).data?.code === "NoSegment") return null;
  const [found] = parsed(nearestAnswer, answer).waypoints;
  const [lng, lat] = found!.location;
  return { lat, lng, km: round(found!.distance / 1000, 3), roadClass: "unknown", ref: found!.name || null };
}
