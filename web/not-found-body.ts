import type { ServerResponse } from "node:http";
import { reportError } from "../lib/platform/report";

/** Headers about the body that is not sent. */
const BODY_HEADERS = ["content-encoding", "content-length", "transfer-encoding"];

/**
 * Replaces the HTML of a 404 that Next sends, because Next renders its body only in the browser. Nothing of that answer is
 * sent; at its end `send` sends the whole response.
 */
export function replaceNotFoundBody(response: ServerResponse, send: () => Promise<void>): void {
  const own = {
    flushHeaders: response.flushHeaders.bind(response),
    writeHead: response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse,
    write: response.write.bind(response) as (...args: unknown[]) => boolean,
    end: response.end.bind(response) as (...args: unknown[]) => ServerResponse,
  };
  const isReplaced = () =>
    !response.headersSent &&
    response.statusCode === 404 &&
    String(response.getHeader("content-type")).startsWith("text/html");
  Object.assign(response, {
    flushHeaders: () => void (isReplaced() || own.flushHeaders()),
    writeHead(status: number, ...rest: unknown[]) {
      response.statusCode = status;
      return isReplaced() ? response : own.writeHead(status, ...rest);
    },
    write: (...args: unknown[]) => isReplaced() || own.write(...args),
    end(...args: unknown[]) {
      if (!isReplaced()) return own.end(...args);
      Object.assign(response, own);
      for (const name of BODY_HEADERS) response.removeHeader(name);
      send().catch((error: unknown) => {
        reportError("web", error);
        response.end();
      });
      return response;
    },
  });
}
