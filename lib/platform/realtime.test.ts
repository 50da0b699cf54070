import { afterEach, expect, it, vi } from "vitest";

afterEach(() => void vi.resetModules());

const HOSTED = { NEXT_PUBLIC_SUPABASE_URL: "https://abcdefgh.supabase.co/", SUPABASE_EMBEDDED: "" };

async function withSettings(variables: Record<string, string>) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  vi.resetModules();
  const [{ REALTIME_URL, REALTIME }, { pageCsp }] = await Promise.all([import("./realtime"), import("./csp")]);
  const policyOf = (allowed: { realtime?: true }) => pageCsp({ nonce: "abc" }, allowed);
  return { REALTIME_URL, REALTIME, policyOf };
}

it("the address of Realtime is that of the hosted project", async () => {
  const { REALTIME_URL, REALTIME, policyOf } = await withSettings(HOSTED);
  expect(REALTIME_URL).toBe("https://abcdefgh.supabase.co/realtime/v1");
  expect(REALTIME).toEqual({
    url: "wss://abcdefgh.supabase.co/realtime/v1",
    key: process.env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY,
  });
  expect(policyOf({ realtime: true })).toContain("connect-src 'self' wss://abcdefgh.supabase.co;");
  expect(policyOf({})).toContain("connect-src 'self';");
});

it.each([
  ["the embedded backend", { ...HOSTED, SUPABASE_EMBEDDED: "1" }],
  ["a hosted project where it is switched off", { ...HOSTED, REALTIME_URL: "off" }],
])("without Realtime on %s no page may connect to it", async (_name, variables) => {
  const { REALTIME_URL, REALTIME, policyOf } = await withSettings(variables);
  expect([REALTIME_URL, REALTIME]).toEqual([null, null]);
  expect(policyOf({ realtime: true })).toContain("connect-src 'self';");
});

it("another address can be set, also beside the embedded backend", async () => {
  const { REALTIME_URL, policyOf } = await withSettings({
    SUPABASE_EMBEDDED: "1",
    REALTIME_URL: "https://realtime.example.org:4000/socket/",
  });
  expect(REALTIME_URL).toBe("https://realtime.example.org:4000/socket");
  expect(policyOf({ realtime: true })).toContain(" wss://realtime.example.org:4000;");
});

it.each(["http://realtime.example.org", "https://a.example; script-src *", "https://a.example/a b", "wss://a.example"])(
  "refuses %s",
  async (value) => {
    await expect(withSettings({ REALTIME_URL: value })).rejects.toThrow("REALTIME_URL");
  },
);
