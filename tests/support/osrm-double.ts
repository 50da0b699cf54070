import http from "node:http";
import type { AddressInfo } from "node:net";
import { encodeLine } from "@/lib/geo/roads/rules";

/** A server with the documented route and nearest services of OSRM's HTTP API, version 1; every road is a straight line. */
export type OsrmDouble = { url: string; requests: readonly string[]; close: () => Promise<void> };

type Options = {
  /** Classes that the profile can exclude; any other one is refused with `InvalidValue`. */
  excludable?: readonly string[];
  /** Replaces the body of every answer. */
  body?: string;
};
type Position = [lng: number, lat: number];
type Answer = { status: number; body: unknown };

const METRES_OF_DEGREE = 111_195;
/** How far the double moves a point to its road, in degrees of latitude. */
const SNAP = 0.001;

const refusal = (code: string, message: string): Answer => ({ status: 400, body: { code, message } });

const snapped = ([lng, lat]: Position): Position => [lng, Math.round((lat + SNAP) * 1e6) / 1e6];
const waypointOf = (position: Position) => ({
  hint: "",
  location: snapped(position),
  name: "BR-1",
  distance: SNAP * METRES_OF_DEGREE,
});

function stepOf(from: Position, to: Position, facts: { mode: string; ref: string; classes: string[] }) {
  const distance = Math.hypot((to[0] - from[0]) * 0.98, to[1] - from[1]) * METRES_OF_DEGREE;
  return {
    geometry: encodeLine([from, to].map(([lng, lat]) => [lat, lng] as const)),
    distance,
    duration: distance / 25,
    weight: distance / 25,
    name: "",
    ref: facts.ref,
    mode: facts.mode,
    driving_side: "right",
    maneuver: { type: "depart", location: from, bearing_before: 0, bearing_after: 90 },
    intersections: [{ location: from, bearings: [90], entry: [true], classes: facts.classes }],
  };
}

/** A leg of a motorway with toll, then a ferry, then the arrival of no length. */
function legOf(from: Position, to: Position, excluded: readonly string[]) {
  const middle: Position = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const classes = ["motorway", "toll"].filter((kind) => !excluded.includes(kind));
  const mode = excluded.includes("ferry") ? "driving" : "ferry";
  const steps = [
    stepOf(from, middle, { mode: "driving", ref: "BR-1", classes }),
    stepOf(middle, to, { mode, ref: "", classes: mode === "ferry" ? ["ferry"] : [] }),
    stepOf(to, to, { mode: "driving", ref: "", classes: [] }),
  ];
  const distance = steps.reduce((sum, step) => sum + step.distance, 0);
  return { steps, distance, duration: distance / 25, weight: distance / 25, summary: "" };
}

function positionsOf(text: string): Position[] | null {
  const positions = text.split(";").map((pair) => pair.split(",").map(Number));
  const isValid = positions.every((position) => position.length === 2 && position.every(Number.isFinite));
  return isValid ? (positions as Position[]) : null;
}

function answerTo(target: string, { excludable = ["motorway", "toll", "ferry"] }: Options): Answer {
  const { pathname, searchParams } = new URL(target, "http://localhost");
  const [, service, positionText = ""] = /^\/(\w+)\/v1\/driving\/([^/]+)$/.exec(decodeURIComponent(pathname)) ?? [];
  const positions = positionsOf(positionText);
  if (!positions) return refusal("InvalidUrl", "URL string malformed");
  // A place in the sea has no road.
  if (positions.some(([lng]) => lng > -30)) return refusal("NoSegment", "Could not find a matching segment");
  const waypoints = positions.map(waypointOf);
  if (service === "nearest") return { status: 200, body: { code: "Ok", waypoints } };
  if (service !== "route") return refusal("InvalidService", "Service not found");
  const excluded = searchParams.get("exclude")?.split(",") ?? [];
  if (excluded.some((kind) => !excludable.includes(kind)))
    return refusal("InvalidValue", "Exclude flag combination is not supported.");
  const places = positions.map(snapped);
  const legs = places.slice(1).map((place, index) => legOf(places[index]!, place, excluded));
  const distance = legs.reduce((sum, leg) => sum + leg.distance, 0);
  return { status: 200, body: { code: "Ok", waypoints, routes: [{ legs, distance, duration: distance / 25 }] } };
}

export async function startOsrmDouble(options: Options = {}): Promise<OsrmDouble> {
  const requests: string[] = [];
  const server = http.createServer((request, response) => {
    requests.push(request.url ?? "");
    const { status, body } = answerTo(request.url ?? "/", options);
    response.writeHead(status, { "content-type": "application/json" }).end(options.body ?? JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
