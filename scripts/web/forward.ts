import http, { type IncomingMessage, type ServerResponse } from "node:http";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { env } from "../../lib/platform/env";

/** Calls that try a password, a code or send a mail: per caller address. */
const attempts = new RateLimiterMemory({ points: 30, duration: 300 });
const ATTEMPT = /^\/auth\/v1\/(?:token|otp|recover|signup|verify|resend|magiclink)/;

export function isBackendPath(url: string): boolean {
  return /^\/(?:rest|auth|storage)\/v1\//.test(url);
}

function refuse(response: ServerResponse, status: number, code: string, msg: string): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ code: status, error_code: code, msg }));
}

/** Passes a Supabase call on to the embedded backend, so that the site is one origin, from a phone too. */
export async function forwardToBackend(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === "POST" && ATTEMPT.test(request.url ?? "")) {
    try {
      await attempts.consume(request.socket.remoteAddress ?? "unknown");
    } catch {
      return refuse(response, 429, "over_request_rate_limit", "Too many requests");
    }
  }
  const target = new URL(env.NEXT_PUBLIC_SUPABASE_URL);
  const onward = http.request(
    { host: target.hostname, port: target.port, path: request.url, method: request.method, headers: { ...request.headers, host: target.host } },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  onward.on("error", () => (response.headersSent ? response.end() : refuse(response, 503, "unavailable", "Backend unavailable")));
  request.pipe(onward);
}
