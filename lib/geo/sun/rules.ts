import { getPosition, getTimes } from "suncalc";
import type { GeoPoint } from "../geo/rules";

/** Azimuth in degrees clockwise from north, elevation in degrees above the horizon. */
export type SunPosition = { azimuth: number; elevation: number };
export type SunDay = { sunrise: Date; sunset: Date };

/** Position of the sun as it is seen: the refraction of the air is included. */
export function sunPosition(at: Date, { lat, lng }: GeoPoint): SunPosition {
  const { azimuth, altitude } = getPosition(at, lat, lng);
  return { azimuth, elevation: altitude };
}

/** Sunrise and sunset of the solar day around `at`; null during polar day or polar night. */
export function sunDay(at: Date, { lat, lng }: GeoPoint): SunDay | null {
  const { sunrise, sunset } = getTimes(at, lat, lng);
  return sunrise && sunset ? { sunrise, sunset } : null;
}
