"use client";

import { whenConfirmed } from "@/components/ui/ask";
import { ArrowLeft } from "lucide";
import { useCallback, useEffect, useState, type ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { Ahead } from "./ahead";
import { BreakdownDialog } from "./breakdown-dialog";
import { Controls } from "./controls";
import { readOwner, storedTracks, type StoredTrack } from "./driving-store";
import { DrivingStatus } from "./driving-status";
import { Instruments } from "./instruments";
import { useRecording } from "./use-recording";
import { useTrip } from "./use-trip";
import { useUpload } from "./use-upload";
import { useWakeLock } from "./use-wake-lock";
import { useDrivingTexts } from "./driving-texts";

type Props = {
  locale: Locale;
  tripId: string | null;
  /** The breakdown guide, which opens over this screen. */
  children: ReactNode;
};

/** Ended tracks on the device, read again after each upload. */
function useUnsent() {
  const [unsent, setUnsent] = useState<readonly StoredTrack[]>([]);
  const read = useCallback(
    () =>
      void readOwner()
        .then(storedTracks)
        .then((tracks) => setUnsent(tracks.filter(({ endedAt, refusal }) => endedAt !== null || refusal !== null)))
        .catch(() => undefined),
    [],
  );
  useEffect(read, [read]);
  return { unsent, read };
}

/** The screen of a driver: instruments, the next stops and services, and the recording. Everything but the upload works without a connection. */
export function Driving({ locale, tripId, children }: Props) {
  const texts = useDrivingTexts();
  const recording = useRecording(tripId);
  const trip = useTrip(tripId, locale);
  const { unsent, read } = useUnsent();
  const upload = useUpload(read);
  const [problem, setProblem] = useState("");
  const [isHelpOpen, setHelpOpen] = useState(false);
  const isRecording = recording.phase === "recording" || recording.phase === "locating";
  const wakeLock = useWakeLock(isRecording);
  const afterwards = async (change: Promise<unknown>) => {
    await change.catch(() => setProblem(texts.phase["not-stored"]));
    read();
    await upload.send();
  };
  const close = () =>
    whenConfirmed(texts.actions.confirmClose, () => {
      setProblem("");
      return afterwards(readOwner().then((owner) => trip.close(owner)));
    });
  const reopen = async () => setProblem((await trip.reopen()) ? "" : texts.trip.notReopened);
  const discard = (id: string) => {
    whenConfirmed(texts.actions.confirmDiscard, () => afterwards(recording.discard(id)));
  };
  return (
    <>
      <div className="min-h-0 grow overflow-y-auto">
        <div className="grid min-h-full content-start gap-2 p-2 portrait:grid-rows-[auto_auto_auto_1fr] landscape:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] landscape:grid-rows-[auto_1fr_auto]">
          <header className="flex min-w-0 items-center gap-2">
            <a
              href={localePath(locale, "/painel")}
              className="grid size-12 shrink-0 place-items-center rounded-lg hover:bg-raised"
            >
              <Icon of={ArrowLeft} label={texts.back} className="size-6" />
            </a>
            <h1 className="min-w-0 grow truncate text-xl leading-none">
              {tripId === null ? texts.noPlan : trip.trip ? trip.trip.title || texts.untitled : texts.metaTitle}
            </h1>
          </header>
          <Instruments
            locale={locale}
            fix={recording.fix}
            meter={recording.meter}
            partialFrom={recording.track?.partialFrom ?? 0}
          />
          <div className="landscape:col-span-2">
            <Ahead locale={locale} trip={trip.trip} fix={recording.fix} />
          </div>
          <div className="landscape:col-start-2 landscape:row-start-1 landscape:self-center">
            <DrivingStatus
              locale={locale}
              recording={recording}
              tripId={tripId}
              trip={{ state: trip.state, isDone: trip.trip?.isDone ?? false }}
              unsent={unsent}
              isSignedOut={upload.state === "signed-out" || trip.state === "signed-out"}
              wakeLock={wakeLock}
              problem={problem}
              onDiscard={discard}
            />
          </div>
        </div>
      </div>
      {/* Below the values, not over them: what does not fit above is scrolled. */}
      <div className="shrink-0 px-2 pt-1 pb-2">
        <Controls
          locale={locale}
          recording={recording}
          trip={trip}
          end={() => void afterwards(recording.end())}
          close={close}
          reopen={() => void reopen()}
          help={() => setHelpOpen(true)}
        />
      </div>
      <BreakdownDialog
        isOpen={isHelpOpen}
        isRecording={isRecording}
        car={trip.trip?.car ?? null}
        onClose={() => setHelpOpen(false)}
      >
        {children}
      </BreakdownDialog>
    </>
  );
}
