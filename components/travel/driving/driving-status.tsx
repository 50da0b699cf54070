import type { Messages } from "next-intl";
import { fill } from "@/components/ui/fill";
import { Button } from "@/components/ui/button";
import { formatKm, formatMetres } from "@/lib/platform/format";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { drivingPath, MAX_ACCURACY_M, totalKm } from "@/lib/travel/tracks/rules";
import type { StoredTrack } from "./driving-store";
import { useDrivingTexts } from "./driving-texts";
import type { Recording } from "./use-recording";
import type { TripState } from "./use-trip";
import type { WakeLock } from "./use-wake-lock";
import { MAX_TRACKS, TRACK_DAYS } from "@/lib/platform/supabase/database-constants/travel";

type Props = {
  locale: Locale;
  recording: Recording;
  tripId: string | null;
  trip: { state: TripState; isDone: boolean };
  /** Ended tracks that the server does not have completely. */
  unsent: readonly StoredTrack[];
  isSignedOut: boolean;
  wakeLock: WakeLock;
  problem: string;
  onDiscard: (track: string) => void;
};

/** What the device does with the positions, in words: announced when it changes. */
export function DrivingStatus(props: Props) {
  const texts = useDrivingTexts();
  const { locale, recording, tripId, trip, unsent, isSignedOut, wakeLock, problem } = props;
  const { phase, fix, meter } = recording;
  const refused = unsent.find(({ refusal }) => refusal !== null);
  const waiting = unsent.filter(({ refusal }) => refusal === null).length;
  const isRecording = phase === "recording" || phase === "locating";
  const login = `${localePath(locale, "/login")}?next=${encodeURIComponent(localePath(locale, drivingPath(tripId)))}`;
  const lines = [
    problem,
    !isRecording && trip.isDone && texts.trip.done,
    isRecording && wakeLock === "unsupported" && texts.noWakeLock,
    waiting > 0 && fill(texts.upload.waiting, { count: waiting }),
    (trip.state === "kept" && tripId) || trip.state === "not-kept" || trip.state === "missing"
      ? texts.trip[trip.state]
      : "",
  ].filter((line): line is string => Boolean(line));
  return (
    <div className="grid gap-1 text-sm leading-snug" data-phase={phase} data-stored={recording.stored}>
      <p role="status">{phaseText({ texts, locale, phase, fix, stored: recording.stored, km: totalKm(meter) })}</p>
      {lines.length > 0 && <p className="text-muted">{lines.join(" ")}</p>}
      {isSignedOut && (
        <p>
          {`${texts.trip["signed-out"]} `}
          <a
            href={login}
            className="inline-flex min-h-11 items-center font-semibold text-link underline underline-offset-4"
          >
            {texts.actions.signIn}
          </a>
        </p>
      )}
      {refused?.refusal && (
        <div role="alert" className="flex flex-wrap items-center gap-2 text-danger">
          <p>{`${texts.upload.refused}: ${refusalText(texts.refusal, refused.refusal)}.`}</p>
          <Button variant="outline" onClick={() => props.onDiscard(refused.id)}>
            {texts.actions.discard}
          </Button>
        </div>
      )}
    </div>
  );
}

const refusalText = (texts: Messages["travel/driving"]["refusal"], refusal: string) =>
  fill(Object.entries(texts).find(([key]) => key === refusal)?.[1] ?? refusal, { days: TRACK_DAYS, max: MAX_TRACKS });

type Spoken = { texts: Messages["travel/driving"]; locale: Locale } & Pick<Recording, "phase" | "fix" | "stored"> & {
    km: number;
  };

function phaseText({ texts, locale, phase, fix, stored, km }: Spoken): string {
  if (phase === "recording" && fix && fix.accuracyM > MAX_ACCURACY_M)
    return fill(texts.weakSignal, { metres: formatMetres(fix.accuracyM, locale) });
  return fill(texts.phase[phase], { km: formatKm(km, locale), points: stored });
}
