import { describe, expect, it } from "vitest";
import { ACTORS } from "../actors";
import { asRole, sql } from "../as-role";
import { linkTo, newEmail, PASSWORD, service, signedInUser, variable, visitor } from "../auth-client";

describe("access to auth.mailed_tokens", () => {
  const aToken = "insert into auth.mailed_tokens (code_hash, link_hash) values ('code', 'link')";
  const attempts = [
    "select code_hash from auth.mailed_tokens",
    aToken.replace("'code', 'link'", "'other', 'other'"),
    "update auth.mailed_tokens set tries = 0",
    "delete from auth.mailed_tokens",
  ];

  it.each(ACTORS.flatMap((actor) => attempts.map((attempt) => [actor, attempt.split(" ", 1)[0], attempt] as const)))(
    "%s cannot %s",
    async (actor, _verb, attempt) => {
      await expect(
        asRole(
          actor,
          (tx) => tx.unsafe(aToken),
          (tx) => tx.unsafe(attempt),
        ),
      ).rejects.toMatchObject({ code: "42501" });
    },
  );
});

/** Creates a sign-in code for a new account; also returns the token of the link in the same mail. */
async function freshCode() {
  const { email } = await signedInUser();
  const { data, error } = await service.auth.admin.generateLink({ type: "magiclink", email });
  if (error) throw error;
  return { email, code: data.properties.email_otp, link: data.properties.hashed_token };
}

const wrong = (code: string) => String((Number(code) + 1) % 10 ** code.length).padStart(code.length, "0");
const tryCode = (email: string, token: string) => visitor().auth.verifyOtp({ email, token, type: "magiclink" });
const openLink = (token_hash: string) => visitor().auth.verifyOtp({ token_hash, type: "magiclink" });

