import { requestPosition, type OnPosition } from "./geolocation";

/**
 * Asks for one position. Without a Google key maps count as loaded; with one the question is refused until
 * they are, and the first question starts loading them.
 */
export async function locate(
  googleMapsKey: string | undefined,
  onSuccess?: OnPosition,
  onError?: () => void,
): Promise<void> {
  let mapsLoaded = true;
  if (googleMapsKey) {
    const { areMapsReady, loadGoogleMaps } = await import("./google-maps-loader");
    mapsLoaded = areMapsReady(googleMapsKey);
    if (!mapsLoaded) void loadGoogleMaps(googleMapsKey);
  }
  requestPosition({ mapsLoaded }, onSuccess, onError);
}
