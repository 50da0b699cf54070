import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";

/** What the answer to the address of a page depends on: with these headers Next sends the data of the page, not its HTML. */
export const VARY =
  "rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch, next-url, accept-encoding";

const DATA_HEADERS = ["rsc", "next-router-prefetch", "next-router-segment-prefetch"];

/** Whether a request is for the data of a page, or has an address that only such requests have. */
export function isForPageData({ url = "/", headers }: Pick<IncomingMessage, "url" | "headers">): boolean {
  const [path = "", query = ""] = url.split("?", 2);
  return (
    DATA_HEADERS.some((name) => headers[name] !== undefined) ||
    path.endsWith(".rsc") ||
    new URLSearchParams(query).has("_rsc")
  );
}

/**
 * Keeps the answer out of shared caches: Next lets them keep page data for a year, and one that ignores `Vary` could
 * answer a soft navigation with HTML.
 */
export function keepPrivate(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (status: number, ...rest: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    const given = rest.at(-1);
    if (typeof given === "object" && given !== null && !Array.isArray(given)) {
      const kept = Object.entries(given as OutgoingHttpHeaders).filter(([name]) => !/^cache-control$/i.test(name));
      rest[rest.length - 1] = Object.fromEntries(kept);
    }
    response.setHeader("cache-control", "private, no-store");
    return writeHead(status, ...rest);
  };
}
