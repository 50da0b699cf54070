import { describe, expect, it } from "vitest";
import { readEnv } from "./env";

const NEEDED = {
  NEXT_PUBLIC_SUPABASE_URL: "http://127.0.0.1:54321",
  NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: "sb_publishable_x",
  SUPABASE_SECRET_KEY: "sb_secret_abcdef",
};

describe("readEnv", () => {
  it("needs three values and has defaults for the others", () => {
    expect(readEnv(NEEDED)).toMatchObject({
      NODE_ENV: "production",
      NEXT_PUBLIC_SITE_URL: "http://localhost:3000",
      AUTH_GOOGLE_ENABLED: false,
      TRUST_PROXY: [],
      PAGE_CACHE_SECONDS: 60,
      PAGE_CACHE_MB: 48,
      PAGE_WAIT_MS: 1500,
      BUSY_LAG_MS: 1000,
      PAGE_LOOKUPS_PER_MINUTE: 60,
    });
  });

  it.each([
    ["1", true],
    ["true", true],
    ["0", false],
    ["false", false],
    ["", false],
    [undefined, false],
  ])("parses the flag %s as %s", (value, expected) => {
    expect(readEnv({ ...NEEDED, AUTH_GOOGLE_ENABLED: value }).AUTH_GOOGLE_ENABLED).toBe(expected);
  });

  it.each([
    ["loopback", ["loopback"]],
    ["127.0.0.1", ["127.0.0.1"]],
    [" 10.0.0.0/8, 2001:db8::/32 uniquelocal", ["10.0.0.0/8", "2001:db8::/32", "uniquelocal"]],
    ["", []],
  ])("accepts the proxies '%s'", (value, expected) => {
    expect(readEnv({ ...NEEDED, TRUST_PROXY: value }).TRUST_PROXY).toEqual(expected);
  });

  it.each(["1", "true", "all", "*", "0.0.0.0/33", "10.0.0", "proxy.example", "loopback,1"])(
    "rejects the proxies '%s'",
    (value) => {
      expect(() => readEnv({ ...NEEDED, TRUST_PROXY: value })).toThrow(/TRUST_PROXY/);
    },
  );

  it.each(["localhost", "1", "127.0.0.1:3000", "*"])("requires an IP address to listen on, not '%s'", (value) => {
    expect(() => readEnv({ ...NEEDED, BIND_ADDRESS: value })).toThrow(/BIND_ADDRESS/);
    expect(readEnv({ ...NEEDED, BIND_ADDRESS: "127.0.0.1" }).BIND_ADDRESS).toBe("127.0.0.1");
  });

  it("treats an empty key as undefined", () => {
    expect(readEnv({ ...NEEDED, NEXT_PUBLIC_GOOGLE_MAPS_API_KEY: "" }).NEXT_PUBLIC_GOOGLE_MAPS_API_KEY).toBeUndefined();
  });

  it.each(["https://a.example", "https://a.example:8443  https://*.b.example "])(
    "accepts the radio origins '%s'",
    (value) => {
      expect(readEnv({ ...NEEDED, RADIO_HLS_ORIGINS: value }).RADIO_HLS_ORIGINS).toBe(value.trim());
    },
  );

  it.each(["http://a.example", "https://a.example; script-src *", "https://a.example/list.m3u8", "*"])(
    "allows no other CSP words: '%s'",
    (value) => {
      expect(() => readEnv({ ...NEEDED, RADIO_HLS_ORIGINS: value })).toThrow(/RADIO_HLS_ORIGINS/);
    },
  );

  it.each([
    ["WEB_PUSH_PUBLIC_KEY", "B".repeat(86)],
    ["WEB_PUSH_PRIVATE_KEY", "abc+/=".repeat(8)],
    ["WEB_PUSH_SUBJECT", "portal@example.org"],
    ["WEB_PUSH_TEST_ORIGIN", "http://10.0.0.1:8080"],
    ["WEB_PUSH_TEST_ORIGIN", "http://127.0.0.1:8080/path"],
  ])("rejects %s=%s", (name, value) => {
    expect(() => readEnv({ ...NEEDED, [name]: value })).toThrow(new RegExp(name));
    expect(readEnv({ ...NEEDED, [name]: "" })).toHaveProperty(name, undefined);
  });

  it.each([
    ["PAGE_CACHE_MB", "0"],
    ["PAGE_CACHE_MB", "1.5"],
    ["PAGE_LOOKUPS_PER_MINUTE", "0"],
    ["PAGE_LOOKUPS_PER_MINUTE", "many"],
  ])("rejects the out-of-range value %s=%s", (name, value) => {
    expect(() => readEnv({ ...NEEDED, [name]: value })).toThrow(new RegExp(name));
    expect(readEnv({ ...NEEDED, [name]: "500" })).toHaveProperty(name, 500);
  });

  it("accepts valid push keys", () => {
    const keys = {
      WEB_PUSH_PUBLIC_KEY: "B".repeat(87),
      WEB_PUSH_PRIVATE_KEY: "a".repeat(43),
      WEB_PUSH_SUBJECT: "mailto:portal@example.org",
      WEB_PUSH_TEST_ORIGIN: "http://127.0.0.1:4850",
    };
    expect(readEnv({ ...NEEDED, ...keys })).toMatchObject(keys);
  });

  it("lists every invalid variable in one line and names the documentation", () => {
    const read = () =>
      readEnv({ ...NEEDED, NEXT_PUBLIC_SUPABASE_URL: "nada", TRUST_PROXY: "talvez", PAGE_CACHE_SECONDS: "-1" });
    expect(read).toThrow(
      /^Variáveis de ambiente inválidas: .*NEXT_PUBLIC_SUPABASE_URL.*TRUST_PROXY.*PAGE_CACHE_SECONDS.*\.env\.example\.$/,
    );
    expect(() => readEnv({})).toThrow(
      /NEXT_PUBLIC_SUPABASE_URL.*NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY.*SUPABASE_SECRET_KEY/,
    );
  });

  it("does not contain values, because a secret must not be logged", () => {
    expect(() => readEnv({ ...NEEDED, SUPABASE_SECRET_KEY: "curta" })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining("curta") }) as Error,
    );
  });
});
