import { BRAZIL_AREA } from "@/lib/geo/rules";
import { Findings, type Finding } from "@/lib/imports/rules";
import type { Locale } from "@/lib/platform/i18n/routing";
import { namedPoints, readRecording, type Recording } from "@/lib/tracks/rules";
import type { FileProblem, TravelFile } from "@/lib/travel-files/rules";
import { importMessages, type ImportMessages } from "../../imports/import-messages";
import { readRecordingFile } from "../../imports/read-recording";

export type OpenedRecording = { texts: ImportMessages; findings: Finding[] } & (
  | { recording: Recording }
  | { problem: FileProblem }
);

/**
 * What a record of the guide does not take of a file: points without a name, those above the limit, planned routes beside
 * a recording, most of the line.
 */
function leftOf(file: TravelFile, { stops, track }: Recording): Finding[] {
  const { points, lines } = file;
  const findings = new Findings();
  const unnamed = points.filter(({ name }) => name === "");
  for (const { line } of unnamed) findings.left("name", { line, element: "wpt" });
  for (const { line, name } of namedPoints(file).slice(stops.length)) findings.left("many", { line, element: name });
  const tracks = lines.filter(({ kind }) => kind === "track");
  const hasTrack = tracks.some(({ parts }) => parts.some(({ length }) => length > 1));
  for (const { kind, name, parts } of lines)
    if (hasTrack && kind === "route")
      findings.left("route", { line: parts[0]?.[0]?.line ?? null, element: name || "rte" });
  const recorded = (hasTrack ? tracks : lines).flatMap(({ parts }) => parts.flat()).length;
  if (track.length > 0 && recorded > track.length)
    findings.changed("thinned", { line: null, element: `${recorded} → ${track.length}` });
  return findings.list();
}

/** A recording for a route of the guide, read on this device. */
export async function openRecording(file: File, locale: Locale): Promise<OpenedRecording> {
  const [texts, read] = await Promise.all([importMessages(locale), readRecordingFile(file, BRAZIL_AREA)]);
  if ("problem" in read) return { texts, ...read };
  const recording = readRecording(read);
  if ("problem" in recording) return { texts, findings: read.findings, ...recording };
  return { texts, findings: [...read.findings, ...leftOf(read, recording)], recording };
}