async function verifyWithoutKey(body: object) {
  const response = await fetch(`${variable("TEST_SUPABASE_URL")}/auth/v1/verify`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return response.status;
}

describe("mailed links", () => {
  it("contain 32 random bytes, and only their hash is stored", async () => {
    const { email } = await signedInUser();
    await visitor().auth.resetPasswordForEmail(email);
    const link = (await linkTo(email)).get("token_hash") ?? "";
    expect(Buffer.from(link, "base64url")).toHaveLength(32);
    const rows =
      await sql`select to_jsonb(users)::text || coalesce((select string_agg(to_jsonb(tokens)::text, '') from auth.mailed_tokens as tokens), '') as stored from auth.users where email = ${email}`;
    expect(rows[0]?.stored).not.toContain(link);
  });

  it("cannot be opened with the hash from the database", async () => {
    const { email, link } = await freshCode();
    const [stored] =
      await sql`select recovery_token, link_hash from auth.users join auth.mailed_tokens on code_hash = recovery_token where email = ${email}`;
    for (const hash of [stored?.recovery_token, stored?.link_hash] as string[])
      expect((await openLink(hash)).error?.code).toBe("otp_expired");
    expect((await openLink(link)).error).toBeNull();
  });
});

describe("typed codes", () => {
  it("have ten digits and work once", async () => {
    const { email, code } = await freshCode();
    expect(code).toMatch(/^\d{10}$/);
    expect((await tryCode(email, code)).error).toBeNull();
    expect((await tryCode(email, code)).error?.code).toBe("otp_expired");
  });

  it("work after four wrong attempts but not after five, while the link still works", async () => {
    const [four, five] = [await freshCode(), await freshCode()];
    for (let n = 0; n < 4; n++) expect((await tryCode(four.email, wrong(four.code))).error?.code).toBe("otp_expired");
    expect((await tryCode(four.email, four.code)).error).toBeNull();
    for (let n = 0; n < 5; n++) await tryCode(five.email, wrong(five.code));
    expect((await tryCode(five.email, five.code)).error?.code).toBe("otp_expired");
    expect((await openLink(five.link)).error).toBeNull();
  });

  it("count attempts for an address change at the new address too", async () => {
    const { email, client } = await signedInUser();
    const next = newEmail();
    await client.auth.updateUser({ email: next });
    const typed = (address: string) =>
      visitor().auth.verifyOtp({ email: address, token: "0000000000", type: "email_change" });
    for (let n = 0; n < 3; n++) await Promise.all([typed(next), typed(email)]);
    const rows =
      await sql`select tries from auth.users join auth.mailed_tokens on code_hash in (email_change_token_current, email_change_token_new) where email = ${email}`;
    expect(rows.map(({ tries }) => tries as number)).toEqual([5, 5]);
  });

  it("are rejected without an API key", async () => {
    const { email, code, link } = await freshCode();
    expect(await verifyWithoutKey({ type: "magiclink", token_hash: link })).toBe(401);
    expect(await verifyWithoutKey({ type: "magiclink", email, token: code })).toBe(401);
    const [account] = await sql`select recovery_token from auth.users where email = ${email}`;
    expect(await verifyWithoutKey({ type: "magiclink", token_hash: account?.recovery_token as string })).toBe(401);
    expect((await openLink(link)).error).toBeNull();
  });
});

/** Number of mails sent to an address. */
async function mailsTo(address: string): Promise<number> {
  const mails = (await (await fetch(`${variable("TEST_MAILBOX_URL")}.json`)).json()) as { to: string }[];
  return mails.filter(({ to }) => to === address).length;
}

describe("rate limits per account", () => {
  /** Tries a wrong password as the site's server forwards it for a client IP. */
  const tryPassword = async (email: string, caller?: string, password = "errada-errada") => {
    const headers = {
      apikey: variable("TEST_SUPABASE_PUBLISHABLE_KEY"),
      "content-type": "application/json",
      ...(caller && { "x-caller-address": caller }),
    };
    return (
      await fetch(`${variable("TEST_SUPABASE_URL")}/auth/v1/token?grant_type=password`, {
        method: "POST",
        headers,
        body: JSON.stringify({ email, password }),
      })
    ).status;
  };

  it("refuse a client after twenty wrong passwords; other clients and mailed links still work", async () => {
    const { email, link } = await freshCode();
    const tries = await Promise.all(Array.from({ length: 24 }, (_, n) => tryPassword(email, `2001:db8:5::${n}`)));
    expect(tries.filter((status) => status === 429)).toHaveLength(4);
    expect(await tryPassword(email, "2001:db8:5::99", PASSWORD)).toBe(429);
    expect(await tryPassword(email, "203.0.113.7", PASSWORD)).toBe(200);
    expect((await openLink(link)).error).toBeNull();
  });

  it("refuse all clients after fifty wrong passwords", async () => {
    const { email } = await signedInUser();
    const tries = await Promise.all(Array.from({ length: 54 }, (_, n) => tryPassword(email, `198.51.100.${n}`)));
    expect(tries.filter((status) => status === 429)).toHaveLength(4);
  });

  it("send six mails in 15 minutes and answer the seventh request in the same way", async () => {
    const { email } = await signedInUser();
    for (let n = 0; n < 8; n++) expect((await visitor().auth.resetPasswordForEmail(email)).error).toBeNull();
    expect(await mailsTo(email)).toBe(6);
  });

  it("send one confirmation a minute, also for sixteen concurrent requests", async () => {
    const email = newEmail();
    await visitor().auth.signUp({ email, password: PASSWORD });
    await sql`update auth.users set confirmation_sent_at = now() - interval '2 minutes' where email = ${email}`;
    await Promise.all(Array.from({ length: 16 }, () => visitor().auth.resend({ type: "signup", email })));
    expect(await mailsTo(email)).toBe(2);
  });

  it("count the mails of an address change for the address that receives them", async () => {
    const unknownAddress = newEmail();
    const { client } = await signedInUser();
    const codes = [];
    for (let n = 0; n < 8; n++) codes.push((await client.auth.updateUser({ email: unknownAddress })).error?.code);
    expect(codes.slice(6)).toEqual(["over_email_send_rate_limit", "over_email_send_rate_limit"]);
    expect(await mailsTo(unknownAddress)).toBe(6);
  });
});

describe("existence of an account for an address", () => {
  const headersOf = async (path: string, body: object) => {
    const response = await fetch(`${variable("TEST_SUPABASE_URL")}/auth/v1${path}`, {
      method: "POST",
      headers: { apikey: variable("TEST_SUPABASE_PUBLISHABLE_KEY"), "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const headers = [...response.headers].filter(([name]) => !["date", "content-length"].includes(name));
    return { status: response.status, headers };
  };

  it.each([
    ["/otp", { create_user: false }],
    ["/recover", {}],
    ["/resend", { type: "signup" }],
  ])("is not revealed by the headers of %s", async (path, rest) => {
    const { email } = await signedInUser();
    expect(await headersOf(path, { email, ...rest })).toEqual(await headersOf(path, { email: newEmail(), ...rest }));
  });

  it("is not revealed by two concurrent requests", async () => {
    const { email } = await signedInUser();
    for (const address of [email, newEmail()]) {
      const signUps = await Promise.all([1, 2].map(() => headersOf("/signup", { email: address, password: PASSWORD })));
      expect(signUps.map(({ status }) => status)).toEqual([200, 200]);
    }
    const links = await Promise.all(
      [1, 2, 3, 4].map(() => headersOf("/otp", { email: newEmail(), create_user: true })),
    );
    expect(links.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it("is not revealed to a signed-in account that changes to the address", async () => {
    const { email: taken } = await signedInUser();
    const { client } = await signedInUser();
    const answers = [
      await client.auth.updateUser({ email: taken }),
      await client.auth.updateUser({ email: newEmail() }),
    ];
    expect(answers.map(({ error }) => error)).toEqual([null, null]);
    expect(Object.keys(answers[0]?.data.user ?? {}).sort()).toEqual(Object.keys(answers[1]?.data.user ?? {}).sort());
    expect(await mailsTo(taken)).toBe(0);
  });
});

describe("requests that Supabase Lite would parse differently", () => {
  const post = (path: string, body: string, headers = {}) =>
    fetch(`${variable("TEST_SUPABASE_URL")}/auth/v1${path}`, {
      method: "POST",
      body,
      headers: { apikey: variable("TEST_SUPABASE_PUBLISHABLE_KEY"), "content-type": "application/json", ...headers },
    });

  it("are refused: encoded or repeated names in a query", async () => {
    const { email } = await signedInUser();
    const statuses = [];
    for (const query of [
      "grant%5Ftype=refresh_token&grant_type=password",
      "grant_type=refresh_token&grant_type=password",
      "grant_type=password&grant%5ftype=x",
    ]) {
      statuses.push((await post(`/token?${query}`, JSON.stringify({ email, password: PASSWORD }))).status);
    }
    expect(statuses).toEqual([400, 400, 400]);
  });

  it("are refused: an unsupported grant type", async () => {
    const { email } = await signedInUser();
    const statuses: Record<string, number> = {};
    for (const query of ["", "?grant_type=", "?grant_type=Password", "?grant_type=id_token"])
      statuses[query] = (await post(`/token${query}`, JSON.stringify({ email, password: PASSWORD }))).status;
    expect(statuses).toEqual({
      "": 400,
      "?grant_type=": 400,
      "?grant_type=Password": 400,
      "?grant_type=id_token": 400,
    });
  });

  it.each([
    ["an address that is not a string", "/recover", '{"email":5}', {}],
    ["a value that is not an object", "/resend", "null", {}],
    ["an address of 300 characters", "/otp", JSON.stringify({ email: `${"a".repeat(300)}@example.com` }), {}],
    [
      "an unpaired surrogate",
      "/signup",
      '{"email":"a@example.com","password":"Estrada-longa-9","data":{"x":"\\ud800"}}',
      {},
    ],
    [
      "20,000 nested lists",
      "/signup",
      `{"email":"b@example.com","password":"Estrada-longa-9","data":{"x":${"[".repeat(20_000)}${"]".repeat(20_000)}}}`,
      {},
    ],
    ["form data instead of JSON", "/recover", '{"email":5}', { "content-type": "application/x-www-form-urlencoded" }],
  ])("are answered with 400: %s", async (_name, path, body, headers) => {
    expect((await post(path, body, headers)).status).toBe(400);
  });
});
