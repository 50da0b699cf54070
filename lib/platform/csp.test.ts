import { describe, expect, it } from "vitest";
import { newNonce, pageCsp, sha256Source } from "./csp";
import { SPLASH_SCRIPT, THEME_SCRIPT } from "./inline-scripts";

const scriptSources = (policy: string) => /script-src ([^;]+)/.exec(policy)?.[1] ?? "";

describe("pageCsp", () => {
  it.each([
    ["with a nonce", pageCsp({ nonce: "abc" })],
    ["with hashes", pageCsp({ hashes: [sha256Source("x")] })],
  ])("%s allows neither inline nor evaluated code", (_name, policy) => {
    expect(scriptSources(policy)).not.toMatch(/unsafe-(?:inline|eval)/);
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("base-uri 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it("contains the nonce and the hashes of our two inline scripts", () => {
    const sources = scriptSources(pageCsp({ nonce: "abc" }));
    expect(sources).toContain("'nonce-abc'");
    expect(sources).toContain(sha256Source(THEME_SCRIPT));
    expect(sources).toContain(sha256Source(SPLASH_SCRIPT));
  });

  it("allows inline scripts only on request", () => {
    expect(scriptSources(pageCsp({ inline: true }))).toContain("'unsafe-inline'");
  });
});

describe("newNonce", () => {
  it("is different each time", () => {
    expect(new Set(Array.from({ length: 50 }, newNonce)).size).toBe(50);
  });
});
