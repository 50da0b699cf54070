import "server-only";
import type { loadAccount } from "../platform/auth/account";
import { orThrow } from "../platform/supabase/or-throw";

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
