import { RADIO_KEY } from "@/lib/platform/device-storage/rules";

/** Parts of the radio that the shell needs before the radio's code is loaded. */
export const RADIO_EVENT = "lacambeche:radio";

/** The stations this tab played before the page load, or null; storage may be blocked. */
export function storedRadio(): string | null {
  try {
    return sessionStorage.getItem(RADIO_KEY);
  } catch {
    return null;
  }
}

/** Stores the stations for the next page load in this tab; null removes them. */
export function storeRadio(stations: string | null): void {
  try {
    if (stations) sessionStorage.setItem(RADIO_KEY, stations);
    else sessionStorage.removeItem(RADIO_KEY);
  } catch {
    // Without storage playback does not continue after a page load.
  }
}
