import "server-only";
import { createHmac } from "node:crypto";
import { env } from "../platform/env";
import { AppError } from "../platform/error";
import { reportError } from "../platform/report";
import { createServiceClient } from "../platform/supabase/service";
import type { Locale } from "../platform/i18n/routing";
import { isAboutAddress, isTaken, isUnavailable, type AuthFailure } from "./rules";
import type { SignUp } from "./schema";

type NewAccount = Pick<SignUp, "email" | "password" | "username" | "fullName" | "homeState" | "marketing"> & { locale: Locale };

/**
 * Creates a confirmed account, so its owner may sign in at once; the address itself stays unverified.
 * Answers `taken` when the address has an account already.
 */
export async function createAccount(account: NewAccount): Promise<"created" | "taken"> {
  const service = createServiceClient();
  const { email, password, username, fullName, locale } = account;
  const user_metadata = { username, full_name: fullName, locale };
  const create = () => service.auth.admin.createUser({ email, password, email_confirm: true, user_metadata });
  const first = await create();
  // Two sign-ups at the same moment collide in the database; asked again, the later one learns that the address is taken.
  const { data, error } = first.error?.status === 500 ? await create() : first;
  if (error && isTaken(error)) return "taken";
  if (error) throw signUpError(error);
  const { error: profileError } = await service
    .from("profiles")
    .update({ home_state: account.homeState, marketing_opt_in: account.marketing, terms_accepted_at: new Date().toISOString() })
    .eq("id", data.user.id);
  if (!profileError) return "created";
  // An account without recorded consent must not stay behind.
  await service.auth.admin.deleteUser(data.user.id);
  throw signUpError(profileError);
}

function signUpError(error: AuthFailure): AppError {
  if (isUnavailable(error)) return new AppError("service.unavailable", { cause: error });
  reportError("sign-up", error);
  return new AppError("signup.failed", { cause: error });
}

/** Records that a link sent to the account's address was opened, or that its provider vouches for it. */
export async function markEmailVerified(accountId: string): Promise<void> {
  const { error } = await createServiceClient()
    .from("profiles")
    .update({ email_verified_at: new Date().toISOString() })
    .eq("id", accountId)
    .is("email_verified_at", null);
  if (error) throw new AppError("service.unavailable", { cause: error });
}

type MailResult = "sent" | "refused";

/** Mails a sign-in link that ends at `returnUrl`; says `refused` for what only the address explains. */
export async function mailSignInLink(email: string, returnUrl: string): Promise<MailResult> {
  const options = { shouldCreateUser: false, emailRedirectTo: returnUrl };
  const { error } = await createServiceClient().auth.signInWithOtp({ email, options });
  return mailResult("sign-in mail", error);
}

/** Mails a link to choose a new password. */
export async function mailRecoveryLink(email: string, returnUrl: string): Promise<MailResult> {
  const { error } = await createServiceClient().auth.resetPasswordForEmail(email, { redirectTo: returnUrl });
  return mailResult("recovery mail", error);
}

function mailResult(what: string, error: AuthFailure | null): MailResult {
  if (!error) return "sent";
  if (isAboutAddress(error)) return "refused";
  if (isUnavailable(error)) throw new AppError("service.unavailable", { cause: error });
  reportError(what, error);
  throw new AppError("unexpected", { cause: error });
}

/** Deletes an account for good; whoever may decide that has been asked before. */
export async function deleteAccount(accountId: string): Promise<void> {
  const { error } = await createServiceClient().auth.admin.deleteUser(accountId);
  if (error) throw new AppError("service.unavailable", { cause: error });
}

export type Factor = { id: string; kind: string; isVerified: boolean; since: string };

/** Answers of an auth server that knows no second factors. */
const UNKNOWING = [404, 405, 501];

/** The second factors of an account, or null when the auth server does not tell. */
export async function listFactors(accountId: string): Promise<Factor[] | null> {
  const { data, error } = await createServiceClient().auth.admin.mfa.listFactors({ userId: accountId });
  if (error && !UNKNOWING.includes(error.status ?? 0)) reportError("second factors", error);
  if (error || !Array.isArray(data.factors)) return null;
  return data.factors.map(({ id, factor_type, status, created_at }) => ({ id, kind: factor_type, isVerified: status === "verified", since: created_at }));
}

/** Takes every second factor of an account away; whoever may decide that has been asked before. */
export async function removeFactors(accountId: string): Promise<void> {
  const factors = await listFactors(accountId);
  if (!factors) throw new AppError("mfa.unknown");
  const { mfa } = createServiceClient().auth.admin;
  for (const { id } of factors) {
    const { error } = await mfa.deleteFactor({ id, userId: accountId });
    // Gone already is gone.
    if (error && error.status !== 404) throw new AppError("service.unavailable", { cause: error });
  }
}

export type AccessEvent = "sign_in" | "sign_in_failed" | "code_failed" | "link_used" | "sign_up" | "sign_out" | "password_changed";
export type Visit = { address: string; device: string };

/** Adds a line to the access log; a log that fails keeps nobody from signing in. */
export async function logAccess(event: AccessEvent, who: { account?: string; email?: string }, { address, device }: Visit): Promise<void> {
  const hash = createHmac("sha256", env.SUPABASE_SECRET_KEY).update(address).digest("hex").slice(0, 32);
  // Null, not left out: the database looks the function up by the names it is given.
  const args = { event, account: (who.account ?? null) as string, email: (who.email ?? null) as string, address_hash: hash, device: device.slice(0, 120) };
  const { error } = await createServiceClient().rpc("log_access", args);
  if (error) reportError("access log", new Error(error.message));
}
