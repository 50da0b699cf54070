import type { BrowserContext } from "@playwright/test";
import { expect, type Page } from "./test";

/** The drive of the tests: to the north with 80 km/h, so that a degree of latitude is driven in 5,000 seconds. */
export const START = { lat: -28.5, lng: -50.3 };
export const DEGREES_PER_SECOND = 0.0002;
/** The clock of the page is behind, so that a long drive is in the past for the server. */
const HOURS_BEHIND = 4;

type Emitter = { emitFixes?: (from: number, count: number) => void; isWatched?: () => boolean };

/** Replaces the GPS of a context by positions of the test; the first one is `since`. */
export async function simulateDrive(context: BrowserContext, since: number): Promise<void> {
  await context.addInitScript(
    ({ start, step, since: first, behindMs }) => {
      sessionStorage.setItem("splash", "shown");
      sessionStorage.setItem("gpsAsked", "1");
      const now = Date.now.bind(Date);
      Date.now = () => now() - behindMs;
      let tell: PositionCallback | null = null;
      navigator.geolocation.watchPosition = (found) => {
        tell = found;
        return 1;
      };
      navigator.geolocation.clearWatch = () => {
        tell = null;
      };
      (window as Emitter).isWatched = () => tell !== null;
      (window as Emitter).emitFixes = (from, count) => {
        for (let second = from; second < from + count; second++) {
          const coords = {
            latitude: start.lat + second * step,
            longitude: start.lng,
            accuracy: 5,
            altitude: 920,
            speed: 22.2,
            heading: 0,
          };
          tell?.({ coords, timestamp: first + second * 1000 } as unknown as GeolocationPosition);
        }
      };
    },
    { start: START, step: DEGREES_PER_SECOND, since, behindMs: HOURS_BEHIND * 3_600_000 },
  );
}

/** Time of the first position: a minute after the start of a track that is recorded now. */
export const driveStart = () => Date.now() - HOURS_BEHIND * 3_600_000 + 60_000;

/** Sends the positions of some seconds of the drive to the page as soon as it asks for them. */
export async function emit(page: Page, from: number, count: number): Promise<void> {
  await page.waitForFunction(() => (window as Emitter).isWatched!());
  await page.evaluate(([first, seconds]) => (window as Emitter).emitFixes!(first, seconds), [from, count] as const);
}

/** Points that the page shows as stored on the device. */
export const storedOn = async (page: Page): Promise<number> =>
  Number(await page.locator("[data-stored]").getAttribute("data-stored"));

export const phaseIs = (page: Page, phase: string) =>
  expect(page.locator("[data-phase]")).toHaveAttribute("data-phase", phase);
