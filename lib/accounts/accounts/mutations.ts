import "server-only";
import { timingSafeEqual } from "node:crypto";
import { cookies, headers } from "next/headers";
import { after } from "next/server";
import { deleteDevice } from "../notifications/mutations";
import { loadAccount } from "../../platform/auth/account";
import { COOKIE_SECONDS, FLASH_COOKIE, HINT_COOKIE, SIGN_UP_COOKIE } from "../../platform/auth/cookies";
import { callerAddress } from "../../platform/caller";
import { AppError } from "../../platform/error";
import { reportError } from "../../platform/report";
import { SESSION_COOKIE } from "../../platform/supabase/session";
import type { Locale } from "../../platform/i18n/routing";
import { erasureDueAt } from "../privacy/queries";
import type { SessionClient } from "./queries";
import {
  decideIdentity,
  isUnavailable,
  type AuthFailure,
  landingOf,
  type SignInArea,
  type Identity,
  type LinkType,
} from "./rules";
import { logAccess, markEmailVerified, signUpProof, type AccessEvent } from "./service";
import { databaseError, orThrow } from "../../platform/supabase/or-throw";
import { savedOrGone } from "../../platform/outcome-schema";

export type User = NonNullable<Awaited<ReturnType<SessionClient["auth"]["getUser"]>>["data"]["user"]>;

/** Writes to the access log after the response is sent. */
export async function recordAccess(event: AccessEvent, who: { account?: string; email?: string }): Promise<void> {
  const visit = { address: await callerAddress(), device: (await headers()).get("user-agent") ?? "" };
  after(() => logAccess(event, who, visit));
}

/** Sets a flash message for the next page. */
export async function setFlash(code: string): Promise<void> {
  (await cookies()).set(FLASH_COOKIE, code, { path: "/", maxAge: COOKIE_SECONDS.flash, sameSite: "lax" });
}

/** Stores a cookie in the browser that created an account; without one too, so that the answer does not reveal that the address has one. */
export async function rememberSignUp(accountId: string | null): Promise<void> {
  (await cookies()).set(SIGN_UP_COOKIE, signUpProof(accountId), {
    path: "/",
    maxAge: COOKIE_SECONDS.signUp,
    httpOnly: true,
    sameSite: "lax",
    secure: SESSION_COOKIE.secure,
  });
}

