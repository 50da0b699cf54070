import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { BREAKDOWN_PATH } from "@/lib/guide/breakdown/rules";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { useDrivingTexts } from "./driving-texts";
import type { useRecording } from "./use-recording";
import type { useTrip } from "./use-trip";
import type { CommandVariant } from "@/components/ui/command-form";

type Props = {
  locale: Locale;
  recording: ReturnType<typeof useRecording>;
  trip: ReturnType<typeof useTrip>;
  /** Ends the recording and sends it. */
  end: () => void;
  close: () => void;
  reopen: () => void;
  /** Opens the breakdown guide over this page. */
  help: () => void;
};

const BIG = "h-auto min-h-14 min-w-0 flex-1 whitespace-normal px-2 text-lg leading-tight";

/** The buttons at the thumb: what is possible in this phase, and the breakdown guide at any time. */
export function Controls(props: Props) {
  const texts = useDrivingTexts();
  const { locale, help } = props;
  return (
    <div className="flex gap-2">
      <PhaseButtons {...props} />
      {/* A link for the time before this page is ready; afterwards leaving the page would end the recording. */}
      <a
        href={localePath(locale, BREAKDOWN_PATH)}
        aria-haspopup="dialog"
        onClick={(event) => {
          event.preventDefault();
          help();
        }}
        className={buttonClass({
          look: "faixa",
          font: "sign",
          className: "min-h-14 min-w-20 justify-center rounded-lg px-3",
        })}
      >
        {texts.actions.breakdown}
      </a>
    </div>
  );
}

function PhaseButtons({ recording, trip, end, close, reopen }: Props): ReactNode {
  const { actions } = useDrivingTexts();
  const { phase, track } = recording;
  if (phase === "recording" || phase === "locating") {
    return (
      <>
        <Press variant="danger" label={actions.end} onPress={end} />
        <Press variant="outline" label={actions.resetPartial} onPress={() => void recording.resetPartial()} />
      </>
    );
  }
  const goOn = () => void (track ? recording.resume(track) : recording.start());
  if (phase === "unfinished" || track) {
    return (
      <>
        {phase !== "full" && (
          <Press variant="primary" label={phase === "unfinished" ? actions.resume : actions.retry} onPress={goOn} />
        )}
        <Press variant="outline" label={actions.endUnfinished} onPress={end} />
      </>
    );
  }
  const isDone = trip.trip?.isDone;
  return (
    <>
      <Press
        variant={isDone ? "outline" : "primary"}
        label={phase === "idle" || phase === "loading" ? actions.start : actions.retry}
        isDisabled={phase === "loading"}
        onPress={goOn}
      />
      {trip.trip && (
        <Press variant="outline" label={isDone ? actions.reopen : actions.close} onPress={isDone ? reopen : close} />
      )}
    </>
  );
}

type PressProps = {
  variant: CommandVariant;
  label: string;
  isDisabled?: boolean;
  onPress: () => void;
};

function Press({ variant, label, isDisabled, onPress }: PressProps) {
  return (
    <Button variant={variant} className={BIG} disabled={isDisabled} onClick={onPress}>
      {label}
    </Button>
  );
}
