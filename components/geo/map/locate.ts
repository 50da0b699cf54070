import { requestPosition, type OnPosition } from "./geolocation";

/** After this time in milliseconds a request that waits for Google's script is refused with a notice. */
const MAPS_WAIT_MS = 10_000;

let isWaiting = false;

/** Starts loading Google's script before a position is requested; does nothing without a key. */
export async function prepareMaps(googleMapsKey: string | undefined): Promise<void> {
  if (!googleMapsKey) return;
  const { loadGoogleMaps } = await import("./google/loader");
  await loadGoogleMaps(googleMapsKey);
}

/**
 * Requests the position once. Without a Google key maps count as loaded. With one, the first request waits for Google's
 * script; further requests meanwhile, and a wait of more than ten seconds, are refused with the notice of the
 * specification.
 */
export async function locate(
  googleMapsKey: string | undefined,
  onSuccess?: OnPosition,
  onError?: () => void,
): Promise<void> {
  requestPosition({ mapsLoaded: await areMapsLoaded(googleMapsKey) }, onSuccess, onError);
}

async function areMapsLoaded(googleMapsKey: string | undefined): Promise<boolean> {
  if (!googleMapsKey) return true;
  const { areMapsReady } = await import("./google/loader");
  if (areMapsReady(googleMapsKey)) return true;
  if (isWaiting) return false;
  isWaiting = true;
  const timeout = new Promise((resolve) => setTimeout(resolve, MAPS_WAIT_MS));
  await Promise.race([prepareMaps(googleMapsKey), timeout]);
  isWaiting = false;
  return areMapsReady(googleMapsKey);
}
