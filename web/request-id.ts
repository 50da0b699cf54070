import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { REQUEST_ID_HEADER, shareRequestIds } from "../lib/platform/request-id";

const ids = new AsyncLocalStorage<string>();
shareRequestIds(ids);

/** Ids of nginx, of Caddy and of CDNs; anything else could put other text into the log. */
const FORM = /^[\w-]{8,64}$/;

/**
 * Gives a request its id, in the header for Next and in the one of the response, and runs `answer` with it. The id of the
 * request is kept only when it comes from a trusted proxy or from this server.
 */
export function withRequestId<Result>(
  request: IncomingMessage,
  response: ServerResponse,
  isTrusted: boolean,
  answer: () => Result,
): Result {
  const given = request.headers[REQUEST_ID_HEADER];
  const id = isTrusted && typeof given === "string" && FORM.test(given) ? given : randomUUID();
  request.headers[REQUEST_ID_HEADER] = id;
  response.setHeader(REQUEST_ID_HEADER, id);
  return ids.run(id, answer);
}
