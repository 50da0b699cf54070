import { decodedText } from "./text-encoding";
import { MAX_GPX_BYTES, readRecording, type Recording, type RecordingProblem } from "@/lib/tracks/rules";

/** Converters by the name of a file's root element. */
const READERS = { gpx: "gpx", kml: "kml", TrainingCenterDatabase: "tcx" } as const;

type Converted = { document: Document; found: Parameters<typeof readRecording>[0] };

/** Reads a recording (GPX, KML or TCX) on this device; the file is not uploaded. */
export async function readRecordingFile(file: File): Promise<Recording | { problem: RecordingProblem }> {
  const converted = await convertRecordingFile(file);
  return "problem" in converted ? converted : readRecording(converted.found);
}

/** The document of a recording and its features. */
export async function convertRecordingFile(file: File): Promise<Converted | { problem: RecordingProblem }> {
  if (file.size > MAX_GPX_BYTES) return { problem: "tooBig" };
  const bytes = await file.arrayBuffer().catch(() => new ArrayBuffer(0));
  const text = decodedText(new Uint8Array(bytes));
  // GPS devices write no entities; a file with entities could expand without limit in the parser.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return { problem: "notGpx" };
  const document = new DOMParser().parseFromString(text, "application/xml");
  const reader = READERS[document.documentElement.localName as keyof typeof READERS] as
    | (typeof READERS)[keyof typeof READERS]
    | undefined;
  if (!reader || document.querySelector("parsererror")) return { problem: "notGpx" };
  const converters = await import("@tmcw/togeojson");
  return { document, found: converters[reader](document) };
}
