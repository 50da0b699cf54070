import "server-only";
import { enqueueMail } from "../../platform/mails/mutations";
import { addressHash } from "../../platform/address-hash";
import { keyedHash } from "../../platform/keyed-hash";
import { AppError } from "../../platform/error";
import { reportError } from "../../platform/report";
import { callerAddress } from "../../platform/caller";
import { createServiceClient } from "../../platform/supabase/service";
import { splitPath, type Locale } from "../../platform/i18n/routing";
import { DEFAULT_USERNAME, deliveryFailure, isTaken, isUnavailable, type AuthFailure } from "./rules";
import type { PhoneSignUp, SignUp } from "./schema";
import { orThrow } from "../../platform/supabase/or-throw";
import type { ACCESS_EVENTS } from "../../platform/supabase/database-constants/accounts";

type NewAccount = Pick<SignUp, "email" | "password" | "username" | "fullName" | "homeState" | "marketing"> & {
  locale: Locale;
};

/**
 * Creates a confirmed account, so that its owner can sign in immediately; the address itself stays unverified.
 * Returns its id, or null when the address already has an account.
 */
export async function createAccount(account: NewAccount): Promise<string | null> {
  const service = createServiceClient();
  const { email, password, username, fullName, locale } = account;
  const user_metadata = { username, full_name: fullName, locale };
  const create = () => service.auth.admin.createUser({ email, password, email_confirm: true, user_metadata });
  const first = await create();
  // Two concurrent sign-ups conflict in the database; the retry of the later one is refused because the address is taken.
  const { data, error } = first.error?.status === 500 ? await create() : first;
  if (error && isTaken(error)) return null;
  if (error) throw signUpError(error);
  const { error: profileError } = await service
    .from("profiles")
    .update({
      home_state: account.homeState,
      marketing_opt_in: account.marketing,
      terms_accepted_at: new Date().toISOString(),
    })
    .eq("id", data.user.id);
  if (!profileError) return data.user.id;
  // Delete the account: one without recorded consent must not remain.
  await service.auth.admin.deleteUser(data.user.id);
  throw signUpError(profileError);
}

/**
 * Value of the cookie of the browser that made an account. Without an account it is that of a random id, so that it
 * does not reveal whether the address had one.
 */
export const signUpProof = (accountId: string | null): string =>
  keyedHash(`sign-up\n${accountId ?? crypto.randomUUID()}`);

/** Mails the link that confirms the address of an account. */
export async function mailConfirmation(email: string, path: string, locale: Locale): Promise<void> {
  const data = { account_link: "magiclink", path };
  await enqueueMail(createServiceClient(), { to: email, template: "account_confirm", locale, data });
}

/** Mails the owner of an account that somebody signed up with its address, and how to sign in. */
export async function mailTakenAddress(email: string, locale: Locale): Promise<void> {
  const data = { path: "/login", more_path: "/forgot-password" };
  await enqueueMail(createServiceClient(), { to: email, template: "account_taken", locale, data });
}

function signUpError(error: AuthFailure): AppError {
  if (isUnavailable(error)) return new AppError("service.unavailable", { cause: error });
  reportError("sign-up", error);
  return new AppError("signup.failed", { cause: error });
}

/** Records that the account's address is verified, by a mailed link or by its OAuth provider. */
export async function markEmailVerified(accountId: string): Promise<void> {
  orThrow(
    await createServiceClient()
      .from("profiles")
      .update({ email_verified_at: new Date().toISOString() })
      .eq("id", accountId)
      .is("email_verified_at", null),
  );
}

/** Client whose calls to the auth server count for the address of the visitor. */
const clientOfVisitor = async () => createServiceClient(await callerAddress());

