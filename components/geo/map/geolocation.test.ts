// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from "vitest";

const notify = vi.hoisted(() => vi.fn());
vi.mock("@/components/ui/notify", () => ({ notify }));

type Gps = typeof import("./geolocation");

async function load(stored?: string): Promise<Gps> {
  vi.resetModules();
  localStorage.clear();
  if (stored) localStorage.setItem("gpsPermissionState", stored);
  return import("./geolocation");
}

function fakeGeolocation(getCurrentPosition: Geolocation["getCurrentPosition"] | undefined): void {
  // For an unsupported browser `in` must return false, so the property is deleted instead of set to undefined.
  Reflect.deleteProperty(Object.getPrototypeOf(navigator) as object, "geolocation");
  Reflect.deleteProperty(navigator, "geolocation");
  if (!getCurrentPosition) return;
  Object.defineProperty(navigator, "geolocation", { configurable: true, value: { getCurrentPosition } });
}

function fakePermission(state: PermissionState): EventTarget & { state: PermissionState } {
  const status = Object.assign(new EventTarget(), { state });
  Object.defineProperty(navigator, "permissions", {
    configurable: true,
    value: { query: () => Promise.resolve(status) },
  });
  return status;
}

const here = { coords: { latitude: -27.6, longitude: -48.5 } } as GeolocationPosition;
const refusal = (code: number, message: string) => ({ code, message }) as GeolocationPositionError;
const codes = () => notify.mock.calls.map(([toast]) => (toast as { code: string }).code);

beforeEach(() => notify.mockClear());

describe("gpsState", () => {
  it.each([
    [undefined, "prompt"],
    ["granted", "granted"],
    ["denied", "denied"],
    ["nonsense", "prompt"],
  ])("reads the stored value %s as %s", async (stored, expected) => {
    const gps = await load(stored);
    expect(gps.gpsState()).toEqual({ permission: expected, isRequesting: false });
  });
});

describe("syncGpsPermission", () => {
  it("follows the browser's permission and its changes", async () => {
    const gps = await load("denied");
    fakeGeolocation(vi.fn());
    const status = fakePermission("granted");
    const stop = await gps.syncGpsPermission();
    expect(gps.gpsState().permission).toBe("granted");
    status.state = "prompt";
    status.dispatchEvent(new Event("change"));
    expect(gps.gpsState().permission).toBe("prompt");
    status.state = "denied";
    status.dispatchEvent(new Event("change"));
    expect(localStorage.getItem("gpsPermissionState")).toBe("denied");
    stop();
    status.state = "granted";
    status.dispatchEvent(new Event("change"));
    expect(gps.gpsState().permission).toBe("denied");
  });
});

it("syncGpsPermission leaves a browser without geolocation at 'denied', whatever its permission is", async () => {
  const gps = await load();
  fakeGeolocation(undefined);
  fakePermission("prompt");
  await gps.syncGpsPermission();
  expect(gps.gpsState().permission).toBe("denied");
});

describe("declineGps", () => {
  it("shows that the position can be requested later and leaves the state at 'prompt'", async () => {
    const gps = await load();
    gps.declineGps();
    expect(codes()).toEqual(["gps.later"]);
    expect(gps.gpsState().permission).toBe("prompt");
  });
});

describe("requestPosition", () => {
  it("fails with -2 while the maps are loading", async () => {
    const gps = await load();
    const ask = vi.fn();
    fakeGeolocation(ask);
    const onError = vi.fn();
    gps.requestPosition({ mapsLoaded: false }, undefined, onError);
    expect(onError).toHaveBeenCalledWith(expect.objectContaining({ code: -2 }));
    expect(codes()).toEqual(["maps.loading"]);
    expect(ask).not.toHaveBeenCalled();
  });

  it("is denied with -1 where the browser has no geolocation", async () => {
    const gps = await load();
    fakeGeolocation(undefined);
    const onError = vi.fn();
    gps.requestPosition({ mapsLoaded: true }, undefined, onError);
    expect(onError).toHaveBeenCalledWith(expect.objectContaining({ code: -1 }));
    expect(gps.gpsState().permission).toBe("denied");
    expect(codes()).toEqual(["gps.unsupported"]);
  });

  it("requests the position once with the specified options, sets isRequesting and ends as granted", async () => {
    const gps = await load();
    const seen: boolean[] = [];
    fakeGeolocation((onSuccess, _onError, options) => {
      seen.push(gps.gpsState().isRequesting);
      expect(options).toEqual({ enableHighAccuracy: true, timeout: 15_000, maximumAge: 0 });
      onSuccess(here);
    });
    const listener = vi.fn();
    const stop = gps.subscribeToGps(listener);
    const onSuccess = vi.fn();
    gps.requestPosition({ mapsLoaded: true }, onSuccess);
    stop();
    expect(seen).toEqual([true]);
    expect(onSuccess).toHaveBeenCalledWith(here);
    expect(gps.gpsState()).toEqual({ permission: "granted", isRequesting: false });
    await Promise.resolve();
    expect(codes()).toEqual(["gps.found", "gps.granted"]);
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it("shows no second notice when the callback has shown one", async () => {
    const gps = await load();
    fakeGeolocation((onSuccess) => onSuccess(here));
    gps.requestPosition({ mapsLoaded: true }, () => Promise.resolve(gps.NOTICE_SHOWN));
    await new Promise((done) => setTimeout(done));
    expect(codes()).toEqual([]);
  });

  it.each([
    [1, "denied", { code: "gps.denied", variant: "destructive", durationMs: 10_000 }],
    [2, "prompt", { code: "gps.unavailable", variant: "destructive" }],
    [3, "prompt", { code: "gps.timeout", variant: "destructive" }],
    [9, "prompt", { code: "gps.failed", values: { message: "no fix" }, variant: "destructive" }],
  ])("converts browser error %i to '%s' and its toast", async (code, permission, toast) => {
    const gps = await load("granted");
    fakeGeolocation((_onSuccess, onError) => onError?.(refusal(code, "no fix")));
    const onError = vi.fn();
    gps.requestPosition({ mapsLoaded: true }, undefined, onError);
    expect(gps.gpsState()).toEqual({ permission, isRequesting: false });
    expect(notify).toHaveBeenCalledWith(toast);
    expect(onError).toHaveBeenCalledWith(expect.objectContaining({ code }));
  });
});
