import { matchRoute } from "../../../lib/platform/paths";
import { sidewaysParts } from "../support/sideways";
import { expect, test, type Page } from "../support/test";

/** Public pages that the sitemap leaves out. */
const UNLISTED = [
  "/",
  "/offline",
  "/favoritos",
  "/busca?q=serra",
  "/login",
  "/register-user",
  "/forgot-password",
  "/vendedor/cadastro",
  "/eventos/me-avise",
  "/eventos/inscricao/status",
  "/comboio/ABCDEFGH",
  "/sc/planejador-rota/experimentar",
  "/nao-existe",
] as const;

const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address!));

/** One address of each public route: the first one of its pattern in the sitemap, and the pages that it leaves out. */
async function publicPages(page: Page): Promise<string[]> {
  const read = async (path: string) => locations(await (await page.request.get(path)).text());
  const files = await read("/sitemap.xml");
  const listed = (await Promise.all(files.map(({ pathname }) => read(pathname)))).flat();
  const byPattern = new Map<string, string>();
  for (const { pathname } of listed) {
    const pattern = matchRoute(pathname)?.route.pattern;
    if (pattern && !byPattern.has(pattern)) byPattern.set(pattern, pathname);
  }
  return [...byPattern.values(), ...UNLISTED];
}

/** Text at 200 % in the settings of a browser, and the page zoomed to 200 %, as the largest setting of a phone does. */
const SETTINGS = [
  { name: "text at 200 %", viewport: { width: 390, height: 844 }, fontSize: "200%" },
  { name: "the largest setting of a phone", viewport: { width: 195, height: 422 }, fontSize: "100%" },
] as const;

// The page that does not exist.
test.use({ expectedErrors: /404/ });

for (const { name, viewport, fontSize } of SETTINGS)
  test(`with ${name} no public page scrolls sideways or is cut`, async ({ page }) => {
    test.slow();
    await page.setViewportSize(viewport);
    const pages = await publicPages(page);
    expect(pages.length).toBeGreaterThan(40);
    for (const path of pages)
      await test.step(path, async () => {
        await page.goto(path);
        await page.evaluate((size) => {
          document.documentElement.style.fontSize = size;
          window.dispatchEvent(new Event("resize"));
        }, fontSize);
        await expect(page.locator("html")).toHaveAttribute("data-large-text");
        expect.soft(await sidewaysParts(page), path).toEqual([]);
      });
  });
