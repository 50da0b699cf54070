// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Convoy } from "@/lib/travel/convoys/schema";
import { forgetEndedConvoys, keepConvoy } from "./stored-convoy";
import { convoyAt } from "@/tests/support/convoy";
import { useConvoy } from "./use-convoy";

const START = Date.parse("2026-11-24T12:00:00Z");

/** What the server answers from now on, and what it received. */
let answer: { status: number; body?: Partial<Convoy> } | "no signal";
let sent: { status: string | null; hide: boolean }[];
/** Credentials of the guests that the server was asked to delete. */
let left: (string | null)[];

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  localStorage.clear();
  [answer, sent, left] = [{ status: 200 }, [], []];
  vi.stubGlobal("fetch", async (_url: string, { method, body, headers }: RequestInit) => {
    if (method === "DELETE") return void left.push(new Headers(headers).get("authorization"));
    sent.push(JSON.parse(body as string) as (typeof sent)[number]);
    if (answer === "no signal") throw new TypeError("Failed to fetch");
    return Response.json(convoyAt(Date.now(), answer.body), { status: answer.status });
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** Opens the page as it was at the start: a copy on the device once the time has passed. */
const start = (members: Convoy["members"] = []) =>
  renderHook(() => useConvoy(convoyAt(START, { members }), null)).result;

describe("useConvoy() of a page that opens again without a signal", () => {
  const member = {
    id: "6f0f7a52-8a6c-4f1c-9a5e-3f7f1f0f2b11",
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
    start();
    await pass(10_000);
    cleanup();
    await pass(120_000);
    answer = "no signal";
    const result = start();
    await pass(0);
    expect(result.current.convoy.members[0]?.position?.lat).toBe(-27);
    expect([result.current.connection, result.current.minutes]).toEqual(["offline", 2]);
  });

  it("sends a call for help that was not sent before the page was closed", async () => {
    answer = "no signal";
    const before = start();
    await act(async () => before.current.tell("help"));
    cleanup();
    expect(start().current.status).toBe("help");
    await pass(0);
    [answer, sent] = [{ status: 200 }, []];
    await act(async () => void window.dispatchEvent(new Event("online")));
    expect(sent).toEqual([{ status: "help", place: null, hide: false }]);
    cleanup();
    sent = [];
    start();
    await pass(10_000);
    expect(sent.map(({ status }) => status)).not.toContain("help");
  });

  it("has the status that the server had last, not that of the copy of the page", async () => {
    const self = { ...member, is_self: true, position: null } as Convoy["members"][number];
    answer = { status: 200, body: { members: [{ ...self, status: "help" }] } };
    start([self]);
    await pass(10_000);
    cleanup();
    answer = "no signal";
    expect(start([self]).current.status).toBe("help");
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
    const copy = self(hide ? place : null);
    answer = hide ? "no signal" : { status: 200, body: { members: self(place) } };
    const result = start(copy);
    if (hide) await act(async () => result.current.hide());
    await pass(10_000);
    cleanup();
    answer = "no signal";
    expect(start(copy).current.isWatching).toBe(!hide);
  });

  it("takes out the guest of this device who signed in and joined", async () => {
    keepConvoy(convoyAt(START - 60_000), "secret");
    start();
    await pass(10_000);
    expect(left).toEqual(["Guest secret"]);
    cleanup();
    start();
    expect(left).toHaveLength(1);
  });

  it("removes convoys that ended more than a day ago, except the one that is shown", () => {
    const ended = (code: string, ends_at: string) =>
      localStorage.setItem(`convoy:${code}`, JSON.stringify({ at: 0, convoy: convoyAt(START, { code, ends_at }) }));
    ended("OLDCNVYA", "2026-11-23T11:00:00Z");
    ended("NEWCNVYA", "2026-11-23T13:00:00Z");
    ended("SHWNCNVY", "2026-11-23T11:00:00Z");
    localStorage.setItem("convoy:DAMAGEDA", "{");
    history.replaceState(null, "", "/english/comboio/SHWNCNVY");
    forgetEndedConvoys();
    expect(Object.keys(localStorage).toSorted()).toEqual(["convoy:NEWCNVYA", "convoy:SHWNCNVY"]);
  });

  it("is over when the convoy ended meanwhile, and keeps no position after the end", async () => {
    answer = { status: 200, body: { ...at(-27), ends_at: "2026-11-24T12:00:05Z" } as Partial<Convoy> };
    start();
    await pass(10_000);
    expect(localStorage.getItem("convoy:ABCDEFGH")).not.toContain("-27");
    cleanup();
    answer = "no signal";
    expect(start().current.isOver).toBe(true);
  });

  it("deletes a convoy that the person is not in any more", async () => {
    answer = { status: 404 };
    start();
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
