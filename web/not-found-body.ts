import type { ServerResponse } from "node:http";

const isNotFoundPage = (response: ServerResponse) =>
  response.statusCode === 404 && String(response.getHeader("content-type")).startsWith("text/html");

/**
 * Replaces the HTML of a 404 that Next sends, because Next renders its body only in the browser. Nothing of that answer is
 * sent; at its end `send` sends the whole response.
 */
export function replaceNotFoundBody(response: ServerResponse, send: () => Promise<void>): void {
  const { flushHeaders, writeHead, write, end } = response;
  const own = { flushHeaders, writeHead, write, end };
  const isReplaced = () => !response.headersSent && isNotFoundPage(response);
  /** Calls the original method unless the response is replaced, and returns `instead` then. */
  const unless = <Args extends unknown[], Result>(method: (...args: Args) => Result, instead: Result) =>
    function replaced(this: unknown, ...args: Args): Result {
      return isReplaced() ? instead : method.apply(response, args);
    };
  Object.assign(response, {
    flushHeaders: unless(flushHeaders, undefined),
    writeHead(status: number, ...rest: unknown[]) {
      response.statusCode = status;
      return isReplaced() ? response : Reflect.apply(writeHead, response, [status, ...rest]);
    },
    write: unless(write as (...args: unknown[]) => boolean, true),
    end(...args: unknown[]) {
      if (!isReplaced()) return Reflect.apply(end, response, args);
      Object.assign(response, own);
      for (const name of ["content-encoding", "content-length", "transfer-encoding"]) response.removeHeader(name);
      send().catch((error: unknown) => {
        console.error("web", error);
        response.end();
      });
      return response;
    },
  });
}
