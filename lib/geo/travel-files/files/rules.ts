import { greatCircleKm, isInArea, type Area } from "../../geo/rules";
import { Findings, type Finding } from "../../imports/rules";
import { decodeFile } from "../../../platform/text-encoding";
import { isFit, readFit } from "../fit/rules";
import { readGpx } from "../gpx/rules";
import { readKml } from "../kml/rules";
import { MAX_FILE_BYTES, type FileLine, type FilePoint, type FileProblem, type TravelFile } from "../rules";
import { readTcx } from "../tcx/rules";
import { readXml, type XmlNode } from "../xml/rules";
import { isZip, unpack } from "../zip/rules";

type Read = Pick<TravelFile, "format" | "lines" | "points">;
/** A file that is not read; the findings say where its defects are. */
export type Refused = { problem: FileProblem; findings: Finding[] };

/** Readers by the name of the root element in lower case. */
const READERS: Record<
  string,
  { format: "gpx" | "kml" | "tcx"; read: (root: XmlNode, findings: Findings) => Omit<Read, "format"> }
> = {
  gpx: { format: "gpx", read: readGpx },
  kml: { format: "kml", read: readKml },
  trainingcenterdatabase: { format: "tcx", read: readTcx },
};

/** A recorded point this far from both neighbours, which are near each other, is no place where the receiver was. */
const JUMP_KM = 10;
/** The same in steps of the recording, so that lines with few points keep theirs. */
const JUMP_STEPS = 50;
const DENSE_POINTS = 10;

function readText(bytes: Uint8Array, findings: Findings): Read | { problem: FileProblem } {
  const { text, encoding, broken } = decodeFile(bytes);
  if (text.trim() === "") return { problem: "empty" };
  if (!text.includes("<")) return { problem: "format" };
  if (/^\s*(?:<!doctype html|<html)/i.test(text)) return { problem: "page" };
  if (broken > 0) findings.changed("characters", { line: null, element: encoding }, broken);
  // XML without another declaration is UTF-8: these bytes are not, and their letters are a guess.
  else if (encoding === "windows-1252" && !/encoding=["'](?!utf-?8)/i.test(text.slice(0, 200)))
    findings.changed("characters", { line: null, element: encoding });
  const root = readXml(text, findings);
  const reader = root && READERS[root.name.toLowerCase()];
  if (!reader) return { problem: root?.name.toLowerCase() === "html" ? "page" : "format" };
  return { format: reader.format, ...reader.read(root, findings) };
}

function readArchive(bytes: Uint8Array, findings: Findings): Read | { problem: FileProblem } {
  const unpacked = unpack(bytes);
  if ("problem" in unpacked) return unpacked;
  if (unpacked.names.includes("[Content_Types].xml")) return { problem: "sheet" };
  const all = unpacked.files.map((file) => ({ name: file.name, read: readOne(file.bytes, findings) }));
  const read = all.flatMap((one) => ("problem" in one.read ? [] : [one.read]));
  for (const one of all) if ("problem" in one.read) findings.left("damaged", { line: null, element: one.name });
  if (!read[0]) return { problem: all[0] && "problem" in all[0].read ? all[0].read.problem : "format" };
  return {
    format: read[0].format,
    lines: read.flatMap(({ lines }) => lines),
    points: read.flatMap(({ points }) => points),
  };
}

function readOne(bytes: Uint8Array, findings: Findings): Read | { problem: FileProblem } {
  if (!isFit(bytes)) return readText(bytes, findings);
  const read = readFit(bytes, findings);
  return "problem" in read ? read : { format: "fit", ...read };
}

const placeOf = (point: FilePoint, element: string) => ({
  line: point.line,
  element: point.name || element,
  value: `${point.lat.toFixed(4)} ${point.lng.toFixed(4)}`,
});

/** Leaves out single points that a receiver in bad reception writes far away. */
function withoutJumps(part: readonly FilePoint[], findings: Findings): FilePoint[] {
  if (part.length < DENSE_POINTS) return [...part];
  const steps = part.slice(1).map((point, index) => greatCircleKm(part[index]!, point));
  const typical = steps.toSorted((a, b) => a - b)[steps.length >> 1]!;
  const far = Math.max(JUMP_KM, JUMP_STEPS * typical);
  return part.filter((point, index) => {
    const [before, after] = [steps[index - 1] ?? Infinity, steps[index] ?? Infinity];
    const [last, next] = [part[index - 1] ?? part[index + 2], part[index + 1] ?? part[index - 2]];
    const isJump =
      Math.min(before, after) > far && last && next && greatCircleKm(last, next) < Math.min(before, after) / 4;
    if (isJump) findings.left("jump", placeOf(point, "trkpt"));
    return !isJump;
  });
}

function withoutElsewhere(points: readonly FilePoint[], area: Area, element: string, findings: Findings): FilePoint[] {
  return points.filter((point) => {
    const isInside = isInArea(point, area);
    if (!isInside) findings.left("outside", placeOf(point, element));
    return isInside;
  });
}

function cleanLine(line: FileLine, area: Area, findings: Findings): FileLine {
  const element = line.name || (line.kind === "route" ? "rtept" : "trkpt");
  const inside = line.parts.map((part) => withoutElsewhere(part, area, element, findings));
  const parts = line.kind === "track" ? inside.map((part) => withoutJumps(part, findings)) : inside;
  return { ...line, parts: parts.filter(({ length }) => length > 0) };
}

/** Reads a GPX, KML, KMZ, TCX or FIT file by its content; its name does not count. */
export function readTravelFile(bytes: Uint8Array, area: Area): TravelFile | Refused {
  const findings = new Findings();
  const refused = (problem: FileProblem): Refused => ({ problem, findings: findings.list() });
  if (bytes.length > MAX_FILE_BYTES) return refused("tooBig");
  const read = isZip(bytes) ? readArchive(bytes, findings) : readOne(bytes, findings);
  if ("problem" in read) return refused(read.problem);
  const lines = read.lines.map((line) => cleanLine(line, area, findings)).filter(({ parts }) => parts.length > 0);
  const points = withoutElsewhere(read.points, area, "wpt", findings);
  const list = findings.list();
  if (lines.length === 0 && points.length === 0) {
    const has = (reason: Finding["reason"]) => list.some((finding) => finding.reason === reason);
    return refused(has("outside") ? "outside" : has("damaged") ? "damaged" : "empty");
  }
  return { format: read.format, lines, points, findings: list };
}
