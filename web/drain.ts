import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

const READY_PATH = "/api/health/ready";
/** How long requests may still run after the server stopped listening. */
const LAST_REQUESTS_MS = 3000;

type ShutDown = {
  start: () => Promise<void>;
  /** Answers the readiness check of a server that is stopping; returns true when the response has been sent. */
  refuse: (request: IncomingMessage, response: ServerResponse) => boolean;
};

/**
 * Stops a server: until `drained` it answers 503 to the readiness check and everything else as before, so that a load
 * balancer sends no more requests; then it stops listening and lets running requests end.
 */
export function drain(server: Server, drained: () => Promise<unknown>): ShutDown {
  let ending: Promise<void> | undefined;
  const end = async () => {
    await drained();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    await Promise.race([closed, sleep(LAST_REQUESTS_MS, undefined, { ref: false })]);
    server.closeAllConnections();
  };
  return {
    start: () => (ending ??= end()),
    refuse(request, response) {
      if (!ending) return false;
      response.setHeader("connection", "close");
      if (request.url?.split("?", 1)[0] !== READY_PATH) return false;
      response
        .writeHead(503, { "content-type": "application/json", "cache-control": "no-store" })
        .end(JSON.stringify({ ready: false, reason: "stopping" }));
      return true;
    },
  };
}