/** Sends a code by SMS; without `create` the result is the same for a number that has no account. */
export async function sendPhoneCode(phone: string, { create }: { create: boolean }): Promise<void> {
  const { error } = await (
    await clientOfVisitor()
  ).auth.signInWithOtp({ phone, options: { shouldCreateUser: create } });
  const failure = error && deliveryFailure(error);
  if (!error || (!create && failure === "address")) return;
  if (failure === "address" || failure === "caller") throw new AppError("rate.limited", { cause: error });
  if (failure === "project") reportError("text message", error);
  // Without an account no message is sent, so the error would reveal that there is one.
  if (failure === "project" && !create) return;
  if (failure === "project") throw new AppError("service.unavailable", { cause: error });
  if (isUnavailable(error)) throw new AppError("service.unavailable", { cause: error });
  reportError("text message", error);
  throw new AppError("unexpected", { cause: error });
}

/** An account whose phone number was just verified; the verification opened a session on this server, which the caller must end. */
export type PhoneProof = { accountId: string; endSessions: (which: "local" | "global") => Promise<unknown> };

/** Redeems a code; null when it is wrong. */
export async function provePhone(phone: string, code: string): Promise<PhoneProof | null> {
  const { auth } = await clientOfVisitor();
  const { data, error } = await auth.verifyOtp({ phone, token: code, type: "sms" });
  if (error && isUnavailable(error)) throw new AppError("service.unavailable", { cause: error });
  if (error || !data.user) return null;
  return { accountId: data.user.id, endSessions: (which) => auth.signOut({ scope: which }) };
}

/** Whether the sign-up of this account was completed; consent is recorded at that point. */
async function isFinished(accountId: string): Promise<boolean> {
  const data = orThrow(
    await createServiceClient().from("profiles").select("terms_accepted_at").eq("id", accountId).single(),
  );
  return data.terms_accepted_at !== null;
}

/** Sets password and profile of a verified number; an account that already has them is not changed. */
export async function finishPhoneSignUp(
  { accountId, endSessions }: PhoneProof,
  form: PhoneSignUp,
): Promise<"done" | "weak"> {
  if (await isFinished(accountId)) {
    await endSessions("local");
    return "done";
  }
  const service = createServiceClient();
  const { phone, password, fullName, homeState, locale, marketing } = form;
  const username = form.username || DEFAULT_USERNAME;
  const { error } = await service.auth.admin.updateUserById(accountId, {
    password,
    user_metadata: { username, full_name: fullName, locale },
  });
  // Somebody else may have started a sign-up with this number and another password: end all sessions.
  await endSessions("global");
  const profile = {
    username,
    full_name: fullName || null,
    phone,
    home_state: homeState,
    locale,
    marketing_opt_in: marketing,
    terms_accepted_at: new Date().toISOString(),
  };
  const failure = error ?? (await service.from("profiles").update(profile).eq("id", accountId)).error;
  if (!failure) return "done";
  // Delete the account: neither one without recorded consent nor somebody else's password for this number may remain.
  await service.auth.admin.deleteUser(accountId);
  if (failure.code === "weak_password") return "weak";
  throw signUpError(failure);
}

/** Replaces the password of a verified phone number; returns `unknown` when no sign-up with this number was completed. */
export async function changePhonePassword(
  { accountId, endSessions }: PhoneProof,
  password: string,
): Promise<"done" | "weak" | "unknown"> {
  const isKnown = await isFinished(accountId);
  const { error } = isKnown
    ? await createServiceClient().auth.admin.updateUserById(accountId, { password })
    : { error: null };
  await endSessions(error || !isKnown ? "local" : "global");
  if (!isKnown) return "unknown";
  if (error?.code === "weak_password") return "weak";
  if (error) throw new AppError(isUnavailable(error) ? "service.unavailable" : "unexpected", { cause: error });
  return "done";
}

type MailResult = "sent" | "refused";
type LinkMail = { email: string; returnUrl: string; type: "magiclink" | "recovery" };

/** Mails a sign-in link that redirects to `returnUrl`; returns `refused` for an error caused by the address alone. */
export async function mailSignInLink(email: string, returnUrl: string): Promise<MailResult> {
  const options = { shouldCreateUser: false, emailRedirectTo: returnUrl };
  const { error } = await (await clientOfVisitor()).auth.signInWithOtp({ email, options });
  return mailResult({ email, returnUrl, type: "magiclink" }, error);
}

