import http, { type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

type Answer = { status?: number; body?: unknown; location?: string };
type Routes = Record<string, (request: IncomingMessage, query: URLSearchParams) => Answer>;

/** A server on this machine that answers `METHOD /path` with what a test gives; returns its address. */
export async function startDouble(routes: Routes): Promise<string> {
  const server = http.createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const {
      status = 200,
      body = {},
      location,
    } = routes[`${request.method} ${pathname}`]?.(request, searchParams) ?? {
      status: 404,
    };
    response
      .writeHead(status, { "content-type": "application/json", ...(location && { location }) })
      .end(JSON.stringify(body));
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export const PUBLISHABLE = "sb_publishable_of_the_double";
export const SECRET = "sb_secret_of_the_double";

const isSecret = ({ headers }: IncomingMessage) => headers.apikey === SECRET;

type Settings = { allowed?: readonly string[]; settings?: object };

/** The part of a hosted project that preflight asks. */
export function projectRoutes({ allowed = ["https://portal.example.org"], settings = {} }: Settings = {}): Routes {
  return {
    "GET /rest/v1/states": ({ headers }) =>
      [PUBLISHABLE, SECRET].includes(String(headers.apikey)) ? { body: [{ abbr: "SC" }] } : { status: 401 },
    "GET /rest/v1/profiles": (request) => ({ body: isSecret(request) ? [{ id: "1" }] : [] }),
    "GET /auth/v1/admin/users": (request) => (isSecret(request) ? { body: { users: [] } } : { status: 403 }),
    "GET /auth/v1/settings": () => ({ body: { external: { email: true }, mailer_autoconfirm: false, ...settings } }),
    // The auth server redirects an invalid link to `redirect_to` where that is allowed, otherwise to the site URL.
    "GET /auth/v1/verify": (_, query) => {
      const target = query.get("redirect_to") ?? "";
      const isAllowed = allowed.includes(new URL(target).origin);
      return { status: 303, location: `${isAllowed ? target : allowed[0]}#error=access_denied&error_code=otp_expired` };
    },
  };
}
