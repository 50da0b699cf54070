/** Colour of a result: go is accepted, warn asks the operator to look, stop is refused. */
export type Tone = "go" | "warn" | "stop";

/**
 * Milliseconds to add to the clock of a device, from the time of the server in an answer. A time between request and
 * answer shows no difference: half a slow request is no error of the clock.
 */
export function clockOffset(serverTime: string, asked: number, answered: number): number {
  const server = Date.parse(serverTime);
  return server >= asked && server <= answered ? 0 : server - (asked + answered) / 2;
}

/** Readings to send next, the oldest first. */
export function nextBatch<R extends { scannedAt: string }>(readings: readonly R[], size: number): R[] {
  return readings.toSorted((a, b) => a.scannedAt.localeCompare(b.scannedAt)).slice(0, size);
}

/** Whether a device may still read codes. */
export function deviceState(
  device: { expires_at: string; revoked_at: string | null },
  now: number,
): "active" | "expired" | "revoked" {
  if (device.revoked_at) return "revoked";
  return Date.parse(device.expires_at) > now ? "active" : "expired";
}
