import type { IncomingMessage, ServerResponse } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state";
import { env } from "../../lib/platform/env";

/** The longest body of a server action (Next's own limit). */
const MAX_ACTION_BYTES = 1024 * 1024;
/** What a browser sends for a form that its script should have taken over. */
const PLAIN_FORM = /^(?:application\/x-www-form-urlencoded|text\/plain)\b/i;
/** Headers of requests for a page's data; Next minds the others without `rsc` as well. */
const DATA_HEADERS = ["rsc", "next-router-state-tree", "next-router-prefetch", "next-router-segment-prefetch"];
const PAGE_METHODS = ["GET", "HEAD", "POST"];

function refuse(response: ServerResponse, status: number, headers: Record<string, string> = {}): true {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", connection: "close", ...headers }).end();
  return true;
}

/** Whether a browser sent the call from a page of this site, by the rule that Next applies later. */
function isOwnOrigin({ headers }: IncomingMessage): boolean {
  if (headers.origin === undefined) return true;
  const host = String(headers["x-forwarded-host"] ?? "").split(",", 1)[0]?.trim() || headers.host;
  return URL.canParse(headers.origin) && new URL(headers.origin).host === host;
}

/**
 * Turns Next's 500 for a call of a server action into 400: our actions answer their own failures with a code, so what
 * Next fails at is a call whose arguments it cannot decode.
 */
function answerUndecodable(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (status: number, ...rest: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => writeHead(status === 500 ? 400 : status, ...rest);
}

/** Whether the state that the router sends along can be read; Next answers 500 to any other. */
function hasRouterState(header: string | string[] | undefined): boolean {
  try {
    parseAndValidateFlightRouterState(header);
    return true;
  } catch {
    return false;
  }
}

/**
 * Pages answer GET and HEAD, and POST as a call of a server action. Answers true when the request is refused or led
 * back to its page; a GET loses headers that mean nothing to Next there, so that it is answered as any other.
 */
export function refusePageRequest(request: IncomingMessage, response: ServerResponse): boolean {
  const { method = "GET", headers, url = "/" } = request;
  // Route handlers decide for themselves; the others are tools of `next dev`.
  if (/^\/(?:api\/|_next\/|__nextjs)/.test(url) && (url.startsWith("/api/") || env.NODE_ENV === "development")) return false;
  if (!PAGE_METHODS.includes(method)) return refuse(response, 405, { allow: PAGE_METHODS.join(", ") });
  if (method !== "POST") {
    delete headers["next-action"];
    if (headers.rsc !== "1") for (const name of DATA_HEADERS) delete headers[name];
    return headers.rsc !== undefined && !hasRouterState(headers["next-router-state-tree"]) && refuse(response, 400);
  }
  // Next forwards a call of an action that the page does not have to another page: each page answers its own actions only.
  if (headers["x-action-forwarded"] !== undefined) return refuse(response, 404, { "x-nextjs-action-not-found": "1" });
  const type = headers["content-type"] ?? "";
  const isAction = headers["next-action"] !== undefined || type.startsWith("multipart/form-data");
  if (!isAction) return PLAIN_FORM.test(type) ? refuse(response, 303, { location: url }) : refuse(response, 405, { allow: PAGE_METHODS.join(", ") });
  if (!isOwnOrigin(request)) return refuse(response, 403);
  if (Number(headers["content-length"] ?? 0) > MAX_ACTION_BYTES) return refuse(response, 413);
  answerUndecodable(response);
  return false;
}
