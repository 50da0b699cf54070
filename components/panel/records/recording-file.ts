import { BRAZIL_AREA } from "@/lib/geo/geo/rules";
import { Findings, type Finding } from "@/lib/geo/imports/rules";
import type { Locale } from "@/lib/platform/i18n/routing";
import { linesToChoose, namedPoints, readRecording, type Recording } from "@/lib/geo/tracks/rules";
import type { FileLine, FileProblem, OfferedLine, TravelFile } from "@/lib/geo/travel-files/rules";
import { importMessages, type ImportMessages } from "../../geo/imports/import-messages";
import { readRecordingFile } from "../../geo/imports/read-recording";

type Line = OfferedLine | null;
export type ReadRecording = {
  recording: Recording;
  /** The lines of a file with several; null: only its stops. */
  lines: readonly Line[];
  line: Line;
  choose: (line: Line) => OpenedRecording;
};
export type OpenedRecording = { texts: ImportMessages; findings: Finding[] } & (
  | ReadRecording
  | { problem: FileProblem }
);

/** `parts` are those of a line that the person chose; without them it is the first one of `lines`. */
type Chosen = { lines: readonly OfferedLine[]; line: Line; parts?: FileLine["parts"] };

/** The lines of a file that do not belong to the chosen one. */
function noteLines(file: TravelFile, { lines, line, parts }: Chosen, findings: Findings): void {
  const [taken, offered] = [new Set(parts), new Set(lines.flatMap((one) => one.parts))];
  const isRecording = line?.kind === "track" || line?.kind === "all";
  for (const { kind, name, parts: own } of file.lines) {
    const place = { line: own[0]?.[0]?.line ?? null, element: name || (kind === "route" ? "rte" : "trk") };
    if (kind === "route" && isRecording) findings.left("route", place);
    else if (parts && own.some((part) => !taken.has(part) && (kind === "track" || offered.has(part))))
      findings.left("choice", place);
  }
}

/**
 * What a record of the guide does not take of a file: points without a name, those above the limit, lines beside the
 * chosen one, most of the points of that one.
 */
function leftOf(file: TravelFile, { stops, track }: Recording, chosen: Chosen): Finding[] {
  const findings = new Findings();
  const unnamed = file.points.filter(({ name }) => name === "");
  for (const { line } of unnamed) findings.left("name", { line, element: "wpt" });
  for (const { line, name } of namedPoints(file).slice(stops.length)) findings.left("many", { line, element: name });
  noteLines(file, chosen, findings);
  const recorded = chosen.line?.points.length ?? 0;
  if (track.length > 0 && recorded > track.length)
    findings.changed("thinned", { line: null, element: `${recorded} → ${track.length}` });
  return findings.list();
}

/** A recording for a route of the guide, read on this device. */
export async function openRecording(file: File, locale: Locale): Promise<OpenedRecording> {
  const [texts, read] = await Promise.all([importMessages(locale), readRecordingFile(file, BRAZIL_AREA)]);
  if ("problem" in read) return { texts, ...read };
  const lines = linesToChoose(read);
  const opened = (chosen: Chosen): OpenedRecording => {
    const recording = readRecording(read, chosen.parts);
    if ("problem" in recording) return { texts, findings: read.findings, ...recording };
    const findings = [...read.findings, ...leftOf(read, recording, chosen)];
    const options = recording.stops.length > 0 ? [...lines, null] : lines;
    const choose = (line: Line) => opened({ lines, line, parts: line === lines[0] ? undefined : (line?.parts ?? []) });
    return { texts, findings, recording, lines: lines.length > 1 ? options : [], line: chosen.line, choose };
  };
  return opened({ lines, line: lines[0] ?? null });
}
