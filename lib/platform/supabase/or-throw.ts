import { AppError, type ErrorCode } from "../error";

type DatabaseError = { message: string; code?: string };
type Answer = { data: unknown; error: DatabaseError | null };
/** Error codes of the browser for SQL states or messages that the caller expects; all others are `service.unavailable`. */
export type ErrorCodes = Readonly<Record<string, ErrorCode>>;

/** The error for the browser. `details` of the database are left out because they can contain values of the row. */
export function databaseError({ code = "", message }: DatabaseError, codes: ErrorCodes = {}): AppError {
  const found = Object.hasOwn(codes, code) ? codes[code] : Object.hasOwn(codes, message) ? codes[message] : undefined;
  return new AppError(found ?? "service.unavailable", { detail: message });
}

/** The data of an answer of Supabase; throws when it is an error. */
export function orThrow<Given extends Answer>(
  { data, error }: Given,
  codes?: ErrorCodes,
): Extract<Given, { error: null }>["data"] {
  if (error) throw databaseError(error, codes);
  return data;
}

/** The number of rows of an answer of Supabase; throws when it is an error. */
export function countOrThrow({ count, error }: { count: number | null; error: DatabaseError | null }): number {
  if (error) throw databaseError(error);
  return count ?? 0;
}
