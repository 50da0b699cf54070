import { setTimeout as sleep } from "node:timers/promises";
import { Secret, TOTP } from "otpauth";
import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../as-role";
import { PASSWORD, service, signedInUser, visitor } from "../auth-client";
import type { Refused } from "../../../lib/platform/outcome";
import { refused, SAVED } from "../outcomes";

/** An account with a verified address, signed in with its password. */
async function verifiedUser() {
  const user = await signedInUser();
  await sql`update public.profiles set email_verified_at = now() where id = ${user.id}`;
  return user;
}

type User = Awaited<ReturnType<typeof signedInUser>>;

/** Waits when the current 30-second code is about to expire, so that a test can use it. */
beforeEach(async () => {
  const left = 30_000 - (Date.now() % 30_000);
  if (left < 6_000) await sleep(left + 100);
});

const codeOf = (secret: string, offsetSeconds = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + offsetSeconds * 1000 });

async function enrol({ client }: User) {
  const { data, error } = await client.auth.mfa.enroll({ factorType: "totp", issuer: "Portal LACAMBECHE" });
  if (error) throw error;
  return { id: data.id, ...data.totp };
}

/** An account with a verified factor. Verification uses the code of the previous period, so that the current code is still unused. */
async function userWithFactor() {
  const user = await verifiedUser();
  const factor = await enrol(user);
  const { data, error } = await user.client.auth.mfa.challengeAndVerify({
    factorId: factor.id,
    code: codeOf(factor.secret, -30),
  });
  if (error) throw error;
  return { ...user, factor, tokens: data };
}

async function signInAgain(email: string) {
  const client = visitor();
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return { client, session: data.session };
}

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString()) as {
    aal: string;
    amr: { method: string }[];
    session_id: string;
  };
const ownProfile = async (client: User["client"]) => (await client.from("profiles").select("id")).data?.length;

describe("a second factor", () => {
  it("is enrolled with a QR code and becomes active with its first code", async () => {
    const user = await verifiedUser();
    const factor = await enrol(user);
    expect(factor.uri).toContain(`otpauth://totp/Portal%20LACAMBECHE:${encodeURIComponent(user.email)}`);
    expect(factor.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
    expect((await user.client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: "000000" })).error?.code).toBe(
      "mfa_verification_failed",
    );
    expect((await user.client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal1",
    });
    const { data } = await user.client.auth.mfa.challengeAndVerify({
      factorId: factor.id,
      code: codeOf(factor.secret),
    });
    expect(claimsOf(data!.access_token)).toMatchObject({
      aal: "aal2",
      amr: [{ method: "totp" }, { method: "password" }],
    });
    expect(await ownProfile(user.client)).toBe(1);
  });

  it("is required at every later sign-in: with the password only, REST returns nothing", async () => {
    const user = await userWithFactor();
    const { client, session } = await signInAgain(user.email);
    expect(claimsOf(session.access_token).aal).toBe("aal1");
    expect(session.user.factors).toMatchObject([{ factor_type: "totp", status: "verified" }]);
    expect(await ownProfile(client)).toBe(0);
    expect((await client.rpc("current_account").single<{ session_state: string }>()).data?.session_state).toBe(
      "second_factor",
    );
    await client.auth.mfa.challengeAndVerify({ factorId: user.factor.id, code: codeOf(user.factor.secret) });
    expect(await ownProfile(client)).toBe(1);
    const { data } = await client.auth.refreshSession();
    expect(claimsOf(data.session!.access_token).aal).toBe("aal2");
  });

  it("accepts each code once, and no code of an earlier period after it", async () => {
    const user = await userWithFactor();
    const code = codeOf(user.factor.secret);
    const [first, second] = [await signInAgain(user.email), await signInAgain(user.email)];
    const answers = await Promise.all(
      [first, second].map(({ client }) => client.auth.mfa.challengeAndVerify({ factorId: user.factor.id, code })),
    );
    expect(answers.map(({ error }) => error?.code ?? "right").sort()).toEqual(["mfa_verification_failed", "right"]);
    const third = await signInAgain(user.email);
    expect(
      (
        await third.client.auth.mfa.challengeAndVerify({
          factorId: user.factor.id,
          code: codeOf(user.factor.secret, -30),
        })
      ).error?.code,
    ).toBe("mfa_verification_failed");
  });

  it("allows ten codes in 15 minutes for all clients together", async () => {
    const user = await userWithFactor();
    const { client } = await signInAgain(user.email);
    const codes = await Promise.all(
      Array.from({ length: 30 }, () =>
        client.auth.mfa.challengeAndVerify({ factorId: user.factor.id, code: "000000" }),
      ),
    );
    // One of the ten codes was the one that confirmed the factor.
    expect(codes.filter(({ error }) => error?.code === "mfa_verification_failed")).toHaveLength(9);
    expect(
      (await client.auth.mfa.challengeAndVerify({ factorId: user.factor.id, code: codeOf(user.factor.secret) })).error
        ?.status,
    ).toBe(429);
  });

  it("ends the sessions without a verified code", async () => {
    const user = await verifiedUser();
    const other = await signInAgain(user.email);
    const factor = await enrol(user);
    await user.client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.secret) });
    expect((await other.client.auth.refreshSession()).error).toBeTruthy();
  });

  it("can be neither removed nor supplemented before its code was entered", async () => {
    const user = await userWithFactor();
    const { client } = await signInAgain(user.email);
    expect((await client.auth.mfa.unenroll({ factorId: user.factor.id })).error?.code).toBe("insufficient_aal");
    expect((await client.auth.mfa.enroll({ factorType: "totp" })).error?.code).toBe("insufficient_aal");
    expect((await client.auth.updateUser({ password: "Outra-estrada-7" })).error?.code).toBe("insufficient_aal");
    const otherUser = await verifiedUser();
    expect((await otherUser.client.auth.mfa.challenge({ factorId: user.factor.id })).error?.code).toBe(
      "mfa_factor_not_found",
    );
    expect((await otherUser.client.auth.mfa.unenroll({ factorId: user.factor.id })).error?.code).toBe(
      "mfa_factor_not_found",
    );
    expect((await user.client.auth.mfa.unenroll({ factorId: user.factor.id })).error).toBeNull();
    expect(await ownProfile((await signInAgain(user.email)).client)).toBe(1);
  });
});

