import "server-only";
import type { loadAccount } from "../../platform/auth/account";
import { env } from "../../platform/env";
import { reportError } from "../../platform/report";
import { orThrow } from "../../platform/supabase/or-throw";

export type SessionClient = Parameters<typeof loadAccount>[0];

export type Profile = {
  username: string;
  full_name: string | null;
  phone: string | null;
  home_state: string | null;
  locale: string;
  theme: string;
  marketing_opt_in: boolean;
  terms_accepted_at: string | null;
  email_verified_at: string | null;
  created_at: string;
};

/** Own profile of an account; throws when the backend does not respond. */
export async function getOwnProfile(client: SessionClient, accountId: string): Promise<Profile> {
  const data = orThrow(
    await client
      .from("profiles")
      .select(
        "username, full_name, phone, home_state, locale, theme, marketing_opt_in, terms_accepted_at, email_verified_at, created_at",
      )
      .eq("id", accountId)
      .single(),
  );
  return data;
}

export type OwnSession = { id: string; device: string; created_at: string; seen_at: string; is_current: boolean };

/** Open sessions of the signed-in account, the current one first. */
export async function listOwnSessions(client: SessionClient): Promise<OwnSession[]> {
  return orThrow(await client.rpc("list_own_sessions"));
}

const AUTH_METHODS_MS = 60_000;
const OFFER_TIMEOUT_MS = 3000;

type AuthMethods = { google: boolean; phone: boolean };

let cachedMethods: { until: number; answer: Promise<AuthMethods> } | undefined;

async function fetchAuthMethods(): Promise<AuthMethods> {
  const address = `${env.NEXT_PUBLIC_SUPABASE_URL}/auth/v1/settings`;
  const answer = await fetch(address, {
    headers: { apikey: env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY },
    cache: "no-store",
    signal: AbortSignal.timeout(OFFER_TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`settings of the auth server: ${answer.status}`);
  const { external } = (await answer.json()) as { external?: Partial<Record<keyof AuthMethods, unknown>> };
  return { google: external?.google === true, phone: external?.phone === true };
}

/** Sign-in methods the auth server offers; cached for a minute, none when the request fails. */
export async function authMethods(): Promise<AuthMethods> {
  if (!cachedMethods || cachedMethods.until < Date.now())
    cachedMethods = { until: Date.now() + AUTH_METHODS_MS, answer: fetchAuthMethods() };
  return cachedMethods.answer.catch((error: unknown) => {
    cachedMethods = undefined;
    reportError("auth settings", error);
    return { google: false, phone: false };
  });
}

/** Whether the auth server supports accounts with a phone number. */
export const offersPhone = async () => (await authMethods()).phone;
