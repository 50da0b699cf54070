// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Convoy } from "@/lib/travel/convoys/schema";
import type { Listener } from "@/lib/platform/supabase/listen";
import type { Listen } from "./use-channel";
import { convoyAt } from "@/tests/support/convoy";
import { useConvoy } from "./use-convoy";

const START = Date.parse("2026-11-24T12:00:00Z");
const [CHANNEL, NEXT_CHANNEL] = ["6f0f7a52-8a6c-4f1c-9a5e-3f7f1f0f2b11", "0d9f2f6e-35f5-4d1c-8a53-f7c62c1bb4a2"];

type Answer = { status: number; body?: Partial<Convoy> } | "no signal";
type Sent = { status: string | null; place: { measured_at: string } | null; hide: boolean };

/** What the server answers from now on, and what it received. */
let answer: Answer;
let sent: Sent[];
/** The topics that are listened to now. */
let listeners: Map<string, Listener>;

const listen: Listen = (topic, listener) => {
  listeners.set(topic, listener);
  return () => void listeners.delete(topic);
};
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const channel = (id = CHANNEL) => listeners.get(`convoy:${id}`)!;
const join = () => act(async () => channel().onJoined(true));

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  localStorage.clear();
  [answer, sent, listeners] = [{ status: 200 }, [], new Map()];
  vi.stubGlobal("fetch", async (_url: string, { body }: RequestInit) => {
    sent.push(JSON.parse(body as string) as Sent);
    if (answer === "no signal") throw new TypeError("Failed to fetch");
    return Response.json(convoyAt(Date.now(), { channel: CHANNEL, ...answer.body }), { status: answer.status });
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const start = (given: Listen | null = listen) =>
  renderHook(() => useConvoy(convoyAt(START, { channel: CHANNEL }), given)).result;

describe("useConvoy() without a channel", () => {
  it("asks every ten seconds", async () => {
    const result = start(null);
    expect(result.current.connection).toBe("ok");
    await pass(60_000);
    expect(sent).toHaveLength(6);
  });

  it("keeps the last convoy without a signal, shows how old it is, and sends a status when the signal is back", async () => {
    const result = start(null);
    answer = "no signal";
    await act(async () => result.current.tell("help"));
    expect(result.current.connection).toBe("offline");
    await pass(125_000);
    expect([result.current.minutes, result.current.now - START]).toEqual([2, 120_000]);
    [answer, sent] = [{ status: 200 }, []];
    await act(async () => void window.dispatchEvent(new Event("online")));
    expect(sent).toEqual([{ status: "help", place: null, hide: false }]);
    expect([result.current.connection, result.current.minutes]).toEqual(["ok", 0]);
    await pass(10_000);
    expect(sent.at(-1)?.status).toBeNull();
  });

  it("is over at its end, also without a signal, and asks no more", async () => {
    const result = start(null);
    answer = "no signal";
    await pass(2 * 3_600_000 - 10_000);
    expect(result.current.isOver).toBe(false);
    await pass(20_000);
    expect(result.current.isOver).toBe(true);
    const asked = sent.length;
    await pass(60_000);
    expect(sent).toHaveLength(asked);
  });
});

describe("useConvoy() with a channel", () => {
  it("asks at once when the channel was joined, and then once a minute", async () => {
    const result = start();
    await join();
    await pass(0);
    expect([result.current.connection, sent.length]).toEqual(["live", 1]);
    await pass(50_000);
    expect(sent).toHaveLength(1);
    await pass(20_000);
    expect(sent).toHaveLength(2);
  });

  it("asks at once after a message, and once for many within two seconds", async () => {
    start();
    await join();
    await pass(5000);
    sent = [];
    channel().onEvent();
    await pass(0);
    expect(sent).toHaveLength(1);
    for (let message = 0; message < 20; message++) channel().onEvent();
    await pass(1900);
    expect(sent).toHaveLength(1);
    await pass(200);
    expect(sent).toHaveLength(2);
  });

  it("asks every ten seconds while the channel is lost, and once a minute after it was joined again", async () => {
    const result = start();
    await join();
    await pass(5000);
    sent = [];
    await act(async () => channel().onJoined(false));
    expect(result.current.connection).toBe("ok");
    await pass(30_000);
    expect(sent).toHaveLength(4);
    for (let failure = 0; failure < 5; failure++) await act(async () => channel().onJoined(false));
    await pass(0);
    expect(sent).toHaveLength(4);
    await join();
    await pass(40_000);
    expect([result.current.connection, sent.length]).toEqual(["live", 5]);
  });

  it("listens to the next channel after the server has replaced it", async () => {
    start();
    await join();
    answer = { status: 200, body: { channel: NEXT_CHANNEL } };
    channel().onEvent();
    await pass(2000);
    expect([...listeners.keys()]).toEqual([`convoy:${NEXT_CHANNEL}`]);
  });

  it.each([
    ["the end", { status: 200, body: { ends_at: "2026-11-24T12:00:00Z", channel: null } }, "ok"],
    ["the convoy was closed or the member removed", { status: 404 }, "gone"],
    ["the session has ended", { status: 401 }, "signed-out"],
  ] as const)("stops listening and asking after %s", async (_title, next, connection) => {
    const result = start();
    await join();
    await pass(5000);
    answer = next;
    channel().onEvent();
    await pass(0);
    expect([result.current.connection, listeners.size]).toEqual([connection, 0]);
    sent = [];
    await pass(120_000);
    expect(sent).toEqual([]);
  });
});

describe("a shared position", () => {
  /** Moves the device. */
  let move: () => void;

  beforeEach(() => {
    const geolocation = {
      watchPosition: (onPosition: PositionCallback) => {
        move = () =>
          onPosition({ coords: { latitude: -28, longitude: -49, accuracy: 10 }, timestamp: Date.now() } as never);
        return 1;
      },
      clearWatch: () => void (move = () => undefined),
    };
    vi.spyOn(navigator, "geolocation", "get").mockReturnValue(geolocation as Partial<Geolocation> as Geolocation);
  });

  it("is sent every ten seconds while it changes, however many messages arrive", async () => {
    const result = start();
    await join();
    await act(async () => result.current.share());
    for (let second = 0; second < 60; second++) {
      move();
      channel().onEvent();
      await pass(1000);
    }
    expect(sent.length).toBeGreaterThan(20);
    const times = sent.flatMap(({ place }) => (place ? [Date.parse(place.measured_at)] : []));
    expect(times.length).toBeGreaterThanOrEqual(5);
    expect(times.length).toBeLessThanOrEqual(7);
  });

  it("is not sent twice", async () => {
    const result = start(null);
    await act(async () => result.current.share());
    await act(async () => move());
    await pass(40_000);
    expect(sent.map(({ place }) => place !== null)).toEqual([true, false, false, false]);
  });

  it("is neither read nor sent after it was hidden", async () => {
    const result = start(null);
    await act(async () => result.current.share());
    await act(async () => move());
    await pass(10_000);
    await act(async () => result.current.hide());
    await act(async () => move());
    await pass(20_000);
    expect(sent.map(({ place, hide }) => [place !== null, hide])).toEqual([
      [true, false],
      [false, true],
      [false, false],
      [false, false],
    ]);
  });
});
