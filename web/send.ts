import type { IncomingMessage, ServerResponse } from "node:http";
import type { FinishedPage } from "../lib/platform/page-cache";
import { acceptedEncoding, gzipCopy, plainText } from "./finish-page";

/** Sends a cached page in the best encoding the request accepts; `state` is the cache state for the `x-page-cache` header. */
export async function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: FinishedPage,
  state: string,
): Promise<void> {
  const headers: Record<string, string | number> = { ...page.headers, etag: page.etag, "x-page-cache": state };
  if (page.status === 200 && request.headers["if-none-match"] === page.etag) {
    response.writeHead(304, headers).end();
    return;
  }
  const withoutBody = request.method === "HEAD" || page.length === 0;
  const encoding = page.length === 0 ? "identity" : acceptedEncoding(request.headers["accept-encoding"]);
  if (encoding === "identity") {
    const text = withoutBody ? undefined : await plainText(page);
    response.writeHead(page.status, { ...headers, "content-length": page.length }).end(text);
    return;
  }
  const body = encoding === "br" ? page.body.br : await gzipCopy(page);
  headers["content-length"] = body.length;
  headers["content-encoding"] = encoding;
  response.writeHead(page.status, headers).end(withoutBody ? undefined : body);
}
