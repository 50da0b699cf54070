import { authAnswer, authError, errorCodeOf, inPrivateTime, readBody, textField } from "./auth-answers";
import { acceptEmailChange } from "./auth-email-change";
import { refuseBanned } from "./auth-sessions";
import { resendConfirmation } from "./auth-sign-up";
import { type Backend, forward } from "./backend";
import type { Mailer } from "./mailer";

/** GoTrue's names for a link that the library knows under others; tried in turn. */
const TYPE_ALIASES: Record<string, string[]> = { email: ["signup", "magiclink"], invite: ["signup"] };

/** POST /otp: a sign-in link, answered alike for every address. */
async function sendMagicLink(backend: Backend, request: Request): Promise<Response> {
  const body = await readBody(request);
  const email = textField(body, "email").toLowerCase();
  const { accounts } = backend;
  if (body.create_user !== false && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) && !(await accounts.byEmail(email))) {
    // The library would mark the address as confirmed before anybody opened the link.
    await accounts.create({ email, user_metadata: typeof body.data === "object" && body.data ? (body.data as Record<string, unknown>) : {} });
  }
  const answer = await forward(backend, request, JSON.stringify({ ...body, create_user: false }));
  return (await errorCodeOf(answer)) === "otp_disabled" ? authAnswer({}) : answer;
}

/** POST /resend: the library refuses known addresses and stays silent on unknown ones. */
async function resend(backend: Backend, mailer: Mailer, request: Request): Promise<Response> {
  const body = await readBody(request);
  const email = textField(body, "email");
  if (!email || !["signup", "email_change"].includes(textField(body, "type"))) return forward(backend, request);
  const account = await backend.accounts.byEmail(email);
  if (account && body.type === "signup") await resendConfirmation(backend, mailer, account);
  return authAnswer({});
}

async function verify(backend: Backend, request: Request): Promise<Response> {
  const body = await readBody(request);
  const type = textField(body, "type");
  if (type === "email_change") {
    const accepted = await acceptEmailChange(backend, body);
    if (accepted) return accepted;
  }
  let answer = authError(400, "validation_failed", "Verify requires a verification type");
  for (const name of TYPE_ALIASES[type] ?? [type]) {
    answer = await forward(backend, request, JSON.stringify({ ...body, type: name }));
    if (answer.ok) break;
  }
  return refuseBanned(backend, answer, 403);
}

/** A link opened by a mail scanner must spend nothing: send it to the page with the button. */
function redirectToConfirm(backend: Backend, request: Request): Response {
  const query = new URL(request.url).searchParams;
  const target = new URL("/auth/confirm", backend.settings.siteUrl);
  target.searchParams.set("token_hash", query.get("token_hash") ?? query.get("token") ?? "");
  target.searchParams.set("type", query.get("type") ?? "email");
  const next = query.get("redirect_to");
  if (next && backend.isRedirectAllowed(next)) target.searchParams.set("next", next);
  return new Response(null, { status: 303, headers: { location: target.href } });
}

/** The routes around mailed links. */
export const linkRoutes = {
  otp: (backend: Backend, request: Request) => inPrivateTime(sendMagicLink(backend, request)),
  recover: (backend: Backend, request: Request) => inPrivateTime(forward(backend, request)),
  resend: (backend: Backend, mailer: Mailer, request: Request) => inPrivateTime(resend(backend, mailer, request)),
  verify,
  redirectToConfirm,
};
