import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { sha256Source } from "../../lib/platform/csp";
import { hashedCsp } from "../../web/csp-hashes";
import { FIRST_ACTION_SCRIPT, paintFirst } from "../../web/paint-first";
import { ROOT } from "../support/source-files";

const FOLDER = ".next/server/app";

const pages = readdirSync(path.join(ROOT, FOLDER), { recursive: true, encoding: "utf8" })
  .filter((name) => /^(?:pt-BR|en-US|es-419)[/.].*html$/.test(name))
  .map((name) => ({ name, html: readFileSync(path.join(ROOT, FOLDER, name), "utf8") }));

const frameworkTags = (html: string) => [...html.matchAll(/<script\b[^>]*\bsrc="\/_next\/[^>]*>/g)].map(([tag]) => tag);

/** What paint-first.ts relies on in the pages that this version of Next builds. */
describe("built pages", () => {
  it("exist", () => expect(pages.length).toBeGreaterThan(20));

  it.each(pages)("$name loads all framework scripts without an order, except one for old browsers", ({ html }) => {
    const tags = frameworkTags(html);
    const modern = tags.filter((tag) => !/\bnomodule\b/i.test(tag));
    expect(tags.length - modern.length).toBeLessThanOrEqual(1);
    expect(modern.length).toBeGreaterThan(5);
    // Only async scripts may be inserted later: others run in the order of the document, before DOMContentLoaded.
    const isOther = (tag: string) => !/\basync\b/.test(tag) || /\b(?:type|defer|integrity|nonce)\b/.test(tag);
    expect(modern.filter(isOther)).toEqual([]);
  });

  it.each(pages)(
    "$name is finished with every such script, and no preload of one, before the first paint",
    ({ html }) => {
      const finished = paintFirst(html);
      const isLate = (tag: string) => /\bnomodule\b/i.test(tag) || tag.startsWith('<script type="late" ');
      const early = frameworkTags(finished).filter((tag) => !isLate(tag));
      expect(early).toEqual([]);
      expect(frameworkTags(finished)).toHaveLength(frameworkTags(html).length);
      expect(finished).not.toMatch(/<link\b[^>]*\b(?:as="script"|rel="modulepreload")/);
      expect(finished.split(FIRST_ACTION_SCRIPT)).toHaveLength(2);
      expect(finished.endsWith(`<script>${FIRST_ACTION_SCRIPT}</script></body></html>`)).toBe(true);
      expect(hashedCsp(finished)).toContain(sha256Source(FIRST_ACTION_SCRIPT));
    },
  );
});
