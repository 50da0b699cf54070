import { getRaw } from "../support/raw-request";
import { expect, test } from "../support/test";

const cacheOf = async (origin: string, target: string, headers: readonly string[] = []) => {
  const answer = await getRaw(origin, target, headers);
  return { status: answer.status, cache: answer.headers["cache-control"] ?? "", vary: answer.headers["vary"] ?? "" };
};

test("a shared cache stores the HTML of a public page, and never what an address of page data answers", async ({
  baseURL,
}) => {
  const rsc = "RSC: 1";
  for (const path of ["/home", "/sc/home", "/sobre", "/eventos/lacambeche"]) {
    const page = await cacheOf(baseURL!, path);
    // Pages with events are kept for a shorter time.
    expect(page.cache, path).toMatch(/^public,.* s-maxage=(?:5|60)\b/);
    for (const name of ["rsc", "next-router-state-tree", "next-router-prefetch", "next-url", "accept-encoding"])
      expect(page.vary.toLowerCase(), path).toContain(name);
    for (const [target, headers] of [
      [`${path}?_rsc=abc`, []],
      [`${path}?_rsc=abc`, [rsc]],
      [path, [rsc]],
      [path, [rsc, "Next-Router-Prefetch: 1"]],
      [`${path}?a=1&_rsc`, []],
    ] as const) {
      const data = await cacheOf(baseURL!, target, headers);
      // Next redirects page data to the address with its own parameter.
      expect([200, 307], target).toContain(data.status);
      expect(data.cache, `${target} ${headers.join()}`).toBe("private, no-store");
    }
  }
});

test("links between public pages still open without a full load", async ({ page }) => {
  await page.goto("/sobre");
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.locator('footer a[href="/como-funciona"]').first().click();
  await expect(page).toHaveURL(/como-funciona/);
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
});
