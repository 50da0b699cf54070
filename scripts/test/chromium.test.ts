import { describe, expect, it } from "vitest";
import { findChromium } from "./chromium";

function find(files: string[], chromiumPath?: string): string | null {
  return findChromium({
    chromiumPath,
    path: "/opt/bin:/usr/local/bin",
    works: (file) => files.includes(file),
    ownCopy: "/cache/chrome",
  });
}

describe("findChromium", () => {
  it.each([
    ["the one that is named", ["/x/chrome", "/usr/bin/chromium"], "/x/chrome", "/x/chrome"],
    ["the system's", ["/usr/bin/chromium", "/cache/chrome"], undefined, "/usr/bin/chromium"],
    ["the system's by its other name", ["/usr/bin/chromium-browser"], undefined, "/usr/bin/chromium-browser"],
    ["Chrome in the search path", ["/opt/bin/google-chrome", "/cache/chrome"], undefined, "/opt/bin/google-chrome"],
    ["Playwright's own", ["/cache/chrome"], undefined, "/cache/chrome"],
    ["none", [], undefined, null],
  ])("takes %s", (_name, files, chromiumPath, expected) => {
    expect(find(files, chromiumPath)).toBe(expected);
  });

  it("throws a one-line error with instructions when the browser in CHROMIUM_PATH does not work", () => {
    expect(() => find(["/usr/bin/chromium"], "/x/chrome")).toThrow(/^CHROMIUM_PATH=\/x\/chrome .*instale.*$/);
  });
});
