import { DIALECTS } from "./support/gpx-dialects";
import { expect, test, type Page } from "./support/test";

// Routes between the points of the files are not what this is about.
test.use({ expectedErrors: /Failed to load resource/ });

const rows = (page: Page) => page.locator("[data-stop]");
const names = (page: Page) => rows(page).locator("b").allTextContents();

test("GPX files of many programs become stops, and others are refused with a reason", async ({ page }) => {
  await page.route(/\/api\/(?:road-route|trip-facts)/, (request) => request.abort());
  await page.goto("/planejador-rota/experimentar");
  await expect(page.getByRole("searchbox")).toBeEnabled();
  for (const { name, body, becomes } of DIALECTS) {
    await test.step(name, async () => {
      await page.setInputFiles("input[type=file]", { name, mimeType: "application/gpx+xml", buffer: body });
      if ("refused" in becomes) {
        await expect(page.getByText(becomes.refused)).toBeVisible();
        expect(await rows(page).count()).toBe(0);
        return;
      }
      await expect(page.getByText(`${name} foi adicionado`)).toBeVisible();
      const found = await names(page);
      const isRecording = becomes.stops.every((one) => one === becomes.stops[0]) && found.length > becomes.stops.length;
      // Points between the ends of a recording keep the road near it.
      expect(isRecording ? [found[0], found.at(-1)] : found).toEqual(becomes.stops);
      if (isRecording) expect(found.slice(1, -1).every((one) => one.startsWith("Passando por"))).toBe(true);
      await page.getByRole("button", { name: "Começar outra" }).click();
      await expect(rows(page)).toHaveCount(0);
    });
  }
});
