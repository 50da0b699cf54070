import { RADIO_KEY } from "@/lib/device-storage/rules";

/** What the shell knows of the radio before any of its code is there. */
export const RADIO_EVENT = "lacambeche:radio";

/** What this tab played, or null; storage may be blocked. */
export function keptRadio(): string | null {
  try {
    return sessionStorage.getItem(RADIO_KEY);
  } catch {
    return null;
  }
}

/** Remembers what plays for a page load in this tab; null forgets it. */
export function keepRadio(stations: string | null): void {
  try {
    if (stations) sessionStorage.setItem(RADIO_KEY, stations);
    else sessionStorage.removeItem(RADIO_KEY);
  } catch {
    // Without storage a page load ends the music for good.
  }
}
