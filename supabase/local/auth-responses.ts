import { setTimeout as sleep } from "node:timers/promises";

/** An error in GoTrue's format, so that supabase-js fills `error.code` and `error.status`. */
export function authError(status: number, code: string, message: string): Response {
  return Response.json(
    { code: status, error_code: code, msg: message },
    { status, headers: { "x-sb-error-code": code, "access-control-allow-origin": "*" } },
  );
}

export function authResponse(body: object): Response {
  return Response.json(body, { headers: { "access-control-allow-origin": "*" } });
}

export const userBanned = (status: 400 | 403) => authError(status, "user_banned", "User is banned");

/** Minimum response time in milliseconds where timing could reveal whether an address is registered. */
export const MIN_RESPONSE_MS = 300;

export async function withMinimumTime<T>(work: Promise<T>): Promise<T> {
  const [result] = await Promise.all([work, sleep(MIN_RESPONSE_MS)]);
  return result;
}

/** The error code of a failed response, without consuming its body. */
export async function errorCodeOf(answer: Response): Promise<string | undefined> {
  if (answer.ok) return undefined;
  const body = (await answer
    .clone()
    .json()
    .catch(() => undefined)) as { error_code?: string } | undefined;
  return body?.error_code;
}

/** The JSON object of a request; `{}` when there is none, so that Supabase Lite returns the validation error. */
export async function readBody(request: Request): Promise<Record<string, unknown>> {
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => ({}));
  return typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
}

/** RFC 5321, section 4.5.3.1.3. */
const LONGEST_ADDRESS = 254;
const DEEPEST_JSON = 32;

/** Whether brackets outside strings are nested too deep; checked before code that recurses into the body. */
function isTooDeep(json: string): boolean {
  let depth = 0;
  let deepest = 0;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[[{]|[\]}]/g)) {
    if (token === "[" || token === "{") deepest = Math.max(deepest, ++depth);
    else if (token === "]" || token === "}") depth--;
  }
  return deepest > DEEPEST_JSON;
}

/** Whether a value contains a lone surrogate, which the database rejects; `JSON.stringify` escapes only those. */
const hasLoneSurrogate = (value: unknown) => /\\ud[89a-f]/i.test(JSON.stringify(value).replaceAll("\\\\", ""));

const TEXT_FIELDS = [
  "email",
  "phone",
  "password",
  "type",
  "token",
  "token_hash",
  "refresh_token",
  "auth_code",
  "code_verifier",
];

/** A 400 response for a body that would make Supabase Lite or the database fail, or undefined. */
export async function refuseMalformed(request: Request): Promise<Response | undefined> {
  const text = await request.clone().text();
  if (text === "") return undefined;
  if (/\\u0000/.test(text)) return authError(400, "bad_json", "Text must not contain null characters");
  if (isTooDeep(text)) return authError(400, "bad_json", "The request body is nested too deeply");
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return authError(400, "bad_json", "Could not parse request body as JSON");
  }
  if (typeof body !== "object" || body === null || Array.isArray(body))
    return authError(400, "bad_json", "The request body must be a JSON object");
  if (hasLoneSurrogate(body)) return authError(400, "bad_json", "Text must be valid Unicode");
  for (const [name, value] of Object.entries(body)) {
    if (TEXT_FIELDS.includes(name) && typeof value !== "string")
      return authError(400, "validation_failed", `${name} must be a text`);
    if (name === "email" && String(value).length > LONGEST_ADDRESS)
      return authError(400, "validation_failed", `${name} is too long`);
  }
  return undefined;
}

export function textField(body: Record<string, unknown>, name: string): string {
  const value = body[name];
  return typeof value === "string" ? value : "";
}
