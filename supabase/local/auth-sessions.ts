import { setTimeout as sleep } from "node:timers/promises";
import bcrypt from "bcryptjs";
import { isBanned } from "./accounts";
import { authError, errorCodeOf, PRIVATE_ANSWER_MS, readBody, textField, userBanned } from "./auth-answers";
import { type Backend, forward } from "./backend";
import { KeyedLock } from "./keyed-lock";

const invalidCredentials = () => authError(400, "invalid_credentials", "Invalid login credentials");

/** The library does not know bans: take the session it just gave back again. */
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

/** Only who knows the password may learn that an address still has to confirm. */
async function hideUnconfirmed(backend: Backend, request: Request, answer: Response): Promise<Response> {
  if ((await errorCodeOf(answer)) !== "email_not_confirmed") return answer;
  const body = await readBody(request);
  const account = await backend.accounts.byEmail(textField(body, "email"));
  const isRight = await bcrypt.compare(textField(body, "password"), account?.encrypted_password ?? "");
  return isRight ? answer : invalidCredentials();
}

async function passwordGrant(backend: Backend, request: Request): Promise<Response> {
  const copy = request.clone();
  const earliest = sleep(PRIVATE_ANSWER_MS);
  const answer = await hideUnconfirmed(backend, copy, await forward(backend, request));
  if (answer.ok) return refuseBanned(backend, answer, 400);
  await earliest; // an unknown address costs no password hash: do not let the clock tell
  return answer;
}

/** POST /token: password, refresh and code exchange. */
export function tokenRoute(backend: Backend): (request: Request) => Promise<Response> {
  const refreshes = new KeyedLock();
  return async (request) => {
    const grant = new URL(request.url).searchParams.get("grant_type");
    if (grant === "password") return passwordGrant(backend, request);
    if (grant !== "refresh_token") return refuseBanned(backend, await forward(backend, request), 400);
    // Two requests rotating one token at once would fork its chain, and the next use would end the session.
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

/** GET and PUT /user; a new password ends the account's other sessions. */
export async function userRoute(backend: Backend, request: Request): Promise<Response> {
  const hasNewPassword = request.method === "PUT" && textField(await readBody(request), "password") !== "";
  const answer = await refuseBanned(backend, await forward(backend, request), 403);
  if (!answer.ok || !hasNewPassword) return answer;
  const { id } = (await answer.clone().json()) as { id: string };
  await backend.accounts.endSessions(id, sessionIdOf(request));
  return answer;
}
