import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { reportError } from "../lib/platform/report";
import { withRequestId } from "./request-id";

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** A server whose requests have ids; returns a function that sends a request to it. */
async function serve(handle: Handle, isTrusted = false) {
  const server = http.createServer((request, response) => {
    withRequestId(request, response, isTrusted, () => {
      handle(request, response).catch((error: unknown) => {
        reportError("web", error);
        response.writeHead(500).end();
      });
    });
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return (path: string, id?: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: id === undefined ? {} : { "x-request-id": id } });
}

const echo: Handle = async (request, response) => {
  response.end(request.headers["x-request-id"]);
};

describe("the id of a request", () => {
  it("is made by the server, passed on and sent back", async () => {
    const ask = await serve(echo);
    const [one, other] = [await ask("/"), await ask("/")];
    const id = one.headers.get("x-request-id");
    expect(id).toMatch(/^[\w-]{36}$/);
    expect(await one.text()).toBe(id);
    expect(other.headers.get("x-request-id")).not.toBe(id);
  });

  it("is the one that a trusted proxy sent", async () => {
    const ask = await serve(echo, true);
    expect((await ask("/", "7f3a9c0d2e1b4f5a")).headers.get("x-request-id")).toBe("7f3a9c0d2e1b4f5a");
  });

  it.each([
    ["of a caller that is no trusted proxy", "7f3a9c0d2e1b4f5a", false],
    ["of another form", 'x","level":"fake', true],
    ["that is too long", "a".repeat(65), true],
    ["that is empty", "", true],
  ])("replaces one %s", async (_, id, isTrusted) => {
    const ask = await serve(echo, isTrusted);
    expect((await ask("/", id)).headers.get("x-request-id")).toMatch(/^[\w-]{36}$/);
  });
});

describe("the log line of a failing request", () => {
  it("has the id of the response and neither e-mail addresses nor tokens nor the query", async () => {
    const printed = vi.spyOn(console, "error").mockImplementation(() => {});
    const ask = await serve(async (request) => {
      await sleep(1);
      throw new Error(`no row for ana@example.org at ${request.url}`);
    });
    const secrets = ["ana@example.org", "lZ2x", "9x7short", "joana"];
    for (const path of [
      `/pagamento/${"lZ2x".repeat(10)}abc?email=ana@example.org`,
      "/diario-de-bordo/venda/9x7short?q=joana",
    ]) {
      const response = await ask(path);
      const line = String(printed.mock.calls.at(-1)?.[0]);
      expect(response.status).toBe(500);
      expect(JSON.parse(line)).toMatchObject({
        level: "error",
        where: "web",
        request: response.headers.get("x-request-id"),
      });
      for (const secret of secrets) expect(line).not.toContain(secret);
    }
  });
});
