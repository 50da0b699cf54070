import http from "node:http";
import type { AddressInfo } from "node:net";

/** A reverse proxy that a test can stop, make fail, or let serve a new version of the service worker. */
export type ReverseProxy = {
  url: string;
  stop: () => Promise<void>;
  /** Starts again on the same port, without failing requests. */
  restart: () => Promise<void>;
  /** Drops the connection of every request whose path matches. */
  failRequests: (path: RegExp) => void;
  /** Holds the answers of requests whose path matches until `release`; `count` is the number of held answers. */
  holdAnswers: (path: RegExp) => { count: () => number; release: () => void };
  changeServiceWorker: () => void;
};

/** Starts a proxy to a server; requests get this client IP. */
export async function startReverseProxy(targetUrl: string, clientIp: string): Promise<ReverseProxy> {
  const target = new URL(targetUrl);
  let workerSuffix = "";
  let failing: RegExp | null = null;
  let holding: RegExp | null = null;
  let held: (() => void)[] = [];
  const serve = (request: http.IncomingMessage, response: http.ServerResponse) => {
    if (failing?.test(request.url ?? "")) return void response.destroy();
    const headers = {
      ...request.headers,
      "x-forwarded-for": clientIp,
      ...(request.url === "/serwist/sw.js" && { "accept-encoding": "identity" }),
    };
    const onward = http.request(
      { host: target.hostname, port: target.port, path: request.url, method: request.method, headers },
      async (answer) => {
        if (holding?.test(request.url ?? "")) await new Promise<void>((resolve) => held.push(resolve));
        const suffix = request.url === "/serwist/sw.js" ? workerSuffix : "";
        const { "content-length": _length, ...rest } = answer.headers;
        response.writeHead(answer.statusCode ?? 502, suffix ? rest : answer.headers);
        answer.on("end", () => response.end(suffix));
        answer.on("error", () => response.destroy());
        answer.pipe(response, { end: false });
      },
    );
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  };
  let server = http.createServer(serve);
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, () => resolve()));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    restart: () => {
      failing = null;
      server = http.createServer(serve);
      return listen(port);
    },
    failRequests: (path) => (failing = path),
    holdAnswers: (path) => {
      holding = path;
      return {
        count: () => held.length,
        release: () => {
          holding = null;
          for (const send of held) send();
          held = [];
        },
      };
    },
    changeServiceWorker: () => (workerSuffix = `\n// ${Date.now()}`),
  };
}
