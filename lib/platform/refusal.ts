import { AppError } from "./error";
import { reportError } from "./report";

type Statuses = Partial<Record<string, number>>;

/** Status of the refusals that every handler with costs has. */
const STATUS: Statuses = {
  "auth.required": 401,
  "access.denied": 403,
  "access.permission": 403,
  "feature.off": 403,
  "picture.heic": 415,
  "picture.tooManyPixels": 422,
  "pdf.active": 422,
  "rate.limited": 429,
};

/** `Retry-After` of a refusal, in seconds. */
export function retryHeaders(error: unknown): Record<string, string> {
  const seconds = error instanceof AppError ? error.retryAfter : undefined;
  return seconds === undefined ? {} : { "retry-after": String(seconds) };
}

/** Answer of a handler to an error: its code with a status; 503 for an error that the client did not cause. */
export function refusal(what: string, error: unknown, statuses: Statuses = {}): Response {
  const code = error instanceof AppError ? error.code : "unexpected";
  const status = statuses[code] ?? STATUS[code] ?? 503;
  if (status === 503 && code !== "service.busy") reportError(what, error);
  return Response.json({ code }, { status, headers: { "cache-control": "no-store", ...retryHeaders(error) } });
}

/** Runs a handler; an error becomes its refusal. */
export async function withRefusals(
  what: string,
  run: () => Promise<Response>,
  statuses: Statuses = {},
): Promise<Response> {
  try {
    return await run();
  } catch (error) {
    return refusal(what, error, statuses);
  }
}
