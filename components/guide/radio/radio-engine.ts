import { useSyncExternalStore } from "react";
import {
  afterFailure,
  FIRST_ATTEMPT,
  neighbour,
  readResume,
  type Attempt,
  type RadioPhase,
  type Station,
} from "@/lib/guide/radio/rules";
import { updateMediaSession } from "./media-session";
import { storeRadio, storedRadio, RADIO_EVENT } from "./radio-signal";
import { RadioSound } from "./radio-sound";
import { storeVolume, storedVolume } from "./radio-volume";

export type RadioState = {
  station: Station | null;
  stations: readonly Station[];
  phase: RadioPhase;
  /** True while it plays or tries to, or when it played before this page load. */
  on: boolean;
  volume: number;
  muted: boolean;
  /** When the sleep timer stops playback; null without one. */
  sleep: { at: number; minutes: number } | null;
};

const resumed = readResume(storedRadio());
let state: RadioState = {
  station: resumed?.[0] ?? null,
  stations: resumed ?? [],
  phase: "stopped",
  on: resumed !== null,
  volume: storedVolume(),
  muted: false,
  sleep: null,
};

const listeners = new Set<() => void>();
let sound: RadioSound | null = null;
let retry: ReturnType<typeof setTimeout> | undefined;
let sleepTimer: ReturnType<typeof setTimeout> | undefined;

function change(part: Partial<RadioState>): void {
  state = { ...state, ...part };
  const { station, stations, phase } = state;
  const playing = phase !== "stopped" && phase !== "failed";
  updateMediaSession(station, playing, { play: resume, stop: stopRadio, step: stations.length > 1 ? step : null });
  for (const listener of listeners) listener();
}

/** The audio element, created with the first playback; from then on it reacts to online and offline events. */
function ensureSound(): RadioSound {
  if (sound) return sound;
  sound = new RadioSound();
  sound.element.volume = state.volume;
  sound.element.muted = state.muted;
  window.addEventListener("online", () => state.phase === "offline" && resume());
  window.addEventListener("offline", () => state.phase !== "stopped" && state.phase !== "failed" && goOffline());
  return sound;
}

function goOffline(): void {
  clearTimeout(retry);
  sound?.stop();
  change({ phase: "offline" });
}

function tune(station: Station, attempt: Attempt): void {
  clearTimeout(retry);
  storeRadio(JSON.stringify([station, ...state.stations.filter(({ id }) => id !== station.id)]));
  state = { ...state, station, on: true };
  if (!navigator.onLine) return goOffline();
  change({ phase: "connecting" });
  ensureSound().play(station.addresses[attempt.address] ?? "", {
    playing: () => change({ phase: "live" }),
    refused: () => change({ phase: "stopped" }),
    // A stream that had played before it failed gets a new series of retries.
    failed: () => recover(station, state.phase === "live" ? { ...attempt, round: 0 } : attempt),
  });
}

function recover(station: Station, attempt: Attempt): void {
  if (!navigator.onLine) return goOffline();
  const next = afterFailure(attempt, station.addresses.length);
  if (!next) return change({ phase: "failed" });
  if (next.waitMs === 0) return tune(station, next.attempt);
  change({ phase: "lost" });
  retry = setTimeout(() => tune(station, next.attempt), next.waitMs);
}

function resume(): void {
  if (state.station) tune(state.station, FIRST_ATTEMPT);
}

function step(by: 1 | -1): void {
  const next = state.station && neighbour(state.stations, state.station.id, by);
  if (next) tune(next, FIRST_ATTEMPT);
}

/** Plays a station, or the last chosen one; the first call also loads the mini player of the shell. */
export function playRadio(
  station: Station | null = state.station,
  stations: readonly Station[] = state.stations,
): void {
  if (!station) return;
  state = { ...state, stations };
  ensureSound();
  tune(station, FIRST_ATTEMPT);
  window.dispatchEvent(new Event(RADIO_EVENT));
}

/** Stops playback and hides the mini player. */
export function stopRadio(): void {
  clearTimeout(retry);
  clearTimeout(sleepTimer);
  sound?.stop();
  storeRadio(null);
  change({ phase: "stopped", on: false, sleep: null });
}

export function setVolume(volume: number): void {
  storeVolume(volume);
  if (sound) sound.element.volume = volume;
  if (sound) sound.element.muted = false;
  change({ volume, muted: false });
}

export function toggleMuted(): void {
  if (sound) sound.element.muted = !state.muted;
  change({ muted: !state.muted });
}

/** Stops playback after some minutes; null removes the timer. */
export function sleepAfter(minutes: number | null): void {
  clearTimeout(sleepTimer);
  if (minutes !== null) sleepTimer = setTimeout(stopRadio, minutes * 60_000);
  change({ sleep: minutes === null ? null : { at: Date.now() + minutes * 60_000, minutes } });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useRadio(): RadioState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => state,
  );
}
