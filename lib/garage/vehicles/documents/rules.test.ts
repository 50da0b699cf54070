import { expect, it } from "vitest";
import { expiryOf, nextDue, type DueDocument } from "./rules";

it.each([
  ["2026-11-24", "expired", -1],
  ["2026-11-25", "soon", 0],
  ["2026-12-25", "soon", 30],
  ["2026-12-26", "valid", 31],
  ["2025-11-25", "expired", -365],
])("a document until %s is %s on 25 November", (day, status, days) => {
  expect(expiryOf(day, "2026-11-25")).toEqual({ status, days });
});

it("a document without an expiry date has no expiry", () => {
  expect(expiryOf(null, "2026-11-25")).toBeNull();
});

it("the next document of each car is the one that expires first", () => {
  const row = (vehicle_id: string, kind: DueDocument["kind"], expires_on: string) => ({ vehicle_id, kind, expires_on });
  const due = nextDue([
    row("a", "crlv", "2027-02-01"),
    row("a", "insurance", "2026-12-01"),
    row("b", "cvcol", "2028-01-01"),
  ]);
  expect([...due.values()].map(({ kind }) => kind)).toEqual(["insurance", "cvcol"]);
});
