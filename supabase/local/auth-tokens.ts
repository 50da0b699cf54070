import { createHash, randomInt } from "node:crypto";
import type { Account } from "./accounts";
import type { Backend } from "./backend";

const DIGITS = 10;
const DEFAULT_LENGTH = 6;
const DEFAULT_EXPIRY_SECONDS = 3600;

type Purpose = "confirmation" | "recovery";

/** The hash the library looks a mailed code up by. */
function hashToken(email: string, token: string): string {
  return createHash("sha256").update(email.toLowerCase() + token).digest("hex");
}

/** Puts a fresh one-time code on an account; an earlier one of the same purpose stops working. */
export async function issueToken(backend: Backend, account: Account, purpose: Purpose): Promise<{ token: string; tokenHash: string }> {
  const length = backend.app.config.auth?.email?.otp_length ?? DEFAULT_LENGTH;
  const token = Array.from({ length }, () => randomInt(DIGITS)).join("");
  const tokenHash = hashToken(account.email ?? "", token);
  const { sql } = backend;
  const change = { [`${purpose}_token`]: tokenHash, [`${purpose}_sent_at`]: new Date().toISOString() };
  await sql`update auth.users set ${sql(change)} where id = ${account.id}`;
  return { token, tokenHash };
}

export function tokenLifetimeMs(backend: Backend): number {
  return (backend.app.config.auth?.email?.otp_expiry ?? DEFAULT_EXPIRY_SECONDS) * 1000;
}
