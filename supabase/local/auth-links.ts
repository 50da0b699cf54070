import { authResponse, authError, errorCodeOf, withMinimumTime, readBody, textField } from "./auth-responses";
import { acceptEmailChange } from "./auth-email-change";
import { countMail } from "./auth-limits";
import { refuseBanned } from "./auth-sessions";
import { resendConfirmation, signUp } from "./auth-sign-up";
import { codeHashOfProof } from "./auth-tokens";
import { type Backend, forward } from "./backend";
import { KeyedLock } from "./keyed-lock";
import type { Mailer } from "./mailer";

/** GoTrue's link types that have other names in Supabase Lite; tried in order. */
const TYPE_ALIASES: Record<string, string[]> = { email: ["signup", "magiclink"], invite: ["signup"] };

/** One request per address at a time: two that create the same account concurrently would get different answers. */
const addresses = new KeyedLock();

/** Hides whether an address is registered; only errors about the request itself are returned. */
async function sameAnswer(answer: Response): Promise<Response> {
  return answer.ok || (await errorCodeOf(answer)) === "otp_disabled" ? authResponse({}) : answer;
}

/** POST /otp: mails a sign-in link; the response is the same for every address. */
async function sendMagicLink(backend: Backend, request: Request): Promise<Response> {
  const body = await readBody(request);
  const email = textField(body, "email").toLowerCase();
  if (!(await countMail(email))) return authResponse({});
  const { accounts } = backend;
  if (body.create_user !== false && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) && !(await accounts.byEmail(email))) {
    // Creates the account here, because Supabase Lite would mark the address as confirmed before the link was opened.
    await accounts.create({
      email,
      user_metadata: typeof body.data === "object" && body.data ? (body.data as Record<string, unknown>) : {},
    });
  }
  return sameAnswer(await forward(backend, request, JSON.stringify({ ...body, create_user: false })));
}

/** POST /recover: mails a link to set a new password; above the mail limit, the response is the same. */
async function recover(backend: Backend, request: Request): Promise<Response> {
  const isAllowed = await countMail(textField(await readBody(request), "email"));
  return isAllowed ? sameAnswer(await forward(backend, request)) : authResponse({});
}

/** Runs the requests for one address one after another. */
async function runPerAddress(request: Request, work: () => Promise<Response>): Promise<Response> {
  const email = textField(await readBody(request), "email").toLowerCase();
  return withMinimumTime(addresses.run(email, work));
}

/** POST /resend: Supabase Lite answers differently for registered and unknown addresses, so it is not called directly. */
async function resend(backend: Backend, mailer: Mailer, request: Request): Promise<Response> {
  const body = await readBody(request);
  const email = textField(body, "email");
  if (!email || !["signup", "email_change"].includes(textField(body, "type"))) return forward(backend, request);
  const account = await backend.accounts.byEmail(email);
  if (account && body.type === "signup") await resendConfirmation(backend, mailer, account);
  return authResponse({});
}

const expired = () => authError(403, "otp_expired", "Token has expired or is invalid");

/** POST /verify: calls Supabase Lite only with a stored code whose link or digits were correct. */
async function verify(backend: Backend, request: Request): Promise<Response> {
  const body = await readBody(request);
  const type = textField(body, "type");
  if (!type) return authError(400, "validation_failed", "Verify requires a verification type");
  const hash = await codeHashOfProof(backend, body);
  if (!hash) return expired();
  if (type === "email_change") {
    const accepted = await acceptEmailChange(backend, hash);
    if (accepted) return accepted;
  }
  let answer = expired();
  for (const name of TYPE_ALIASES[type] ?? [type]) {
    answer = await forward(backend, request, JSON.stringify({ type: name, token_hash: hash }));
    if (answer.ok) break;
  }
  return refuseBanned(backend, answer, 403);
}

/** Redirects to the page with the confirmation button, so that a mail scanner that opens the link does not use it up. */
function redirectToConfirm(backend: Backend, request: Request): Response {
  const query = new URL(request.url).searchParams;
  const target = new URL("/auth/confirm", backend.settings.siteUrl);
  target.searchParams.set("token_hash", query.get("token_hash") ?? query.get("token") ?? "");
  target.searchParams.set("type", query.get("type") ?? "email");
  const next = query.get("redirect_to");
  if (next && backend.isRedirectAllowed(next)) target.searchParams.set("next", next);
  return new Response(null, { status: 303, headers: { location: target.href } });
}

/** Route handlers for sign-up and mailed links. */
export const linkRoutes = {
  signUp: (backend: Backend, mailer: Mailer, request: Request) =>
    runPerAddress(request, () => signUp(backend, mailer, request)),
  otp: (backend: Backend, request: Request) => runPerAddress(request, () => sendMagicLink(backend, request)),
  recover: (backend: Backend, request: Request) => runPerAddress(request, () => recover(backend, request)),
  resend: (backend: Backend, mailer: Mailer, request: Request) =>
    runPerAddress(request, () => resend(backend, mailer, request)),
  verify,
  redirectToConfirm,
};
