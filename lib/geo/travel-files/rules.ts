import { greatCircleKm } from "../geo/rules";
import type { Finding } from "../imports/rules";

type TravelFormat = "gpx" | "kml" | "tcx" | "fit";

/** A point of a file; `line` is its line in the text, null in a binary file. */
export type FilePoint = {
  lat: number;
  lng: number;
  name: string;
  note: string;
  metres: number | null;
  line: number | null;
};
/** A recorded line (`track`) or a planned one (`route`), in continuous parts. */
export type FileLine = { kind: "track" | "route"; name: string; parts: FilePoint[][] };

/** Lines and single points of a file, and what of it is missing or changed here. */
export type TravelFile = { format: TravelFormat; lines: FileLine[]; points: FilePoint[]; findings: Finding[] };

/**
 * Why a whole file is not read. `page`: a web page; `sheet`: a spreadsheet; `format`: another kind of file; `damaged`:
 * its check sum or its structure is wrong; `empty`: it has no positions; `outside`: all its positions are elsewhere.
 */
export type FileProblem = "tooBig" | "page" | "sheet" | "format" | "damaged" | "empty" | "outside" | "unread";

export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/**
 * What a file field accepts. The types in words are needed on iPhones, which have no type for `.gpx` and make files
 * grey that only an ending would allow.
 */
export const TRAVEL_FILES_ACCEPT = [
  ".gpx,.kml,.kmz,.tcx,.fit",
  "application/gpx+xml,application/vnd.google-earth.kml+xml,application/vnd.google-earth.kmz",
  "application/vnd.garmin.tcx+xml,application/vnd.ant.fit,application/xml,text/xml,application/zip",
  "application/octet-stream",
].join(",");

type Kind = FileLine["kind"];

/** A line of a file to choose; `all` joins every recording of the file, `allRoutes` every planned route. */
export type OfferedLine = {
  kind: Kind | "all" | "allRoutes";
  name: string;
  km: number;
  points: FilePoint[];
  parts: FilePoint[][];
};

const kmOf = (parts: readonly FilePoint[][]) =>
  parts.reduce(
    (sum, part) => sum + part.slice(1).reduce((km, point, index) => km + greatCircleKm(part[index]!, point), 0),
    0,
  );

/** Several lines without a name are numbered. */
const named = (lines: readonly FileLine[]): FileLine[] =>
  lines.map((line, index) => (line.name || lines.length === 1 ? line : { ...line, name: String(index + 1) }));

function offeredOf(lines: readonly FileLine[], kind: Kind): OfferedLine[] {
  const own = lines.filter((line) => line.kind === kind && line.parts.flat().length > 1);
  const each = named(own).map(({ name, parts }) => ({ kind, name, parts, points: parts.flat(), km: kmOf(parts) }));
  if (each.length < 2) return each;
  const parts = each.flatMap((line) => line.parts);
  const km = each.reduce((sum, line) => sum + line.km, 0);
  return [{ kind: kind === "track" ? "all" : "allRoutes", name: "", km, parts, points: parts.flat() }, ...each];
}

/** The lines of a file with at least two points; several of a kind are offered together first. */
export const offeredLines = (lines: readonly FileLine[]): Record<Kind, OfferedLine[]> => ({
  track: offeredOf(lines, "track"),
  route: offeredOf(lines, "route"),
});
