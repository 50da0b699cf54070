import { getPosition, getTimes } from "suncalc";

/** Best time of day for a photo, in chronological order. */
export const LIGHTS = ["sunrise", "morning", "noon", "afternoon", "sunset", "night"] as const;

const turn = (degrees: number) => ((degrees % 360) + 360) % 360;

/** Azimuth in degrees clockwise from north, elevation in degrees above the horizon. */
export type SunPosition = { azimuth: number; elevation: number };
export type SunDay = { sunrise: Date; sunset: Date };

/** Position of the sun as it is seen: the refraction of the air is included. */
export function sunPosition(at: Date, { lat, lng }: { lat: number; lng: number }): SunPosition {
  const { azimuth, altitude } = getPosition(at, lat, lng);
  return { azimuth, elevation: altitude };
}

/** Sunrise and sunset of the solar day around `at`; null during polar day or polar night. */
export function sunDay(at: Date, { lat, lng }: { lat: number; lng: number }): SunDay | null {
  const { sunrise, sunset } = getTimes(at, lat, lng);
  return sunrise && sunset ? { sunrise, sunset } : null;
}

/** Direction of sunlight relative to the camera's view. */
export function lightOnView(viewHeading: number, sun: SunPosition): "below" | "behind" | "side" | "against" {
  // Below this the upper edge of the sun is under the horizon too: half the disc less the refraction of suncalc.
  if (sun.elevation < -0.35) return "below";
  const apart = Math.abs(((sun.azimuth - viewHeading + 540) % 360) - 180);
  if (apart < 50) return "against";
  return apart > 130 ? "behind" : "side";
}

export const COMPASS_POINTS = ["n", "ne", "e", "se", "s", "sw", "w", "nw"] as const;
export type CompassPoint = (typeof COMPASS_POINTS)[number];

/** The nearest of the eight compass points. */
export function compassPoint(degrees: number): CompassPoint {
  return COMPASS_POINTS[Math.round(turn(degrees) / 45) % 8] as CompassPoint;
}

/** Path of a photo point without locale prefix: its card in the state's gallery. */
export function photoPointPath({ state_abbr, slug }: { state_abbr: string; slug: string }): string {
  return `/${state_abbr.toLowerCase()}/pontos-fotograficos#${slug}`;
}
