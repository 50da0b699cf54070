import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MAX_EVENTS, MAX_EVENTS_BYTES, adEventsSchema } from "@/lib/commerce/ads/schema";
import { flushEvents, queueEvent } from "./event-batch";

const sent: string[] = [];
const event = {
  ad: "00000000-0000-4000-8000-000000000001",
  placement: "route_page",
  state: "SC",
  kind: "view",
} as const;

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  vi.stubGlobal("navigator", { sendBeacon: (url: string, body: string) => sent.push(`${url} ${body}`) });
});
afterEach(() => {
  flushEvents();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("sends queued events once, in one request, after a short delay", () => {
  queueEvent(event);
  queueEvent({ ...event, kind: "click" });
  vi.advanceTimersByTime(2900);
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(200);
  expect(sent).toEqual([`/api/ad-events ${JSON.stringify([event, { ...event, kind: "click" }])}`]);
  vi.advanceTimersByTime(60_000);
  expect(sent).toHaveLength(1);
});

it("sends at once when flushEvents is called", () => {
  queueEvent(event);
  flushEvents();
  expect(sent).toHaveLength(1);
  flushEvents();
  expect(sent).toHaveLength(1);
});

it("never sends more events in one request than the server accepts", () => {
  for (let index = 0; index < 100; index++) queueEvent(event);
  flushEvents();
  const bodies = sent.map((line) => line.slice("/api/ad-events ".length));
  expect(bodies.map((body) => (JSON.parse(body) as unknown[]).length)).toEqual([30, 30, 30, 10]);
  for (const body of bodies) {
    expect(body.length).toBeLessThanOrEqual(MAX_EVENTS_BYTES);
    expect(adEventsSchema.safeParse(JSON.parse(body)).success).toBe(true);
  }
  expect(adEventsSchema.safeParse(Array.from({ length: MAX_EVENTS + 1 }, () => event)).success).toBe(false);
});
