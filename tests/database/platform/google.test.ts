import { fork, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { createClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newEmail, portBeside, signedInUser, variable } from "../auth-client";

const PROVIDER = `http://127.0.0.1:${portBeside(1)}`;
const BACKEND = `http://127.0.0.1:${portBeside(2)}`;
const ROOT = path.resolve(import.meta.dirname, "../../..");
const dir = mkdtempSync(path.join(tmpdir(), "portal-google-"));
const sql = postgres(variable("TEST_DATABASE_URL"), { max: 1 });
let provider: Server;
let backend: ChildProcess;

/** A test double of Google's OAuth server: the authorization code is the e-mail address of the account. */
function startProvider(): Promise<Server> {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const email =
        request.url === "/token"
          ? (new URLSearchParams(body).get("code") ?? "")
          : (request.headers.authorization ?? "").replace("Bearer ", "");
      const answer =
        request.url === "/token"
          ? { access_token: email, token_type: "Bearer" }
          : { id: `g-${email}`, email, verified_email: true, name: "Pessoa" };
      response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
    });
  });
  return new Promise((resolve) => server.listen(Number(new URL(PROVIDER).port), "127.0.0.1", () => resolve(server)));
}

/** Starts a second backend on the same database, with Google enabled. */
function startBackend(): Promise<ChildProcess> {
  const google = {
    GOOGLE_CLIENT_ID: "id",
    GOOGLE_CLIENT_SECRET: "secret",
    GOOGLE_AUTHORIZE_URL: `${PROVIDER}/authorize`,
    GOOGLE_TOKEN_URL: `${PROVIDER}/token`,
    GOOGLE_USERINFO_URL: `${PROVIDER}/userinfo`,
  };
  const env = {
    ...process.env,
    ...google,
    DATABASE_URL: variable("TEST_DATABASE_URL"),
    SUPABASE_LOCAL_PORT: new URL(BACKEND).port,
    SUPABASE_LOCAL_DIR: dir,
    SUPABASE_LOCAL_DEMO: "0",
  };
  const child = fork(path.join(ROOT, "supabase/local/server.ts"), {
    cwd: ROOT,
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    env,
  });
  return new Promise((resolve, reject) => {
    child.on("message", (message: { type: string; message?: string }) => {
      if (message.type === "ready") resolve(child);
      if (message.type === "failed") reject(new Error(message.message));
    });
  });
}

/** Runs the whole sign-in like a browser; returns the final URL and the session. */
async function signInWithGoogle(email: string) {
  const key = /SUPABASE_PUBLISHABLE_KEY=(\S+)/.exec(readFileSync(path.join(dir, "keys.env"), "utf8"))?.[1] ?? "";
  const storage = new Map<string, string>();
  const client = createClient(BACKEND, key, {
    auth: {
      flowType: "pkce",
      autoRefreshToken: false,
      storage: {
        getItem: (name) => storage.get(name) ?? null,
        setItem: (name, value) => void storage.set(name, value),
        removeItem: (name) => void storage.delete(name),
      },
    },
  });
  const { data } = await client.auth.signInWithOAuth({
    provider: "google",
    options: { redirectTo: "http://localhost:3000/auth/callback", skipBrowserRedirect: true },
  });
  const consent = new URL((await fetch(data.url ?? "", { redirect: "manual" })).headers.get("location") ?? "");
  const callback = new URL(consent.searchParams.get("redirect_uri") ?? "");
  callback.search = new URLSearchParams({ code: email, state: consent.searchParams.get("state") ?? "" }).toString();
  const end = new URL(
    (await fetch(`${BACKEND}${callback.pathname}${callback.search}`, { redirect: "manual" })).headers.get("location") ??
      "",
  );
  const code = end.searchParams.get("code");
  return { end, consent, user: code ? (await client.auth.exchangeCodeForSession(code)).data.user : null };
}

beforeAll(async () => {
  provider = await startProvider();
  backend = await startBackend();
});

afterAll(async () => {
  const ended = new Promise((resolve) => backend.once("exit", resolve));
  backend.disconnect(); // the backend stops when its parent disconnects
  await ended;
  provider.close();
  await sql.end();
  rmSync(dir, { recursive: true, force: true });
});

