import type { PendingQuery, Row, Sql, TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { FACTORS, isAllowed, isTested, type Factor } from "../support/access/expected";
import { ACTORS, type Actor } from "./actors";
import { asOwner, becomeRole, setClaims } from "./as-role";

type Attempt = {
  verb: "select" | "insert" | "update" | "delete";
  /** Description of the attempt, when the verb is not enough. */
  what?: string;
  can: readonly Actor[];
  /** Prepares rows as the owner before the attempt. */
  arrange?: (tx: TransactionSql) => Promise<unknown>;
  run: (tx: TransactionSql) => PendingQuery<Row[]>;
};

/**
 * Creates one test per attempt and actor: the listed actors reach at least one row, all others none. Because an empty
 * table would also give none, a first test runs the attempt without policies.
 */
export function describeAccess(sql: Sql, table: string, attempts: Attempt[]): void {
  describe(`access to ${table}`, () => {
    const needRows = attempts.filter(({ verb }) => verb !== "insert");
    it.each(needRows.map((attempt) => [titleOf(attempt), attempt] as const))(
      "%s has a row to reach",
      async (_, { arrange, run }) => {
        expect(await reachableRows(sql, run, arrange)).toBeGreaterThan(0);
      },
    );

    describe.each(attempts.map((attempt) => [titleOf(attempt), attempt] as const))("%s", (_, { can, arrange, run }) => {
      it.each(ACTORS.map((actor) => [actor, can.includes(actor) ? "can" : "cannot"] as const))(
        "%s %s",
        async (actor, expected) => {
          expect((await reaches(sql, actor, "none", { run, arrange })) ? "can" : "cannot").toBe(expected);
        },
      );
      it.each(FACTORS.filter((factor) => factor !== "none"))("with the second factor %s", async (factor) => {
        const asked = ACTORS.filter((actor) => isTested({ can }, actor, factor));
        const found: boolean[] = [];
        for (const actor of asked) found.push(await reaches(sql, actor, factor, { run, arrange }));
        expect(found).toEqual(asked.map((actor) => isAllowed({ can }, actor, factor)));
      });
    });
  });
}

function titleOf({ verb, what }: Attempt): string {
  return what ? `${verb} ${what}` : verb;
}

/** Rows that the owner reaches; uses the claims of each account in turn, for conditions on `auth.uid()`. */
async function reachableRows(sql: Sql, run: Attempt["run"], arrange: Attempt["arrange"]): Promise<number> {
  return asOwner(sql, async (tx) => {
    await arrange?.(tx);
    // Disables triggers and foreign keys, because only the existence of a row is tested.
    await tx`set local session_replication_role = replica`;
    for (const actor of ACTORS) {
      await setClaims(tx, actor);
      const { count } = await run(tx);
      if (count > 0) return count;
    }
    return 0;
  });
}

async function reaches(
  sql: Sql,
  actor: Actor,
  factor: Factor,
  { run, arrange }: Pick<Attempt, "run" | "arrange">,
): Promise<boolean> {
  try {
    const { count } = await asOwner(sql, async (tx) => {
      await arrange?.(tx);
      await becomeRole(tx, actor, factor);
      return run(tx);
    });
    return count > 0;
  } catch (error) {
    // insufficient_privilege is an expected refusal; other errors mean that the test is wrong.
    if ((error as { code?: string }).code === "42501") return false;
    throw error;
  }
}
