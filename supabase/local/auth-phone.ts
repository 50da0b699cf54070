import { createHash, randomBytes, randomInt } from "node:crypto";
import bcrypt from "bcryptjs";
import { type Context, Hono, type Next } from "hono";
import { type Account, accountResponse, isBanned } from "./accounts";
import { authResponse, authError, withMinimumTime, readBody, textField, userBanned } from "./auth-responses";
import { type Method, withAssurance } from "./auth-assurance";
import { callerOf } from "./auth-addresses";
import { resetPasswordAttempts, countMail, countPasswordAttempt } from "./auth-limits";
import { codeLifetimeMs } from "./auth-tokens";
import { type Backend, forward } from "./backend";
import { KeyedLock } from "./keyed-lock";
import type { MailStore } from "./mail-store";

/** E.164 without the plus sign, as GoTrue stores numbers. */
const NUMBER = /^[1-9]\d{6,14}$/;
const CODE_DIGITS = 10;
/** Wrong attempts, from all clients together, after which a code becomes invalid. */
const MAX_TRIES = 5;

type Phone = { backend: Backend; mailStore: MailStore };
type Asked = { request: Request; body: Record<string, unknown>; number: string };

const hashOf = (number: string, code: string) => createHash("sha256").update(`${number} ${code}`).digest("hex");

/** One request per number at a time: two that create the same account concurrently would get different answers. */
const numbers = new KeyedLock();

async function accountOf({ sql }: Backend, number: string): Promise<Account | undefined> {
  const [account] = await sql<Account[]>`select * from auth.users where phone = ${number}`;
  return account;
}

/** Creates an account without a password and with an unverified number. */
async function createAccount(backend: Backend, number: string, metadata: object): Promise<void> {
  await backend.sql.begin(async (tx) => {
    const [made] = await tx<{ id: string }[]>`
      insert into auth.users (id, aud, role, phone, raw_app_meta_data, raw_user_meta_data)
      values (gen_random_uuid(), 'authenticated', 'authenticated', ${number}, ${JSON.stringify({ provider: "phone", providers: ["phone"] })}, ${JSON.stringify(metadata)})
      returning id`;
    const id = made!.id;
    await tx`
      insert into auth.identities (id, provider, provider_id, user_id, identity_data)
      values (gen_random_uuid(), 'phone', ${id}, ${id}, ${JSON.stringify({ sub: id, phone: number, email_verified: false, phone_verified: false })})`;
  });
}

/** POST /otp: sends a code by SMS; the response is the same for registered and unknown numbers. */
async function sendCode({ backend, mailStore }: Phone, { body, number }: Asked): Promise<Response> {
  // SMS use the same limit as mails: a fixed count per number in 15 minutes.
  if (!(await countMail(number))) return authError(429, "over_sms_send_rate_limit", "Too many text messages");
  const metadata = typeof body.data === "object" && body.data ? body.data : {};
  if (body.create_user !== false && !(await accountOf(backend, number))) await createAccount(backend, number, metadata);
  const account = await accountOf(backend, number);
  if (!account) return authResponse({ message_id: "" });
  const code = Array.from({ length: CODE_DIGITS }, () => randomInt(10)).join("");
  await backend.sql`
    insert into auth.phone_codes (user_id, code_hash) values (${account.id}, ${hashOf(number, code)})
    on conflict (user_id) do update set code_hash = excluded.code_hash, tries = 0, created_at = now()`;
  const text = `Seu código no Portal LACAMBECHE: ${code}`;
  await mailStore.add({ to: `+${number}`, subject: "SMS", html: `<p>${text}</p>`, text });
  return authResponse({ message_id: "" });
}

/** Counts the attempt and consumes a correct code, each in one atomic statement, so that parallel attempts cannot exceed the limit. */
async function takeCode({ sql, app }: Backend, number: string, code: string): Promise<Account | undefined> {
  const freshSince = new Date(Date.now() - codeLifetimeMs(app.config.auth?.email?.otp_expiry)).toISOString();
  const [judged] = await sql<{ user_id: string; code_hash: string }[]>`
    update auth.phone_codes as code set tries = code.tries + 1
    from auth.users as account
    where account.phone = ${number} and code.user_id = account.id and code.tries < ${MAX_TRIES} and code.created_at > ${freshSince}
    returning code.user_id, code.code_hash`;
  if (!judged || judged.code_hash !== hashOf(number, code)) return undefined;
  const used =
    await sql`delete from auth.phone_codes where user_id = ${judged.user_id} and code_hash = ${judged.code_hash}`;
  if (used.count === 0) return undefined;
  const [account] = await sql<
    Account[]
  >`update auth.users set phone_confirmed_at = coalesce(phone_confirmed_at, now()) where id = ${judged.user_id} returning *`;
  await sql`update auth.identities set identity_data = identity_data || '{"phone_verified": true}' where user_id = ${judged.user_id} and provider = 'phone'`;
  return account;
}

