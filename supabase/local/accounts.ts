import { uuid } from "@supabase/lite";
import bcrypt from "bcryptjs";
import type postgres from "postgres";

/** The variable of Supabase Lite: accounts of the seed and of the admin API are hashed like those that sign up. */
const BCRYPT_COST = Number(process.env.LITE_AUTH_BCRYPT_COST || 10);
const DURATION_PART = /(\d+)(h|m|s)/g;
const DURATION = /^(\d+(h|m|s))+$/;
const UNIT_MS: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1_000 };

type Json = Record<string, unknown>;

/** The columns of `auth.users` that this server reads. */
export type Account = {
  id: string;
  aud: string;
  role: string;
  email: string | null;
  phone: string | null;
  encrypted_password: string | null;
  email_confirmed_at: string | null;
  phone_confirmed_at: string | null;
  confirmed_at: string | null;
  confirmation_sent_at: string | null;
  recovery_sent_at: string | null;
  last_sign_in_at: string | null;
  banned_until: string | null;
  raw_app_meta_data: Json | null;
  raw_user_meta_data: Json | null;
  is_anonymous: boolean;
  created_at: string;
  updated_at: string;
};

type Identity = {
  id: string;
  provider: string;
  provider_id: string;
  user_id: string;
  identity_data: Json;
  created_at: string;
  updated_at: string;
  last_sign_in_at: string | null;
};

type Factor = {
  id: string;
  friendly_name: string | null;
  factor_type: string;
  status: string;
  created_at: string;
  updated_at: string;
};

/** Fields that the admin API accepts for a new or changed account. */
export type AccountInput = {
  id?: string;
  email?: string;
  password?: string;
  email_confirm?: boolean;
  ban_duration?: string;
  user_metadata?: Json;
  app_metadata?: Json;
};

export function hashPassword(password: string): Promise<string> {
  return bcrypt.hash(password, BCRYPT_COST);
}

/** Parses GoTrue's durations ("24h", "1h30m", "none"); returns undefined for anything else. */
export function bannedUntil(duration: string, now = Date.now()): string | null | undefined {
  if (duration === "none") return null;
  if (!DURATION.test(duration)) return undefined;
  let total = 0;
  for (const [, amount, unit] of duration.matchAll(DURATION_PART)) total += Number(amount) * (UNIT_MS[unit ?? ""] ?? 0);
  return new Date(now + total).toISOString();
}

export function isBanned(account: Pick<Account, "banned_until">): boolean {
  return account.banned_until !== null && Date.parse(account.banned_until) > Date.now();
}

/** Reads and writes `auth.users`; foreign keys and triggers update the portal's tables. */
export class Accounts {
  constructor(private readonly sql: postgres.Sql) {}

  async byId(id: string): Promise<Account | undefined> {
    const [account] = await this.sql<Account[]>`select * from auth.users where id = ${id}`;
    return account;
  }

  async byEmail(email: string): Promise<Account | undefined> {
    const [account] = await this.sql<Account[]>`select * from auth.users where email = ${email.toLowerCase()}`;
    return account;
  }

  async page(limit: number, offset: number): Promise<{ accounts: Account[]; total: number }> {
    const [count] = await this.sql<{ total: number }[]>`select count(*)::int as total from auth.users`;
    const accounts = await this.sql<
      Account[]
    >`select * from auth.users order by created_at desc, id limit ${limit} offset ${offset}`;
    return { accounts, total: count?.total ?? 0 };
  }

  async factors(id: string): Promise<Factor[]> {
    return this.sql<
      Factor[]
    >`select id, friendly_name, factor_type, status, created_at, updated_at from auth.mfa_factors where user_id = ${id} order by created_at`;
  }

  /** Removes a second factor and lowers the sessions that used it to `aal1`. */
  async removeFactor(id: string, factorId: string): Promise<boolean> {
    return this.sql.begin(async (tx) => {
      const { count } = await tx`delete from auth.mfa_factors where user_id = ${id} and id = ${factorId}`;
      if (count > 0) await tx`update auth.sessions set aal = 'aal1', factor_id = null where user_id = ${id}`;
      return count > 0;
    });
  }

  async identities(ids: string[]): Promise<Identity[]> {
    return this.sql<Identity[]>`select * from auth.identities where user_id in ${this.sql(ids)} order by created_at`;
  }

