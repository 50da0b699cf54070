/** A station as the player knows it; its addresses in the order they are tried. */
export type Station = { id: string; name: string; addresses: string[] };

export type RadioPhase = "stopped" | "connecting" | "live" | "lost" | "failed" | "offline";

export const SLEEP_MINUTES = [15, 30, 60] as const;

const RETRY_SECONDS = [2, 5, 10, 20, 30];

/** Which address is being tried and how many rounds through all of them have failed. */
export type Attempt = { address: number; round: number };
export const FIRST_ATTEMPT: Attempt = { address: 0, round: 0 };

/** What to try after a failure: the next address at once, after the last one all again with growing patience, then nothing. */
export function afterFailure({ address, round }: Attempt, addresses: number): { attempt: Attempt; waitMs: number } | null {
  if (address + 1 < addresses) return { attempt: { address: address + 1, round }, waitMs: 0 };
  const seconds = RETRY_SECONDS[round];
  return seconds === undefined ? null : { attempt: { address: 0, round: round + 1 }, waitMs: seconds * 1000 };
}

export function stationOf(row: { id: string; name: string; stream_url: string; fallback_url: string | null }): Station {
  return { id: row.id, name: row.name, addresses: [row.stream_url, ...(row.fallback_url ? [row.fallback_url] : [])] };
}

/** Whether an address is an HLS list, which some browsers play only with help. */
export function isPlaylist(address: string): boolean {
  return URL.canParse(address) && /\.m3u8$/i.test(new URL(address).pathname);
}

/** The station before or after another one, round and round. */
export function neighbour(stations: readonly Station[], id: string, step: 1 | -1): Station | null {
  const index = stations.findIndex((station) => station.id === id);
  return index < 0 ? null : (stations.at((index + step) % stations.length) ?? null);
}

export function minutesLeft(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / 60_000));
}

/** What played before a page load, as this tab wrote it down: the station first, then the others. Null when it makes no sense. */
export function readResume(stored: string | null): Station[] | null {
  try {
    const list: unknown = JSON.parse(stored ?? "null");
    return Array.isArray(list) && list.length > 0 && list.every(isStation) ? list : null;
  } catch {
    return null;
  }
}

function isStation(value: unknown): value is Station {
  const { id, name, addresses } = (value ?? {}) as Partial<Record<keyof Station, unknown>>;
  return typeof id === "string" && typeof name === "string" && Array.isArray(addresses) && addresses.every((one) => typeof one === "string" && one.startsWith("https://"));
}
