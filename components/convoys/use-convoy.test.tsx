// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Convoy } from "@/lib/convoys/schema";
import type { Listener } from "@/lib/platform/supabase/listen";
import type { Listen } from "./use-channel";
import { useConvoy } from "./use-convoy";

const START = Date.parse("2026-11-24T12:00:00Z");
const [CHANNEL, NEXT_CHANNEL] = ["6f0f7a52-8a6c-4f1c-9a5e-3f7f1f0f2b11", "0d9f2f6e-35f5-4d1c-8a53-f7c62c1bb4a2"];

const convoyAt = (at: number, changes: Partial<Convoy> = {}): Convoy => ({
  code: "ABCDEFGH",
  name: "Serra",
  starts_at: "2026-11-24T11:00:00Z",
  ends_at: "2026-11-24T14:00:00Z",
  now: new Date(at).toISOString(),
  is_leader: false,
  channel: CHANNEL,
  regroup_points: [],
  members: [],
  ...changes,
});

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
    return Response.json(convoyAt(Date.now(), answer.body), { status: answer.status });
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const start = (given: Listen | null = listen) => renderHook(() => useConvoy(convoyAt(START), given)).result;

describe("useConvoy() without a channel", () => {
  it("asks every ten seconds", async () => {
    const result = start(null);
    expect(result.current.connection).toBe("ok");
    await pass(60_000);
    expect(sent).toHaveLength(6);
  });

  it("keeps the last convoy without a signal, tells how old it is, and sends a status when the signal is back", async () => {
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

describe("useConvoy() of a page that opens again without a signal", () => {
  const member = {
    id: CHANNEL,
    is_self: false,
    name: "Ana",
    vehicle: "",
    role: "member",
    status: "driving",
    status_at: "",
  };
  const at = (lat: number) => ({
    members: [{ ...member, position: { lat, lng: -48, accuracy_m: 10, measured_at: "2026-11-24T12:00:00Z" } }],
  });

  it("shows the last positions that it received, with their age", async () => {
    answer = { status: 200, body: at(-27) as Partial<Convoy> };
    start(null);
    await pass(10_000);
    cleanup();
    await pass(120_000);
    answer = "no signal";
    const result = start(null);
    await pass(0);
    expect(result.current.convoy.members[0]?.position?.lat).toBe(-27);
    expect([result.current.connection, result.current.minutes]).toEqual(["offline", 2]);
  });

  it("sends a call for help that was not sent before the page was closed", async () => {
    answer = "no signal";
    const before = start(null);
    await act(async () => before.current.tell("help"));
    cleanup();
    expect(start(null).current.status).toBe("help");
    await pass(0);
    [answer, sent] = [{ status: 200 }, []];
    await act(async () => void window.dispatchEvent(new Event("online")));
    expect(sent).toEqual([{ status: "help", place: null, hide: false }]);
    cleanup();
    sent = [];
    start(null);
    await pass(10_000);
    expect(sent.map(({ status }) => status)).not.toContain("help");
  });

  it("has the status that the server had last, not that of the copy of the page", async () => {
    const self = { ...member, is_self: true, position: null } as Convoy["members"][number];
    answer = { status: 200, body: { members: [{ ...self, status: "help" }] } };
    const open = () => renderHook(() => useConvoy(convoyAt(START, { members: [self] }), null)).result;
    open();
    await pass(10_000);
    cleanup();
    answer = "no signal";
    expect(open().current.status).toBe("help");
  });

  it.each([
    ["is hidden", true],
    ["is shared", false],
  ])("a position that %s stays so, whatever the copy of the page has", async (_, hide) => {
    const place = { lat: -27, lng: -48, accuracy_m: 10, measured_at: "2026-11-24T12:00:00Z" };
    const self = (position: typeof place | null) => [{ ...member, is_self: true, position }] as Convoy["members"];
    const watch = vi.fn(() => 1);
    vi.spyOn(navigator, "geolocation", "get").mockReturnValue({
      watchPosition: watch,
      clearWatch: () => undefined,
    } as Partial<Geolocation> as Geolocation);
    const open = () =>
      renderHook(() => useConvoy(convoyAt(START, { members: self(hide ? place : null) }), null)).result;
    answer = hide ? "no signal" : { status: 200, body: { members: self(place) } };
    const result = open();
    if (hide) await act(async () => result.current.hide());
    await pass(10_000);
    cleanup();
    answer = "no signal";
    expect(open().current.isWatching).toBe(!hide);
  });

  it("removes other convoys that ended more than a day ago", async () => {
    const ended = (code: string, ends_at: string) =>
      localStorage.setItem(`convoy:${code}`, JSON.stringify({ at: 0, convoy: convoyAt(START, { code, ends_at }) }));
    ended("OLDCNVYA", "2026-11-23T11:00:00Z");
    ended("NEWCNVYA", "2026-11-23T13:00:00Z");
    start(null);
    expect(Object.keys(localStorage).toSorted()).toEqual(["convoy:ABCDEFGH", "convoy:NEWCNVYA"]);
  });

  it("is over when the convoy ended meanwhile, and keeps no position after the end", async () => {
    answer = { status: 200, body: { ...at(-27), ends_at: "2026-11-24T12:00:05Z" } as Partial<Convoy> };
    start(null);
    await pass(10_000);
    expect(localStorage.getItem("convoy:ABCDEFGH")).not.toContain("-27");
    cleanup();
    answer = "no signal";
    expect(start(null).current.isOver).toBe(true);
  });

  it("forgets a convoy that the person is not in any more", async () => {
    answer = { status: 404 };
    start(null);
    await pass(10_000);
    expect(localStorage.length).toBe(0);
  });

  it("asks as a guest with its token", async () => {
    const requests: [string, string | null][] = [];
    vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
      requests.push([url, new Headers(init.headers).get("authorization")]);
      return Response.json(convoyAt(Date.now()));
    });
    renderHook(() => useConvoy(convoyAt(START), null, "secret"));
    await pass(10_000);
    expect(requests).toEqual([["/api/convoys/ABCDEFGH/guest", "Guest secret"]]);
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
