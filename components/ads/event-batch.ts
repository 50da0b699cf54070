import type { AdEvent } from "@/lib/ads/schema";

const WAIT_MS = 3000;
const MAX = 30;

let waiting: AdEvent[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Sends what waits now: when the page is left, when it was quiet for a moment, when enough came together. */
export function flushEvents(): void {
  clearTimeout(timer);
  timer = undefined;
  if (waiting.length === 0) return;
  const batch = JSON.stringify(waiting);
  waiting = [];
  navigator.sendBeacon("/api/ad-events", batch);
}

/** Keeps an event until several can go together; a lost one is nobody's problem. */
export function queueEvent(event: AdEvent): void {
  waiting.push(event);
  if (waiting.length >= MAX) flushEvents();
  else timer ??= setTimeout(flushEvents, WAIT_MS);
}
