import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import { addressGroup } from "../../lib/platform/address-group";
import { BoundedLimiter } from "../../lib/platform/bounded-limiter";
import { env } from "../../lib/platform/env";
import { callerOf } from "./caller";

/** Calls that try a password or a code, send a mail or begin a sign-in at a provider: one limit per caller for all of them. */
const attempts = new BoundedLimiter({ points: 30, duration: 300 });
const READS = ["GET", "HEAD", "OPTIONS"];

function isAttempt(method: string | undefined, path: string): boolean {
  if (!path.startsWith("/auth/v1/") || path === "/auth/v1/logout") return false;
  return path === "/auth/v1/authorize" || !READS.includes(method ?? "");
}

/** Headers that belong to one connection (RFC 9110, section 7.6.1) or that claim where a request came from. */
const DROPPED = ["connection", "keep-alive", "proxy-connection", "te", "trailer", "upgrade", "forwarded", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-port"];

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !DROPPED.includes(name)));
}

function refuse(response: ServerResponse, status: number, code: string, msg: string): void {
  response.writeHead(status, { "content-type": "application/json", connection: "close" }).end(JSON.stringify({ code: status, error_code: code, msg }));
}

/** Answers a backend path that is not in its canonical form. */
export function refusePath(response: ServerResponse): void {
  refuse(response, 400, "bad_path", "The path is not in canonical form");
}

/** Passes a Supabase call with a canonical path on to the embedded backend, so that the site is one origin. */
export async function forwardToBackend(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
  if (isAttempt(request.method, path)) {
    try {
      await attempts.consume(addressGroup(callerOf(request)));
    } catch {
      return refuse(response, 429, "over_request_rate_limit", "Too many requests");
    }
  }
  // A listener that serves nothing but the API: neither the mailbox nor the account administration.
  const port = env.SUPABASE_LOCAL_FORWARD_PORT;
  const headers = { ...endToEnd(request.headers), host: `127.0.0.1:${port}` };
  // A connection of its own: one whose body was not read to the end must never serve somebody else's call.
  const onward = http.request({ host: "127.0.0.1", port, path: request.url, method: request.method, headers, agent: false }, (answer) => {
    // An answer before the end of the body: the caller must not send its next call on this connection.
    response.writeHead(answer.statusCode ?? 502, { ...endToEnd(answer.headers), ...(!request.complete && { connection: "close" }) });
    pipeline(answer, response, () => {});
  });
  onward.on("error", () => (response.headersSent ? response.end() : refuse(response, 503, "unavailable", "Backend unavailable")));
  response.on("close", () => onward.destroy());
  request.pipe(onward);
}
