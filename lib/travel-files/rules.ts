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
