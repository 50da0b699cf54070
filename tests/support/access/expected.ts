import type { Actor } from "../../database/actors";

/**
 * Second factor of a session: its account has none, has one whose code was not given yet (`aal1`), or the code was
 * given (`aal2`).
 */
export type Factor = "none" | "pending" | "passed";

/** What the access tests run through. */
export const FACTORS: readonly Factor[] = ["none", "pending", "passed"];

export type Line = {
  /** Who is let through; everybody else is refused. */
  can: readonly Actor[];
  /** Also open to these while their second factor is pending, which otherwise makes an account a visitor. */
  canWhilePending?: readonly Actor[];
};

/** Whether the access table lets an actor through. */
export function isAllowed({ can, canWhilePending = [] }: Line, actor: Actor, factor: Factor): boolean {
  if (factor !== "pending") return can.includes(actor);
  return can.includes("anon") || canWhilePending.includes(actor);
}

/**
 * Whether an actor asks for a line. With a second factor only the lowest and the highest account that the line lets
 * through do, since the others are judged alike; `npm run stress` asks as everybody.
 */
export function isAsked({ can }: Line, actor: Actor, factor: Factor): boolean {
  if (factor === "none" || process.env.STRESS) return true;
  const accounts = can.filter((one) => one !== "anon");
  return actor === accounts[0] || actor === accounts.at(-1);
}

/** The names that only one of two lists has, for a message that a person can act on. */
export function differences(found: readonly string[], lines: readonly string[]): { withoutLine: string[]; withoutSubject: string[] } {
  return { withoutLine: found.filter((name) => !lines.includes(name)), withoutSubject: lines.filter((name) => !found.includes(name)) };
}
