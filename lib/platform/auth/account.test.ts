import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";

type Answers = { user: [status: number, body: unknown]; profile: [status: number, body: unknown] };

const USER = {
  id: "00000000-0000-4000-8000-000000000001",
  aud: "authenticated",
  email: "ana@example.org",
  app_metadata: {},
  user_metadata: {},
  created_at: "2026-01-01T00:00:00Z",
};
const PROFILE = {
  id: USER.id,
  username: "ana",
  role: "admin",
  permissions: ["users"],
  role_permissions: ["blog"],
  email_verified_at: "2026-01-01",
  locale: "en-US",
  theme: "dark",
  session_state: "live",
};
const ANSWERING: Answers = { user: [200, USER], profile: [200, [PROFILE]] };

/** A server that returns the given responses for the user and for the profile; status 0 closes the connection. */
const backend = http.createServer((request, response) => {
  const [status, body] = request.url?.startsWith("/auth/") ? answers.user : answers.profile;
  if (status === 0) return void request.socket.destroy();
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
});
let answers = ANSWERING;

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const TOKEN = `${part({ alg: "HS256", typ: "JWT" })}.${part({ sub: USER.id, exp: 4_000_000_000, aal: "aal1" })}.c2ln`;
const COOKIE = `base64-${part({ access_token: TOKEN, refresh_token: "r", expires_at: 4_000_000_000, expires_in: 3600, token_type: "bearer", user: USER })}`;

/** A session client of the real library, with the cookie of a signed-in browser or without one. */
async function clientOf(cookies = [{ name: "lacambeche-auth", value: COOKIE }]) {
  await new Promise<void>((resolve) => backend.listen(0, "127.0.0.1", () => resolve()));
  vi.resetModules();
  vi.stubEnv("NEXT_PUBLIC_SUPABASE_URL", `http://127.0.0.1:${(backend.address() as AddressInfo).port}`);
  vi.spyOn(console, "error").mockImplementation(() => {});
  const [{ createSessionClientOn }, account] = [await import("../supabase/session"), await import("./account")];
  return { client: createSessionClientOn({ getAll: () => cookies, setAll: () => {} }, "192.0.2.1"), ...account };
}

afterEach(async () => {
  answers = ANSWERING;
  await new Promise((resolve) => backend.close(resolve));
});

describe("loadAccount", () => {
  it("reads role and permissions of the profile", async () => {
    const { client, loadAccount } = await clientOf();
    expect(await loadAccount(client)).toMatchObject({
      id: USER.id,
      role: "admin",
      permissions: ["users"],
      rolePermissions: ["blog"],
    });
  });

  it("is a user without permissions on public pages when the profile cannot be read", async () => {
    answers = { ...ANSWERING, profile: [500, { message: "down" }] };
    const { client, loadSession } = await clientOf();
    const { account } = await loadSession(client, { onProfileError: () => undefined });
    expect(account).toMatchObject({ username: "ana", role: "user", permissions: [] });
  });

  it("counts a missing profile as user without permissions", async () => {
    answers = { ...ANSWERING, profile: [200, []] };
    const { client, loadAccount } = await clientOf();
    expect(await loadAccount(client)).toMatchObject({ username: "ana", role: "user", permissions: [] });
  });

  it.each<[string, Partial<Answers>]>([
    ["no session is valid", { user: [403, { error_code: "session_not_found", msg: "" }] }],
    ["the account is blocked", { profile: [200, [{ ...PROFILE, session_state: "blocked" }]] }],
    ["the second factor is due", { profile: [200, [{ ...PROFILE, session_state: "second_factor" }]] }],
    ["the session was idle for too long", { profile: [200, [{ ...PROFILE, session_state: "idle" }]] }],
  ])("is null when %s", async (_, changed) => {
    answers = { ...ANSWERING, ...changed };
    const { client, loadAccount } = await clientOf();
    expect(await loadAccount(client)).toBeNull();
  });

  it("is null without a session, even when the backend is unavailable", async () => {
    answers = { user: [0, null], profile: [0, null] };
    const { client, loadAccount } = await clientOf([]);
    expect(await loadAccount(client)).toBeNull();
  });

  it.each<[string, Partial<Answers>]>([
    ["the auth server fails", { user: [500, { msg: "database error" }] }],
    ["the auth server is overloaded", { user: [503, "no JSON object"] }],
    ["the auth server limits calls", { user: [429, { error_code: "over_request_rate_limit", msg: "" }] }],
    ["the auth server breaks the connection", { user: [0, null] }],
    ["the profile cannot be read", { profile: [500, { code: "XX000", message: "failed", details: null, hint: null }] }],
    [
      "the database is unreachable",
      { profile: [503, { code: "PGRST001", message: "no connection", details: null, hint: null }] },
    ],
    ["the connection breaks before the profile", { profile: [0, null] }],
  ])("is service.unavailable when %s", async (_, changed) => {
    answers = { ...ANSWERING, ...changed };
    const { client, loadAccount } = await clientOf();
    await expect(loadAccount(client)).rejects.toMatchObject({ code: "service.unavailable" });
  });
});
