import type { PendingQuery, Row, Sql, TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { ACTORS, type Actor } from "./actors";
import { asRole } from "./as-role";

type Attempt = {
  verb: "select" | "insert" | "update" | "delete";
  /** What is attempted, when the verb alone does not say it. */
  what?: string;
  can: readonly Actor[];
  /** Prepares rows as the owner, before the actor tries. */
  arrange?: (tx: TransactionSql) => Promise<unknown>;
  run: (tx: TransactionSql) => PendingQuery<Row[]>;
};

/** One test per attempt and actor: those listed reach at least one row, everyone else reaches none. */
export function describeAccess(sql: Sql, table: string, attempts: Attempt[]): void {
  describe(`access to ${table}`, () => {
    describe.each(attempts.map((attempt) => [titleOf(attempt), attempt] as const))("%s", (_, { can, arrange, run }) => {
      it.each(ACTORS.map((actor) => [actor, can.includes(actor) ? "can" : "cannot"] as const))("%s %s", async (actor, verdict) => {
        expect((await reaches(sql, actor, run, arrange)) ? "can" : "cannot").toBe(verdict);
      });
    });
  });
}

function titleOf({ verb, what }: Attempt): string {
  return what ? `${verb} ${what}` : verb;
}

async function reaches(sql: Sql, actor: Actor, run: Attempt["run"], arrange: Attempt["arrange"]): Promise<boolean> {
  try {
    const { count } = await asRole(sql, actor, async (tx) => run(tx), arrange);
    return count > 0;
  } catch (error) {
    // insufficient_privilege is a refusal; anything else is a broken test.
    if ((error as { code?: string }).code === "42501") return false;
    throw error;
  }
}
