import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startRealtimeDouble, type RealtimeDouble } from "@/tests/support/realtime-double";

const KEY = "sb_publishable_of_the_tests";
const [CHANNEL, ANOTHER] = ["6f0f7a52-8a6c-4f1c-9a5e-3f7f1f0f2b11", "0d9f2f6e-35f5-4d1c-8a53-f7c62c1bb4a2"];

let double: RealtimeDouble;

beforeEach(async () => {
  double = await startRealtimeDouble(KEY);
  vi.stubEnv("REALTIME_URL", double.url);
  vi.resetModules();
  // Only the pause of the server; the connection to the double needs its own timers.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(async () => {
  vi.useRealTimers();
  await double.close();
});

const load = async () => (await import("./service")).tellMembers;
const message = (channel: string) => ({
  messages: [{ topic: `convoy:${channel}`, event: "changed", payload: {}, private: false }],
});
/** What the double has received, once it is `count` messages. */
async function posted(count: number) {
  await vi.waitFor(() => expect(double.posted.length).toBeGreaterThanOrEqual(count));
  return double.posted;
}

it("announces a change at once, without any content", async () => {
  const tellMembers = await load();
  tellMembers(CHANNEL);
  expect(await posted(1)).toEqual([message(CHANNEL)]);
});

it("announces the changes of the next five seconds together, for each convoy", async () => {
  const tellMembers = await load();
  for (let change = 0; change < 50; change++) tellMembers(CHANNEL);
  expect(await posted(1)).toEqual([message(CHANNEL)]);
  tellMembers(ANOTHER);
  expect(await posted(2)).toEqual([message(CHANNEL), message(ANOTHER)]);
  vi.advanceTimersByTime(5000);
  expect(await posted(3)).toEqual([message(CHANNEL), message(ANOTHER), message(CHANNEL)]);
  vi.advanceTimersByTime(60_000);
  tellMembers(ANOTHER);
  expect(await posted(4)).toEqual([message(CHANNEL), message(ANOTHER), message(CHANNEL), message(ANOTHER)]);
});

it("announces nothing without a channel or without Realtime", async () => {
  (await load())(null);
  vi.stubEnv("REALTIME_URL", "off");
  vi.resetModules();
  (await load())(CHANNEL);
  vi.stubEnv("REALTIME_URL", double.url);
  vi.resetModules();
  (await load())(ANOTHER);
  expect(await posted(1)).toEqual([message(ANOTHER)]);
});

it("reports a message that fails, and does not throw", async () => {
  const reported = vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.stubEnv("NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY", "sb_publishable_of_another_project");
  vi.resetModules();
  (await load())(CHANNEL);
  await vi.waitFor(() => expect(reported).toHaveBeenCalledOnce());
  expect(reported.mock.calls[0]?.[0]).toContain("Realtime answered 401");
});
