import { thinTrack, type RecordingProblem } from "@/lib/tracks/rules";
import { MAX_STOPS, spreadOver, type NewStop } from "./planner-edits";

/** Points of a recording that the road route is led through, besides its start and end. */
const MAX_BENDS = 12;

/**
 * The stops of a GPX, KML or TCX file: its named points, or else the start and end of its line with points between them
 * that keep the road near the recording.
 */
export async function readTripFile(
  file: File,
  pointName: string,
): Promise<{ stops: NewStop[] } | { problem: RecordingProblem }> {
  const { readRecordingFile } = await import("../admin/records/recording-file");
  const found = await readRecordingFile(file);
  if ("problem" in found) return found;
  if (found.stops.length > 1)
    return { stops: spreadOver(found.stops, MAX_STOPS).map(({ name, lat, lng }) => ({ name, lat, lng })) };
  const line = spreadOver(thinTrack(found.track, MAX_BENDS + 2), MAX_BENDS + 2);
  const stops = line.map(([lat, lng], index) => ({
    name: pointName,
    lat,
    lng,
    kind: index === 0 || index === line.length - 1 ? ("stop" as const) : ("shape" as const),
  }));
  return stops.length > 0 ? { stops } : { stops: found.stops.map(({ name, lat, lng }) => ({ name, lat, lng })) };
}
