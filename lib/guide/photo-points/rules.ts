import type { SunPosition } from "../../geo/sun/rules";

const turn = (degrees: number) => ((degrees % 360) + 360) % 360;

/** Position of the sun relative to a camera: below the horizon, behind, beside or in front of the camera. */
export type ViewLight = "below" | "behind" | "side" | "against";

/** Direction of sunlight relative to the camera's view. */
export function lightOnView(viewHeading: number, sun: SunPosition): ViewLight {
  // Below this the upper edge of the sun is under the horizon too: half the disc less the refraction of suncalc.
  if (sun.elevation < -0.35) return "below";
  const apart = Math.abs(((sun.azimuth - viewHeading + 540) % 360) - 180);
  if (apart < 50) return "against";
  return apart > 130 ? "behind" : "side";
}

const COMPASS_POINTS = ["n", "ne", "e", "se", "s", "sw", "w", "nw"] as const;
export type CompassPoint = (typeof COMPASS_POINTS)[number];

/** The nearest of the eight compass points. */
export function compassPoint(degrees: number): CompassPoint {
  return COMPASS_POINTS[Math.round(turn(degrees) / 45) % 8] as CompassPoint;
}

/** Path of a photo point without locale prefix: its card in the state's gallery. */
export function photoPointPath({ state_abbr, slug }: { state_abbr: string; slug: string }): string {
  return `/${state_abbr.toLowerCase()}/pontos-fotograficos#${slug}`;
}
