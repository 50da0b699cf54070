import http, { type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { pageCache, TAGS_HEADER, type FinishedPage } from "../lib/platform/page-cache";
import { Filler } from "./fill";
import { plainText } from "./finish-page";

const HTML = "<html><head></head><body>Rota</body></html>";
const page = (response: ServerResponse, headers = {}, html = HTML) =>
  response.writeHead(200, { "content-type": "text/html", ...headers }).end(html);

/** Replaces Next as the server that answers. */
const next = vi.fn<(response: ServerResponse, path: string) => unknown>();
const server = http.createServer((request, response) => void next(response, request.url ?? ""));
const onAnswer = vi.fn();
let filler: Filler;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, resolve));
  filler = new Filler((server.address() as AddressInfo).port, (path, { status }) => onAnswer(path, status));
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  next.mockReset().mockImplementation((response) => page(response));
  onAnswer.mockReset();
  pageCache.expire();
});

describe("Filler", () => {
  it("sends one request for all waiting callers and caches the page", async () => {
    const filled = await Promise.all(Array.from({ length: 20 }, () => filler.page("/sc/home")));
    expect(next).toHaveBeenCalledTimes(1);
    expect(new Set(filled).size).toBe(1);
    expect(pageCache.fresh("/sc/home")).toBe(filled[0]);
    expect(onAnswer).toHaveBeenCalledWith("/sc/home", 200);
  });

  it("is full while Next has more pages to render than visitors would wait for", async () => {
    const paths = Array.from({ length: 40 }, (_, index) => `/sc/rota/${index}`);
    const filled = paths.slice(1).map((path) => filler.page(path));
    expect(filler.isFull).toBe(false);
    filled.push(filler.page(paths[0]!));
    expect(filler.isFull).toBe(true);
    await Promise.all(filled);
    expect(filler.isFull).toBe(false);
  });

  it("stores the page with the cache tags of the answer and without their header", async () => {
    next.mockImplementationOnce((response) => page(response, { "x-page-cache-tags": "regions,regions:SC" }));
    const filled = (await filler.page("/sc/rota/serra")) as FinishedPage;
    expect(filled.headers).not.toHaveProperty("x-page-cache-tags");
    pageCache.expire(["regions:PR"]);
    expect(pageCache.fresh("/sc/rota/serra")).toBe(filled);
    pageCache.expire(["regions:SC"]);
    expect(pageCache.fresh("/sc/rota/serra")).toBeNull();
  });

  it("retries while Next answers an outdated copy", async () => {
    next.mockImplementationOnce((response) => page(response, { "x-nextjs-cache": "STALE" }, "<p>velha</p>"));
    next.mockImplementationOnce((response) => page(response, { "x-nextjs-cache": "STALE" }, "<p>velha</p>"));
    const filled = (await filler.page("/sc/regioes")) as FinishedPage;
    expect((await plainText(filled)).toString()).toContain("Rota");
    expect(next).toHaveBeenCalledTimes(3);
  });

  it("asks again when the data of the page changed while Next rendered it", async () => {
    next.mockImplementationOnce((response) => page(response, { "x-page-cache-outdated": "1" }, "<p>velha</p>"));
    const filled = (await filler.page("/blog")) as FinishedPage;
    expect((await plainText(filled)).toString()).toContain("Rota");
    next.mockImplementation((response) => page(response, { "x-page-cache-outdated": "1" }));
    expect(((await filler.page("/blog/velha")) as FinishedPage).headers).not.toHaveProperty("x-page-cache-outdated");
  });

  it("caches an outdated copy for one second when Next has no other", async () => {
    next.mockImplementation((response) => page(response, { "x-nextjs-cache": "STALE" }));
    await filler.page("/sc/servicos");
    expect(next).toHaveBeenCalledTimes(4);
    expect(pageCache.fresh("/sc/servicos")).not.toBeNull();
    await vi.waitFor(() => expect(pageCache.fresh("/sc/servicos")).toBeNull());
  });

  it.each([
    [404, {}, "missing"],
    [308, { location: "/sc/rota/nova" }, 308],
    [307, { location: "/pagina-removida" }, 307],
  ] as const)("drops the cached copy of a page that answers %i", async (status, headers, outcome) => {
    const first = await filler.page("/sc/rota/velha");
    pageCache.expire();
    next.mockImplementation((response) => response.writeHead(status, headers).end());
    const filled = await filler.page("/sc/rota/velha");
    expect(typeof filled === "string" ? filled : filled?.status).toBe(outcome);
    expect(pageCache.stale("/sc/rota/velha")).not.toBe(first);
    // Later the page fails with 500, as when the database is down.
    pageCache.expire();
    next.mockImplementation((response) => response.writeHead(500).end());
    expect(await filler.page("/sc/rota/velha")).toBeNull();
    expect(pageCache.stale("/sc/rota/velha")?.status).not.toBe(200);
  });

  it.each([
    ["an error", (response: ServerResponse) => response.writeHead(500, { "content-type": "text/html" }).end(HTML)],
    ["no response", (response: ServerResponse) => response.destroy()],
    ["a cookie", (response: ServerResponse) => page(response, { "set-cookie": "a=b" })],
    ["a file", (response: ServerResponse) => response.writeHead(200, { "content-type": "image/png" }).end("x")],
  ])("keeps the cached copy on %s", async (_name, answer) => {
    const first = await filler.page("/sc/blog");
    pageCache.expire();
    next.mockImplementation(answer);
    const filled = await filler.page("/sc/blog");
    expect(filled === null || (filled as FinishedPage).status === 500).toBe(true);
    expect(pageCache.stale("/sc/blog")).toBe(first);
    expect(onAnswer).toHaveBeenCalledTimes(1);
  });

  it("does not cache a request that started before an editor saved, and requests again for later callers", async () => {
    let answerFirst: () => void = () => {};
    next.mockImplementationOnce((response) => (answerFirst = () => page(response, {}, "<p>velha</p>")));
    const first = filler.page("/pi/home");
    await vi.waitFor(() => expect(next).toHaveBeenCalledTimes(1));
    pageCache.expire();
    const second = (await filler.page("/pi/home")) as FinishedPage;
    answerFirst();
    await first;
    expect(pageCache.fresh("/pi/home")).toBe(second);
  });

  it("forbids shared caches for / and allows them for other pages", async () => {
    const [front, home] = (await Promise.all(["/", "/home"].map((path) => filler.page(path)))) as FinishedPage[];
    expect([front!.headers["cache-control"], home!.headers["cache-control"]]).toEqual([
      "private, no-cache",
      expect.stringContaining("s-maxage=60"),
    ]);
  });

  it("lets a CDN keep a page with events for 5 seconds", async () => {
    next.mockImplementation((response) => page(response, { [TAGS_HEADER]: "regions:PI,events:PI" }, "<p>x</p>"));
    const filled = (await filler.page("/pi/eventos/lacambeche")) as FinishedPage;
    expect(filled.headers["cache-control"]).toContain("s-maxage=5,");
  });

  it.each([
    ["regions:SC", 60],
    ["regions:SC,events:SC", 15],
  ])("keeps a page with the tags %s fresh for %i seconds", async (tags, seconds) => {
    const store = vi.spyOn(pageCache, "store");
    next.mockImplementation((response) => page(response, { [TAGS_HEADER]: tags }));
    await filler.page("/sc/home");
    expect(store).toHaveBeenCalledWith("/sc/home", expect.anything(), seconds, expect.anything(), tags.split(","));
  });

  it("caches the 404 page under its own address", async () => {
    next.mockImplementation((response) => response.writeHead(404, { "content-type": "text/html" }).end(HTML));
    const filled = await filler.missingPage("/english/nao-encontrado");
    expect(filled).toMatchObject({ status: 404 });
    expect(pageCache.fresh("/english/nao-encontrado")).toBe(filled);
  });
});
