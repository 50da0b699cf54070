import { decodedText } from "./text-encoding";
import { MAX_GPX_BYTES, readRecording, type Recording, type RecordingProblem } from "@/lib/tracks/rules";

/** Converters by the outermost element of a file. */
const READERS = { gpx: "gpx", kml: "kml", TrainingCenterDatabase: "tcx" } as const;

/** A recording (GPX, KML or TCX) read on this device: nothing of the file leaves it. */
export async function readRecordingFile(file: File): Promise<Recording | { problem: RecordingProblem }> {
  if (file.size > MAX_GPX_BYTES) return { problem: "tooBig" };
  const bytes = await file.arrayBuffer().catch(() => new ArrayBuffer(0));
  const text = decodedText(new Uint8Array(bytes));
  // Files of receivers declare no entities; a file that does may expand without bound in the parser.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return { problem: "notGpx" };
  const document = new DOMParser().parseFromString(text, "application/xml");
  const reader = READERS[document.documentElement.localName as keyof typeof READERS] as (typeof READERS)[keyof typeof READERS] | undefined;
  if (!reader || document.querySelector("parsererror")) return { problem: "notGpx" };
  const converters = await import("@tmcw/togeojson");
  return readRecording(converters[reader](document));
}