/** Mails a link to choose a new password. */
export async function mailRecoveryLink(email: string, returnUrl: string): Promise<MailResult> {
  const { error } = await (await clientOfVisitor()).auth.resetPasswordForEmail(email, { redirectTo: returnUrl });
  return mailResult({ email, returnUrl, type: "recovery" }, error);
}

async function mailResult(mail: LinkMail, error: AuthFailure | null): Promise<MailResult> {
  if (!error) return "sent";
  const failure = deliveryFailure(error);
  if (failure === "address") return "refused";
  if (failure === "caller") throw new AppError("rate.limited", { cause: error });
  if (isUnavailable(error)) throw new AppError("service.unavailable", { cause: error });
  reportError(`${mail.type} mail`, error);
  if (failure === "project") return mailByPortal(mail);
  throw new AppError("unexpected", { cause: error });
}

/**
 * Sends the link through the portal's own mails when the auth server cannot. It fails for registered addresses only,
 * so an error message would reveal them, and the quota would lock everybody out for an hour.
 */
async function mailByPortal({ email, returnUrl, type }: LinkMail): Promise<MailResult> {
  const { pathname, search } = new URL(returnUrl);
  const { locale } = splitPath(pathname);
  const data = { account_link: type, path: pathname + search };
  await enqueueMail(createServiceClient(), { to: email, template: "account_link", locale, data });
  return "sent";
}

/** Deletes an account permanently; the caller must check the permission. */
export async function deleteAccount(accountId: string): Promise<void> {
  orThrow(await createServiceClient().auth.admin.deleteUser(accountId));
}

export type Factor = { id: string; kind: string; isVerified: boolean; since: string };

/** Status codes of an auth server without support for second factors. */
const NOT_SUPPORTED = [404, 405, 501];

/** The second factors of an account, or null when the auth server does not return them. */
export async function listFactors(accountId: string): Promise<Factor[] | null> {
  const { data, error } = await createServiceClient().auth.admin.mfa.listFactors({ userId: accountId });
  if (error && !NOT_SUPPORTED.includes(error.status ?? 0)) reportError("second factors", error);
  if (error || !Array.isArray(data.factors)) return null;
  return data.factors.map(({ id, factor_type, status, created_at }) => ({
    id,
    kind: factor_type,
    isVerified: status === "verified",
    since: created_at,
  }));
}

/** Removes every second factor of an account; the caller must check the permission. */
export async function removeFactors(accountId: string): Promise<void> {
  const factors = await listFactors(accountId);
  if (!factors) throw new AppError("mfa.unknown");
  const { mfa } = createServiceClient().auth.admin;
  for (const { id } of factors) {
    const { error } = await mfa.deleteFactor({ id, userId: accountId });
    // 404: the factor was already removed.
    if (error && error.status !== 404) throw new AppError("service.unavailable", { cause: error });
  }
}

export type AccessEvent = (typeof ACCESS_EVENTS)[number];
export type Visit = { address: string; device: string };

/** Adds an entry to the access log; an error is reported but does not block the sign-in. */
export async function logAccess(
  event: AccessEvent,
  who: { account?: string; email?: string },
  { address, device }: Visit,
): Promise<void> {
  const hash = addressHash(address).slice(0, 32);
  // Null instead of undefined: PostgREST selects the function by the names of the arguments.
  const args = {
    event,
    account: (who.account ?? null) as string,
    email: (who.email ?? null) as string,
    address_hash: hash,
    device: device.slice(0, 120),
  };
  const { error } = await createServiceClient().rpc("log_access", args);
  if (error) reportError("access log", new Error(error.message));
}

let listed: Promise<Set<string>> | undefined;

/** Whether a password is on the list of 49,000 passwords of zxcvbn; case-insensitive. */
export async function isListedPassword(password: string): Promise<boolean> {
  listed ??= import("@zxcvbn-ts/language-common").then(({ dictionary }) => new Set(dictionary["passwords-common"]));
  return (await listed).has(password.toLowerCase());
}
