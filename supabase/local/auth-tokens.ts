import { createHash, randomBytes, randomInt } from "node:crypto";
import type postgres from "postgres";
import type { Account } from "./accounts";
import { textField } from "./auth-responses";
import type { Backend } from "./backend";

const DIGITS = 10;
const DEFAULT_LENGTH = 6;
const DEFAULT_EXPIRY_SECONDS = 3600;
const LINK_BYTES = 32;
/** Wrong attempts, from all clients together, after which a typed code becomes invalid; its link stays valid. */
const MAX_TRIES = 5;

type Purpose = "confirmation" | "recovery";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** The hash of address and code that Supabase Lite stores and looks up; never sent to a client. */
const codeHashOf = (email: string, code: string) => sha256(email.toLowerCase() + code);

/** Registers a Supabase Lite code and returns the token for the mailed link: 32 random bytes. */
export async function registerLink(sql: postgres.Sql, codeHash: string, lifetimeMs: number): Promise<string> {
  const link = randomBytes(LINK_BYTES).toString("base64url");
  await sql`delete from auth.mailed_tokens where created_at < ${new Date(Date.now() - lifetimeMs).toISOString()}`;
  await sql`
    insert into auth.mailed_tokens (code_hash, link_hash) values (${codeHash}, ${sha256(link)})
    on conflict (code_hash) do update set link_hash = excluded.link_hash, tries = 0, created_at = now()`;
  return link;
}

async function codeHashOfLink(sql: postgres.Sql, link: string): Promise<string | undefined> {
  const [found] = await sql<
    { code_hash: string }[]
  >`select code_hash from auth.mailed_tokens where link_hash = ${sha256(link)}`;
  return found?.code_hash;
}

/** Counts an attempt on every code of the address; returns the code's hash when it is correct and below the attempt limit. */
async function codeHashOfTry(
  sql: postgres.Sql,
  { email, code, type }: Record<"email" | "code" | "type", string>,
): Promise<string | undefined> {
  const isChange = type === "email_change";
  // Locks rows in a fixed order, so that parallel attempts do not deadlock.
  const judged = await sql<{ code_hash: string }[]>`
    with codes as (
      select code_hash from auth.mailed_tokens
      where code_hash in (
        select unnest(array[confirmation_token, recovery_token, email_change_token_current, email_change_token_new])
        from auth.users where email = ${email.toLowerCase()} or (${isChange} and email_change = ${email.toLowerCase()})
      )
      order by code_hash for update
    )
    update auth.mailed_tokens as token set tries = tries + 1
    from codes where token.code_hash = codes.code_hash and token.tries < ${MAX_TRIES}
    returning token.code_hash`;
  const expected = codeHashOf(email, code);
  return judged.some((row) => row.code_hash === expected) ? expected : undefined;
}

/** The hash of Supabase Lite's code for a link token or a typed code; undefined when there is none. */
export async function codeHashOfProof({ sql }: Backend, body: Record<string, unknown>): Promise<string | undefined> {
  const link = textField(body, "token_hash");
  if (link) return codeHashOfLink(sql, link);
  return codeHashOfTry(sql, {
    email: textField(body, "email"),
    code: textField(body, "token"),
    type: textField(body, "type"),
  });
}

/** Stores a new one-time code for an account; an earlier one for the same purpose becomes invalid. */
export async function issueCode(
  backend: Backend,
  account: Account,
  purpose: Purpose,
): Promise<{ code: string; codeHash: string }> {
  const length = backend.app.config.auth?.email?.otp_length ?? DEFAULT_LENGTH;
  const code = Array.from({ length }, () => randomInt(DIGITS)).join("");
  const codeHash = codeHashOf(account.email ?? "", code);
  const { sql } = backend;
  const change = { [`${purpose}_token`]: codeHash, [`${purpose}_sent_at`]: new Date().toISOString() };
  await sql`update auth.users set ${sql(change)} where id = ${account.id}`;
  return { code, codeHash };
}

export function codeLifetimeMs(expirySeconds: number | undefined): number {
  return (expirySeconds ?? DEFAULT_EXPIRY_SECONDS) * 1000;
}
