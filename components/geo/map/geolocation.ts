import { notify } from "@/components/ui/notify";
import { GPS_KEY } from "@/lib/platform/device-storage/rules";

export type GpsPermission = "prompt" | "granted" | "denied";
export type GpsState = { permission: GpsPermission; isRequesting: boolean };
export type GpsError = { code: number; message: string };

/** Handles a position; returns `NOTICE_SHOWN` when it has shown a notice itself. */
export type OnPosition = (position: GeolocationPosition) => unknown;
export const NOTICE_SHOWN = "notice-shown";

export const GPS_ERROR = { unsupported: -1, mapsLoading: -2, permissionDenied: 1, unavailable: 2, timeout: 3 } as const;

/** Notices of the errors whose message in the browser is only in English. */
const FAILURES: Record<number, string> = {
  [GPS_ERROR.unavailable]: "gps.unavailable",
  [GPS_ERROR.timeout]: "gps.timeout",
};

const POSITION_OPTIONS: PositionOptions = { enableHighAccuracy: true, timeout: 15_000, maximumAge: 0 };
const SERVER_STATE: GpsState = { permission: "prompt", isRequesting: false };

let state: GpsState | null = null;
const listeners = new Set<() => void>();

/** The current state, read from storage once; the same object until it changes (fits useSyncExternalStore). */
export function gpsState(): GpsState {
  state ??= { permission: readStored(), isRequesting: false };
  return state;
}

/** State rendered by the server, where the browser's permission is not available. */
export function serverGpsState(): GpsState {
  return SERVER_STATE;
}

/** Calls back on every change; returns a function that unsubscribes. */
export function subscribeToGps(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Follows the browser's own permission, which overrides the stored one; without geolocation it is 'denied', whatever the
 * browser's permission is. Returns a function that stops it.
 */
export async function syncGpsPermission(): Promise<() => void> {
  if (!("geolocation" in navigator)) {
    update({ permission: "denied" });
    return () => {};
  }
  const status = await queryPermission();
  if (!status) return () => {};
  const adopt = () => update({ permission: status.state });
  adopt();
  status.addEventListener("change", adopt);
  return () => status.removeEventListener("change", adopt);
}

/** Requests the position once and shows the result as a notice; fails while the maps are loading. */
export function requestPosition(
  { mapsLoaded }: { mapsLoaded: boolean },
  onSuccess?: OnPosition,
  onError?: (error: GpsError) => void,
): void {
  if (!mapsLoaded) {
    notify({ code: "maps.loading" });
    onError?.({ code: GPS_ERROR.mapsLoading, message: "maps still loading" });
    return;
  }
  if (!("geolocation" in navigator)) {
    update({ permission: "denied" });
    notify({ code: "gps.unsupported", variant: "destructive" });
    onError?.({ code: GPS_ERROR.unsupported, message: "geolocation unsupported" });
    return;
  }
  update({ isRequesting: true });
  navigator.geolocation.getCurrentPosition(
    (position) => void succeed(position, onSuccess),
    (error) => {
      fail(error);
      onError?.(error);
    },
    POSITION_OPTIONS,
  );
}

/** 'Agora não' is not a refusal: the state stays 'prompt', and a feature that needs the position may ask again. */
export function declineGps(): void {
  notify({ code: "gps.later" });
}

/** Shows both success notices of the specification. */
async function succeed(position: GeolocationPosition, onSuccess?: OnPosition): Promise<void> {
  update({ permission: "granted", isRequesting: false });
  if ((await onSuccess?.(position)) === NOTICE_SHOWN) return;
  notify({ code: "gps.found", variant: "success" });
  notify({ code: "gps.granted", variant: "success" });
}

function fail(error: GpsError): void {
  if (error.code === GPS_ERROR.permissionDenied) {
    update({ permission: "denied", isRequesting: false });
    notify({ code: "gps.denied", variant: "destructive", durationMs: 10_000 });
    return;
  }
  update({ permission: "prompt", isRequesting: false });
  const code = FAILURES[error.code];
  notify(
    code
      ? { code, variant: "destructive" }
      : { code: "gps.failed", values: { message: error.message }, variant: "destructive" },
  );
}

function update(change: Partial<GpsState>): void {
  state = { ...gpsState(), ...change };
  store(state.permission);
  for (const listener of listeners) listener();
}

// Storage throws where site data is blocked; the state is then lost with the page.
function readStored(): GpsPermission {
  try {
    const stored = localStorage.getItem(GPS_KEY);
    return stored === "granted" || stored === "denied" ? stored : "prompt";
  } catch {
    return "prompt";
  }
}

function store(permission: GpsPermission): void {
  try {
    localStorage.setItem(GPS_KEY, permission);
  } catch {
    return;
  }
}

// Older Safari versions have no navigator.permissions, or throw for this name.
async function queryPermission(): Promise<PermissionStatus | null> {
  try {
    return await navigator.permissions.query({ name: "geolocation" });
  } catch {
    return null;
  }
}
