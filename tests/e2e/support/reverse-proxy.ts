import http from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy to the site that a test can close, make fail or give a new version. */
export type Door = { url: string; shut: () => Promise<void>; reopen: () => Promise<void>; breakAt: (path: RegExp) => void; newVersion: () => void };

/** Starts a proxy to the site for one test. */
export async function openDoor(siteUrl: string, address: string): Promise<Door> {
  const target = new URL(siteUrl);
  let worker = "";
  let broken: RegExp | null = null;
  const serve = (request: http.IncomingMessage, response: http.ServerResponse) => {
    if (broken?.test(request.url ?? "")) return void response.destroy();
    const headers = { ...request.headers, "x-forwarded-for": address, ...(request.url === "/serwist/sw.js" && { "accept-encoding": "identity" }) };
    const onward = http.request({ host: target.hostname, port: target.port, path: request.url, method: request.method, headers }, (answer) => {
      const own = request.url === "/serwist/sw.js" ? worker : "";
      const { "content-length": _length, ...rest } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, own ? rest : answer.headers);
      answer.on("end", () => response.end(own));
      answer.on("error", () => response.destroy());
      answer.pipe(response, { end: false });
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  };
  let server = http.createServer(serve);
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, () => resolve()));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    shut: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    reopen: () => {
      broken = null;
      server = http.createServer(serve);
      return listen(port);
    },
    breakAt: (path) => (broken = path),
    newVersion: () => (worker = `\n// ${Date.now()}`),
  };
}
