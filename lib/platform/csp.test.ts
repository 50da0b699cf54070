import { afterEach, describe, expect, it, vi } from "vitest";
import { FRAME_CSP, newNonce, pageCsp, sha256Source } from "./csp";
import { INLINE_SCRIPTS } from "./inline-scripts";

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

  it("contains the nonce and the hashes of our inline scripts", () => {
    const sources = scriptSources(pageCsp({ nonce: "abc" }));
    expect(sources).toContain("'nonce-abc'");
    for (const script of INLINE_SCRIPTS) expect(sources).toContain(sha256Source(script));
  });

  it("allows inline scripts only on request", () => {
    expect(scriptSources(pageCsp({ inline: true }))).toContain("'unsafe-inline'");
  });
});

describe("the policy of pages in frames of other sites", () => {
  it("allows every site to show them, and no script, form or request", () => {
    const directives = Object.fromEntries(
      FRAME_CSP.split("; ").map((directive) => directive.split(/ (.*)/s).slice(0, 2) as [string, string]),
    );
    expect(directives).toEqual({
      "default-src": "'none'",
      "style-src": "'unsafe-inline'",
      "img-src": "'self'",
      "base-uri": "'none'",
      "form-action": "'none'",
      "frame-ancestors": "*",
    });
  });
});

describe("newNonce", () => {
  it("is different each time", () => {
    expect(new Set(Array.from({ length: 50 }, newNonce)).size).toBe(50);
  });
});

describe("the base map of another site", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });

  async function policyWith(variables: Record<string, string>): Promise<string> {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    vi.resetModules();
    return (await import("./csp")).pageCsp({ nonce: "abc" });
  }
  const sources = (policy: string, directive: string) => new RegExp(`${directive} ([^;]+)`).exec(policy)?.[1] ?? "";

  it("is not allowed by default", async () => {
    expect(sources(await policyWith({}), "connect-src")).toBe("'self'");
  });

  it("is allowed for tiles and pictures, not for code", async () => {
    const policy = await policyWith({
      MAP_STYLE_URL: "https://tiles.example/styles/liberty?key=1",
      MAP_STYLE_ORIGINS: "https://fonts.example",
    });
    for (const directive of ["connect-src", "img-src"]) {
      expect(sources(policy, directive)).toContain(" https://tiles.example https://fonts.example");
    }
    expect(sources(policy, "script-src")).not.toContain("example");
    expect(policy).not.toContain("key=1");
  });
});