/** Opens a Supabase Lite session with a one-time link token that never leaves this process. */
async function openSession(backend: Backend, request: Request, account: Account, method: Method): Promise<Response> {
  const token = randomBytes(32).toString("hex");
  await backend.sql`update auth.users set recovery_token = ${token}, recovery_sent_at = now() where id = ${account.id}`;
  const verify = new Request(new URL("/auth/v1/verify", request.url), { method: "POST", headers: request.headers });
  const answer = await forward(backend, verify, JSON.stringify({ type: "magiclink", token_hash: token }));
  if (!answer.ok) return answer;
  const session = (await answer.json()) as object;
  const [now, identities] = await Promise.all([
    backend.accounts.byId(account.id),
    backend.accounts.identities([account.id]),
  ]);
  return withAssurance(
    backend,
    authResponse({ ...session, user: accountResponse(now ?? account, identities) }),
    method,
  );
}

/** POST /verify: checks the code of an SMS. */
async function verifyCode({ backend }: Phone, { request, body, number }: Asked): Promise<Response> {
  const account =
    textField(body, "type") === "sms" ? await takeCode(backend, number, textField(body, "token")) : undefined;
  if (!account) return authError(403, "otp_expired", "Token has expired or is invalid");
  return isBanned(account) ? userBanned(403) : openSession(backend, request, account, "otp");
}

/** Compared when a number has no password, so that the response time does not reveal it. */
const DUMMY_HASH = bcrypt.hashSync(randomBytes(24).toString("hex"), 10);

/** POST /token?grant_type=password: only a verified number can sign in. */
async function signIn({ backend }: Phone, { request, body, number }: Asked): Promise<Response> {
  const login = { email: number, caller: callerOf(backend, request) };
  if (!(await countPasswordAttempt(login))) return authError(429, "over_request_rate_limit", "Too many requests");
  const account = await accountOf(backend, number);
  const isRight = await bcrypt.compare(textField(body, "password"), account?.encrypted_password ?? DUMMY_HASH);
  if (!account?.encrypted_password || !isRight)
    return authError(400, "invalid_credentials", "Invalid login credentials");
  await resetPasswordAttempts(login);
  if (!account.phone_confirmed_at) return authError(400, "phone_not_confirmed", "Phone not confirmed");
  return isBanned(account) ? userBanned(400) : openSession(backend, request, account, "password");
}

const HANDLERS = {
  "/otp": (parts: Phone, asked: Asked) => numbers.run(asked.number, () => sendCode(parts, asked)),
  "/verify": verifyCode,
  "/token": signIn,
};

/** The auth settings in the format of hosted projects; Supabase Lite never reports phone sign-in. */
async function settings({ backend }: Phone, request: Request): Promise<Response> {
  const answer = await forward(backend, request);
  if (!answer.ok) return answer;
  const offered = (await answer.json()) as { external: object };
  return authResponse({ ...offered, external: { ...offered.external, phone: backend.settings.offersPhone } });
}

/**
 * Routes for accounts with a phone number; requests without one continue to the other routes. SMS are written to the
 * local mailbox instead of being sent, so phone sign-up is off unless the settings enable it.
 */
export function phoneRoutes(backend: Backend, mailStore: MailStore): Hono {
  const routes = new Hono();
  const parts = { backend, mailStore };
  const withNumber = (handle: (parts: Phone, asked: Asked) => Promise<Response>) => async (c: Context, next: Next) => {
    const body = await readBody(c.req.raw);
    const phone = textField(body, "phone");
    if (!phone) return next();
    if (!backend.settings.offersPhone) return authError(422, "phone_provider_disabled", "Unsupported phone provider");
    const number = phone.replace(/[+ ]/g, "");
    if (!NUMBER.test(number))
      return authError(400, "validation_failed", "Invalid phone number format (E.164 required)");
    return withMinimumTime(handle(parts, { request: c.req.raw, body, number }));
  };
  routes.get("/settings", (c) => settings(parts, c.req.raw));
  for (const [path, handle] of Object.entries(HANDLERS)) routes.post(path, withNumber(handle));
  return routes;
}
