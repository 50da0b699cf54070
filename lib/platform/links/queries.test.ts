import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { deriveToken, tokenHash, usableToken } from "./queries";
import { isLinkToken, LINK_KINDS } from "./rules";

const SALE = "00000000-0000-4000-8000-000000000001";
const NOW = Date.parse("2026-11-22T12:00:00Z");
const link = (changes = {}) => ({
  version: 2,
  token_hash: tokenHash(deriveToken("payment", SALE, 2)),
  expires_at: "2026-11-23T12:00:00+00:00",
  revoked_at: null,
  ...changes,
});

describe("deriveToken", () => {
  it("is the HMAC-SHA-256 of kind, subject and version as base64url", () => {
    expect(deriveToken("payment", SALE, 1, "key")).toBe(
      createHmac("sha256", "key").update(`payment\n${SALE}\n1`).digest("base64url"),
    );
  });

  it("is deterministic and different for every kind, subject, version and key", () => {
    const tokens = LINK_KINDS.flatMap((kind) =>
      [SALE, SALE.replace("1", "2")].flatMap((subject) =>
        [1, 2, 11].flatMap((version) => ["a", "b"].map((key) => deriveToken(kind, subject, version, key))),
      ),
    );
    expect(new Set(tokens).size).toBe(tokens.length);
    expect(deriveToken("report", SALE, 1)).toBe(deriveToken("report", SALE, 1));
  });

  it("has 256 bits and is URL-safe", () => {
    const token = deriveToken("payment", SALE, 1);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    expect(isLinkToken(token)).toBe(true);
  });
});

describe("usableToken", () => {
  it("is derived again from the stored version", () => {
    expect(usableToken("payment", SALE, link(), NOW)).toBe(deriveToken("payment", SALE, 2));
  });

  it.each([
    ["there is no link", undefined],
    ["the link has expired", link({ expires_at: "2026-11-22T12:00:00+00:00" })],
    ["the link was revoked", link({ revoked_at: "2026-11-01T00:00:00+00:00" })],
    ["the hash is of a link from before", link({ token_hash: tokenHash("a".repeat(64)) })],
    ["a restored database has no hash", link({ token_hash: null })],
  ])("is null when %s", (_, stored) => {
    expect(usableToken("payment", SALE, stored, NOW)).toBeNull();
  });
});

it.each([
  ["a".repeat(43), true],
  ["0".repeat(64), true],
  ["A".repeat(64), false],
  ["a".repeat(42), false],
  [`${"a".repeat(42)}/`, false],
  ["", false],
])("%s has the format of a token: %s", (text, expected) => {
  expect(isLinkToken(text)).toBe(expected);
});
