import type { GeoPoint, Precision } from "../../geo/geo/rules";

export type Located = GeoPoint & { precision: Precision };

type Town = { lat: number; lng: number };

/** The position of a place, or of its city when it has no coordinates; null when the city is unknown too. */
export function positionOf(row: {
  lat: number | null;
  lng: number | null;
  is_approximate: boolean;
  city: Town | null;
}): Located | null {
  const { lat, lng, is_approximate, city } = row;
  if (lat !== null && lng !== null) return { lat, lng, precision: is_approximate ? "approximate" : "exact" };
  return city ? { lat: city.lat, lng: city.lng, precision: "town" } : null;
}

/** Parses the segment after `/cidade/`: an IBGE code or a slug; null when invalid. */
export function cityReference(segment: string): { code: number } | { slug: string } | null {
  if (/^[1-9]\d{6}$/.test(segment)) return { code: Number(segment) };
  return /^(?=.*[a-z])[a-z0-9]+(?:-[a-z0-9]+)*$/.test(segment) && segment.length <= 100 ? { slug: segment } : null;
}

/** Path of a city page without locale prefix. */
export function cityPath({ state_abbr, slug }: { state_abbr: string; slug: string }): string {
  return `/${state_abbr.toLowerCase()}/cidade/${slug}`;
}

/**
 * Links to one point in Google Maps and Waze (https://developers.google.com/maps/documentation/urls,
 * https://developers.google.com/waze/deeplinks).
 */
export function navigationLinks({ lat, lng }: Town): { google: string; waze: string } {
  return {
    google: `https://www.google.com/maps/dir/?api=1&travelmode=driving&destination=${lat},${lng}`,
    waze: `https://waze.com/ul?ll=${lat},${lng}&navigate=yes`,
  };
}

/** Google Maps with a search for an address or a position. */
export const mapSearch = (text: string): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(text)}`;

/** Directions between two points in Google Maps, and to the second one in Waze. */
export function directionLinks(from: Town, to: Town): { google: string; waze: string } {
  const { google, waze } = navigationLinks(to);
  return { google: `${google}&origin=${from.lat},${from.lng}`, waze };
}
