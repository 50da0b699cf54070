import { importLibrary, setOptions } from "@googlemaps/js-api-loader";
import { notify } from "@/components/ui/notify";
import { mapsFailureCode, mapsRetryWaitMs } from "@/lib/geo/geo/rules";

export type MapsStatus = "idle" | "loading" | "loaded" | "failed";

const LIBRARIES = ["places", "directions", "geocoding", "geometry"];

type MapsWindow = typeof globalThis & { gm_authFailure?: () => void };

let status: MapsStatus = "idle";
let isRefused = false;
let stopWatching = () => {};
let pending: Promise<MapsStatus> | null = null;
const listeners = new Set<() => void>();

export function mapsStatus(): MapsStatus {
  return status;
}

/** Calls back whenever the status changes; returns a function that unsubscribes. */
export function subscribeToMaps(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether position requests are allowed: without a key our own maps are used, and they also replace a failed Google map. */
export function areMapsReady(googleMapsKey: string | undefined): boolean {
  return !googleMapsKey || status === "loaded" || status === "failed";
}

/**
 * Loads Google's script once; skipped when its places library is present or a load is running. Google's own loader is
 * used without `APIProvider`, whose status stays FAILED when a retry succeeds.
 */
export function loadGoogleMaps(key: string): Promise<MapsStatus> {
  // A refused key stays refused until the page is reloaded.
  if (isRefused) return Promise.resolve("failed");
  if (hasPlaces()) {
    setStatus("loaded");
    return Promise.resolve("loaded");
  }
  pending ??= loadWithRetries(key).finally(() => {
    pending = null;
  });
  return pending;
}

async function loadWithRetries(key: string): Promise<MapsStatus> {
  setStatus("loading");
  watchRefusals();
  setOptions({ key, v: "weekly", libraries: LIBRARIES });
  for (let attempt = 1; ; attempt++) {
    try {
      await importLibrary("places");
      setStatus("loaded");
      return status;
    } catch (error) {
      const wait = mapsRetryWaitMs(attempt);
      if (wait === null) {
        stopWatching();
        fail(error instanceof Error ? error.message : "");
        return status;
      }
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

/** Google reports a refused key only through this global function, and the reason only on the console. */
function watchRefusals(): void {
  const original = console.error;
  let reason = "";
  console.error = (...words: unknown[]) => {
    const text = words.map(String).join(" ");
    if (/Google Maps JavaScript API|REQUEST_DENIED/.test(text)) reason = text;
    original(...words);
  };
  stopWatching = () => {
    console.error = original;
    stopWatching = () => {};
  };
  (globalThis as MapsWindow).gm_authFailure = () => {
    isRefused = true;
    // The reason may be logged just after this call.
    setTimeout(() => {
      stopWatching();
      fail(reason);
    }, 0);
  };
}

/** Must be called once a map is drawn: Google has accepted the key, so console.error is restored. */
export function confirmGoogleMaps(): void {
  stopWatching();
}

function fail(message: string): void {
  if (status === "failed") return;
  setStatus("failed");
  notify({ code: mapsFailureCode(message), variant: "destructive", durationMs: 15_000 });
}

function setStatus(next: MapsStatus): void {
  if (next === status) return;
  status = next;
  for (const listener of listeners) listener();
}

function hasPlaces(): boolean {
  return Boolean((globalThis as { google?: { maps?: { places?: unknown } } }).google?.maps?.places);
}
