import { describe, expect, it } from "vitest";
import { sha256Source } from "../lib/platform/csp";
import { hashedCsp } from "./csp-hashes";
import { FIRST_ACTION_SCRIPT, paintFirst } from "./paint-first";

const page = (head: string, body = "") => `<html><head>${head}</head><body>Rota${body}</body></html>`;

describe("paintFirst", () => {
  it("delays the framework's scripts, for any order of attributes", () => {
    const html = paintFirst(
      page(
        '<script src="/_next/static/chunks/a.js" async=""></script>',
        '<script id="_R_" async="" src="/_next/static/chunks/b.js"></script>',
      ),
    );
    expect(html).toContain('<script type="late" src="/_next/static/chunks/a.js" async=""></script>');
    expect(html).toContain('<script type="late" id="_R_" async="" src="/_next/static/chunks/b.js"></script>');
    expect(html.endsWith(`<script>${FIRST_ACTION_SCRIPT}</script></body></html>`)).toBe(true);
  });

  it("removes their preload links", () => {
    const html = paintFirst(
      page(
        '<link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/a.js"/><link rel="preload" as="font" href="/f.woff2"/><script src="/_next/static/chunks/a.js" async=""></script>',
      ),
    );
    expect(html).not.toContain('as="script"');
    expect(html).toContain('as="font"');
  });

  it.each([
    '<script>self.__next_f.push([1,"<script src=x async>"])</script>',
    '<script noModule="" src="/_next/static/chunks/old.js"></script>',
    '<script src="/other.js" async=""></script>',
  ])("does not change %s", (script) => {
    expect(paintFirst(page(script))).toBe(page(script));
  });

  it("is allowed by the page's CSP", () => {
    expect(hashedCsp(paintFirst(page('<script src="/_next/static/a.js" async></script>')))).toContain(
      sha256Source(FIRST_ACTION_SCRIPT),
    );
  });
});
