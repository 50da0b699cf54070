import { randomInt } from "node:crypto";
import { describe, expect, it } from "vitest";
import { ACTORS } from "../actors";
import { asRole, sql } from "../as-role";
import { PASSWORD, service, variable, visitor } from "../auth-client";

const newNumber = () => `+55489${String(randomInt(10 ** 8)).padStart(8, "0")}`;
const stored = (number: string) => number.slice(1);

/** Codes of the SMS to a number, newest first. */
async function codesTo(number: string): Promise<string[]> {
  const messages = (await (await fetch(`${variable("TEST_MAILBOX_URL")}.json`)).json()) as {
    to: string;
    text: string;
  }[];
  return messages.filter(({ to }) => to === number).map(({ text }) => /\d{10}$/.exec(text)?.[0] ?? "");
}

async function askForCode(number: string, options = {}) {
  return (await visitor().auth.signInWithOtp({ phone: number, options })).error;
}

async function freshCode(number = newNumber()) {
  expect(await askForCode(number)).toBeNull();
  return { number, code: (await codesTo(number))[0] ?? "" };
}

const tryCode = (phone: string, token: string) => visitor().auth.verifyOtp({ phone, token, type: "sms" });
const wrong = (code: string) => String((Number(code) + 1) % 10 ** code.length).padStart(code.length, "0");

describe("access to auth.phone_codes", () => {
  const aCode = "insert into auth.phone_codes (user_id, code_hash) select id, 'code' from auth.users limit 1";
  const attempts = [
    "select code_hash from auth.phone_codes",
    "insert into auth.phone_codes (user_id, code_hash) values (gen_random_uuid(), 'x')",
    "update auth.phone_codes set tries = 0",
    "delete from auth.phone_codes",
  ];

  it.each(ACTORS.flatMap((actor) => attempts.map((attempt) => [actor, attempt.split(" ", 1)[0], attempt] as const)))(
    "%s cannot %s",
    async (actor, _verb, attempt) => {
      await expect(
        asRole(
          actor,
          (tx) => tx.unsafe(aCode),
          (tx) => tx.unsafe(attempt),
        ),
      ).rejects.toMatchObject({ code: "42501" });
    },
  );
});

describe("auth settings", () => {
  it("report that phone sign-in is available", async () => {
    const answer = await fetch(`${variable("TEST_SUPABASE_URL")}/auth/v1/settings`, {
      headers: { apikey: variable("TEST_SUPABASE_PUBLISHABLE_KEY") },
    });
    expect(((await answer.json()) as { external: object }).external).toMatchObject({ phone: true, email: true });
  });
});

describe("an account with a phone number", () => {
  it("is created with a code by SMS, gets a profile with role user and signs in with its password", async () => {
    const { number, code } = await freshCode();
    const { data, error } = await tryCode(number, code);
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ phone: stored(number), email: "" });
    expect(data.user?.email_confirmed_at).toBeUndefined();
    const id = data.user?.id ?? "";
    expect(
      await sql`select role, username, terms_accepted_at, email_verified_at from public.profiles where id = ${id}`,
    ).toEqual([{ role: "user", username: "Usuário", terms_accepted_at: null, email_verified_at: null }]);
    expect(
      (await service.auth.admin.updateUserById(id, { password: PASSWORD, user_metadata: { username: "Bia" } })).error,
    ).toBeNull();
    const client = visitor();
    const signIn = await client.auth.signInWithPassword({ phone: number, password: PASSWORD });
    expect(signIn.data.user?.id).toBe(id);
    expect((await client.auth.getUser()).data.user?.phone).toBe(stored(number));
    expect((await client.from("profiles").select("id")).data).toEqual([{ id }]);
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect((await visitor().auth.signInWithPassword({ phone: number, password: "errada-errada" })).error?.code).toBe(
      "invalid_credentials",
    );
  });

  it("cannot sign in before a code was verified, even with the right password", async () => {
    const { number } = await freshCode();
    const [account] = await sql<{ id: string }[]>`select id from auth.users where phone = ${stored(number)}`;
    await service.auth.admin.updateUserById(account!.id, { password: PASSWORD });
    expect((await visitor().auth.signInWithPassword({ phone: number, password: PASSWORD })).error?.code).toBe(
      "phone_not_confirmed",
    );
  });

  it("is not created for an unknown number that only requests a sign-in, and the response is the same", async () => {
    const [known, unknown] = [(await freshCode()).number, newNumber()];
    expect(await askForCode(known, { shouldCreateUser: false })).toEqual(
      await askForCode(unknown, { shouldCreateUser: false }),
    );
    expect(await codesTo(unknown)).toEqual([]);
    expect((await sql`select from auth.users where phone = ${stored(unknown)}`).count).toBe(0);
  });

  it("is created once for two concurrent requests", async () => {
    const number = newNumber();
    expect(await Promise.all([askForCode(number), askForCode(number)])).toEqual([null, null]);
    expect((await sql`select from auth.users where phone = ${stored(number)}`).count).toBe(1);
  });

  it("gets no session while it is blocked", async () => {
    const { number, code } = await freshCode();
    await sql`update auth.users set banned_until = now() + interval '1 day' where phone = ${stored(number)}`;
    expect((await tryCode(number, code)).error?.code).toBe("user_banned");
  });

  it.each(["48 99999-0000 ramal", "+0123", "+55489999900001234567"])("is refused for %s", async (number) => {
    expect((await askForCode(number))?.status).toBe(400);
  });
});

