import { expect, test, type Page } from "../support/test";
import { openAlive, toast } from "../support/page";

const START = new Date("2026-01-01T12:00:00Z");
const all = (page: Page) => page.locator("[data-slot=toast]");

const NOTICES = [
  ["gps.later", "Acesso à localização adiado"],
  ["link.copied", "Link copiado"],
  ["profile.saved", "Dados salvos"],
  ["password.updated", "Senha alterada"],
  ["email.verified", "E-mail confirmado"],
  ["install.cancelled", "Instalação Cancelada"],
] as const;

/** Shows notices like the portal's client code does. */
const notify = (page: Page, ...codes: string[]) =>
  page.evaluate((list) => {
    for (const code of list) window.dispatchEvent(new CustomEvent("lacambeche:notice", { detail: { code } }));
  }, codes);

test("at most five notices are shown, newest first", async ({ page }) => {
  await openAlive(page, "/sobre");
  for (const pair of [NOTICES.slice(0, 2), NOTICES.slice(2, 4), NOTICES.slice(4)]) {
    await notify(page, ...pair.map(([code]) => code));
    for (const [, title] of pair) await expect(toast(page, title)).toBeVisible();
  }
  await expect(all(page)).toHaveCount(5);
  const heights = await all(page).evaluateAll((list) =>
    list.map((item) => [item.getBoundingClientRect().top, item.textContent] as const),
  );
  const shown = heights.sort(([one], [other]) => one - other).map(([, text]) => text);
  const newest = NOTICES.map(([, title]) => title).reverse();
  expect(shown).toEqual(newest.slice(0, 5).map((title) => expect.stringContaining(title)));
});

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const)
  test(`at ${width} px a notice covers neither the header nor the lower half of the page`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openAlive(page, "/sobre");
    await notify(page, "link.copied");
    await expect(toast(page, "Link copiado")).toBeVisible();
    const header = (await page.locator("[data-slot=site-header]").boundingBox())!;
    const box = (await toast(page, "Link copiado").boundingBox())!;
    expect(box.y).toBeGreaterThanOrEqual(header.y + header.height);
    expect(box.y + box.height).toBeLessThan(height / 2);
  });

test("F8 moves the focus to the notices and Escape closes one", async ({ page }) => {
  await openAlive(page, "/sobre");
  await notify(page, "link.copied");
  await expect(toast(page, "Link copiado")).toBeVisible();
  await page.keyboard.press("F8");
  const region = page.getByRole("region", { name: "Avisos (F8)" });
  await expect.poll(() => region.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect(all(page)).toHaveCount(0);
});

test("a notice disappears after five seconds", async ({ page }) => {
  await page.clock.install({ time: START });
  await openAlive(page, "/sobre");
  await notify(page, "gps.later");
  await expect(toast(page, "Acesso à localização adiado")).toBeVisible();
  await page.clock.pauseAt(START.getTime() + 600_000);
  await notify(page, "link.copied");
  await expect(toast(page, "Link copiado")).toBeVisible();
  await page.clock.runFor(4800);
  await expect(toast(page, "Link copiado")).toBeVisible();
  await page.clock.runFor(400);
  await expect(all(page)).toHaveCount(0);
});

test("swiping a notice 50 pixels to the right dismisses it, less does not", async ({ page }) => {
  await openAlive(page, "/sobre");
  await notify(page, "link.copied");
  const notice = toast(page, "Link copiado");
  const drag = async (distance: number) => {
    const box = await notice.boundingBox();
    if (!box) throw new Error("the notice is not there");
    await page.mouse.move(box.x + 20, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 20 + distance, box.y + 10, { steps: 5 });
    await page.mouse.up();
  };
  await drag(30);
  await expect(notice).toBeVisible();
  await drag(80);
  await expect(notice).toHaveCount(0);
});
