import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startRealtimeDouble, type RealtimeDouble } from "@/tests/support/realtime-double";
import "./websocket";

const KEY = "sb_publishable_of_the_tests";
const TOPIC = "convoy:6f0f7a52-8a6c-4f1c-9a5e-3f7f1f0f2b11";

let double: RealtimeDouble;
let stop: (() => void) | undefined;

beforeEach(async () => {
  double = await startRealtimeDouble(KEY);
  vi.stubEnv("REALTIME_URL", double.url);
  vi.resetModules();
});
afterEach(async () => {
  stop?.();
  await double.close();
});

/** Listens with the library itself; `states` are the changes of the channel, oldest first. */
async function start(topic = TOPIC) {
  const { REALTIME } = await import("../realtime");
  const { listen } = await import("./listen");
  const states: boolean[] = [];
  const onEvent = vi.fn<() => void>();
  stop = listen(REALTIME!, topic, { event: "changed", onEvent, onJoined: (isJoined) => states.push(isJoined) });
  return { states, onEvent };
}

const send = async (topic = TOPIC, event = "changed") => (await import("./broadcast")).broadcast(topic, event);
const soon = (check: () => void) => vi.waitFor(check, { timeout: 25_000, interval: 20 });

it("receives an event of its topic, which has no content, and no other", async () => {
  const { states, onEvent } = await start();
  await soon(() => expect(states).toEqual([true]));
  await send("convoy:another");
  await send(TOPIC, "another");
  await send();
  await soon(() => expect(onEvent).toHaveBeenCalledOnce());
  const heard = double.frames.filter(({ frame }) => frame[3] === "broadcast").map(({ frame }) => frame[4]);
  expect(heard.at(-1)).toEqual({ type: "broadcast", event: "changed", payload: {} });
  expect(onEvent).toHaveBeenCalledOnce();
});

it("reports that the connection was lost, and joins again by itself", async () => {
  const { states, onEvent } = await start();
  await soon(() => expect(states).toEqual([true]));
  double.dropConnections();
  await soon(() => expect(states.at(-1)).toBe(false));
  await soon(() => expect(states.at(-1)).toBe(true));
  await send();
  await soon(() => expect(onEvent).toHaveBeenCalled());
});

it("joins again after the server closed the channel", async () => {
  const { states, onEvent } = await start();
  await soon(() => expect(states).toEqual([true]));
  double.closeChannels();
  await soon(() => expect(states).toEqual([true, false]));
  await soon(() => expect(states).toEqual([true, false, true]));
  await send();
  await soon(() => expect(onEvent).toHaveBeenCalledOnce());
});

it("is never joined where a project allows private channels only", async () => {
  double.refusePublicChannels();
  const { states } = await start();
  await soon(() => expect(states.length).toBeGreaterThan(1));
  expect(states).not.toContain(true);
  expect(double.joined()).toEqual([]);
});

it("leaves the channel and closes the connection when it is stopped", async () => {
  const { states, onEvent } = await start();
  await soon(() => expect(double.joined()).toEqual([TOPIC]));
  stop!();
  await soon(() => expect(double.connections()).toBe(0));
  expect(double.frames.map(({ frame }) => frame[3])).toContain("phx_leave");
  await send();
  expect(onEvent).not.toHaveBeenCalled();
  expect(states).toEqual([true]);
});

it("reports a broadcast that Realtime refuses", async () => {
  vi.stubEnv("NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY", "sb_publishable_of_another_project");
  vi.resetModules();
  await expect(send()).rejects.toThrow("Realtime answered 401");
});
