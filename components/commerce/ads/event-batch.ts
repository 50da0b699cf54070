import type { AdEvent } from "@/lib/commerce/ads/schema";

const WAIT_MS = 3000;
const MAX = 30;

let waiting: AdEvent[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Sends the queued events: when the page is left, after a short delay, or when the queue is full. */
export function flushEvents(): void {
  clearTimeout(timer);
  timer = undefined;
  if (waiting.length === 0) return;
  const batch = JSON.stringify(waiting);
  waiting = [];
  navigator.sendBeacon("/api/ad-events", batch);
}

/** Queues an event so that several are sent in one request; lost events are accepted. */
export function queueEvent(event: AdEvent): void {
  waiting.push(event);
  if (waiting.length >= MAX) flushEvents();
  else timer ??= setTimeout(flushEvents, WAIT_MS);
}
