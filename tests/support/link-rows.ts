import { createHash, randomBytes } from "node:crypto";
import type { Sql, TransactionSql } from "postgres";

type Kind = "payment" | "report" | "contract";
type Changes = { issued_at?: Date; expires_at?: Date; revoked_at?: Date; version?: number };

const DAY = 86_400_000;

export const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");
export const newToken = () => randomBytes(32).toString("base64url");
export const daysFromNow = (days: number) => new Date(Date.now() + days * DAY);

/** Stores a link of a sale or banner like the server does; returns its token. */
export async function addLink(
  sql: Sql | TransactionSql,
  kind: Kind,
  subject: string,
  changes: Changes = {},
): Promise<string> {
  const token = newToken();
  const row = {
    kind,
    [kind === "report" ? "ad_id" : "sale_id"]: subject,
    version: 1,
    token_hash: hashOf(token),
    issued_at: new Date(),
    expires_at: daysFromNow(120),
    ...changes,
  };
  await sql`insert into public.link_tokens ${sql(row)}`;
  return token;
}
