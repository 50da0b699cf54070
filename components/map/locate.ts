import { requestPosition, type OnPosition } from "./geolocation";

/**
 * Requests the position once. Without a Google key maps count as loaded; with one the request fails until
 * they are loaded, and the first request starts loading them.
 */
export async function locate(
  googleMapsKey: string | undefined,
  onSuccess?: OnPosition,
  onError?: () => void,
): Promise<void> {
  let mapsLoaded = true;
  if (googleMapsKey) {
    const { areMapsReady, loadGoogleMaps } = await import("./google/loader");
    mapsLoaded = areMapsReady(googleMapsKey);
    if (!mapsLoaded) void loadGoogleMaps(googleMapsKey);
  }
  requestPosition({ mapsLoaded }, onSuccess, onError);
}
