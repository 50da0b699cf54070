import { expect, it } from "vitest";
import { clockOffset, deviceState, nextBatch } from "./rules";

it("corrects the clock of a device only when it differs by more than the request took", () => {
  const at = Date.parse("2027-01-23T10:00:00Z");
  expect(clockOffset("2027-01-23T10:00:01Z", at, at + 3000)).toBe(0);
  expect(clockOffset("2027-01-23T11:00:01Z", at, at + 2000)).toBe(3_600_000);
  expect(clockOffset("2027-01-23T09:59:00Z", at, at)).toBe(-60_000);
});

it("sends the oldest readings first", () => {
  const reading = (scannedAt: string) => ({ nonce: scannedAt, scannedAt });
  const waiting = [reading("2027-01-23T10:02:00Z"), reading("2027-01-23T10:00:00Z"), reading("2027-01-23T10:01:00Z")];
  expect(nextBatch(waiting, 2).map(({ nonce }) => nonce)).toEqual(["2027-01-23T10:00:00Z", "2027-01-23T10:01:00Z"]);
});

it("distinguishes active, expired and revoked devices", () => {
  const now = Date.parse("2027-01-23T10:00:00Z");
  expect(deviceState({ expires_at: "2027-01-24T00:00:00Z", revoked_at: null }, now)).toBe("active");
  expect(deviceState({ expires_at: "2027-01-23T09:00:00Z", revoked_at: null }, now)).toBe("expired");
  expect(deviceState({ expires_at: "2027-01-24T00:00:00Z", revoked_at: "2027-01-23T09:00:00Z" }, now)).toBe("revoked");
});
