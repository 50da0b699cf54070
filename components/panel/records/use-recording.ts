import { useRef, useState } from "react";
import { useLocale } from "next-intl";
import type { RecordedStop } from "@/lib/geo/tracks/rules";
import type { FieldInputProps } from "./field-frame";
import type { OpenedRecording, ReadRecording } from "./recording-file";

export type ReadResult = OpenedRecording | "reading" | "failed" | null;
type Values = Record<string, unknown>;

const FILLED = ["track", "distance_km", "distance_basis", "elevation_profile", "max_altitude_m"];

const valuesOf = ({ track, profile, distanceKm, maxAltitudeM }: ReadRecording["recording"]): Values => ({
  ...(track.length > 1 && { track }),
  ...(distanceKm !== null && { distance_km: distanceKm, distance_basis: "gpx" }),
  ...(profile.length > 1 && { elevation_profile: profile }),
  ...(maxAltitudeM !== null && { max_altitude_m: maxAltitudeM }),
});

/** Reads a recording file into the fields of a record; `onStops` gets the stops of the file. */
export function useRecording(row: Values, onFill: FieldInputProps["onFill"], onStops: (stops: RecordedStop[]) => void) {
  const locale = useLocale();
  const [result, setResult] = useState<ReadResult>(null);
  /** The file chosen last: an earlier one may be read later. */
  const latest = useRef<File | null>(null);
  /** The fields before the file: another line of it leaves nothing of the one chosen before. */
  const before = useRef<Values>({});
  const fill = (opened: OpenedRecording) => {
    setResult(opened);
    if (!("problem" in opened)) onFill?.({ ...before.current, ...valuesOf(opened.recording) });
  };
  const read = async (file: File | undefined) => {
    if (!file) return;
    latest.current = file;
    before.current = Object.fromEntries(FILLED.filter((name) => name in row).map((name) => [name, row[name]]));
    onStops([]);
    setResult("reading");
    const opened = await import("./recording-file").then(
      ({ openRecording }) => openRecording(file, locale),
      () => "failed" as const,
    );
    if (latest.current !== file) return;
    if (opened === "failed") return setResult(opened);
    fill(opened);
    if (!("problem" in opened)) onStops(opened.recording.stops);
  };
  return { result, read, fill };
}
