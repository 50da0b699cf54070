import { MAX_GPX_BYTES, readRecording, type Recording, type RecordingProblem } from "@/lib/tracks/rules";

/** A recording read on this device: nothing of the file leaves it. */
export async function readGpx(file: File): Promise<Recording | { problem: RecordingProblem }> {
  if (file.size > MAX_GPX_BYTES) return { problem: "tooBig" };
  const text = await file.text().catch(() => "");
  // No receiver writes definitions of its own; who does wants the parser to grow them.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return { problem: "notGpx" };
  const document = new DOMParser().parseFromString(text, "application/xml");
  if (document.querySelector("parsererror") || document.documentElement.localName !== "gpx") return { problem: "notGpx" };
  const { gpx } = await import("@tmcw/togeojson");
  return readRecording(gpx(document));
}
