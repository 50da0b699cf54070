import { expect, test, type Page } from "../support/test";
import { openAlive } from "../support/page";

const cards = (page: Page) => page.getByRole("main").getByRole("article").filter({ visible: true });

test("every photo point is in the gallery with its light and directions", async ({ page, sql }) => {
  const rows = await sql<{ name: string; lat: number; lng: number }[]>`
    select name, lat, lng from public.photo_points where state_abbr = 'SC' and status = 'published' and deleted_at is null order by name`;
  await page.goto("/sc/pontos-fotograficos");
  await expect(page.getByRole("heading", { level: 1, name: "Pontos fotográficos de Santa Catarina" })).toBeVisible();
  await expect(cards(page).getByRole("heading", { level: 2 })).toHaveText(rows.map(({ name }) => name));
  const first = cards(page).first();
  await expect(first.getByText(/^Melhor luz:/)).toBeVisible();
  await expect(first.getByRole("link", { name: /Waze/ })).toHaveAttribute(
    "href",
    `https://waze.com/ul?ll=${rows[0]!.lat},${rows[0]!.lng}&navigate=yes`,
  );
});

test("the device calculates the position of the sun", async ({ page }) => {
  await page.clock.setFixedTime(new Date("2026-06-21T15:00:00Z"));
  await openAlive(page, "/sc/pontos-fotograficos");
  const first = cards(page).first();
  await expect(first.getByText(/Sol hoje: 0[67]:\d\d (?:L|NE) – 17:\d\d (?:O|NO)/)).toBeVisible();
  await expect(first.getByText(/Agora: N, a \d\d°/)).toBeVisible();
});

test("light and route filter the gallery", async ({ page, sql }) => {
  const [row] = await sql<{ mornings: number }[]>`
    select count(*)::int as mornings from public.photo_points where state_abbr = 'SC' and status = 'published' and best_light = 'morning'`;
  await openAlive(page, "/sc/pontos-fotograficos?luz=morning");
  await expect(cards(page)).toHaveCount(row!.mornings);
  await page.getByRole("button", { name: /^Só em rotas do guia/ }).click();
  await expect(page).toHaveURL("/sc/pontos-fotograficos?luz=morning&rota=na-rota");
});

test.describe("with geolocation", () => {
  test.use({ permissions: ["geolocation"], geolocation: { latitude: -28.3, longitude: -49.93 } });

  test("the nearest point is first and shows its distance", async ({ page }) => {
    await openAlive(page, "/sc/pontos-fotograficos");
    await page.getByRole("button", { name: "Perto de mim" }).click();
    await expect(page).toHaveURL("/sc/pontos-fotograficos?ordem=perto");
    const told = await page.locator("main li [data-km]").allTextContents();
    const distances = told.map((text) => Number(/\d+/.exec(text)?.[0]));
    expect(distances.length).toBeGreaterThan(3);
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
  });
});
