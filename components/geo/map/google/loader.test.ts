// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const notify = vi.hoisted(() => vi.fn());
vi.mock("@/components/ui/notify", () => ({ notify }));

type Answer = "loads" | "fails";
type Maps = { importLibrary?: (name: string) => Promise<object>; __ib__?: () => void; places?: object };
type World = { google?: { maps: Maps }; gm_authFailure?: () => void };
const world = globalThis as unknown as World;

/** What Google's script does at its end: it replaces the loader's function and calls its callback. */
function answerAsGoogle() {
  const maps = world.google!.maps;
  maps.importLibrary = () => Promise.resolve({});
  maps.__ib__?.();
}

/** Fakes the result of each script that the loader adds, in order, without network access. */
function fakeGoogle(answers: Answer[]): string[] {
  const requested: string[] = [];
  vi.spyOn(document.head, "append").mockImplementation((node) => {
    const script = node as HTMLScriptElement;
    requested.push(script.src);
    if (answers[requested.length - 1] === "loads") queueMicrotask(answerAsGoogle);
    else queueMicrotask(() => script.onerror?.(new Event("error")));
  });
  return requested;
}

async function load() {
  vi.resetModules();
  return import("./loader");
}

beforeEach(() => {
  vi.useFakeTimers();
  notify.mockClear();
  Reflect.deleteProperty(world, "google");
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("loadGoogleMaps", () => {
  it("requests the weekly version and the four libraries", async () => {
    const requested = fakeGoogle(["loads"]);
    const maps = await load();
    expect(maps.areMapsReady("key")).toBe(false);
    expect(await maps.loadGoogleMaps("key")).toBe("loaded");
    const query = new URL(requested[0] ?? "").searchParams;
    expect(query.get("v")).toBe("weekly");
    expect(query.get("libraries")).toBe("places,directions,geocoding,geometry");
    expect(maps.areMapsReady("key")).toBe(true);
    maps.confirmGoogleMaps();
  });

  it("retries three times, waiting 2, 8 and 24 ms, then shows a notice for 15 s", async () => {
    const requested = fakeGoogle(["fails", "fails", "fails", "fails"]);
    const maps = await load();
    const outcome = maps.loadGoogleMaps("key");
    const seen: number[] = [];
    for (const wait of [0, 2, 8, 24]) {
      await vi.advanceTimersByTimeAsync(wait);
      seen.push(requested.length);
    }
    expect(seen).toEqual([1, 2, 3, 4]);
    expect(await outcome).toBe("failed");
    expect(notify).toHaveBeenCalledExactlyOnceWith({ code: "maps.other", variant: "destructive", durationMs: 15_000 });
  });

  it("recovers on a retry without a notice", async () => {
    fakeGoogle(["fails", "loads"]);
    const maps = await load();
    const outcome = maps.loadGoogleMaps("key");
    await vi.advanceTimersByTimeAsync(2);
    expect(await outcome).toBe("loaded");
    expect(notify).not.toHaveBeenCalled();
    maps.confirmGoogleMaps();
  });

  it("skips a second load while one is running and when the places library is present", async () => {
    const requested = fakeGoogle(["loads"]);
    const maps = await load();
    await Promise.all([maps.loadGoogleMaps("key"), maps.loadGoogleMaps("key")]);
    world.google = { maps: { places: {} } };
    await maps.loadGoogleMaps("key");
    expect(requested).toHaveLength(1);
    maps.confirmGoogleMaps();
  });

  it("shows the notice for a refused key, stays failed and restores console.error", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const original = console.error;
    fakeGoogle(["loads"]);
    const maps = await load();
    const changed = vi.fn();
    maps.subscribeToMaps(changed);
    await maps.loadGoogleMaps("key");
    world.gm_authFailure?.();
    console.error("Google Maps JavaScript API error: InvalidKeyMapError");
    await vi.advanceTimersByTimeAsync(0);
    expect(maps.mapsStatus()).toBe("failed");
    expect(notify).toHaveBeenCalledExactlyOnceWith({
      code: "maps.invalidKey",
      variant: "destructive",
      durationMs: 15_000,
    });
    expect(await maps.loadGoogleMaps("key")).toBe("failed");
    expect(console.error).toBe(original);
    expect(changed).toHaveBeenCalledTimes(3);
  });
});

describe("areMapsReady", () => {
  it("is true without a key because our own maps need no loading", async () => {
    const maps = await load();
    expect(maps.areMapsReady(undefined)).toBe(true);
  });
});
