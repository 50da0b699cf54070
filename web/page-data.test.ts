import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isForPageData, keepPrivate } from "./page-data";

const A_YEAR = "s-maxage=300, stale-while-revalidate=31535700";

describe("a request is for the data of a page", () => {
  it.each([
    ["with the header of the router", { url: "/home", headers: { rsc: "1" } }, true],
    ["with the header of a prefetch", { url: "/home", headers: { "next-router-prefetch": "1" } }, true],
    ["with the parameter of the router", { url: "/home?_rsc=abc", headers: {} }, true],
    ["with the parameter after others", { url: "/busca?q=a&_rsc=abc", headers: {} }, true],
    ["with an empty parameter", { url: "/home?_rsc", headers: {} }, true],
    ["with an encoded parameter", { url: "/home?%5Frsc=abc", headers: {} }, true],
    ["for a data file", { url: "/home.rsc", headers: {} }, true],
    ["without any of them", { url: "/home?utm_source=rsc", headers: {} }, false],
    ["with a longer name of a parameter", { url: "/home?a_rsc=1", headers: {} }, false],
  ])("%s", (_, request, expected) => {
    expect(isForPageData(request)).toBe(expected);
  });
});

describe("its answer", () => {
  const ANSWERS: Record<string, (response: http.ServerResponse) => unknown> = {
    "/set": (response) => response.setHeader("cache-control", A_YEAR),
    "/head": (response) => response.writeHead(200, { "Cache-Control": A_YEAR, vary: "rsc" }),
    "/reason": (response) => response.writeHead(200, "OK", { "cache-control": A_YEAR, vary: "rsc" }),
    "/implicit": () => undefined,
  };
  let server: http.Server;
  let port = 0;

  beforeAll(async () => {
    server = http.createServer((request, response) => {
      keepPrivate(response);
      ANSWERS[request.url ?? ""]?.(response);
      response.end("data");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it.each(Object.keys(ANSWERS))("is never stored by a shared cache, however its headers are set (%s)", async (path) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    expect([answer.status, answer.headers.get("cache-control"), await answer.text()]).toEqual([
      200,
      "private, no-store",
      "data",
    ]);
  });

  it("keeps its other headers", async () => {
    for (const path of ["/head", "/reason"])
      expect((await fetch(`http://127.0.0.1:${port}${path}`)).headers.get("vary")).toBe("rsc");
  });
});
