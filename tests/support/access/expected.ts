import type { Actor } from "../../database/actors";

/** Second factor of a session: the account has none, its code was not entered yet (`aal1`), or the code was entered (`aal2`). */
export type Factor = "none" | "pending" | "passed";

/** The second-factor states that the access tests cover. */
export const FACTORS: readonly Factor[] = ["none", "pending", "passed"];

export type Line = {
  /** Actors with access; all others are refused. */
  can: readonly Actor[];
  /** Also allowed for these actors while their second factor is pending; otherwise such an account counts as a visitor. */
  canWhilePending?: readonly Actor[];
};

/** Whether the access table allows an actor. */
export function isAllowed({ can, canWhilePending = [] }: Line, actor: Actor, factor: Factor): boolean {
  if (factor !== "pending") return can.includes(actor);
  return can.includes("anon") || canWhilePending.includes(actor);
}

/**
 * Whether an entry is tested with an actor. With a second factor, only the lowest and highest allowed accounts are
 * tested, because the same rule applies to all; `npm run stress` tests every actor.
 */
export function isTested({ can }: Line, actor: Actor, factor: Factor): boolean {
  if (factor === "none" || process.env.STRESS) return true;
  const accounts = can.filter((one) => one !== "anon");
  return actor === accounts[0] || actor === accounts.at(-1);
}

/** Names that are in only one of two lists, for the error message. */
export function differences(
  actual: readonly string[],
  lines: readonly string[],
): { withoutLine: string[]; withoutSubject: string[] } {
  return {
    withoutLine: actual.filter((name) => !lines.includes(name)),
    withoutSubject: lines.filter((name) => !actual.includes(name)),
  };
}
