import "server-only";
import { cache } from "react";
import { AppError } from "../error";
import { reportError } from "../report";
import { createSessionClient } from "../supabase/session";
import type { createSessionClientOn } from "../supabase/session";
import type { Locale } from "../i18n/routing";
import { isLocale } from "../i18n/routing";
import { SESSION_STATES, type SessionState } from "./access";
import { ROLES, type Role } from "./permissions";

export type Account = {
  id: string;
  email: string;
  username: string;
  role: Role;
  permissions: string[];
  /** Permissions of the role in the permission matrix; null when the profile is missing. */
  rolePermissions: string[] | null;
  emailVerified: boolean;
  locale: Locale | null;
};

type SessionClient = ReturnType<typeof createSessionClientOn>;

export type Session = { account: Account | null; state: SessionState };

export const NO_SESSION: Session = { account: null, state: "none" };

/** What to do when the profile cannot be read: `refuse` throws, public pages fall back to role `user`. */
type ProfileError = (cause: Error) => void;

/**
 * Loads the session of a client: the auth server checks the token, the database returns role and state. A missing
 * profile counts as `user` (specification, section 8); only a live session has an account. Throws
 * `service.unavailable` when a server does not respond, because the account may be blocked or have other permissions.
 * Background requests pass `isActivity: false`, so that an open tab does not extend a staff session.
 */
export async function loadSession(
  client: SessionClient,
  { isActivity = true, onProfileError = refuse as ProfileError } = {},
): Promise<Session> {
  const { data, error: authError } = await client.auth.getUser();
  if (authError && !isRefusal(authError)) refuse(authError);
  if (!data.user) return NO_SESSION;
  const { data: profile, error } = await client.rpc("current_account", { is_activity: isActivity }).maybeSingle();
  if (error) onProfileError(error);
  const state = SESSION_STATES.find((name) => name === profile?.session_state) ?? "live";
  if (state !== "live") return { account: null, state };
  const email = data.user.email ?? "";
  const role = ROLES.find((name) => name === profile?.role) ?? "user";
  const account = {
    id: data.user.id,
    email,
    username: profile?.username || email.split("@")[0] || "Usuário",
    role,
    permissions: profile?.permissions ?? [],
    rolePermissions: profile?.role_permissions ?? null,
    emailVerified: Boolean(profile?.email_verified_at),
    locale: isLocale(profile?.locale) ? profile.locale : null,
  };
  return { account, state };
}

/** The account of a client's live session, or null. */
export async function loadAccount(client: SessionClient): Promise<Account | null> {
  return (await loadSession(client)).account;
}

function refuse(cause: Error): never {
  throw new AppError("service.unavailable", { cause, detail: cause.message });
}

/** Whether the auth server responded that there is no valid session. */
function isRefusal({ status = 0 }: { status?: number }): boolean {
  return status >= 400 && status < 500 && status !== 429;
}

/** The session of the current request; cached per request. */
export const currentSession = cache(async () => loadSession(await createSessionClient()));

/** The account of the current request, or null. */
export const currentAccount = async () => (await currentSession()).account;

function fallBack(error: unknown): null {
  reportError("account", error);
  return null;
}

/**
 * The signed-in account for public pages, which do not depend on permissions: role `user` without permissions when
 * the profile cannot be read.
 */
export async function currentVisitor({ isActivity = true } = {}): Promise<Account | null> {
  const session = await loadSession(await createSessionClient(), {
    isActivity,
    onProfileError: (error) => void fallBack(error),
  }).catch(fallBack);
  return session?.account ?? null;
}
