import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { applyEnvironment } from "./environment";

const FILLED_IN = [
  "NEXT_PUBLIC_SITE_URL",
  "NEXT_PUBLIC_SUPABASE_URL",
  "NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY",
  "SUPABASE_SECRET_KEY",
  "LINK_TOKEN_SECRET",
  "SUPABASE_LOCAL_PORT",
];
const started = process.cwd();
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "portal-environment-"));
  process.chdir(folder);
  for (const name of [
    ...FILLED_IN,
    "PORT",
    "GOOGLE_CLIENT_ID",
    "SUPABASE_LOCAL_SITE_URL",
    "SUPABASE_EMBEDDED",
    "NEXT_TELEMETRY_DISABLED",
    "NODE_OPTIONS",
  ])
    vi.stubEnv(name, undefined);
  vi.stubEnv("SUPABASE_LOCAL_DIR", folder);
});

afterEach(() => {
  process.chdir(started);
  rmSync(folder, { recursive: true, force: true });
});

describe("applyEnvironment", () => {
  it("makes every process leave out the repeated warning about Node 20, and no other", () => {
    applyEnvironment();
    applyEnvironment();
    expect(process.env.NODE_OPTIONS?.match(/--import=/g)).toHaveLength(1);
    const script = 'console.warn("⚠️  Node.js 20 and below are deprecated and …"); console.warn("another")';
    const { stderr } = spawnSync(process.execPath, ["-e", script], { encoding: "utf8" });
    expect(stderr).toBe("another\n");
  });

  it("configures the embedded backend with generated keys and reuses them on the next start", () => {
    expect(applyEnvironment()).toEqual({ embedded: true, port: 3000, siteUrl: "http://localhost:3000" });
    const key = process.env.SUPABASE_SECRET_KEY;
    const linkKey = process.env.LINK_TOKEN_SECRET;
    expect(key).toMatch(/^sb_secret_/);
    expect(linkKey).toMatch(/^[\w-]{43}$/);
    expect(process.env.NEXT_PUBLIC_SUPABASE_URL).toBe("http://127.0.0.1:54321");
    for (const name of FILLED_IN) vi.stubEnv(name, undefined);
    applyEnvironment();
    expect(process.env.SUPABASE_SECRET_KEY).toBe(key);
    expect(process.env.LINK_TOKEN_SECRET).toBe(linkKey);
  });

  it("uses PORT for the port and the site address", () => {
    vi.stubEnv("PORT", "3055");
    expect(applyEnvironment()).toMatchObject({ port: 3055, siteUrl: "http://localhost:3055" });
  });

  it("uses the settings of a hosted project unchanged", () => {
    vi.stubEnv("NEXT_PUBLIC_SUPABASE_URL", "https://x.supabase.co");
    vi.stubEnv("NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY", "sb_publishable_x");
    vi.stubEnv("SUPABASE_SECRET_KEY", "sb_secret_x");
    expect(applyEnvironment().embedded).toBe(false);
    expect(process.env.NEXT_PUBLIC_SUPABASE_URL).toBe("https://x.supabase.co");
  });

  it.each([
    ["PORT", "abc", /^PORT=abc não é uma porta válida\.$/],
    ["PORT", "70000", /^PORT=70000 não é uma porta válida\.$/],
    [
      "NEXT_PUBLIC_SUPABASE_URL",
      "https://x.supabase.co",
      /^NEXT_PUBLIC_SUPABASE_URL está definida, mas falta .*SUPABASE_SECRET_KEY\.$/,
    ],
  ])("throws a one-line error for %s=%s", (name, value, message) => {
    vi.stubEnv(name, value);
    expect(applyEnvironment).toThrow(message);
  });

  it("reads .env before it validates the values", () => {
    writeFileSync(path.join(folder, ".env"), "PORT=3077\n");
    expect(applyEnvironment()).toMatchObject({ port: 3077 });
  });
});
