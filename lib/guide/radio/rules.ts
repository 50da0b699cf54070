/** A radio station; its stream URLs are tried in this order. */
export type Station = { id: string; name: string; addresses: string[] };

export type RadioPhase = "stopped" | "connecting" | "live" | "lost" | "failed" | "offline";

export const SLEEP_MINUTES = [15, 30, 60] as const;

const RETRY_SECONDS = [2, 5, 10, 20, 30];

/** Index of the current URL and number of failed rounds through all URLs. */
export type Attempt = { address: number; round: number };
export const FIRST_ATTEMPT: Attempt = { address: 0, round: 0 };

/**
 * Next attempt after a failure: the next URL immediately, after the last one all again with increasing delay; null
 * when no retries are left.
 */
export function afterFailure(
  { address, round }: Attempt,
  addresses: number,
): { attempt: Attempt; waitMs: number } | null {
  if (address + 1 < addresses) return { attempt: { address: address + 1, round }, waitMs: 0 };
  const seconds = RETRY_SECONDS[round];
  return seconds === undefined ? null : { attempt: { address: 0, round: round + 1 }, waitMs: seconds * 1000 };
}

export function stationOf(row: { id: string; name: string; stream_url: string; fallback_url: string | null }): Station {
  return { id: row.id, name: row.name, addresses: [row.stream_url, ...(row.fallback_url ? [row.fallback_url] : [])] };
}

/** Whether a URL is an HLS playlist, which some browsers can play only with hls.js. */
export function isPlaylist(address: string): boolean {
  return URL.canParse(address) && /\.m3u8$/i.test(new URL(address).pathname);
}

/** The previous or next station, cyclic. */
export function neighbour(stations: readonly Station[], id: string, step: 1 | -1): Station | null {
  const index = stations.findIndex((station) => station.id === id);
  return index < 0 ? null : (stations.at((index + step) % stations.length) ?? null);
}

export function minutesLeft(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / 60_000));
}

/** Parses the stations stored by this tab before a page load, the playing one first; null when invalid. */
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
  return (
    typeof id === "string" &&
    typeof name === "string" &&
    Array.isArray(addresses) &&
    addresses.every((one) => typeof one === "string" && one.startsWith("https://"))
  );
}
