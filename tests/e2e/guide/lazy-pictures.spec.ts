import { expect, test, type Page } from "../support/test";

/** Heights of the sections of a page, each with its first words. */
const partsOf = (page: Page) =>
  page
    .locator("main > *")
    .evaluateAll((parts) =>
      parts.map(
        (part) => `${Math.round(part.getBoundingClientRect().height)} ${(part.textContent ?? "").slice(0, 30)}`,
      ),
    );

for (const path of ["/", "/sc/home", "/sc/regioes", "/blog"]) {
  test(`${path} has no layout shift when its pictures load`, async ({ page }) => {
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    // Far sections have an estimated height until they come near.
    for (const part of await page.locator("main > :visible").all()) await part.scrollIntoViewIfNeeded();
    const before = await partsOf(page);
    const pictures = page.locator("main img:visible");
    for (const picture of await pictures.all()) await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() =>
        pictures.evaluateAll((all) => all.filter((image) => (image as HTMLImageElement).naturalWidth === 0).length),
      )
      .toBe(0);
    expect(await partsOf(page)).toEqual(before);
  });
}
