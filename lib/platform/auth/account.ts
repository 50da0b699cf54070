import "server-only";
import { cache } from "react";
import { createSessionClient } from "../supabase/session";
import type { createSessionClientOn } from "../supabase/session";
import type { Locale } from "../i18n/routing";
import { isLocale } from "../i18n/routing";
import { ROLES, type Role } from "./permissions";

export type Account = {
  id: string;
  email: string;
  username: string;
  role: Role;
  permissions: string[];
  /** What the permission matrix gives the role; null when the profile is missing. */
  rolePermissions: string[] | null;
  emailVerified: boolean;
  locale: Locale | null;
};

type SessionClient = ReturnType<typeof createSessionClientOn>;

/**
 * The signed-in account behind a session client, or null: the token is checked by the auth server,
 * the role is read from `profiles`. A missing profile counts as `user` (specification, section 8).
 */
export async function loadAccount(client: SessionClient): Promise<Account | null> {
  const { data } = await client.auth.getUser();
  if (!data.user) return null;
  if (data.user.factors?.some(({ status }) => status === "verified") && !(await passedSecondFactor(client))) return null;
  const { data: profile } = await client.rpc("current_account").maybeSingle();
  if (profile?.blocked_at) return null;
  const email = data.user.email ?? "";
  const role = ROLES.find((name) => name === profile?.role) ?? "user";
  return {
    id: data.user.id,
    email,
    username: profile?.username || email.split("@")[0] || "Usuário",
    role,
    permissions: profile?.permissions ?? [],
    rolePermissions: profile?.role_permissions ?? null,
    emailVerified: Boolean(profile?.email_verified_at),
    locale: isLocale(profile?.locale) ? profile.locale : null,
  };
}

/** An account with a second factor counts as signed in only after its code was given. */
async function passedSecondFactor(client: SessionClient): Promise<boolean> {
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  return data?.currentLevel === "aal2";
}

/** The account of the current request; asked once however many components need it. */
export const currentAccount = cache(async () => loadAccount(await createSessionClient()));
