import http from "node:http";
import { collectDefaultMetrics, Registry } from "prom-client";
import { reportError } from "./report";

/** Metrics of this process. Labels are route patterns, statuses, job names and states; never an id or a value of a person. */
export const registry = new Registry();

type Update = () => Promise<void>;

async function answer(update: Update, request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  if (request.url !== "/metrics") return void response.writeHead(404).end();
  await update();
  const text = await registry.metrics();
  response.writeHead(200, { "content-type": registry.contentType }).end(text);
}

/**
 * Serves the metrics at `/metrics` of a port of their own, with memory, garbage collection and event loop lag. `update`
 * sets the values that are read for each answer.
 */
export function serveMetrics(port: number, address: string, update: Update): Promise<http.Server> {
  collectDefaultMetrics({ register: registry });
  const server = http.createServer((request, response) => {
    answer(update, request, response).catch((error: unknown) => {
      reportError("metrics", error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    // A scrape never keeps the process running.
    server.listen(port, address, () => resolve(server.unref()));
  });
}
