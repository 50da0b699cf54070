// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const maps = vi.hoisted(() => ({ ready: false, load: vi.fn() }));
const notify = vi.hoisted(() => vi.fn());
vi.mock("@/components/ui/notify", () => ({ notify }));
vi.mock("./google/loader", () => ({
  areMapsReady: (key: string | undefined) => !key || maps.ready,
  loadGoogleMaps: maps.load,
}));

const KEY = "key";
const getCurrentPosition = vi.fn();

async function load() {
  vi.resetModules();
  return import("./locate");
}

/** Google's script that has loaded as soon as `finish` is called. */
function slowScript(): () => void {
  let finish = () => {};
  const loaded = new Promise<string>((resolve) => {
    finish = () => {
      maps.ready = true;
      resolve("loaded");
    };
  });
  maps.load.mockReturnValue(loaded);
  return finish;
}

beforeEach(() => {
  vi.useFakeTimers();
  maps.ready = false;
  maps.load.mockReset();
  notify.mockClear();
  getCurrentPosition.mockClear();
  Object.defineProperty(navigator, "geolocation", { configurable: true, value: { getCurrentPosition } });
});
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, "geolocation");
});

describe("locate", () => {
  it("requests the position at once without a Google key", async () => {
    const { locate } = await load();
    await locate(undefined);
    expect(getCurrentPosition).toHaveBeenCalledOnce();
    expect(maps.load).not.toHaveBeenCalled();
  });

  it("waits for Google's script at the first request and then requests the position", async () => {
    const finish = slowScript();
    const { locate } = await load();
    const located = locate(KEY);
    await vi.advanceTimersByTimeAsync(100);
    expect(getCurrentPosition).not.toHaveBeenCalled();
    finish();
    await located;
    expect(getCurrentPosition).toHaveBeenCalledOnce();
    expect(notify).not.toHaveBeenCalled();
  });

  it("refuses a second request while the first one waits", async () => {
    slowScript();
    const { locate } = await load();
    void locate(KEY);
    await vi.advanceTimersByTimeAsync(0);
    const onError = vi.fn();
    await locate(KEY, undefined, onError);
    expect(notify).toHaveBeenCalledExactlyOnceWith({ code: "maps.loading" });
    expect(onError).toHaveBeenCalledExactlyOnceWith({ code: -2, message: "maps still loading" });
    expect(getCurrentPosition).not.toHaveBeenCalled();
  });

  it("refuses a request whose script has not loaded after ten seconds", async () => {
    slowScript();
    const { locate } = await load();
    const located = locate(KEY);
    await vi.advanceTimersByTimeAsync(10_000);
    await located;
    expect(notify).toHaveBeenCalledExactlyOnceWith({ code: "maps.loading" });
  });

  it("requests the position where Google's script failed", async () => {
    maps.load.mockImplementation(() => {
      maps.ready = true;
      return Promise.resolve("failed");
    });
    const { locate } = await load();
    await locate(KEY);
    expect(getCurrentPosition).toHaveBeenCalledOnce();
  });
});

describe("prepareMaps", () => {
  it("loads Google's script only with a key", async () => {
    slowScript()();
    const { prepareMaps } = await load();
    await prepareMaps(undefined);
    expect(maps.load).not.toHaveBeenCalled();
    await prepareMaps(KEY);
    expect(maps.load).toHaveBeenCalledExactlyOnceWith(KEY);
  });
});
