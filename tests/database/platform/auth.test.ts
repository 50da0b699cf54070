import type { SupabaseClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { afterAll, describe, expect, it } from "vitest";
import { linkTo, newEmail, PASSWORD, service, signedInUser, variable, visitor } from "../auth-client";

const sql = postgres(variable("TEST_DATABASE_URL"), { max: 1 });
afterAll(() => sql.end());

async function openLink(
  client: SupabaseClient,
  address: string,
  type: "email" | "magiclink" | "recovery" | "email_change",
) {
  const query = await linkTo(address);
  return client.auth.verifyOtp({ token_hash: query.get("token_hash") ?? "", type });
}

async function post(path: string, body: object) {
  const headers = { apikey: variable("TEST_SUPABASE_PUBLISHABLE_KEY"), "content-type": "application/json" };
  const answer = await fetch(`${variable("TEST_SUPABASE_URL")}/auth/v1${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** The structure of a response: its keys and the type of each value. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
}

describe("the existence of an address is never revealed", () => {
  it("a sign-up has the same response for a free, an unconfirmed and a confirmed address", async () => {
    const email = newEmail();
    const free = await post("/signup", { email, password: PASSWORD, data: { username: "Ana" } });
    for (const taken of [email, (await signedInUser()).email]) {
      const again = await post("/signup", { email: taken, password: PASSWORD, data: { username: "Ana" } });
      expect(again.status).toBe(free.status);
      expect(shapeOf(again.body)).toEqual(shapeOf(free.body));
      expect(again.body.email).toBe(taken);
    }
    const wrongPassword = await visitor().auth.signInWithPassword({ email, password: "outra-senha-9" });
    expect(wrongPassword.error?.code).toBe("invalid_credentials");
  });

  it.each([
    ["/recover", {}],
    ["/otp", { create_user: false }],
    ["/resend", { type: "signup" }],
  ])("%s has the same response for a known and an unknown address", async (path, rest) => {
    const { email } = await signedInUser();
    expect(await post(path, { email, ...rest })).toEqual(await post(path, { email: newEmail(), ...rest }));
  });
});

describe("accounts", () => {
  it("confirms with the mailed link, keeps the metadata and ignores a role in it", async () => {
    const email = newEmail();
    const data = { username: "Bia", role: "superadministrador", app_metadata: { role: "admin" } };
    const signUp = await visitor().auth.signUp({
      email,
      password: PASSWORD,
      options: { data, emailRedirectTo: "http://localhost:3000/painel?a=1" },
    });
    expect(signUp.data.session).toBeNull();
    expect((await visitor().auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
      "email_not_confirmed",
    );
    expect((await linkTo(email)).get("next")).toBe("http://localhost:3000/painel?a=1");
    const client = visitor();
    const { data: confirmed } = await openLink(client, email, "email");
    expect(confirmed.user?.user_metadata).toMatchObject(data);
    const [profile] = await sql`select role, username from public.profiles where id = ${confirmed.user?.id ?? ""}`;
    expect(profile).toMatchObject({ role: "user", username: "Bia" });
    const change = await client
      .from("profiles")
      .update({ role: "admin" })
      .eq("id", confirmed.user?.id ?? "")
      .select("role");
    expect(change.error?.code).toBe("42501");
  });

  it("rotates refresh tokens and accepts three parallel refreshes", async () => {
    const { client, session } = await signedInUser();
    const refresh = () => visitor().auth.refreshSession({ refresh_token: session.refresh_token });
    const parallel = await Promise.all([refresh(), refresh(), refresh()]);
    const tokens = new Set(parallel.map(({ data, error }) => error?.code ?? data.session?.refresh_token));
    expect(tokens.size).toBe(1);
    expect(tokens.has(session.refresh_token)).toBe(false);
    const next = await client.auth.refreshSession({ refresh_token: [...tokens][0] ?? "" });
    expect(next.error).toBeNull();
  });

  it("resets a password and signs in by link, each link once", async () => {
    const { email, client: old } = await signedInUser();
    await visitor().auth.resetPasswordForEmail(email, { redirectTo: "http://evil.example/x" });
    expect((await linkTo(email)).get("next")).not.toContain("evil");
    const client = visitor();
    expect((await openLink(client, email, "recovery")).error).toBeNull();
    expect((await openLink(visitor(), email, "recovery")).error?.code).toBe("otp_expired");
    expect((await client.auth.updateUser({ password: `${PASSWORD}-nova` })).error).toBeNull();
    expect((await old.auth.getUser()).error).not.toBeNull();
    await visitor().auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    expect((await openLink(visitor(), email, "magiclink")).data.session).not.toBeNull();
  });

  it("changes an address only after confirmation from both mailboxes", async () => {
    const { email, id, client } = await signedInUser();
    const next = newEmail();
    expect((await client.auth.updateUser({ email: next })).error).toBeNull();
    expect((await openLink(visitor(), next, "email_change")).data.session).toBeNull();
    expect((await service.auth.admin.getUserById(id)).data.user?.email).toBe(email);
    expect((await openLink(visitor(), email, "email_change")).data.session).not.toBeNull();
    expect((await service.auth.admin.getUserById(id)).data.user?.email).toBe(next);
  });

  it("refuses a banned account everywhere and accepts it after the ban", async () => {
    const { email, id, client } = await signedInUser({ kept: { a: [1] } });
    await service.auth.admin.updateUserById(id, { ban_duration: "24h" });
    expect((await client.auth.getUser()).error).not.toBeNull();
    expect((await client.auth.refreshSession()).error).not.toBeNull();
    expect((await visitor().auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe("user_banned");
    const { data } = await service.auth.admin.updateUserById(id, { ban_duration: "none", app_metadata: { plan: "x" } });
    expect(data.user).toMatchObject({
      user_metadata: { kept: { a: [1] } },
      app_metadata: { plan: "x", provider: "email" },
    });
    expect((await visitor().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    expect((await visitor().auth.admin.listUsers()).error?.status).toBe(403);
  });

  it("lists second factors for the server only, and deletes them one by one", async () => {
    const { id } = await signedInUser();
    const other = await signedInUser();
    const factor = crypto.randomUUID();
    await sql`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) values (${factor}, ${id}, 'totp', 'verified', now(), now())`;
    const { mfa } = service.auth.admin;
    expect((await mfa.listFactors({ userId: id })).data?.factors).toMatchObject([
      { id: factor, factor_type: "totp", status: "verified" },
    ]);
    expect((await mfa.listFactors({ userId: other.id })).data?.factors).toEqual([]);
    for (const client of [visitor(), other.client]) {
      expect((await client.auth.admin.mfa.listFactors({ userId: id })).error?.status).toBe(403);
      expect((await client.auth.admin.mfa.deleteFactor({ id: factor, userId: id })).error?.status).toBe(403);
    }
    expect((await mfa.deleteFactor({ id: factor, userId: other.id })).error?.code).toBe("mfa_factor_not_found");
    expect((await mfa.deleteFactor({ id: factor, userId: id })).error).toBeNull();
    expect((await mfa.listFactors({ userId: id })).data?.factors).toEqual([]);
    expect((await mfa.listFactors({ userId: crypto.randomUUID() })).error?.code).toBe("user_not_found");
  });

  it.each(["local", "others", "global"] as const)("signs out with scope %s", async (scope) => {
    const { email, client } = await signedInUser();
    const other = visitor();
    await other.auth.signInWithPassword({ email, password: PASSWORD });
    expect((await client.auth.signOut({ scope })).error).toBeNull();
    expect((await other.auth.getUser()).error === null).toBe(scope === "local");
    expect((await client.auth.getUser()).error === null).toBe(scope === "others");
  });
});
