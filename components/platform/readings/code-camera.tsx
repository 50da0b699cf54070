"use client";

import type { Messages } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { createTexts } from "@/components/ui/texts";
import { loadDetector } from "./detector";

const { Provider: ReaderTexts, useTexts: useReaderTexts } = createTexts<CameraTexts>("ReaderTexts");

const LOOK_MS = 120;
const SAME_CODE_MS = 4000;

export type CameraTexts = Messages["events/gate"]["camera"];

type CameraProps = {
  texts: CameraTexts;
  /** While a result is shown, codes are not read. */
  isPaused: boolean;
  /** The camera is turned off after the first code. */
  isSingle?: boolean;
  onCode: (text: string) => void;
};
type Problem = "denied" | "missing" | "unsupported";
type TorchTrack = MediaTrackCapabilities & { torch?: boolean };

function problemOf(error: unknown): Problem {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "denied";
  return name === "NotFoundError" || name === "OverconstrainedError" ? "missing" : "unsupported";
}

/** Camera that reads QR codes; starts with a press, because browsers ask for permission then. */
export function CodeCamera({ texts, isPaused, isSingle = false, onCode }: CameraProps) {
  const [isOn, setOn] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const fail = (error: unknown) => {
    setOn(false);
    setProblem(problemOf(error));
  };
  const read = (text: string) => {
    if (isSingle) setOn(false);
    onCode(text);
  };
  return (
    <ReaderTexts value={texts}>
      <div className="grid content-start gap-2">
        {isOn ? (
          <CameraView isPaused={isPaused} onCode={read} onFail={fail} />
        ) : (
          <div className="grid aspect-[4/3] max-h-[60dvh] w-full place-items-center rounded-xl border-2 border-dashed border-line bg-surface p-4">
            <Button
              variant="faixa"
              onClick={() => {
                setProblem(null);
                setOn(true);
              }}
            >
              {texts.start}
            </Button>
          </div>
        )}
        {problem && (
          <p role="alert" className="text-danger">
            {texts[problem]}
          </p>
        )}
      </div>
    </ReaderTexts>
  );
}

function CameraView({ isPaused, onCode, onFail }: Omit<CameraProps, "texts"> & { onFail: (error: unknown) => void }) {
  const texts = useReaderTexts();
  const video = useRef<HTMLVideoElement>(null);
  const paused = useRef(isPaused);
  const callbacks = useRef({ onCode, onFail });
  const [track, setTrack] = useState<MediaStreamTrack | null>(null);
  useEffect(() => {
    paused.current = isPaused;
    callbacks.current = { onCode, onFail };
  });

  useEffect(() => {
    const stop = new AbortController();
    void watchCamera(video.current!, stop.signal, {
      isPaused: () => paused.current,
      onTrack: setTrack,
      onCode: (text) => callbacks.current.onCode(text),
    }).catch((error: unknown) => {
      if (!stop.signal.aborted) callbacks.current.onFail(error);
    });
    return () => stop.abort();
  }, []);

  return (
    <div className="relative overflow-hidden rounded-xl bg-black">
      {/* The picture has no sound and no words. */}
      <video ref={video} muted playsInline className="aspect-[4/3] max-h-[60dvh] w-full object-cover" />
      <div aria-hidden className="pointer-events-none absolute inset-[15%] rounded-2xl border-4 border-faixa/90" />
      {track && <TorchButton track={track} label={texts.torch} />}
    </div>
  );
}

type Watch = {
  isPaused: () => boolean;
  onTrack: (track: MediaStreamTrack) => void;
  onCode: (text: string) => void;
};

/** Shows the rear camera in the element and reads codes until it is stopped. */
async function watchCamera(video: HTMLVideoElement, stop: AbortSignal, watch: Watch): Promise<void> {
  const [detector, stream] = await Promise.all([
    loadDetector(),
    navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment", width: { ideal: 1280 } }, audio: false }),
  ]);
  const end = () => stream.getTracks().forEach((track) => track.stop());
  if (stop.aborted) return end();
  stop.addEventListener("abort", end);
  video.srcObject = stream;
  // On a phone in landscape the camera is below the fold.
  video.scrollIntoView({ block: "center" });
  await video.play();
  watch.onTrack(stream.getVideoTracks()[0]!);
  let last = { text: "", at: 0 };
  while (!stop.aborted) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    if (watch.isPaused() || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) continue;
    const [found] = await detector.detect(video).catch(() => []);
    const now = Date.now();
    if (!found || (found.rawValue === last.text && now - last.at < SAME_CODE_MS)) continue;
    last = { text: found.rawValue, at: now };
    if (!stop.aborted) watch.onCode(found.rawValue);
  }
}

function TorchButton({ track, label }: { track: MediaStreamTrack; label: string }) {
  const [isLit, setLit] = useState(false);
  if (!(track.getCapabilities?.() as TorchTrack | undefined)?.torch) return null;
  const toggle = async () => {
    const torch = { torch: !isLit } as MediaTrackConstraintSet;
    await track.applyConstraints({ advanced: [torch] }).then(
      () => setLit(!isLit),
      () => undefined,
    );
  };
  return (
    <Button variant="outline" aria-pressed={isLit} className="absolute bottom-3 right-3" onClick={() => void toggle()}>
      {label}
    </Button>
  );
}
