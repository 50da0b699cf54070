import { describe, expect, it } from "vitest";
import { VOUCHER_CASES } from "@/tests/support/voucher-cases";
import type { DeskData } from "./schema";
import {
  codeOf,
  deskEnd,
  indexDesk,
  isDeskOpen,
  isDeskOver,
  judgeCode,
  judgeVoucher,
  noteRedemption,
  servedTwice,
  toneOf,
} from "./rules";
import { newPin, shortCode } from "./schema";

const ID = "3f2b8c1a-0d4e-4f6a-9b7c-112233445566";
const PLACE = { id: "p", timeZone: "America/Sao_Paulo" };
const ANY = { validFrom: "2026-01-01", weekdays: [], startsAt: null, endsAt: null, isEnded: false };

describe("a voucher", () => {
  // tests/database/partners/desk.test.ts compares the same cases with private.judge_voucher.
  it.each(VOUCHER_CASES)("$name is $result", ({ zone, moment, held, result }) => {
    const {
      isHere = true,
      isRedeemed = false,
      isCancelled = false,
      expiresAt = "2100-01-01T00:00:00Z",
      ...rest
    } = held;
    const voucher = { ...ANY, ...rest };
    const given = { serviceId: isHere ? "p" : "q", isRedeemed, isCancelled, expiresAt: Date.parse(expiresAt), voucher };
    expect(judgeVoucher(given, { ...PLACE, timeZone: zone }, Date.parse(moment))).toBe(result);
  });

  it("without a download is unknown", () => {
    expect(judgeVoucher(null, PLACE, 0)).toBe("unknown");
  });
});

const NOW = Date.parse("2026-11-26T12:00:00Z");
const desk = (changes: Partial<DeskData> = {}): DeskData => ({
  now: "2026-11-26T12:00:00Z",
  place: { id: "p", name: "Oficina", stateAbbr: "SC", timeZone: "America/Sao_Paulo" },
  device: null,
  keys: [],
  vouchers: [
    {
      id: ID,
      title: "Café",
      benefitType: "gift",
      benefitValue: null,
      rules: "",
      validUntil: "2026-12-31",
      ...ANY,
    },
  ],
  used: [],
  today: [],
  ...changes,
});
const code = (changes = {}) => ({ voucherId: ID, downloadId: "d", expiresAt: NOW / 1000 + 60, ...changes });

describe("a code at a desk without a connection", () => {
  it("is valid, and used after it was redeemed on this device", () => {
    const index = indexDesk(desk());
    expect(judgeCode(index, code(), NOW)).toMatchObject({ result: "redeemed", isListed: true });
    noteRedemption(index, "d", "2026-11-26T11:00:00Z");
    noteRedemption(index, "d", "2026-11-26T11:30:00Z");
    expect(judgeCode(index, code(), NOW)).toMatchObject({ result: "duplicate", usedAt: "2026-11-26T11:00:00Z" });
  });

  it("is refused when it is used or cancelled in the list", () => {
    const used: DeskData["used"] = [
      ["d", "2026-11-25T11:00:00Z", false],
      ["e", null, true],
    ];
    const index = indexDesk(desk({ used }));
    expect(judgeCode(index, code(), NOW).result).toBe("duplicate");
    expect(judgeCode(index, code({ downloadId: "e" }), NOW).result).toBe("cancelled");
  });

  it("is refused when it was not signed by the portal, has expired or is not in the list", () => {
    const index = indexDesk(desk());
    expect(judgeCode(index, null, NOW).result).toBe("unknown");
    expect(judgeCode(index, code({ expiresAt: NOW / 1000 }), NOW).result).toBe("expired");
    expect(judgeCode(index, code({ voucherId: "x" }), NOW)).toMatchObject({ result: "wrong_place", isListed: false });
    expect(judgeCode(index, code({ voucherId: "x", expiresAt: 0 }), NOW).result).toBe("expired");
  });
});

it("a device redeems only while it is unlocked, an account always", () => {
  const device = { name: "Caixa", expiresAt: "2026-12-01T00:00:00Z", unlockedUntil: "2026-11-26T12:00:01Z" };
  expect(isDeskOpen(null, NOW)).toBe(true);
  expect(isDeskOpen(device, NOW)).toBe(true);
  expect(isDeskOpen(device, NOW + 1000)).toBe(false);
  expect(isDeskOpen({ ...device, unlockedUntil: null }, NOW)).toBe(false);
  expect(isDeskOpen({ ...device, expiresAt: "2026-11-26T11:00:00Z" }, NOW)).toBe(false);
});

it("a device keeps its desk until it expires, an account for a week", () => {
  const device = { name: "Caixa", expiresAt: "2026-12-01T00:00:00Z", unlockedUntil: null };
  expect(deskEnd(desk({ device }))).toBe(device.expiresAt);
  expect(deskEnd(desk())).toBe("2026-12-03T12:00:00.000Z");
  expect(isDeskOver("2026-11-26T12:00:00Z", NOW)).toBe(true);
  expect(isDeskOver("2026-11-26T12:00:01Z", NOW)).toBe(false);
});

it("returns readings that were served although the voucher was used", () => {
  const answer = { wasServed: true, result: "duplicate" } as DeskData["today"][number];
  const others = [
    { ...answer, wasServed: false },
    { ...answer, result: "redeemed" as const },
  ];
  expect(servedTwice([answer, ...others])).toEqual([answer]);
});

it("shows refusals in another colour than valid vouchers and reasons that may change", () => {
  expect((["redeemed", "duplicate", "wrong_time", "expired", "unknown"] as const).map(toneOf)).toEqual([
    "go",
    "warn",
    "warn",
    "stop",
    "stop",
  ]);
});

it.each([
  ["https://example.org/voucher/redeem/x#LCV1ABC234", "LCV1ABC234"],
  ["https>;;example.org;voucher;redeem;x£lcv1abc234", "lcv1abc234"],
  ["ABCD2345", "ABCD2345"],
])("finds the code in %s", (text, found) => {
  expect(codeOf(text)).toBe(found);
});

it("a short code is typed with spaces, dashes and small letters", () => {
  expect(shortCode.parse("abcd 23-45")).toBe("ABCD2345");
  expect(shortCode.safeParse("ABCD2340").success).toBe(false);
});

it.each([
  ["271828", true],
  ["000000", false],
  ["123456", false],
  ["876543", false],
  ["12345", false],
  ["12a456", false],
])("the PIN %s may be chosen: %s", (pin, isGood) => {
  expect(newPin.safeParse(pin).success).toBe(isGood);
});
