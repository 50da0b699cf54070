import { randomBytes } from "node:crypto";
import type { Account } from "./accounts";
import { readBody, textField } from "./auth-responses";
import { countMail } from "./auth-limits";
import { issueCode } from "./auth-tokens";
import { type Backend, forward } from "./backend";
import type { Mailer } from "./mailer";
import { requestContext } from "./request-context";

/** A reserved top-level domain: no real address can match. */
const DECOY_DOMAIN = "decoy.invalid";
const RESEND_AFTER_MS = 60_000;

/** Sends the confirmation again, at most once a minute, to an unconfirmed address. */
export async function resendConfirmation(backend: Backend, mailer: Mailer, account: Account): Promise<void> {
  const lastSent = account.confirmation_sent_at ? Date.parse(account.confirmation_sent_at) : 0;
  if (account.email_confirmed_at || !account.email || Date.now() - lastSent < RESEND_AFTER_MS) return;
  if (!(await countMail(account.email))) return;
  const { code, codeHash } = await issueCode(backend, account, "confirmation");
  await mailer.send({ template: "confirmation", to: account.email, code, codeHash });
}

/** Signs up a temporary address through the same code and triggers, then returns that response with the requested address. */
async function decoySignUp(
  backend: Backend,
  request: Request,
  body: Record<string, unknown>,
  email: string,
): Promise<Response> {
  const decoy = `${randomBytes(12).toString("hex")}@${DECOY_DOMAIN}`;
  const answer = await requestContext.run({ isSilent: true }, () =>
    forward(backend, request, JSON.stringify({ ...body, email: decoy })),
  );
  const text = (await answer.text()).replaceAll(decoy, email);
  await backend.sql`delete from auth.users where email = ${decoy}`;
  return new Response(text, { status: answer.status, headers: answer.headers });
}

/** Deletes temporary accounts that a crash during a decoy sign-up left behind. */
export async function removeDecoys(backend: Backend): Promise<void> {
  await backend.sql`delete from auth.users where email like ${`%@${DECOY_DOMAIN}`}`;
}

/** Returns the same response for a free and a registered address; the owner of a registered one may get a mail. */
export async function signUp(backend: Backend, mailer: Mailer, request: Request): Promise<Response> {
  const body = await readBody(request);
  const email = textField(body, "email").toLowerCase();
  const account = email ? await backend.accounts.byEmail(email) : undefined;
  if (!account && (!email || (await countMail(email)))) return forward(backend, request);
  const answer = await decoySignUp(backend, request, body, email);
  if (account) await resendConfirmation(backend, mailer, account);
  return answer;
}