describe("a session with an old authentication", () => {
  const age = (token: string) =>
    sql`update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes' where session_id = ${claimsOf(token).session_id}`;

  it("cannot enrol a factor, which would serve as its own proof", async () => {
    const user = await verifiedUser();
    await age(user.session.access_token);
    expect((await user.client.auth.mfa.enroll({ factorType: "totp" })).error?.code).toBe("reauthentication_needed");
  });

  it("is not renewed by a factor that an auth server let it enrol", async () => {
    const user = await verifiedUser();
    const { session_id: session } = claimsOf(user.session.access_token);
    await age(user.session.access_token);
    await sql`
      with factor as (
        insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
        values (gen_random_uuid(), ${user.id}, 'totp', 'verified', now(), now()) returning id
      )
      update auth.sessions set aal = 'aal2', factor_id = factor.id from factor where sessions.id = ${session}`;
    await sql`insert into auth.mfa_amr_claims (session_id, authentication_method) values (${session}, 'totp')`;
    const { data } = await user.client.auth.refreshSession();
    expect(claimsOf(data.session!.access_token).aal).toBe("aal2");
    expect((await user.client.rpc("has_recent_proof")).data).toBe(false);
  });

  it("cannot remove a factor", async () => {
    const user = await userWithFactor();
    await age(user.tokens.access_token);
    expect((await user.client.auth.mfa.unenroll({ factorId: user.factor.id })).error?.code).toBe(
      "reauthentication_needed",
    );
  });

  it.each([
    ["a space", " "],
    ["a tab", "\t"],
  ])("is also detected with %s inside its token", async (_name, gap) => {
    const user = await verifiedUser();
    const token = user.session.access_token;
    await age(token);
    const put = async (authorization: string) => {
      const headers = {
        apikey: process.env.TEST_SUPABASE_PUBLISHABLE_KEY!,
        "content-type": "application/json",
        authorization,
      };
      return (
        await fetch(`${process.env.TEST_SUPABASE_URL}/auth/v1/user`, {
          method: "PUT",
          headers,
          body: JSON.stringify({ password: "Outra-estrada-7" }),
        })
      ).status;
    };
    const end = token.lastIndexOf(".") + 10;
    expect(await put(`Bearer ${token}`)).toBe(400);
    expect(await put(`Bearer ${token.slice(0, end)}${gap}${token.slice(end)}`)).toBe(401);
    expect(await put(`bearer ${token}`)).toBe(401);
  });
});

