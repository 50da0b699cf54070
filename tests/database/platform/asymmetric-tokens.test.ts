import { generateKeyPairSync } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import { decode, sign } from "hono/jwt";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { parseKeys } from "@/supabase/local/keys";
import { readFileSync } from "node:fs";
import path from "node:path";
import { newEmail, PASSWORD, service, signedInUser, stubSiteEnvironment, variable, visitor } from "../auth-client";

const URL_OF_BACKEND = variable("TEST_SUPABASE_URL");
const PUBLISHABLE = variable("TEST_SUPABASE_PUBLISHABLE_KEY");

type PublicKey = { kid: string; alg: string; d?: string };

const publicKeys = async () =>
  ((await (await fetch(`${URL_OF_BACKEND}/auth/v1/.well-known/jwks.json`)).json()) as { keys: PublicKey[] }).keys;

/** The status of a read of the own profile with a token, at the database and at the auth server. */
async function statusWith(token: string, apikey = PUBLISHABLE): Promise<number[]> {
  const headers = { apikey, authorization: `Bearer ${token}` };
  const paths = ["/rest/v1/profiles?select=id&limit=1", "/auth/v1/user"];
  return Promise.all(paths.map(async (one) => (await fetch(URL_OF_BACKEND + one, { headers })).status));
}

describe("the token of a session", () => {
  it("is signed with a key whose public part the auth server publishes", async () => {
    const { session } = await signedInUser();
    const { header } = decode(session.access_token) as unknown as { header: PublicKey };
    expect(header.alg).toBe("ES256");
    const keys = await publicKeys();
    expect(keys.map(({ kid }) => kid)).toEqual([header.kid]);
    expect(keys[0]).not.toHaveProperty("d");
  });

  it("is verified by supabase-js without asking the auth server for the user", async () => {
    const { client, id } = await signedInUser();
    const asked = vi.spyOn(globalThis, "fetch");
    const { data } = await client.auth.getClaims();
    expect(data?.claims).toMatchObject({ sub: id, role: "authenticated", aal: "aal1" });
    expect(asked.mock.calls.filter(([url]) => typeof url === "string" && url.endsWith("/auth/v1/user"))).toEqual([]);
  });

  it("is accepted by the database, the auth server and the storage, also after a refresh", async () => {
    const { client, id } = await signedInUser();
    for (let n = 0; n < 2; n += 1) {
      expect((await client.from("profiles").select("id")).data).toEqual([{ id }]);
      expect((await client.auth.getUser()).data.user?.id).toBe(id);
      expect((await client.storage.from("media").list("none")).error).toBeNull();
      expect((await client.auth.refreshSession()).error).toBeNull();
    }
  });

  it("is refused with another signature or algorithm", async () => {
    const { session } = await signedInUser();
    const { header, payload } = decode(session.access_token) as unknown as { header: PublicKey; payload: object };
    const [published] = await publicKeys();
    const jwk = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
    const other = await sign({ ...payload }, { ...jwk, kid: header.kid, alg: "ES256" } as JsonWebKey);
    const confused = await sign({ ...payload }, JSON.stringify(published), "HS256");
    const [, body] = session.access_token.split(".");
    const none = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url")}.${body}.`;
    for (const token of [other, confused, none, `${session.access_token.slice(0, -4)}AAAA`])
      expect(await statusWith(token)).toEqual([401, expect.any(Number)]);
    for (const token of [other, confused, none]) expect((await statusWith(token))[1]).toBeGreaterThanOrEqual(401);
    expect(await statusWith(session.access_token)).toEqual([200, 200]);
  });

  it("is refused by the database after its end", async () => {
    const { session } = await signedInUser();
    const { payload } = decode(session.access_token);
    const past = Math.floor(Date.now() / 1000) - 10;
    const signingKey = JSON.parse(Buffer.from(keyOf("SUPABASE_JWT_SIGNING_KEY"), "base64url").toString()) as JsonWebKey;
    expect((await statusWith(await sign({ ...payload, exp: past }, signingKey)))[0]).toBe(401);
    expect(await statusWith(await sign({ ...payload }, signingKey))).toEqual([200, 200]);
  });

  it("counts when it was issued with the symmetric secret of an earlier start", async () => {
    const { session } = await signedInUser();
    const { payload } = decode(session.access_token);
    expect(await statusWith(await sign({ ...payload }, keyOf("SUPABASE_JWT_SECRET"), "HS256"))).toEqual([200, 200]);
  });

  it("opens the account of the site's server", async () => {
    stubSiteEnvironment();
    const { createSessionClientOn } = await import("@/lib/platform/supabase/session");
    const { loadSession } = await import("@/lib/platform/auth/account");
    const email = newEmail();
    await service.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
    const jar = new Map<string, string>();
    const store = {
      getAll: () => [...jar].map(([name, value]) => ({ name, value })),
      setAll: (list: { name: string; value: string }[]) => list.forEach(({ name, value }) => jar.set(name, value)),
    };
    await createSessionClientOn(store, "192.0.2.9").auth.signInWithPassword({ email, password: PASSWORD });
    const { account, state } = await loadSession(createSessionClientOn(store, "192.0.2.9"));
    expect([account?.email, account?.role, state]).toEqual([email, "user", "live"]);
  });
});

let keyFile: Map<string, string>;
const keyOf = (name: string) => keyFile.get(name) ?? "";

beforeAll(() => {
  keyFile = parseKeys(readFileSync(path.join(variable("TEST_BACKEND_DIR"), "keys.env"), "utf8"));
});

describe("API keys", () => {
  const legacy = (role: string, secret = keyOf("SUPABASE_JWT_SECRET")) =>
    sign({ iss: "supabase", role, iat: 1_700_000_000, exp: 4_000_000_000 }, secret, "HS256");
  const options = { auth: { persistSession: false, autoRefreshToken: false } };

  it("of the legacy form still work: anon reads public rows, service_role everything", async () => {
    const anon = createClient(URL_OF_BACKEND, await legacy("anon"), options);
    expect((await anon.from("states").select("abbr")).data).toHaveLength(27);
    expect((await anon.from("profiles").select("id")).data ?? []).toEqual([]);
    const server = createClient(URL_OF_BACKEND, await legacy("service_role"), options);
    expect((await server.from("profiles").select("id").limit(1)).data).toHaveLength(1);
    expect((await server.auth.admin.listUsers({ perPage: 1 })).error).toBeNull();
    expect((await anon.auth.admin.listUsers()).error).not.toBeNull();
  });

  it("of the legacy form sign in and carry a session", async () => {
    const email = newEmail();
    const { data } = await service.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
    const client = createClient(URL_OF_BACKEND, await legacy("anon"), {
      ...options,
      global: { headers: { "x-caller-address": "192.0.2.44" } },
    });
    expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    expect((await client.from("profiles").select("id")).data).toEqual([{ id: data.user?.id }]);
  });

  it("of the legacy form are refused with another role or secret", async () => {
    for (const key of [await legacy("authenticated"), await legacy("postgres"), await legacy("service_role", "other")])
      expect((await statusWith(key, key))[0]).toBe(401);
  });

  it("of the new form count as a bearer only when they equal apikey", async () => {
    const secret = variable("TEST_SUPABASE_SECRET_KEY");
    expect((await statusWith(PUBLISHABLE))[0]).toBe(200);
    expect((await statusWith(secret))[0]).toBe(401);
    expect((await statusWith(PUBLISHABLE, secret))[0]).toBe(401);
    expect((await visitor().from("states").select("abbr")).data).toHaveLength(27);
  });
});
