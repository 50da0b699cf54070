import postgres, { type TransactionSql } from "postgres";
import { afterAll } from "vitest";
import type { Factor } from "../support/access/expected";
import { ID_OF, sessionOf, type Account, type Actor } from "./actors";

type Run<T> = (tx: TransactionSql) => Promise<T>;

class RollBack {
  constructor(readonly result: unknown) {}
}

/** The connection of a test file as the owner of the database; it opens with the first statement. */
export const sql = postgres(databaseUrl(), { max: 2, onnotice: () => {} });
afterAll(() => sql.end());

function databaseUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url)
    throw new Error("Run these tests with `npx vitest run -c vitest.database.config.mts`, which starts the database.");
  return url;
}

/** Runs statements as the owner in a transaction that is always rolled back. */
export async function asOwner<T>(run: Run<T>): Promise<T> {
  try {
    await sql.begin(async (tx) => {
      throw new RollBack(await run(tx));
    });
  } catch (thrown) {
    if (thrown instanceof RollBack) return thrown.result as T;
    throw thrown;
  }
  throw new Error("the transaction was not rolled back");
}

/** Runs statements as an API caller, after `arrange` prepared rows as the owner; always rolled back. */
export function asRole<T>(actor: Actor | "service_role", run: Run<T>): Promise<T>;
export function asRole<T>(actor: Actor | "service_role", arrange: Run<unknown> | undefined, run: Run<T>): Promise<T>;
export function asRole(actor: Actor | "service_role", ...steps: (Run<unknown> | undefined)[]): Promise<unknown> {
  const [run, arrange] = steps.toReversed();
  return asOwner(async (tx) => {
    await arrange?.(tx);
    await becomeRole(tx, actor);
    return run?.(tx);
  });
}

/** Runs statements as an API caller inside a transaction of the owner, and returns to the owner. */
export async function callAs<T>(tx: TransactionSql, actor: Actor | "service_role", run: Run<T>): Promise<T> {
  await becomeRole(tx, actor);
  const result = await run(tx);
  await tx`reset role`;
  return result;
}

/** Adds a verified second factor in the format of the auth server. */
async function addFactor(tx: TransactionSql, account: string): Promise<void> {
  // Must be older than the sessions of the tests.
  await tx`
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values (gen_random_uuid(), ${account}, 'totp', 'verified', now() - interval '1 day', now())`;
}

/** Makes the rest of the transaction run like an API call of this caller. */
export async function becomeRole(
  tx: TransactionSql,
  actor: Actor | "service_role",
  factor: Factor = "none",
): Promise<void> {
  await tx`reset role`;
  if (factor !== "none" && actor !== "anon" && actor !== "service_role") await addFactor(tx, ID_OF[actor]);
  const role = await setClaims(tx, actor, factor);
  await tx`set local role ${tx(role)}`;
}

/** Opens the caller's session, sets the claims of its token and returns its database role, without switching to that role. */
export async function setClaims(
  tx: TransactionSql,
  actor: Actor | "service_role",
  factor: Factor = "none",
): Promise<string> {
  const isAccount = actor !== "anon" && actor !== "service_role";
  const role = isAccount ? "authenticated" : actor;
  const sub = isAccount ? ID_OF[actor] : "";
  const claims = isAccount
    ? { sub, role, session_id: sessionOf(actor), aal: factor === "passed" ? "aal2" : "aal1" }
    : { role };
  if (isAccount) await openSession(tx, actor, factor);
  // Hosted projects read the claims object, the embedded backend reads the single claim.
  await tx`select
    set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
    set_config('request.jwt.claim.sub', ${sub}, true),
    set_config('request.jwt.claim.role', ${role}, true)`;
  return role;
}

/**
 * Opens a recent session; these accounts have no password, so its authentication method is a mailed link. A session that
 * an earlier test file committed is authenticated again, because its proof of identity counts for 10 minutes only.
 */
async function openSession(tx: TransactionSql, account: Account, factor: Factor): Promise<void> {
  const session = sessionOf(account);
  await tx`insert into auth.sessions (id, user_id, aal, created_at, updated_at) values (${session}, ${ID_OF[account]}, 'aal1', now(), now()) on conflict do nothing`;
  if (factor === "passed") {
    await tx`
      update auth.sessions set aal = 'aal2', factor_id = (select id from auth.mfa_factors where user_id = ${ID_OF[account]} and status = 'verified' limit 1)
      where id = ${session}`;
  }
  const methods = factor === "passed" ? ["otp", "totp"] : ["otp"];
  await tx`
    insert into auth.mfa_amr_claims (session_id, authentication_method) select ${session}, unnest(${methods}::text[])
    on conflict (session_id, authentication_method) do update set updated_at = now()`;
}