it("creates an account with role user, and finds it again", async () => {
  const email = newEmail();
  const first = await signInWithGoogle(email);
  expect(first.consent.href).toContain(`${PROVIDER}/authorize`);
  expect(first.user?.email).toBe(email);
  const [profile] = await sql`select role, email_verified_at from public.profiles where id = ${first.user?.id ?? ""}`;
  expect(profile).toEqual({ role: "user", email_verified_at: null });
  expect((await signInWithGoogle(email)).user?.id).toBe(first.user?.id);
});

it("does not link to an account whose address was not verified by a link", async () => {
  const { email, id } = await signedInUser();
  const refused = await signInWithGoogle(email);
  const names = ["error", "error_code", "error_description"];
  const failure = ["server_error", "unexpected_failure", "Error creating identity"];
  expect(names.map((name) => refused.end.searchParams.get(name))).toEqual(failure);
  const fragment = new URLSearchParams(refused.end.hash.slice(1));
  expect([...names, "sb"].map((name) => fragment.get(name))).toEqual([...failure, ""]);
  expect(refused.user).toBeNull();
  expect(await sql`select provider from auth.identities where user_id = ${id}`).toEqual([{ provider: "email" }]);
  await sql`update public.profiles set email_verified_at = now() where id = ${id}`;
  expect((await signInWithGoogle(email)).user?.id).toBe(id);
});

it("ignores the caller's parameters for Google's URL and does not look up an invitation", async () => {
  const key = /SUPABASE_PUBLISHABLE_KEY=(\S+)/.exec(readFileSync(path.join(dir, "keys.env"), "utf8"))?.[1] ?? "";
  const query = new URLSearchParams({
    provider: "google",
    apikey: key,
    invite_token: "a".repeat(64),
    client_id: "evil",
    redirect_uri: "https://evil.example",
    state: "evil",
  });
  const answer = await fetch(`${BACKEND}/auth/v1/authorize?${query}`, { redirect: "manual" });
  expect(answer.status).toBe(302);
  const consent = new URL(answer.headers.get("location") ?? "").searchParams;
  expect([consent.get("client_id"), consent.get("redirect_uri"), consent.has("invite_token")]).toEqual([
    "id",
    "http://localhost:3000/auth/v1/callback",
    false,
  ]);
  expect(consent.get("state")).not.toBe("evil");
});

it("offers no phone sign-in by default", async () => {
  const key = /SUPABASE_PUBLISHABLE_KEY=(\S+)/.exec(readFileSync(path.join(dir, "keys.env"), "utf8"))?.[1] ?? "";
  const headers = { apikey: key, "content-type": "application/json" };
  const settings = (await (await fetch(`${BACKEND}/auth/v1/settings`, { headers })).json()) as { external: object };
  expect(settings.external).toMatchObject({ google: true, phone: false });
  const answer = await fetch(`${BACKEND}/auth/v1/otp`, {
    method: "POST",
    headers,
    body: JSON.stringify({ phone: "+5548999990000" }),
  });
  expect([answer.status, await answer.json()]).toEqual([
    422,
    expect.objectContaining({ error_code: "phone_provider_disabled" }),
  ]);
});

describe("the identity of another provider", () => {
  const addIdentity = (account: string, email: string) => sql`
    insert into auth.identities (id, provider, provider_id, user_id, identity_data)
    values (gen_random_uuid(), 'google', ${`g-${email}`}, ${account}, ${sql.json({ sub: email, email })})`;

  it("is refused for a verified account when it has another address", async () => {
    const { id, email } = await signedInUser();
    await sql`update public.profiles set email_verified_at = now() where id = ${id}`;
    await expect(addIdentity(id, newEmail())).rejects.toMatchObject({ code: "42501", message: "identity_not_linked" });
    expect(await addIdentity(id, email.toUpperCase())).toMatchObject({ count: 1 });
  });

  it("can be unlinked by its account only, unless it is the last one", async () => {
    const { id, email, client } = await signedInUser();
    const other = await signedInUser();
    await sql`update public.profiles set email_verified_at = now() where id = ${id}`;
    await addIdentity(id, email);
    const added = (await client.auth.getUser()).data.user?.identities?.find(({ provider }) => provider === "google");
    expect((await other.client.auth.unlinkIdentity(added!)).error?.code).toBe("single_identity_not_deletable");
    expect((await client.auth.unlinkIdentity(added!)).error).toBeNull();
    expect(await sql`select provider from auth.identities where user_id = ${id}`).toEqual([{ provider: "email" }]);
    expect((await client.auth.unlinkIdentity(added!)).error?.code).toBe("single_identity_not_deletable");
  });
});
