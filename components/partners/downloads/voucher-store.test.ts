// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from "vitest";
import { REMOVED_AT_SIGN_OUT } from "@/lib/platform/device-storage/rules";
import type { DeviceVoucher } from "@/lib/partners/downloads/rules";
import {
  keepVoucher,
  onVouchers,
  readVouchers,
  refreshGuestVouchers,
  deviceVouchers,
  storeVouchers,
} from "./voucher-store";

const voucher = (id: string, status = "active") =>
  ({
    id,
    status,
    shortCode: "ABCD2345",
    title: "Café",
    place: "Pousada",
    expiresAt: "2999-01-01T00:00:00Z",
  }) as DeviceVoucher;
const answer = (body: unknown, ok = true) => ({ ok, json: () => Promise.resolve(body) });
const idsOf = (list: readonly DeviceVoucher[]) => list.map(({ id }) => id);

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe("vouchers on the device", () => {
  it("keeps a downloaded voucher with its code, also when the first answer is lost", async () => {
    const fetch = vi
      .fn()
      .mockRejectedValueOnce(new Error("offline"))
      .mockResolvedValueOnce(answer(voucher("a")));
    vi.stubGlobal("fetch", fetch);
    expect(await keepVoucher("a", "guest")).toEqual(voucher("a"));
    expect(idsOf(readVouchers("guest"))).toEqual(["a"]);
    expect(fetch).toHaveBeenCalledWith("/api/voucher-downloads/a");
  });

  it("answers null when the voucher cannot be read or stored", async () => {
    vi.stubGlobal("fetch", vi.fn().mockResolvedValue(answer({}, false)));
    expect(await keepVoucher("a", "own")).toBeNull();
    vi.stubGlobal("fetch", vi.fn().mockResolvedValue(answer(voucher("a"))));
    const setItem = () => {
      throw new Error("full");
    };
    vi.stubGlobal("localStorage", { getItem: () => null, setItem });
    expect(await keepVoucher("a", "own")).toBeNull();
  });

  it("stores only vouchers that can be used, and updates the lists", () => {
    const listener = vi.fn();
    const stop = onVouchers(listener);
    storeVouchers("own", [voucher("a"), voucher("b", "redeemed")]);
    stop();
    expect(listener).toHaveBeenCalledOnce();
    expect(idsOf(deviceVouchers())).toEqual(["a"]);
    expect(deviceVouchers()).toBe(deviceVouchers());
  });

  it("reads the vouchers of guests again and keeps those that cannot be reached", async () => {
    storeVouchers("guest", [voucher("a"), voucher("b")]);
    vi.stubGlobal("fetch", (path: string) =>
      path.endsWith("/a") ? Promise.resolve(answer(voucher("a", "redeemed"))) : Promise.reject(new Error("offline")),
    );
    await refreshGuestVouchers();
    expect(idsOf(readVouchers("guest"))).toEqual(["b"]);
  });

  it("loses those of the account at sign-out, not those of guests", () => {
    storeVouchers("own", [voucher("a")]);
    storeVouchers("guest", [voucher("b")]);
    const removed = Object.keys(localStorage).filter((key) => REMOVED_AT_SIGN_OUT.some((name) => key.startsWith(name)));
    expect(removed).toEqual(["ownVouchers"]);
  });
});
