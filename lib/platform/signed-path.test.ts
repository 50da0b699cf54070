import { describe, expect, it, vi } from "vitest";

vi.mock("./env", () => ({ env: { SUPABASE_SECRET_KEY: "secret" } }));

const { hasSignature, signedPath } = await import("./signed-path");

const NOW = Date.UTC(2026, 10, 27);
const DAY = 86_400_000;
const PATH = "/arquivo-evento/2026-11/a.webp";
const url = (path: string) => new URL(path, "https://example.com");

describe("a signed path", () => {
  it("is valid for two days", () => {
    const signed = url(signedPath(PATH, NOW));
    expect([NOW, NOW + 2 * DAY - 1000, NOW + 2 * DAY + 1000].map((now) => hasSignature(signed, now))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("does not open another path, and its end cannot be changed", () => {
    const query = signedPath(PATH, NOW).slice(PATH.length);
    expect(hasSignature(url(`/arquivo-evento/2026-11/b.webp${query}`), NOW)).toBe(false);
    expect(hasSignature(url(PATH + query.replace(/ate=\d+/, "ate=99999999999")), NOW)).toBe(false);
  });

  it.each(["", "?ate=99999999999", "?ate=x&prova=y", "?prova=", "?ate=-1&prova=a"])("is refused with %j", (query) => {
    expect(hasSignature(url(PATH + query), NOW)).toBe(false);
  });
});