  /** Creates the account and its e-mail identity; the caller must check that the address is not taken. */
  async create(input: AccountInput & { email: string }): Promise<string> {
    const id = input.id ?? uuid();
    const email = input.email.toLowerCase();
    const password = input.password ? await hashPassword(input.password) : null;
    const isConfirmed = input.email_confirm === true;
    const appMetadata = { ...input.app_metadata, provider: "email", providers: ["email"] };
    const identity = { sub: id, email, email_verified: isConfirmed, phone_verified: false };
    await this.sql.begin(async (tx) => {
      await tx`
        insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, banned_until)
        values (${id}, 'authenticated', 'authenticated', ${email}, ${password}, ${isConfirmed ? new Date().toISOString() : null},
          ${JSON.stringify(appMetadata)}, ${JSON.stringify(input.user_metadata ?? {})}, ${input.ban_duration ? (bannedUntil(input.ban_duration) ?? null) : null})`;
      await tx`
        insert into auth.identities (id, provider, provider_id, user_id, identity_data)
        values (${uuid()}, 'email', ${id}, ${id}, ${JSON.stringify(identity)})`;
    });
    return id;
  }

  /** Updates the given fields; a new password or a ban ends all sessions of the account. */
  async update(account: Account, input: AccountInput): Promise<void> {
    const password = input.password ? await hashPassword(input.password) : account.encrypted_password;
    const email = input.email?.toLowerCase() ?? account.email;
    const confirmedAt = input.email_confirm
      ? (account.email_confirmed_at ?? new Date().toISOString())
      : account.email_confirmed_at;
    const until = input.ban_duration === undefined ? account.banned_until : (bannedUntil(input.ban_duration) ?? null);
    await this.sql.begin(async (tx) => {
      await tx`
        update auth.users set email = ${email}, encrypted_password = ${password}, email_confirmed_at = ${confirmedAt}, banned_until = ${until},
          confirmation_token = case when ${input.email_confirm === true} then null else confirmation_token end,
          raw_user_meta_data = ${JSON.stringify(merged(account.raw_user_meta_data, input.user_metadata))},
          raw_app_meta_data = ${JSON.stringify(merged(account.raw_app_meta_data, input.app_metadata))},
          updated_at = now()
        where id = ${account.id}`;
      if (email !== account.email) {
        await tx`
          update auth.identities set identity_data = identity_data || jsonb_build_object('email', ${email}::text), updated_at = now()
          where user_id = ${account.id} and provider = 'email'`;
      }
      if (input.password || isBanned({ banned_until: until })) await endSessions(tx, account.id);
    });
  }

  async remove(id: string): Promise<void> {
    await this.sql`delete from auth.users where id = ${id}`;
  }

  /** Ends the account's sessions, except the given one. */
  async endSessions(id: string, except?: string): Promise<void> {
    await this.sql.begin((tx) => endSessions(tx, id, except));
  }
}

async function endSessions(tx: postgres.TransactionSql, id: string, except?: string): Promise<void> {
  const kept = except ?? null;
  await tx`delete from auth.refresh_tokens where user_id = ${id} and (${kept}::text is null or session_id::text <> ${kept})`;
  await tx`delete from auth.sessions where user_id = ${id} and (${kept}::text is null or id::text <> ${kept})`;
}

/** Merges metadata like GoTrue: key by key, and null removes a key. */
function merged(current: Json | null, change: Json | undefined): Json {
  const result = { ...current };
  for (const [key, value] of Object.entries(change ?? {})) {
    if (value === null) delete result[key];
    else result[key] = value;
  }
  return result;
}

/** The account in GoTrue's response format. */
export function accountResponse(account: Account, identities: Identity[]): Json {
  const optional = (value: string | null) => value ?? undefined;
  return {
    id: account.id,
    aud: account.aud,
    role: account.role,
    email: account.email ?? "",
    phone: account.phone ?? "",
    email_confirmed_at: optional(account.email_confirmed_at),
    phone_confirmed_at: optional(account.phone_confirmed_at),
    confirmed_at: optional(account.confirmed_at),
    confirmation_sent_at: optional(account.confirmation_sent_at),
    recovery_sent_at: optional(account.recovery_sent_at),
    last_sign_in_at: optional(account.last_sign_in_at),
    banned_until: optional(account.banned_until),
    app_metadata: account.raw_app_meta_data ?? {},
    user_metadata: account.raw_user_meta_data ?? {},
    identities: identities
      .filter((one) => one.user_id === account.id)
      .map(({ id, provider_id, ...rest }) => ({ identity_id: id, id: provider_id, ...rest })),
    created_at: account.created_at,
    updated_at: account.updated_at,
    is_anonymous: account.is_anonymous,
  };
}
