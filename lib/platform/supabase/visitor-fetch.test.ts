import { beforeEach, describe, expect, it, vi } from "vitest";

const BASE = "http://127.0.0.1:54321";
const PUBLISHABLE = "sb_publishable_of_the_tests";
const SECRET = "sb_secret_of_the_tests";
const sent = vi.fn<(url: string, headers: Record<string, string>) => void>();

const recordedFetch = async (input: string | URL | Request, init: RequestInit = {}) => {
  sent(input instanceof Request ? input.url : String(input), Object.fromEntries(new Headers(init.headers)));
  return Response.json({ error_code: "invalid_credentials", msg: "" }, { status: 400 });
};

beforeEach(() => {
  vi.resetModules();
  sent.mockReset();
  vi.stubGlobal("fetch", recordedFetch);
});

async function sessionClient(address: string) {
  const { createSessionClientOn } = await import("./session");
  return createSessionClientOn({ getAll: () => [], setAll: () => {} }, address);
}

const signIn = async (client: Awaited<ReturnType<typeof sessionClient>>) =>
  client.auth.signInWithPassword({ email: "ana@example.org", password: "errada-errada" });

describe("the address of a visitor", () => {
  it("is sent to the auth server with the secret key and without another key", async () => {
    await signIn(await sessionClient("203.0.113.9"));
    const [url, headers] = sent.mock.lastCall!;
    expect(url).toBe(`${BASE}/auth/v1/token?grant_type=password`);
    expect(headers).toMatchObject({ apikey: SECRET, "sb-forwarded-for": "203.0.113.9" });
    expect(JSON.stringify(headers)).not.toContain(PUBLISHABLE);
  });

  it("is sent by a service client that acts for a visitor", async () => {
    const { createServiceClient } = await import("./service");
    await createServiceClient("2001:db8::7").auth.resetPasswordForEmail("ana@example.org");
    expect(sent.mock.lastCall![1]).toMatchObject({ apikey: SECRET, "sb-forwarded-for": "2001:db8::7" });
    await createServiceClient().auth.resetPasswordForEmail("ana@example.org");
    expect(sent.mock.lastCall![1]).not.toHaveProperty("sb-forwarded-for");
  });

  it("keeps the token of the session", async () => {
    const { visitorFetch } = await import("./visitor-fetch");
    const [url, init] = [`${BASE}/auth/v1/user`, { headers: { authorization: "Bearer a.b.c" } }];
    await visitorFetch("203.0.113.9")(url, init);
    await visitorFetch("203.0.113.9")(new Request(url, init));
    for (const [, headers] of sent.mock.calls)
      expect(headers).toMatchObject({ apikey: SECRET, authorization: "Bearer a.b.c" });
  });

  it("and the secret key are sent to no other service", async () => {
    const client = await sessionClient("203.0.113.9");
    await client.from("states").select("abbr");
    await client.storage.from("media").list();
    expect(sent.mock.calls).toHaveLength(2);
    for (const [, headers] of sent.mock.calls) {
      expect(headers.apikey).toBe(PUBLISHABLE);
      expect(headers).not.toHaveProperty("sb-forwarded-for");
    }
  });

  it.each(["admin/users", "admin/generate_link", "invite", "logout", "user/identities/x", "factors"])(
    "and the secret key are not sent to /auth/v1/%s",
    async (path) => {
      const { visitorFetch } = await import("./visitor-fetch");
      await visitorFetch("203.0.113.9")(`${BASE}/auth/v1/${path}`, { headers: { apikey: PUBLISHABLE } });
      expect(sent.mock.lastCall![1]).toEqual({ apikey: PUBLISHABLE });
    },
  );

  it.each(["unknown", "client-1", "203.0.113.9, 10.0.0.1"])(
    "is not sent when it is no address: %s",
    async (address) => {
      await signIn(await sessionClient(address));
      expect(sent.mock.lastCall![1]).toMatchObject({ apikey: PUBLISHABLE });
      expect(sent.mock.lastCall![1]).not.toHaveProperty("sb-forwarded-for");
    },
  );

  it("is not sent with legacy keys, beside which the auth server refuses it", async () => {
    vi.stubEnv("SUPABASE_SECRET_KEY", "eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.c2ln");
    await signIn(await sessionClient("203.0.113.9"));
    expect(sent.mock.lastCall![1]).toMatchObject({ apikey: PUBLISHABLE, authorization: `Bearer ${PUBLISHABLE}` });
    expect(sent.mock.lastCall![1]).not.toHaveProperty("sb-forwarded-for");
  });
});
