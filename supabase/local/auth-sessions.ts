import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import bcrypt from "bcryptjs";
import { type Account, hashPassword, isBanned } from "./accounts";
import {
  authResponse,
  authError,
  errorCodeOf,
  MIN_RESPONSE_MS,
  readBody,
  textField,
  userBanned,
} from "./auth-responses";
import { callerOfToken, hasProof, needsProof, sessionStateOf, type Method } from "./auth-assurance";
import { callerOf } from "./auth-addresses";
import { resetPasswordAttempts, countMail, countPasswordAttempt } from "./auth-limits";
import { type Backend, forward } from "./backend";
import { KeyedLock } from "./keyed-lock";

const invalidCredentials = () => authError(400, "invalid_credentials", "Invalid login credentials");

/** Supabase Lite does not check bans, so a session it just created for a banned account is deleted again. */
export async function refuseBanned(backend: Backend, answer: Response, status: 400 | 403): Promise<Response> {
  if (!answer.ok) return answer;
  const body = (await answer.clone().json()) as { id?: string; user?: { id?: string } };
  const id = body.user?.id ?? body.id;
  const { accounts } = backend;
  const account = id ? await accounts.byId(id) : undefined;
  if (!account || !isBanned(account)) return answer;
  await accounts.endSessions(account.id);
  return userBanned(status);
}

/** Reveals that an address is unconfirmed only to a client with the correct password. */
async function hideUnconfirmed(backend: Backend, request: Request, answer: Response): Promise<Response> {
  if ((await errorCodeOf(answer)) !== "email_not_confirmed") return answer;
  const body = await readBody(request);
  const account = await backend.accounts.byEmail(textField(body, "email"));
  const isRight = await bcrypt.compare(textField(body, "password"), account?.encrypted_password ?? "");
  return isRight ? answer : invalidCredentials();
}

/** Compared when Supabase Lite compares no password, so that the response time does not reveal it. */
const DUMMY_HASH = hashPassword(randomBytes(24).toString("hex"));

async function compareDummyPassword(account: Account | undefined, password: string): Promise<void> {
  // `hideUnconfirmed` compares the password of an unconfirmed account.
  if (!account?.encrypted_password) await bcrypt.compare(password, await DUMMY_HASH);
}

async function passwordGrant(backend: Backend, request: Request): Promise<Response> {
  const copy = request.clone();
  const body = await readBody(request);
  const login = { email: textField(body, "email"), caller: callerOf(backend, request) };
  const earliest = sleep(MIN_RESPONSE_MS);
  if (!(await countPasswordAttempt(login))) return authError(429, "over_request_rate_limit", "Too many requests");
  await compareDummyPassword(await backend.accounts.byEmail(login.email), textField(body, "password"));
  const answer = await hideUnconfirmed(backend, copy, await forward(backend, request));
  if (answer.ok) await resetPasswordAttempts(login);
  if (answer.ok) return refuseBanned(backend, answer, 400);
  await earliest;
  return answer;
}

/** POST /token: password, refresh and code exchange; any other grant is refused. */
export function tokenRoute(backend: Backend): (request: Request, grant: string | undefined) => Promise<Response> {
  const refreshes = new KeyedLock();
  return async (request, grant) => {
    if (grant === "password") return passwordGrant(backend, request);
    if (grant === "pkce") return refuseBanned(backend, await forward(backend, request), 400);
    if (grant !== "refresh_token")
      return authError(400, "validation_failed", "grant_type must be password, refresh_token or pkce");
    // Two concurrent refreshes with one token would create two successors, and the next refresh would end the session.
    const token = textField(await readBody(request), "refresh_token");
    const answer = await refreshes.run(token, () => forward(backend, request));
    return refuseBanned(backend, answer, 400);
  };
}

function sessionIdOf(request: Request): string | undefined {
  const payload = request.headers.get("authorization")?.split(".")[1];
  if (!payload) return undefined;
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as { session_id?: string };
  return claims.session_id;
}

/** The account as it would look during a pending address change. */
async function answerAsIfChanged(backend: Backend, request: Request, email: string): Promise<Response> {
  const own = await forward(backend, new Request(request.url, { headers: request.headers }));
  if (!own.ok) return own;
  const account = (await own.json()) as Record<string, unknown>;
  if (account.email === email.toLowerCase()) return authResponse(account);
  return authResponse({ ...account, new_email: email, email_change_sent_at: new Date().toISOString() });
}

/** GoTrue's message about the limit of one address; the quota of the project has the same code and another message. */
const ONE_ADDRESS = "For security purposes, you can only request this after 60 seconds.";

/** Refuses an address above its mail limit. For a registered address, returns the answer of an unregistered one and sends no mail. */
async function refuseNewAddress(backend: Backend, request: Request, email: string): Promise<Response | undefined> {
  if (!(await countMail(email))) return authError(429, "over_email_send_rate_limit", ONE_ADDRESS);
  return (await backend.accounts.byEmail(email)) ? answerAsIfChanged(backend, request, email) : undefined;
}

/** Methods that allow a new password without the old one; a mailed link counts, like a recovery link. */
const PASSWORD_METHODS: readonly Method[] = ["password", "otp", "recovery"];

/** Refuses a new password or address unless the session was recently authenticated, with the second factor if the account has one. */
async function refuseWithoutProof(
  backend: Backend,
  request: Request,
  body: Record<string, unknown>,
): Promise<Response | undefined> {
  const caller = await callerOfToken(backend, request);
  if (!caller) return authError(401, "bad_jwt", "Invalid token");
  const { account, claims } = caller;
  const [factors] = await backend.sql<{ has: boolean }[]>`select private.has_second_factor(${account.id}) as has`;
  if (factors?.has && claims.aal !== "aal2")
    return authError(
      401,
      "insufficient_aal",
      "AAL2 session is required to update email or password when MFA is enabled.",
    );
  if ((await sessionStateOf(backend, claims)) !== "live")
    return authError(403, "session_expired", "The session does not count any more");
  const more = !factors?.has && textField(body, "email") === "" ? PASSWORD_METHODS : [];
  return (await hasProof(backend, caller, more)) ? undefined : needsProof();
}

/** GET and PUT /user; a new password ends the account's other sessions. */
export async function userRoute(backend: Backend, request: Request): Promise<Response> {
  const body = request.method === "PUT" ? await readBody(request) : {};
  const email = textField(body, "email");
  const isGuarded = email !== "" || textField(body, "password") !== "";
  const unproved = isGuarded ? await refuseWithoutProof(backend, request, body) : undefined;
  if (unproved) return unproved;
  const refused = email ? await refuseNewAddress(backend, request, email) : undefined;
  if (refused) return refused;
  const answer = await refuseBanned(backend, await forward(backend, request), 403);
  if (!answer.ok || textField(body, "password") === "") return answer;
  const { id } = (await answer.clone().json()) as { id: string };
  await backend.accounts.endSessions(id, sessionIdOf(request));
  return answer;
}
