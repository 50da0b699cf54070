import { describe, expect, it } from "vitest";
import { parseVouchers, statusAt, usable, withVoucher, type DeviceVoucher } from "./rules";

const NOW = Date.parse("2026-11-26T12:00:00Z");

const voucher = (id: string, more: Partial<DeviceVoucher> = {}): DeviceVoucher => ({
  id,
  voucherId: "v",
  serviceId: "s",
  shortCode: "ABCD2345",
  title: "Café",
  benefitType: "gift",
  benefitValue: null,
  rules: "",
  translations: {},
  validFrom: "2026-11-01",
  validUntil: "2026-11-30",
  weekdays: [],
  startsAt: null,
  endsAt: null,
  imageUrl: null,
  place: "Pousada",
  placeSlug: "pousada",
  stateAbbr: "SC",
  timeZone: "America/Sao_Paulo",
  expiresAt: "2026-12-01T03:00:00Z",
  downloadedAt: "2026-11-20T03:00:00Z",
  isOwn: true,
  status: "active",
  redeemedAt: null,
  qr: "data:image/svg+xml,x",
  ...more,
});

const idsOf = (list: readonly DeviceVoucher[]) => list.map(({ id }) => id);

describe("statusAt", () => {
  it.each([
    ["active", "2026-12-01T03:00:00Z", "active"],
    ["active", "2026-11-26T12:00:00Z", "expired"],
    ["redeemed", "2026-11-01T00:00:00Z", "redeemed"],
    ["ended", "2026-12-01T03:00:00Z", "ended"],
  ] as const)("%s until %s is %s", (status, expiresAt, expected) => {
    expect(statusAt({ status, expiresAt }, NOW)).toBe(expected);
  });
});

describe("parseVouchers", () => {
  it("returns the vouchers that were stored", () => {
    expect(parseVouchers(JSON.stringify([voucher("a")]))).toEqual([voucher("a")]);
  });

  it.each([null, "", "{", "{}", "null", '[1,null,{"id":"a"}]'])("returns none for %j", (stored) => {
    expect(parseVouchers(stored)).toEqual([]);
  });
});

describe("withVoucher", () => {
  it("replaces a known voucher, the newest first, and limits the number", () => {
    expect(idsOf(withVoucher([voucher("a"), voucher("b")], voucher("b")))).toEqual(["b", "a"]);
    const many = Array.from({ length: 80 }, (_, index) => voucher(String(index)));
    expect(withVoucher(many, voucher("new"))).toHaveLength(60);
  });
});

describe("usable", () => {
  it("leaves out vouchers that were used, given back or have expired", () => {
    const list = [
      voucher("a"),
      voucher("b", { status: "redeemed" }),
      voucher("c", { status: "cancelled" }),
      voucher("d", { expiresAt: "2026-11-26T11:00:00Z" }),
    ];
    expect(idsOf(usable(list, NOW))).toEqual(["a"]);
  });
});
