import {
  inBrazil,
  readHeights,
  readRecording,
  thinTrack,
  type HeightLine,
  type RecordingProblem,
} from "@/lib/tracks/rules";
import { spreadOver } from "@/lib/trips/rules";
import type { convertRecordingFile } from "../admin/records/recording-file";
import { MAX_STOPS, type NewStop } from "./planner-edits";

/** Points of a recording that the road route is led through, besides its start and end. */
const MAX_BENDS = 12;

type Converted = Exclude<Awaited<ReturnType<typeof convertRecordingFile>>, { problem: unknown }>;
type Refused = { problem: RecordingProblem };

/** The stops of a GPX, KML or TCX file, and the lines of it that have altitudes. */
export async function readTripFile(
  file: File,
  pointName: string,
): Promise<{ stops: NewStop[]; heights: HeightLine[] } | Refused> {
  const { convertRecordingFile: convert } = await import("../admin/records/recording-file");
  const converted = await convert(file);
  if ("problem" in converted) return converted;
  const stops = stopsOf(converted, pointName);
  return "problem" in stops ? stops : { ...stops, heights: readHeights(converted.found) };
}

/**
 * The planned route of a file, or else its way points, or else the start and end of its line with points between them
 * that keep the road near the recording.
 */
function stopsOf({ document, found }: Converted, pointName: string): { stops: NewStop[] } | Refused {
  const route = insideBrazil(routePoints(document));
  if (route.length > 1) return { stops: plannedStops(route, pointName) };
  const recording = readRecording(found);
  const stops = "problem" in recording ? [] : recording.stops.map(({ name, lat, lng }) => ({ name, lat, lng }));
  if (stops.length > 1) return { stops: spreadOver(stops, MAX_STOPS) };
  if (!("problem" in recording) && recording.track.length > 1) return { stops: alongTrack(recording.track, pointName) };
  // A recording that never left its place is one point.
  const points = insideBrazil([...pointsOf(document, "wpt"), ...pointsOf(document, "trkpt").slice(0, 1)]);
  if (points.length > stops.length)
    return { stops: spreadOver(points, MAX_STOPS).map((point) => ({ ...point, name: point.name || pointName })) };
  return "problem" in recording ? recording : { stops };
}

type FilePoint = { name: string; lat: number; lng: number };

const insideBrazil = (points: readonly FilePoint[]) => points.filter(inBrazil);

/** Points of a GPX file in any namespace; those without a position are left out. */
function pointsOf(parent: Document | Element, tag: string): FilePoint[] {
  return [...parent.getElementsByTagNameNS("*", tag)].flatMap((element) => {
    const [lat, lng] = ["lat", "lon"].map((name) => Number.parseFloat(element.getAttribute(name) ?? ""));
    const name = [...element.children].find(({ localName }) => localName === "name")?.textContent?.trim() ?? "";
    return Number.isFinite(lat) && Number.isFinite(lng) ? [{ name, lat: lat!, lng: lng! }] : [];
  });
}

/** The points of the first planned route. */
const routePoints = (document: Document): FilePoint[] =>
  [...document.getElementsByTagNameNS("*", "rte")]
    .map((route) => pointsOf(route, "rtept"))
    .find((all) => all.length > 1) ?? [];

/** Named points are stops, the others only bend the line. */
function plannedStops(route: readonly FilePoint[], pointName: string): NewStop[] {
  const isStop = (point: FilePoint) => point.name !== "" || point === route[0] || point === route.at(-1);
  const stops = route.filter(isStop);
  const kept = route.length <= MAX_STOPS ? route : stops.length > MAX_BENDS ? stops : route;
  return spreadOver(kept, MAX_STOPS).map((point) => ({
    ...point,
    name: point.name || pointName,
    kind: isStop(point) ? "stop" : "shape",
  }));
}

function alongTrack(track: Parameters<typeof thinTrack>[0], pointName: string): NewStop[] {
  const line = spreadOver(thinTrack(track, MAX_BENDS + 2), MAX_BENDS + 2);
  return line.map(([lat, lng], index) => ({
    name: pointName,
    lat,
    lng,
    kind: index === 0 || index === line.length - 1 ? "stop" : "shape",
  }));
}
