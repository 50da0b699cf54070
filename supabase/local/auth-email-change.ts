import { authResponse } from "./auth-responses";
import { codeLifetimeMs } from "./auth-tokens";
import type { Backend } from "./backend";

const FIRST_OF_TWO = "Confirmation link accepted. Please proceed to confirm link sent to the other email";

/**
 * An address change needs a confirmation from both mailboxes; Supabase Lite would ask only the old one. Answers the
 * first of the two links; undefined means that Supabase Lite may complete the change.
 */
export async function acceptEmailChange(backend: Backend, hash: string): Promise<Response | undefined> {
  const { sql } = backend;
  const freshSince = new Date(Date.now() - codeLifetimeMs(backend.app.config.auth?.email?.otp_expiry)).toISOString();
  const accepted = await sql`
    update auth.users set email_change_confirm_status = 1,
      email_change_token_current = nullif(email_change_token_current, ${hash}),
      email_change_token_new = nullif(email_change_token_new, ${hash})
    where ${hash} in (email_change_token_current, email_change_token_new) and email_change_sent_at > ${freshSince}
      and email_change_token_current is not null and email_change_token_new is not null
    returning id`;
  if (accepted.length > 0) return authResponse({ code: "200", msg: FIRST_OF_TWO });
  // Supabase Lite completes a change only with the token of the current address, so the remaining token is stored there.
  await sql`
    update auth.users set email_change_token_current = email_change_token_new, email_change_token_new = null
    where email_change_token_new = ${hash} and email_change_token_current is null and email_change_confirm_status = 1`;
  return undefined;
}
