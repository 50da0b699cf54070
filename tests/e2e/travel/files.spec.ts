import { strToU8, zipSync } from "fflate";
import { DIALECTS } from "../support/gpx-dialects";
import { expect, test, type Page } from "../support/test";

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
        await page.getByRole("button", { name: "Não usar este arquivo" }).click();
        return;
      }
      await expect(page.getByRole("heading", { name })).toBeVisible();
      expect(await rows(page).count()).toBe(0);
      await page.getByRole("button", { name: "Adicionar à viagem" }).click();
      await expect(page.getByText(`${name} foi adicionado`)).toBeVisible();
      await expect(rows(page).first()).toBeVisible();
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

test("a file of Google My Maps shows what is left out, and the person picks the stops", async ({ page }) => {
  await page.route(/\/api\/(?:road-route|trip-facts)/, (request) => request.abort());
  await page.goto("/planejador-rota/experimentar");
  await expect(page.getByRole("searchbox")).toBeEnabled();
  const mark = (name: string, lat: number) =>
    `<Placemark><name>${name}</name><Point><coordinates>-49.5,${lat},0</coordinates></Point></Placemark>`;
  const kml = `<kml><Document>${mark("Urubici", -28.01)}${mark("Ushuaia", -54.8)}${mark("Lages", -27.82)}</Document></kml>`;
  const kmz = Buffer.from(zipSync({ "doc.kml": strToU8(kml) }));
  await page.setInputFiles("input[type=file]", { name: "mapa.kmz", mimeType: "application/octet-stream", buffer: kmz });
  await expect(page.getByText("fora da área do mapa")).toBeVisible();
  await page.getByText("Onde está").first().click();
  await expect(page.getByText("Ushuaia: -54.8000 -49.5000")).toBeVisible();
  await page.getByRole("checkbox", { name: "Lages" }).uncheck();
  await page.getByRole("button", { name: "Adicionar à viagem" }).click();
  await expect(rows(page).locator("b")).toHaveText(["Urubici"]);
});

test("a file reader that does not arrive is named, and reads the file when the connection is back", async ({
  page,
}) => {
  await page.goto("/planejador-rota/experimentar");
  await expect(page.getByRole("searchbox")).toBeEnabled();
  const file = {
    name: "a.gpx",
    mimeType: "application/gpx+xml",
    buffer: Buffer.from('<gpx><wpt lat="-28" lon="-49"/></gpx>'),
  };
  await page.route("**/_next/static/chunks/**", (request) => request.abort());
  await page.setInputFiles("input[type=file]", file);
  await expect(page.getByText("O leitor de arquivos não pôde ser carregado.")).toBeVisible();
  await page.unroute("**/_next/static/chunks/**");
  await page.setInputFiles("input[type=file]", file);
  await expect(page.getByRole("heading", { name: "a.gpx" })).toBeVisible();
});
