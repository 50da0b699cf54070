import { setTimeout as sleep } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import { backendCall, readRequestTarget } from "../../lib/platform/request-target";
import { authError } from "./auth-responses";
import { authRoutes } from "./auth-routes";
import { type Backend, forward } from "./backend";
import { mailboxRoutes } from "./mailbox";
import type { Mailer } from "./mailer";
import type { MailStore } from "./mail-store";
import { requestContext } from "./request-context";
import { internalHeaders } from "./session-tokens";
import { storageRoutes } from "./storage-routes";
import { joinedFilters } from "./repeated-filters";

const REQUEST_BODY_BYTES = 1024 * 1024;
const FORM_ENVELOPE_BYTES = 64 * 1024;
const REQUEST_MS = 20_000;
const SERVICES = ["rest", "auth", "storage"] as const;

export type GatewayParts = {
  backend: Backend;
  mailer: Mailer;
  mailStore: MailStore;
  uploadBytes: number;
  /** Without a query: false while the embedded postmaster is known to have stopped. */
  isDatabaseUp: () => boolean;
  /** Runs a query. */
  isDatabaseAnswering: () => Promise<boolean>;
};

function unavailable(): Response {
  return Response.json(
    { code: "PGRST000", message: "The database is not answering; try again in a moment" },
    { status: 503, headers: { "retry-after": "1" } },
  );
}

function limit(bytes: number) {
  return bodyLimit({
    maxSize: bytes,
    onError: (c) =>
      c.json({ code: "413", message: "Request body is too large", statusCode: "413", error: "Payload too large" }, 413),
  });
}

/** The raw request target of an HTTP request; requests within this process have only a parsed address. */
const rawTarget = (c: Context) => (c.env as Partial<HttpBindings> | undefined)?.incoming?.url ?? c.req.path;

/** Requires an API key or a session token, and passes on what Supabase Lite reads instead of it. */
const requireKeyOrSession =
  (backend: Backend): MiddlewareHandler =>
  async (c, next) => {
    const headers = await internalHeaders(backend.keys, c.req.raw.headers);
    if (!headers) return authError(401, "bad_jwt", "Invalid authorization header");
    c.req.raw = new Request(c.req.raw, { headers });
    return next();
  };

const DEEPEST_QUERY = 32;

/** Whether the brackets of a query are nested too deep for Supabase Lite's recursive parser. */
function isTooDeep(search: string): boolean {
  let depth = 0;
  for (const [bracket] of search.matchAll(/[()]|%2[89]/g)) {
    depth += bracket === "(" || bracket === "%28" ? 1 : -1;
    if (depth > DEEPEST_QUERY) return true;
  }
  return false;
}

/** Parameters of PostgREST that choose no rows. */
const WITHOUT_FILTER = new Set(["select", "columns", "on_conflict", "order", "limit", "offset"]);

/** The error of the extension safeupdate, which a hosted project loads for REST calls; undefined when rows are chosen. */
function unfilteredChange({ method, url }: Request): { code: string; message: string } | undefined {
  if (method !== "PATCH" && method !== "DELETE") return undefined;
  if ([...new URL(url).searchParams.keys()].some((name) => !WITHOUT_FILTER.has(name))) return undefined;
  return { code: "21000", message: `${method === "PATCH" ? "UPDATE" : "DELETE"} requires a WHERE clause` };
}

function withJoinedFilters(request: Request): Request {
  const url = joinedFilters(request.url);
  return url === request.url ? request : new Request(url, request);
}

/** The auth, REST and storage APIs of a Supabase project. */
function createApi(parts: GatewayParts): Hono {
  const { backend } = parts;
  const api = new Hono();

  api.onError(async (error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    if (error instanceof SyntaxError)
      return c.json({ code: "bad_json", message: "The request could not be read" }, 400);
    if (!(await parts.isDatabaseAnswering())) return unavailable();
    console.error("[backend]", error);
    return c.json({ code: "unexpected_failure", message: "Unexpected failure, see the backend's output" }, 500);
  });

  api.use("*", async (c, next) => {
    const raw = rawTarget(c);
    if (backendCall(raw, readRequestTarget(raw)) === "refuse")
      return c.json({ code: "bad_path", message: "The path is not in canonical form" }, 400);
    await next();
  });
  for (const name of SERVICES) {
    api.use(
      `/${name}/v1/*`,
      limit(name === "storage" ? parts.uploadBytes + FORM_ENVELOPE_BYTES : REQUEST_BODY_BYTES),
      async (c, next) => {
        if (!parts.isDatabaseUp()) return unavailable();
        const timer = new AbortController();
        const isLate = await Promise.race([
          next().then(() => false),
          sleep(REQUEST_MS, true, { signal: timer.signal }).catch(() => true),
        ]);
        timer.abort();
        if (isLate) return unavailable();
        if (c.res.status >= 500 && !(await parts.isDatabaseAnswering())) c.res = unavailable();
      },
    );
  }
  for (const name of SERVICES) api.use(`/${name}/v1/*`, requireKeyOrSession(backend));
  api.route("/auth/v1", authRoutes(backend, parts.mailer, parts.mailStore));
  api.route("/storage/v1", storageRoutes(backend));
  api.all("/rest/v1/*", async (c) => {
    if (isTooDeep(new URL(c.req.url).search))
      return c.json({ code: "PGRST100", message: "The query is nested too deeply" }, 400);
    const unfiltered = unfilteredChange(c.req.raw);
    if (unfiltered) return c.json({ ...unfiltered, details: null, hint: null }, 400);
    const [, calledFunction] = /^\/rest\/v1\/rpc\/(\w+)$/.exec(c.req.path) ?? [];
    return requestContext.run({ calledFunction }, () => forward(backend, withJoinedFilters(c.req.raw)));
  });
  return api;
}

/**
 * All routes of this server. `local` is for this machine and includes the mailbox; `forwarded` is for browser calls
 * passed on by the site's server and has no account administration.
 */
export function createGateways(parts: GatewayParts): { local: Hono; forwarded: Hono } {
  const api = createApi(parts);
  const local = new Hono();
  local.get("/healthz", async (c) =>
    (await parts.isDatabaseAnswering()) ? c.json({ ok: true }) : c.json({ ok: false }, 503),
  );
  local.route("/", mailboxRoutes(parts.mailStore));
  local.route("/", api);
  const forwarded = new Hono();
  forwarded.all("/auth/v1/admin/*", () => authError(404, "not_found", "Not found"));
  forwarded.route("/", api);
  return { local, forwarded };
}
