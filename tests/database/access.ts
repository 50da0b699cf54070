import type { PendingQuery, Row, TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { FACTORS, isAllowed, isTested, type Factor } from "../support/access/expected";
import { ACTORS, type Actor } from "./actors";
import { asOwner, becomeRole, setClaims } from "./as-role";

/** A statement, or a function that runs one. */
type Statement = string | ((tx: TransactionSql) => PendingQuery<Row[]>);
/** Adds rows as the owner. */
type Arrange = string | null | ((tx: TransactionSql) => Promise<unknown>);

/** What is tried, beginning with the verb; who can do it; the statement; what is arranged before this attempt. */
type Attempt = readonly [what: string, can: readonly Actor[], statement: Statement, arrange?: Arrange];

/**
 * Creates one test per attempt and actor: the listed actors reach at least one row, all others none. Because an empty
 * table would also give none, a first test runs the attempt without policies. `arrange` comes before every attempt
 * that is no insert and has no arrangement of its own.
 */
export function describeAccess(table: string, arrange: Arrange, attempts: Attempt[]): void {
  const isInsert = (what: string) => what.startsWith("insert");
  const tried = attempts.map(([what, can, statement, own = isInsert(what) ? null : arrange]) => {
    const steps: Steps = {
      arrange: async (tx) => (typeof own === "string" ? tx.unsafe(own) : own?.(tx)),
      run: (tx) => (typeof statement === "string" ? tx.unsafe(statement) : statement(tx)),
    };
    return [what, can, steps] as const;
  });
  describe(`access to ${table}`, () => {
    it.each(tried.filter(([what]) => !isInsert(what)))("%s has a row to reach", async (_, __, steps) => {
      expect(await reachableRows(steps)).toBeGreaterThan(0);
    });

    describe.each(tried)("%s", (_, can, steps) => {
      it.each(ACTORS.map((actor) => [actor, can.includes(actor) ? "can" : "cannot"] as const))(
        "%s %s",
        async (actor, expected) => {
          expect((await reaches(actor, "none", steps)) ? "can" : "cannot").toBe(expected);
        },
      );
      it.each(FACTORS.filter((factor) => factor !== "none"))("with the second factor %s", async (factor) => {
        const asked = ACTORS.filter((actor) => isTested({ can }, actor, factor));
        const found: boolean[] = [];
        for (const actor of asked) found.push(await reaches(actor, factor, steps));
        expect(found).toEqual(asked.map((actor) => isAllowed({ can }, actor, factor)));
      });
    });
  });
}

type Steps = {
  arrange: (tx: TransactionSql) => Promise<unknown>;
  run: (tx: TransactionSql) => PendingQuery<Row[]>;
};

/** Rows that the owner reaches; uses the claims of each account in turn, for conditions on `auth.uid()`. */
async function reachableRows({ arrange, run }: Steps): Promise<number> {
  return asOwner(async (tx) => {
    await arrange(tx);
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

async function reaches(actor: Actor, factor: Factor, { arrange, run }: Steps): Promise<boolean> {
  try {
    const { count } = await asOwner(async (tx) => {
      await arrange(tx);
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
