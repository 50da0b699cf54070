import type { Area } from "@/lib/geo/geo/rules";
import { readTravelFile, type Refused } from "@/lib/geo/travel-files/files/rules";
import { MAX_FILE_BYTES, type TravelFile } from "@/lib/geo/travel-files/rules";

/** Reads a recording or a planned route on this device; the file is not uploaded. */
export async function readRecordingFile(file: File, area: Area): Promise<TravelFile | Refused> {
  if (file.size > MAX_FILE_BYTES) return { problem: "tooBig", findings: [] };
  const bytes = await file.arrayBuffer().catch(() => null);
  return bytes ? readTravelFile(new Uint8Array(bytes), area) : { problem: "unread", findings: [] };
}
