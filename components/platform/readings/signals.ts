import type { Tone } from "@/lib/platform/readings/rules";

/** Frequency in hertz, start and length in seconds. */
const NOTES: Record<Tone, readonly (readonly [number, number, number])[]> = {
  go: [
    [880, 0, 0.12],
    [1320, 0.13, 0.18],
  ],
  warn: [
    [520, 0, 0.18],
    [520, 0.25, 0.18],
  ],
  stop: [[180, 0, 0.7]],
};
const VIBRATION: Record<Tone, number[]> = { go: [120], warn: [120, 80, 120], stop: [500] };

let audio: AudioContext | undefined;

/** Sound and vibration of a result, for operators who do not look at the screen. */
export function giveSignal(tone: Tone): void {
  navigator.vibrate?.(VIBRATION[tone]);
  try {
    audio ??= new AudioContext();
    void audio.resume();
    for (const [frequency, start, length] of NOTES[tone]) playNote(audio, frequency, audio.currentTime + start, length);
  } catch {
    // A browser without audio still shows the result.
  }
}

function playNote(context: AudioContext, frequency: number, start: number, length: number): void {
  const note = new OscillatorNode(context, { frequency, type: "square" });
  const volume = new GainNode(context, { gain: 0.2 });
  note.connect(volume).connect(context.destination);
  note.start(start);
  note.stop(start + length);
}
