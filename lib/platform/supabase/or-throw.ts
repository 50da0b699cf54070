import { AppError, type ErrorCode } from "../error";
import type { Refused } from "../outcome";

type DatabaseError = { message: string; code?: string; details?: string | null };
type Answer = { data: unknown; error: DatabaseError | null };
/** Error codes of the browser for SQL states or messages that the caller expects; all others are `service.unavailable`. */
export type ErrorCodes = Readonly<Record<string, ErrorCode>>;

/** SQLSTATE of `private.refuse`: a rule does not allow the write, and all of it was undone. */
const REFUSED = "P0001";

/**
 * The error for the browser. `details` of the database are left out because they can contain values of the row, except
 * the field of a refusal.
 */
export function databaseError({ code = "", message, details }: DatabaseError, codes: ErrorCodes = {}): AppError {
  const known: ErrorCodes = { ...(code === REFUSED && { invalid: "input.invalid" }), ...codes };
  const found = Object.hasOwn(known, code) ? known[code] : Object.hasOwn(known, message) ? known[message] : undefined;
  const detail = code === REFUSED && details ? `${message}: ${details}` : message;
  return new AppError(found ?? "service.unavailable", { detail });
}

/** The data of an answer of Supabase; throws when it is an error. */
export function orThrow<Given extends Answer>(
  { data, error }: Given,
  codes?: ErrorCodes,
): Extract<Given, { error: null }>["data"] {
  if (error) throw databaseError(error, codes);
  return data;
}

/** What a write answered, for an `outcomeSchema`; a refusal that the database raised is the outcome `refused`. */
export function outcomeOrThrow({ data, error }: Answer, codes?: ErrorCodes): unknown {
  if (error?.code !== REFUSED) return orThrow({ data, error }, codes);
  return { outcome: "refused", reason: error.message, field: error.details || null } satisfies Refused;
}

/** The number of rows of an answer of Supabase; throws when it is an error. */
export function countOrThrow({ count, error }: { count: number | null; error: DatabaseError | null }): number {
  if (error) throw databaseError(error);
  return count ?? 0;
}