describe("codes by SMS", () => {
  it("have ten digits, work once, and only their hash is stored", async () => {
    const { number, code } = await freshCode();
    expect(code).toMatch(/^\d{10}$/);
    const [row] =
      await sql`select to_jsonb(codes)::text as stored from auth.phone_codes as codes join auth.users on users.id = user_id where phone = ${stored(number)}`;
    expect(row?.stored).not.toContain(code);
    expect((await tryCode(number, code)).error).toBeNull();
    expect((await tryCode(number, code)).error?.code).toBe("otp_expired");
  });

  it("work after four wrong attempts but not after five", async () => {
    const [four, five] = [await freshCode(), await freshCode()];
    for (let n = 0; n < 4; n++) expect((await tryCode(four.number, wrong(four.code))).error?.code).toBe("otp_expired");
    expect((await tryCode(four.number, four.code)).error).toBeNull();
    for (let n = 0; n < 5; n++) await tryCode(five.number, wrong(five.code));
    expect((await tryCode(five.number, five.code)).error?.code).toBe("otp_expired");
  });

  it("allow five attempts of thirty concurrent ones, and open one session for ten concurrent correct ones", async () => {
    const [guessed, right] = [await freshCode(), await freshCode()];
    await Promise.all(Array.from({ length: 30 }, () => tryCode(guessed.number, wrong(guessed.code))));
    const [row] =
      await sql`select tries from auth.phone_codes join auth.users on users.id = user_id where phone = ${stored(guessed.number)}`;
    expect(row?.tries).toBe(5);
    const answers = await Promise.all(Array.from({ length: 10 }, () => tryCode(right.number, right.code)));
    expect(answers.filter(({ error }) => !error)).toHaveLength(1);
  });

  it("become invalid after a newer code and after half an hour", async () => {
    const first = await freshCode();
    const second = await freshCode(first.number);
    expect((await tryCode(first.number, first.code)).error?.code).toBe("otp_expired");
    await sql`update auth.phone_codes set created_at = now() - interval '31 minutes' where user_id = (select id from auth.users where phone = ${stored(first.number)})`;
    expect((await tryCode(first.number, second.code)).error?.code).toBe("otp_expired");
  });

  it("are valid only for their number and type", async () => {
    const [one, other] = [await freshCode(), await freshCode()];
    expect((await tryCode(other.number, one.code)).error?.code).toBe("otp_expired");
    expect(
      (await visitor().auth.verifyOtp({ phone: one.number, token: one.code, type: "phone_change" })).error?.code,
    ).toBe("otp_expired");
    expect((await tryCode(one.number, one.code)).error).toBeNull();
  });

  it("are sent six times in 15 minutes, to registered and unknown numbers alike", async () => {
    for (const options of [{}, { shouldCreateUser: false }]) {
      const number = newNumber();
      const answers = [];
      for (let n = 0; n < 8; n++) answers.push((await askForCode(number, options))?.code);
      expect(answers).toEqual([
        ...Array.from({ length: 6 }, () => undefined),
        "over_sms_send_rate_limit",
        "over_sms_send_rate_limit",
      ]);
    }
  });

  it("are rejected without an API key", async () => {
    const { number, code } = await freshCode();
    const post = (path: string, body: object) =>
      fetch(`${variable("TEST_SUPABASE_URL")}/auth/v1${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    expect((await post("/verify", { type: "sms", phone: number, token: code })).status).toBe(401);
    expect((await post("/otp", { phone: number })).status).toBe(401);
    expect((await tryCode(number, code)).error).toBeNull();
  });
});

describe("wrong passwords of a number", () => {
  it("are refused after twenty from one client", async () => {
    const { number } = await freshCode();
    const headers = {
      apikey: variable("TEST_SUPABASE_PUBLISHABLE_KEY"),
      "content-type": "application/json",
      "x-caller-address": "203.0.113.77",
    };
    const post = () =>
      fetch(`${variable("TEST_SUPABASE_URL")}/auth/v1/token?grant_type=password`, {
        method: "POST",
        headers,
        body: JSON.stringify({ phone: number, password: "errada-errada" }),
      });
    const statuses = await Promise.all(Array.from({ length: 24 }, async () => (await post()).status));
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  });
});