describe("a session with the password only", () => {
  it("cannot confirm a second factor next to a verified one", async () => {
    const user = await userWithFactor();
    const planted = await sql<{ id: string }[]>`
      insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
      values (gen_random_uuid(), ${user.id}, 'totp', 'unverified', ${user.factor.secret}, now(), now()) returning id`;
    const { client } = await signInAgain(user.email);
    expect(
      (await client.auth.mfa.challengeAndVerify({ factorId: planted[0]!.id, code: codeOf(user.factor.secret) })).error
        ?.code,
    ).toBe("insufficient_aal");
  });

  it("cannot end sessions that passed the factor", async () => {
    const user = await userWithFactor();
    const { client } = await signInAgain(user.email);
    // Supabase Lite reports no error for this refusal.
    await client.auth.signOut({ scope: "others" });
    expect(await ownProfile(user.client)).toBe(1);
  });
});

it("a session loses its level with its factor, although its token still contains it", async () => {
  const user = await userWithFactor();
  await user.client.auth.mfa.unenroll({ factorId: user.factor.id });
  await sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) values (gen_random_uuid(), ${user.id}, 'totp', 'verified', now(), now())`;
  expect((await user.client.rpc("current_account").single<{ session_state: string }>()).data?.session_state).toBe(
    "second_factor",
  );
});

it("digits of another script are an invalid code", async () => {
  const user = await verifiedUser();
  const factor = await enrol(user);
  expect(
    (await user.client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: "０００００0" })).error?.code,
  ).toBe("mfa_verification_failed");
});

describe("recovery codes", () => {
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
  const hashes = (name: string) => Array.from({ length: 10 }, (_, n) => sha256(`${name}${n}`));

  it("are stored by a session with the factor, can be used once, and count as attempts when wrong", async () => {
    const user = await userWithFactor();
    expect((await user.client.rpc("save_recovery_codes", { hashes: hashes("a") })).error).toBeNull();
    const { client } = await signInAgain(user.email);
    expect((await client.rpc("save_recovery_codes", { hashes: hashes("b") })).error?.code).toBe("42501");
    expect((await client.rpc("use_recovery_code", { hash: sha256("a0") })).data).toEqual(SAVED);
    await sql`update private.recovery_codes set used_at = now() - interval '11 minutes' where user_id = ${user.id} and used_at is not null`;
    const answers = await Promise.all(
      [sha256("a0"), ...hashes("wrong")].map(
        async (hash) => ((await client.rpc("use_recovery_code", { hash })).data as Refused).reason,
      ),
    );
    expect(answers.filter((reason) => reason === "wrong")).toHaveLength(5);
    expect(answers.filter((reason) => reason === "limited")).toHaveLength(6);
    expect((await client.rpc("use_recovery_code", { hash: sha256("a1") })).data).toEqual(refused("limited"));
  });

  it("are refused to a session without a pending factor, and cannot be read", async () => {
    const user = await userWithFactor();
    await user.client.rpc("save_recovery_codes", { hashes: hashes("c") });
    expect((await user.client.rpc("use_recovery_code", { hash: sha256("c0") })).error?.code).toBe("42501");
    expect((await user.client.rpc("count_recovery_codes")).data).toBe(10);
    expect((await visitor().rpc("use_recovery_code", { hash: sha256("c0") })).error?.code).toBe("42501");
    expect((await user.client.from("recovery_codes").select()).error).toBeTruthy();
  });

  it("do not remove a factor that was enrolled after them", async () => {
    const user = await userWithFactor();
    await user.client.rpc("save_recovery_codes", { hashes: hashes("d") });
    await sql`update auth.mfa_factors set created_at = now() + interval '1 second' where user_id = ${user.id}`;
    const { client } = await signInAgain(user.email);
    expect((await client.rpc("use_recovery_code", { hash: sha256("d0") })).data).toEqual(refused("wrong"));
  });

  it("remove the factor in the auth server", async () => {
    const user = await userWithFactor();
    await service.auth.admin.mfa.deleteFactor({ userId: user.id, id: user.factor.id });
    expect(await ownProfile((await signInAgain(user.email)).client)).toBe(1);
  });
});

describe("password and address", () => {
  it("can be changed only a short time after the authentication of the session", async () => {
    const user = await verifiedUser();
    await sql`update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes' where session_id = ${claimsOf(user.session.access_token).session_id}`;
    expect((await user.client.auth.updateUser({ password: "Outra-estrada-7" })).error?.code).toBe(
      "reauthentication_needed",
    );
    expect((await user.client.auth.updateUser({ email: `x${user.email}` })).error?.code).toBe(
      "reauthentication_needed",
    );
    expect((await user.client.auth.updateUser({ data: { username: "x" } })).error).toBeNull();
    const { client } = await signInAgain(user.email);
    expect((await client.auth.updateUser({ password: "Outra-estrada-7" })).error).toBeNull();
  });
});
