import type { StateAbbr } from "../states/rules";

/** Best time of day for a photo, in chronological order. */
export const LIGHTS = ["sunrise", "morning", "noon", "afternoon", "sunset", "night"] as const;

/** Azimuth in degrees clockwise from north, elevation in degrees above the horizon. */
export type SunPosition = { azimuth: number; elevation: number };
export type SunDay = { sunrise: Date; sunset: Date };

const RAD = Math.PI / 180;
const DAY_MS = 86_400_000;
const J2000_MS = Date.UTC(2000, 0, 1, 12);
/** Zenith angle of the sun's centre at sunrise and sunset, including half the disc and the refraction at the horizon. */
const ZENITH_AT_HORIZON = 90.833;

const sin = (degrees: number) => Math.sin(degrees * RAD);
const cos = (degrees: number) => Math.cos(degrees * RAD);
const tan = (degrees: number) => Math.tan(degrees * RAD);
const turn = (degrees: number) => ((degrees % 360) + 360) % 360;
const clamp = (value: number) => Math.max(-1, Math.min(1, value));

/**
 * Declination (degrees) and equation of time (minutes) of the sun.
 * NOAA Global Monitoring Laboratory, Solar Calculation Details (https://gml.noaa.gov/grad/solcalc/calcdetails.html),
 * after Meeus, Astronomical Algorithms, chapters 25 and 28.
 */
export function sunOf(at: Date): { declination: number; equationOfTime: number } {
  const century = (at.getTime() - J2000_MS) / DAY_MS / 36_525;
  const longitude = turn(280.46646 + century * (36_000.76983 + century * 0.0003032));
  const anomaly = 357.52911 + century * (35_999.05029 - 0.0001537 * century);
  const eccentricity = 0.016708634 - century * (0.000042037 + 0.0000001267 * century);
  const centre =
    sin(anomaly) * (1.914602 - century * (0.004817 + 0.000014 * century)) + sin(2 * anomaly) * (0.019993 - 0.000101 * century) + sin(3 * anomaly) * 0.000289;
  const node = 125.04 - 1934.136 * century;
  const apparent = longitude + centre - 0.00569 - 0.00478 * sin(node);
  const meanObliquity = 23 + (26 + (21.448 - century * (46.815 + century * (0.00059 - century * 0.001813))) / 60) / 60;
  const obliquity = meanObliquity + 0.00256 * cos(node);
  const y = tan(obliquity / 2) ** 2;
  const time =
    y * sin(2 * longitude) -
    2 * eccentricity * sin(anomaly) +
    4 * eccentricity * y * sin(anomaly) * cos(2 * longitude) -
    0.5 * y * y * sin(4 * longitude) -
    1.25 * eccentricity * eccentricity * sin(2 * anomaly);
  return { declination: Math.asin(sin(obliquity) * sin(apparent)) / RAD, equationOfTime: (4 * time) / RAD };
}

/** Position of the sun (geometric, without refraction). */
export function sunPosition(at: Date, { lat, lng }: { lat: number; lng: number }): SunPosition {
  const { declination, equationOfTime } = sunOf(at);
  const minutes = (at.getTime() % DAY_MS) / 60_000;
  const hourAngle = (minutes + equationOfTime + 4 * lng) / 4 - 180;
  const zenith = Math.acos(clamp(sin(lat) * sin(declination) + cos(lat) * cos(declination) * cos(hourAngle))) / RAD;
  const azimuth = Math.atan2(sin(hourAngle), cos(hourAngle) * sin(lat) - tan(declination) * cos(lat)) / RAD + 180;
  return { azimuth: turn(azimuth), elevation: 90 - zenith };
}

/** Sunrise and sunset of the solar day around `at`; null during polar day or polar night. */
export function sunDay(at: Date, { lat, lng }: { lat: number; lng: number }): SunDay | null {
  // Solar day: noon is where the hour angle is zero, independent of the time zone.
  const solarNow = at.getTime() + lng * 240_000;
  const midnightUtc = Math.floor(solarNow / DAY_MS) * DAY_MS;
  const event = (side: 1 | -1): Date | null => {
    let moment = midnightUtc + (720 - 4 * lng) * 60_000;
    // The second iteration uses the declination at the time of the event.
    for (let round = 0; round < 2; round++) {
      const { declination, equationOfTime } = sunOf(new Date(moment));
      const cosine = cos(ZENITH_AT_HORIZON) / (cos(lat) * cos(declination)) - tan(lat) * tan(declination);
      if (Math.abs(cosine) > 1) return null;
      const hourAngle = Math.acos(cosine) / RAD;
      moment = midnightUtc + (720 - 4 * (lng + side * hourAngle) - equationOfTime) * 60_000;
    }
    return new Date(moment);
  };
  const [sunrise, sunset] = [event(1), event(-1)];
  return sunrise && sunset ? { sunrise, sunset } : null;
}

/** Direction of sunlight relative to the camera's view. */
export function lightOnView(viewHeading: number, sun: SunPosition): "below" | "behind" | "side" | "against" {
  if (sun.elevation < -0.833) return "below";
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

const TIME_ZONES: Partial<Record<StateAbbr, string>> = {
  AC: "America/Rio_Branco",
  AM: "America/Manaus",
  MS: "America/Campo_Grande",
  MT: "America/Cuiaba",
  RO: "America/Porto_Velho",
  RR: "America/Boa_Vista",
};

/** Time zone of a state's capital. */
export function timeZoneOf(abbr: StateAbbr): string {
  return TIME_ZONES[abbr] ?? "America/Sao_Paulo";
}

/** Path of a photo point without locale prefix: its card in the state's gallery. */
export function photoPointPath({ state_abbr, slug }: { state_abbr: string; slug: string }): string {
  return `/${state_abbr.toLowerCase()}/pontos-fotograficos#${slug}`;
}

/** Cache tags of all queries about the photo points of a state, or of the country. */
export function photoPointTags(abbr: string | null): string[] {
  return abbr ? ["photo_points", `photo_points:${abbr}`] : ["photo_points"];
}
