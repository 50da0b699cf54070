import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { replaceNotFoundBody } from "./not-found-body";

let handle: (request: IncomingMessage, response: ServerResponse) => void;
const server = http.createServer((request, response) => {
  replaceNotFoundBody(
    response,
    async () => void response.writeHead(404, { "x-page-cache": "hit" }).end("<h1>Finished</h1>"),
  );
  handle(request, response);
});
const get = async () => fetch(`http://localhost:${(server.address() as AddressInfo).port}/approval/none`);

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "localhost", resolve)));
afterAll(() => void server.close());

function answers(status: number, type: string, ...parts: string[]) {
  handle = (_request, response) => {
    response.statusCode = status;
    response.setHeader("content-type", type);
    response.setHeader("content-length", 3);
    response.setHeader("set-cookie", "a=b");
    response.removeHeader("content-length");
    response.flushHeaders();
    for (const part of parts) response.write(part);
    response.end();
  };
}

it("sends the finished page for a 404 with HTML, and keeps cookies", async () => {
  answers(404, "text/html; charset=utf-8", "<html>", "<template>");
  const answer = await get();
  expect([answer.status, await answer.text()]).toEqual([404, "<h1>Finished</h1>"]);
  expect(answer.headers.get("x-page-cache")).toBe("hit");
  expect(answer.headers.get("set-cookie")).toBe("a=b");
});

it("replaces a 404 whose head is written explicitly, with encoding and length", async () => {
  handle = (_request, response) => {
    response.setHeader("content-type", "text/html");
    response.setHeader("content-encoding", "gzip");
    response.writeHead(404).end("xx");
  };
  expect(await (await get()).text()).toBe("<h1>Finished</h1>");
});

it.each([
  [200, "text/html", "<h1>Page</h1>"],
  [410, "text/html", "<h1>Ended</h1>"],
  [404, "text/plain", "Not found"],
  [404, "text/x-component", "0:{}"],
])("passes %i with %s unchanged", async (status, type, body) => {
  answers(status, type, body);
  const answer = await get();
  expect([answer.status, await answer.text()]).toEqual([status, body]);
});
