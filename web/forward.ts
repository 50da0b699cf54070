import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import { addressGroup } from "../lib/platform/address-group";
import { BoundedLimiter } from "../lib/platform/bounded-limiter";
import { env } from "../lib/platform/env";
import { READING_METHODS } from "../lib/platform/http-methods";
import { countForAll } from "../lib/platform/shared-counts";
import { callerOf } from "./caller";

/** Rate limit for calls that try a password or code, send a mail or start an OAuth sign-in: one counter per caller for all of them. */
const LIMIT = { points: 30, seconds: 300 };
const attempts = new BoundedLimiter({ points: LIMIT.points, duration: LIMIT.seconds });

function isAttempt(method: string | undefined, path: string): boolean {
  if (!path.startsWith("/auth/v1/") || path === "/auth/v1/logout") return false;
  return path === "/auth/v1/authorize" || !READING_METHODS.includes(method ?? "");
}

/** Counts an attempt in this process and then for all; returns false over the limit. */
async function takeAttempt(caller: string): Promise<boolean> {
  try {
    await attempts.consume(caller);
  } catch {
    return false;
  }
  return (await countForAll([{ limit: "backendCall", who: caller, ...LIMIT }], 1)) === null;
}

/** Hop-by-hop headers (RFC 9110, section 7.6.1) and headers that claim the origin of a request. */
const DROPPED = [
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "upgrade",
  "forwarded",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-forwarded-port",
];

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !DROPPED.includes(name)));
}

function refuse(response: ServerResponse, status: number, code: string, msg: string): void {
  response
    .writeHead(status, { "content-type": "application/json", connection: "close" })
    .end(JSON.stringify({ code: status, error_code: code, msg }));
}

/** Answers 400 to a backend path that is not in canonical form. */
export function refusePath(response: ServerResponse): void {
  refuse(response, 400, "bad_path", "The path is not in canonical form");
}

/** Forwards a Supabase call with a canonical path to the embedded backend, so that the site has one origin. */
export async function forwardToBackend(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  if (isAttempt(request.method, path) && !(await takeAttempt(addressGroup(callerOf(request)))))
    return refuse(response, 429, "over_request_rate_limit", "Too many requests");
  // The client disconnected while the attempt was counted.
  if (response.destroyed) return;
  // This port serves only the API, not the mailbox or the account administration.
  const port = env.SUPABASE_LOCAL_FORWARD_PORT;
  const headers = { ...endToEnd(request.headers), host: `127.0.0.1:${port}` };
  // Uses a separate connection: after an unread body, bytes left on a shared one could become part of another client's call.
  const onward = http.request(
    { host: "127.0.0.1", port, path: request.url, method: request.method, headers, agent: false },
    (answer) => {
      // Answered before the whole body arrived: closes the connection, so that the rest is not read as the next request.
      response.writeHead(answer.statusCode ?? 502, {
        ...endToEnd(answer.headers),
        ...(!request.complete && { connection: "close" }),
      });
      pipeline(answer, response, () => {});
    },
  );
  onward.on("error", () =>
    response.headersSent ? response.end() : refuse(response, 503, "unavailable", "Backend unavailable"),
  );
  response.on("close", () => onward.destroy());
  request.pipe(onward);
}
