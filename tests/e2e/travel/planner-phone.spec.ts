import { expect, test, type Page } from "../support/test";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** One finger that moves sideways over a part of the page. */
const swipe = (page: Page, selector: string, from: number, to: number) =>
  page.locator(selector).evaluate(
    (target, [start, end]) => {
      const { top, height } = target.getBoundingClientRect();
      const touchAt = (clientX: number) =>
        new Touch({ identifier: 1, target, clientX, clientY: Math.max(top, 0) + Math.min(height / 2, 200) });
      target.dispatchEvent(new TouchEvent("touchstart", { bubbles: true, touches: [touchAt(start)] }));
      target.dispatchEvent(new TouchEvent("touchend", { bubbles: true, changedTouches: [touchAt(end)] }));
    },
    [from, to] as const,
  );

for (const path of ["/planejador-rota/experimentar", "/sc/planejador-rota/experimentar"])
  test(`${path} begins with the start of the trip, and the map is one swipe away @phone`, async ({ page }) => {
    await page.goto(path);
    const list = page.locator("main fieldset").first();
    await expect(list).toBeEnabled();
    const question = page.getByLabel("De onde você sai?");
    await expect(question).toBeInViewport();
    const isFirst = await list.evaluate(
      (fields) => fields.querySelector("input, button, select, textarea")?.getAttribute("type") === "search",
    );
    expect(isFirst).toBe(true);

    await question.fill("Lages");
    await page.getByRole("button", { name: "Lages (SC)", exact: true }).click();
    await expect(page.locator("[data-stop]")).toHaveCount(1);
    await swipe(page, "main fieldset >> nth=0", 320, 80);
    const map = page.locator("#planner-map");
    await expect(map).toBeInViewport();
    // The drawing is there at once; the map replaces it when its tiles are drawn.
    await expect(map.locator("svg, canvas").first()).toBeVisible();
    await expect(map.locator("section[aria-busy=false] canvas")).toBeVisible();
    await swipe(page, "[data-slot=planner-bar]", 80, 320);
    await expect(map).toBeHidden();
    await expect(list).toBeVisible();
  });
