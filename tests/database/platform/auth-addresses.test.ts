import { describe, expect, it } from "vitest";
import { newEmail, PASSWORD, service, stubSiteEnvironment, variable } from "../auth-client";

const [PUBLISHABLE, SECRET] = [variable("TEST_SUPABASE_PUBLISHABLE_KEY"), variable("TEST_SUPABASE_SECRET_KEY")];
/** Twice the burst, so that a slow machine whose buckets are refilled meanwhile is limited too. */
const TOO_MANY = 60;

type Call = { apikey?: string; forwarded?: string; caller?: string };

/** The status of a sign-in with an unknown address. */
async function tryPassword({ apikey = SECRET, forwarded, caller }: Call): Promise<number> {
  const answer = await fetch(`${variable("TEST_SUPABASE_URL")}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: {
      apikey,
      "content-type": "application/json",
      ...(forwarded && { "sb-forwarded-for": forwarded }),
      ...(caller && { "x-caller-address": caller }),
    },
    body: JSON.stringify({ email: newEmail(), password: "errada-errada" }),
  });
  return answer.status;
}

const many = (count: number, call: (index: number) => Call) =>
  Promise.all(Array.from({ length: count }, (_, index) => tryPassword(call(index))));

/** The session client that the site makes for a visitor of this address. */
async function siteClient(address: string) {
  stubSiteEnvironment();
  const { createSessionClientOn } = await import("@/lib/platform/supabase/session");
  return createSessionClientOn({ getAll: () => [], setAll: () => {} }, address);
}

describe("limits of the auth server per address", () => {
  it("let forty visitors of forty addresses sign in through the site at the same time", async () => {
    const email = newEmail();
    await service.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
    const errors = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const client = await siteClient(`192.0.2.${n}`);
        return (await client.auth.signInWithPassword({ email, password: PASSWORD })).error;
      }),
    );
    expect(errors.filter(Boolean)).toEqual([]);
  });

  it("refuse one address after a burst, while another one goes on", async () => {
    const statuses = await many(TOO_MANY, () => ({ forwarded: "198.51.100.201" }));
    expect(statuses).toContain(429);
    expect(await tryPassword({ forwarded: "198.51.100.202" })).toBe(400);
  });

  it("cannot be evaded by a browser that forges the header", async () => {
    const statuses = await many(TOO_MANY, (n) => ({
      apikey: PUBLISHABLE,
      forwarded: `198.51.100.${n}`,
      caller: "203.0.113.201",
    }));
    expect(statuses).toContain(429);
  });

  it("count for the address of the site when it names no visitor", async () => {
    const challenge = async () => {
      const url = `${variable("TEST_SUPABASE_URL")}/auth/v1/factors/none/challenge`;
      return (await fetch(url, { method: "POST", headers: { apikey: SECRET } })).status;
    };
    expect(await Promise.all(Array.from({ length: TOO_MANY }, challenge))).toContain(429);
  });

  it("keep the session of a visitor whose calls carry the secret key", async () => {
    const email = newEmail();
    const { data } = await service.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
    const client = await siteClient("192.0.2.77");
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    expect((await client.auth.getUser()).data.user?.id).toBe(data.user?.id);
    expect((await client.auth.refreshSession()).data.user?.id).toBe(data.user?.id);
    expect((await client.from("profiles").select("id")).data).toEqual([{ id: data.user?.id }]);
    expect((await client.auth.updateUser({ password: `${PASSWORD}-nova` })).data.user?.id).toBe(data.user?.id);
    // As for every other caller, a second factor needs a verified address.
    expect((await client.auth.mfa.enroll({ factorType: "totp" })).error?.code).toBe("email_not_confirmed");
    expect((await client.auth.admin.listUsers()).error?.status).toBe(403);
    expect((await client.auth.signOut({ scope: "local" })).error).toBeNull();
    expect((await client.auth.getUser()).data.user).toBeNull();
  });
});
