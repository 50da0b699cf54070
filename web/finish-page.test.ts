import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { FRAME_CSP } from "../lib/platform/csp";
import { acceptedEncoding, finishPage, gzipCopy, plainText } from "./finish-page";

const HTML = "<html><head></head><body>Rota</body></html>";
const finish = (status: number, headers: Parameters<typeof finishPage>[1], shared = true) =>
  finishPage(status, headers, Buffer.from(HTML), { shared });
const finishHtml = (text = HTML) =>
  finishPage(200, { "content-type": "text/html" }, Buffer.from(text), { shared: true });

describe("finishPage", () => {
  it("compresses without changing the content", async () => {
    const page = await finishHtml();
    expect(page.body).not.toHaveProperty("gzip");
    expect(gunzipSync(await gzipCopy(page)).toString()).toBe(HTML);
    expect(gzipCopy(page)).toBe(gzipCopy(page));
    expect(brotliDecompressSync(page.body.br).toString()).toBe(HTML);
    expect((await plainText(page)).toString()).toBe(HTML);
    expect(page.length).toBe(HTML.length);
  });

  it("has an ETag that depends only on the content", async () => {
    const [first, same, other] = await Promise.all([finishHtml(), finishHtml(), finishHtml("outro")]);
    expect(first.etag).toMatch(/^"[\w-]+"$/);
    expect(first.etag).toBe(same.etag);
    expect(other.etag).not.toBe(first.etag);
  });

  it("uses the compressed copies of an earlier page with the same content, and no other", async () => {
    const earlier = await finishHtml();
    const finishAgain = (text: string) =>
      finishPage(200, { "content-type": "text/html", "x-new": "1" }, Buffer.from(text), { shared: true, earlier });
    const same = await finishAgain(HTML);
    expect(same.body).toBe(earlier.body);
    expect(same.headers).toEqual({ ...earlier.headers, "x-new": "1" });
    expect((await plainText(await finishAgain("outro"))).toString()).toBe("outro");
  });

  it("drops hop-by-hop headers and the id of the request that filled the cache, and sets its own policy", async () => {
    const headers = {
      connection: "close",
      etag: "x",
      "x-request-id": "request-1",
      "content-encoding": "gzip",
      "content-security-policy": "old",
      "x-robots-tag": "noindex",
      empty: undefined,
    };
    const finished = await finish(200, headers);
    expect(Object.keys(finished.headers).sort()).toEqual([
      "cache-control",
      "content-security-policy",
      "vary",
      "x-robots-tag",
    ]);
    expect(finished.headers["content-security-policy"]).toContain("script-src 'self'");
    expect(finished.headers["vary"]).toBe(
      "rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch, next-url, accept-encoding",
    );
  });

  it("keeps the policy of pages for frames, and no other policy that allows frames", async () => {
    const policyOf = async (policy: string) =>
      (await finish(404, { "content-type": "text/html", "content-security-policy": policy })).headers[
        "content-security-policy"
      ];
    expect(await policyOf(FRAME_CSP)).toBe(FRAME_CSP);
    for (const other of [`${FRAME_CSP}, ${FRAME_CSP}`, "frame-ancestors *"])
      expect(await policyOf(other)).toContain("frame-ancestors 'none'");
  });

  it.each([
    ["a shared page", 200, true, true],
    ["a page of one visitor", 200, false, false],
    ["a shared missing page", 404, true, false],
  ])("shared caches may store %s (%i, shared %s): %s", async (_name, status, shared, kept) => {
    expect((await finish(status, {}, shared)).headers["cache-control"]?.includes("s-maxage")).toBe(kept);
  });
});

describe("acceptedEncoding", () => {
  it.each([
    ["gzip, deflate, br", "br"],
    ["gzip", "gzip"],
    ["deflate", "identity"],
    ["", "identity"],
    [undefined, "identity"],
  ])("of '%s' is %s", (header, encoding) => {
    expect(acceptedEncoding(header)).toBe(encoding);
  });
});
