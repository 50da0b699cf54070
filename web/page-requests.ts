import type { IncomingMessage, ServerResponse } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state";
import { env } from "../lib/platform/env";

/** Maximum body size of a server action (Next's own default). */
const MAX_ACTION_BYTES = 1024 * 1024;
/** Content types of a form that the browser submitted without JavaScript. */
const PLAIN_FORM = /^(?:application\/x-www-form-urlencoded|text\/plain)\b/i;
/** Headers of requests for a page's RSC data; Next evaluates the others even without `rsc`. */
const DATA_HEADERS = ["rsc", "next-router-state-tree", "next-router-prefetch", "next-router-segment-prefetch"];
const PAGE_METHODS = ["GET", "HEAD", "POST"];

function refuse(response: ServerResponse, status: number, headers: Record<string, string> = {}): true {
  response
    .writeHead(status, {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
      connection: "close",
      ...headers,
    })
    .end();
  return true;
}

/** Whether a request comes from a page of this site, by the same rule that Next applies later. */
function isOwnOrigin({ headers }: IncomingMessage): boolean {
  if (headers.origin === undefined) return true;
  const host =
    String(headers["x-forwarded-host"] ?? "")
      .split(",", 1)[0]
      ?.trim() || headers.host;
  return URL.canParse(headers.origin) && new URL(headers.origin).host === host;
}

/** Turns Next's 500 for a server action into 400: our actions return their own errors as codes, so Next fails only when it cannot decode the arguments. */
function answerUndecodable(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (status: number, ...rest: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => writeHead(status === 500 ? 400 : status, ...rest);
}

/** Whether the router state header can be parsed; Next answers 500 when it cannot. */
function hasRouterState(header: string | string[] | undefined): boolean {
  try {
    parseAndValidateFlightRouterState(header);
    return true;
  } catch {
    return false;
  }
}

/**
 * Allows GET and HEAD on pages, and POST for server actions only. Returns true when the request was refused or
 * redirected; removes headers from a GET that have no meaning there, so that it gets the normal page.
 */
export function refusePageRequest(request: IncomingMessage, response: ServerResponse): boolean {
  const { method = "GET", headers, url = "/" } = request;
  // Route handlers check requests themselves; the other paths are tools of `next dev`.
  if (/^\/(?:api\/|_next\/|__nextjs)/.test(url) && (url.startsWith("/api/") || env.NODE_ENV === "development"))
    return false;
  if (!PAGE_METHODS.includes(method)) return refuse(response, 405, { allow: PAGE_METHODS.join(", ") });
  if (method !== "POST") {
    delete headers["next-action"];
    if (headers.rsc !== "1") for (const name of DATA_HEADERS) delete headers[name];
    return headers.rsc !== undefined && !hasRouterState(headers["next-router-state-tree"]) && refuse(response, 400);
  }
  // Next forwards an action that the page does not have to another page; refused, because each page may run only its own actions.
  if (headers["x-action-forwarded"] !== undefined) return refuse(response, 404, { "x-nextjs-action-not-found": "1" });
  const type = headers["content-type"] ?? "";
  const isAction = headers["next-action"] !== undefined || type.startsWith("multipart/form-data");
  if (!isAction)
    return PLAIN_FORM.test(type)
      ? refuse(response, 303, { location: url })
      : refuse(response, 405, { allow: PAGE_METHODS.join(", ") });
  if (!isOwnOrigin(request)) return refuse(response, 403);
  if (Number(headers["content-length"] ?? 0) > MAX_ACTION_BYTES) return refuse(response, 413);
  answerUndecodable(response);
  return false;
}
