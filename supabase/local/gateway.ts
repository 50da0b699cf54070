import { setTimeout as sleep } from "node:timers/promises";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import { authRoutes } from "./auth-routes";
import { type Backend, forward } from "./backend";
import { mailboxRoutes } from "./mailbox";
import type { Mailer } from "./mailer";
import type { Outbox } from "./outbox";
import { storageRoutes } from "./storage-routes";

const REQUEST_BODY_BYTES = 1024 * 1024;
const FORM_ENVELOPE_BYTES = 64 * 1024;
const REQUEST_MS = 20_000;

export type GatewayParts = {
  backend: Backend;
  mailer: Mailer;
  outbox: Outbox;
  uploadBytes: number;
  /** Cheap: false while the embedded postmaster is known to be gone. */
  isDatabaseUp: () => boolean;
  /** Asks the database. */
  isDatabaseAnswering: () => Promise<boolean>;
};

function unavailable(): Response {
  return Response.json({ code: "PGRST000", message: "The database is not answering; try again in a moment" }, { status: 503, headers: { "retry-after": "1" } });
}

function limit(bytes: number) {
  return bodyLimit({ maxSize: bytes, onError: (c) => c.json({ code: "413", message: "Request body is too large", statusCode: "413", error: "Payload too large" }, 413) });
}

/** Everything this server answers; what is not named here does not exist. */
export function createGateway(parts: GatewayParts): Hono {
  const { backend } = parts;
  const gateway = new Hono();

  gateway.onError(async (error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    if (error instanceof SyntaxError) return c.json({ code: "bad_json", message: "The request could not be read" }, 400);
    if (!(await parts.isDatabaseAnswering())) return unavailable();
    console.error("[backend]", error);
    return c.json({ code: "unexpected_failure", message: "Unexpected failure, see the backend's output" }, 500);
  });

  gateway.get("/healthz", async (c) => ((await parts.isDatabaseAnswering()) ? c.json({ ok: true }) : c.json({ ok: false }, 503)));
  gateway.route("/", mailboxRoutes(parts.outbox));

  for (const name of ["rest", "auth", "storage"] as const) {
    gateway.use(`/${name}/v1/*`, limit(name === "storage" ? parts.uploadBytes + FORM_ENVELOPE_BYTES : REQUEST_BODY_BYTES), async (c, next) => {
      if (!parts.isDatabaseUp()) return unavailable();
      const timer = new AbortController();
      const isLate = await Promise.race([next().then(() => false), sleep(REQUEST_MS, true, { signal: timer.signal }).catch(() => true)]);
      timer.abort();
      if (isLate) return unavailable();
      if (c.res.status >= 500 && !(await parts.isDatabaseAnswering())) c.res = unavailable();
    });
  }
  gateway.route("/auth/v1", authRoutes(backend, parts.mailer));
  gateway.route("/storage/v1", storageRoutes(backend));
  gateway.all("/rest/v1/*", (c) => forward(backend, c.req.raw));
  return gateway;
}
