import type { Sql, TransactionSql } from "postgres";

/** The auth server of a hosted project looks for accounts of this instance only. */
const INSTANCE = "00000000-0000-0000-0000-000000000000";
/** Columns that the auth server reads into texts which cannot be null (supabase/auth, internal/models/user.go). */
const TEXTS = [
  "confirmation_token",
  "recovery_token",
  "email_change_token_current",
  "email_change_token_new",
  "email_change",
  "phone_change_token",
  "phone_change",
  "reauthentication_token",
];

/** Gives accounts of an embedded backend the values that the auth server of a hosted project needs to find them. */
export async function normaliseAccounts(sql: Sql | TransactionSql): Promise<void> {
  const texts = sql.unsafe(TEXTS.map((column) => `${column} = coalesce(${column}, '')`).join(", "));
  await sql`
    update auth.users set instance_id = ${INSTANCE}, aud = coalesce(nullif(aud, ''), 'authenticated'),
      role = coalesce(nullif(role, ''), 'authenticated'), ${texts}
    where true`;
}
