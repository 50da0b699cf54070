import postgres, { type TransactionSql } from "postgres";
import { afterAll } from "vitest";
import { ID_OF, type Actor } from "./actors";

type Run<T> = (tx: TransactionSql) => Promise<T>;

class RollBack {
  constructor(readonly result: unknown) {}
}

/** A connection as the owner of the database, closed after the test file. */
export function connect(): postgres.Sql {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error("Run these tests with `npx vitest run -c vitest.database.config.mts`, which starts the database.");
  const sql = postgres(url, { max: 2, onnotice: () => {} });
  afterAll(() => sql.end());
  return sql;
}

/** Runs statements as the owner in a transaction that is always rolled back. */
export async function asOwner<T>(sql: postgres.Sql, run: Run<T>): Promise<T> {
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
export function asRole<T>(sql: postgres.Sql, actor: Actor | "service_role", run: Run<T>, arrange?: Run<unknown>): Promise<T> {
  return asOwner(sql, async (tx) => {
    await arrange?.(tx);
    await becomeRole(tx, actor);
    return run(tx);
  });
}

/** Makes the rest of a transaction run as the API would run it for this caller. */
export async function becomeRole(tx: TransactionSql, actor: Actor | "service_role"): Promise<void> {
  const role = actor === "anon" || actor === "service_role" ? actor : "authenticated";
  const sub = actor === "anon" || actor === "service_role" ? "" : ID_OF[actor];
  // Hosted projects read the claims object, the embedded backend the single claim.
  await tx`select
    set_config('request.jwt.claims', ${JSON.stringify(sub ? { sub, role } : { role })}, true),
    set_config('request.jwt.claim.sub', ${sub}, true),
    set_config('request.jwt.claim.role', ${role}, true)`;
  await tx`set local role ${tx(role)}`;
}