/** Whether this browser created the account, so that its user chose the password. */
async function signedUpHere(accountId: string): Promise<boolean> {
  const given = Buffer.from((await cookies()).get(SIGN_UP_COOKIE)?.value ?? "");
  const expected = Buffer.from(signUpProof(accountId));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Completes a sign-in and returns the path to redirect to; signs out a blocked account. */
export async function openSession(
  client: SessionClient,
  visit: { area: SignInArea; next?: string; locale: Locale },
): Promise<string> {
  const account = await loadAccount(client);
  if (!account) {
    await closeSession(client);
    throw new AppError("login.failed");
  }
  (await cookies()).set(HINT_COOKIE, "1", {
    path: "/",
    maxAge: COOKIE_SECONDS.hint,
    sameSite: "lax",
    secure: SESSION_COOKIE.secure,
  });
  const { path, denied } = landingOf({ ...visit, next: visit.next, role: account.role });
  if (denied) await setFlash("access.denied");
  else if (await erasureDueAt(client, account.id)) await setFlash("erasure.pending");
  return path;
}

/** Signs this browser out. Also deletes the session cookies, so that it works when the backend does not respond. */
export async function closeSession(client: SessionClient): Promise<void> {
  await deleteDevice(client);
  await client.auth.signOut({ scope: "local" });
  const jar = await cookies();
  for (const { name } of jar.getAll()) if (name.startsWith(SESSION_COOKIE.name)) jar.delete(name);
  jar.delete(HINT_COOKIE);
}

/** Ends every other session of the account; unlike signing out this browser, a failure throws. */
export async function closeOtherSessions(client: SessionClient): Promise<void> {
  const { error } = await client.auth.signOut({ scope: "others" });
  if (error) throw new AppError(isUnavailable(error) ? "service.unavailable" : "unexpected", { cause: error });
}

/** Ends one session of the signed-in account; `gone` when it belongs to another account or has already ended. */
export async function endOwnSession(client: SessionClient, session: string) {
  return savedOrGone.parse(orThrow(await client.rpc("end_own_session", { session })));
}

/** The confirmed authenticator app of an account, or null. */
export function totpFactorOf(user: User): string | null {
  return user.factors?.find((factor) => factor.factor_type === "totp" && factor.status === "verified")?.id ?? null;
}

type OpenedLink = "first_of_two" | { firstProof: boolean; mustChoosePassword: boolean };

/**
 * Redeems the link of a mail; `first_of_two`: the other address of an address change must be confirmed too. Before the address is verified, the account may have been created by somebody who does
 * not own it: unless this browser created it or was already signed in, a new password must be chosen before the address
 * counts as verified.
 */
export async function openMailLink(
  client: SessionClient,
  link: { tokenHash: string; type: LinkType },
): Promise<OpenedLink> {
  const { data: before } = await client.auth.getUser();
  const { data, error } = await client.auth.verifyOtp({ token_hash: link.tokenHash, type: link.type });
  if (error) throw new AppError(isUnavailable(error) ? "service.unavailable" : "link.expired", { cause: error });
  // The auth server opens a session only at the second link of an address change.
  if (!data.session && link.type === "email_change") return "first_of_two";
  if (!data.user || !data.session) throw new AppError("link.expired");
  if (await verifiedAt(client)) return { firstProof: false, mustChoosePassword: false };
  // A mail alone must not remove a second factor; the address is marked as verified after the code of the second factor
  // is entered.
  if (totpFactorOf(data.user)) return { firstProof: false, mustChoosePassword: false };
  const isOwnBrowser = before.user?.id === data.user.id || (await signedUpHere(data.user.id));
  if (!isOwnBrowser) return { firstProof: false, mustChoosePassword: true };
  try {
    await closeOtherSessions(client);
    await markEmailVerified(data.user.id);
  } catch (cause) {
    await closeSession(client);
    throw cause;
  }
  (await cookies()).delete(SIGN_UP_COOKIE);
  return { firstProof: true, mustChoosePassword: false };
}

/** Replaces the password; when a mailed link opened this session, also marks the address as verified and ends every other session. */
export async function replacePassword(
  client: SessionClient,
  account: { id: string; emailVerified: boolean },
  password: string,
): Promise<{ error: AuthFailure } | { firstProof: boolean }> {
  const proof = account.emailVerified ? { data: false, error: null } : await client.rpc("session_proves_mail");
  if (proof.error) throw databaseError(proof.error);
  const { error } = await client.auth.updateUser({ password });
  if (error) return { error };
  if (proof.data) {
    await closeOtherSessions(client);
    await markEmailVerified(account.id);
  }
  return { firstProof: proof.data };
}

async function verifiedAt(client: SessionClient): Promise<string | null> {
  const data = orThrow(await client.rpc("current_account").maybeSingle());
  return data?.email_verified_at ?? null;
}

/** Accepts or refuses a session just opened by an OAuth provider; `refused` closes that session. */
export async function admitIdentity(
  client: SessionClient,
  user: User,
  provider: string,
): Promise<"admitted" | "refused"> {
  const decision = decideIdentity({
    provider,
    accountEmail: user.email ?? "",
    accountCreatedAt: user.created_at,
    verifiedAt: await verifiedAt(client),
    identities: (user.identities ?? []).map(identityOf),
  });
  if (decision === "verify") await markEmailVerified(user.id);
  if (decision !== "refuse") return "admitted";
  const added = user.identities?.find((identity) => identity.provider === provider);
  // A hosted project must enable manual linking for this; closing the session protects the account in any case.
  const unlinked = added && (await client.auth.unlinkIdentity(added));
  if (unlinked?.error) reportError("unlink identity", unlinked.error);
  await closeSession(client);
  return "refused";
}

function identityOf(identity: NonNullable<User["identities"]>[number]): Identity {
  const { email, email_verified: verified } = identity.identity_data ?? {};
  const { provider, created_at: createdAt = "" } = identity;
  return { provider, email: typeof email === "string" ? email : "", emailVerified: verified === true, createdAt };
}

type ProfileChanges = Partial<{
  username: string;
  full_name: string | null;
  phone: string | null;
  home_state: string | null;
  locale: Locale;
  theme: "dark" | "light";
  marketing_opt_in: boolean;
}>;

/** Saves the columns an account may change on its own profile; RLS and a trigger refuse the others. */
export async function saveOwnProfile(client: SessionClient, accountId: string, changes: ProfileChanges): Promise<void> {
  const data = orThrow(await client.from("profiles").update(changes).eq("id", accountId).select("id"));
  if (!data.length) throw new AppError("auth.required");
}
