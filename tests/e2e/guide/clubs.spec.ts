import { expect, test, type Page } from "../support/test";
import { openAlive } from "../support/page";

const cards = (page: Page) => page.getByRole("main").getByRole("article").filter({ visible: true });

test("a state's clubs show their sources and mark unconfirmed data", async ({ page, sql }) => {
  const rows = await sql<{ name: string; status: string }[]>`
    select name, status from public.clubs where state_abbr = 'SC' and status in ('to_confirm', 'published') and deleted_at is null order by name`;
  await page.goto("/sc/clubes-parceiros");
  await expect(cards(page)).toHaveCount(rows.length);
  await expect(cards(page).getByText("a confirmar", { exact: true })).toHaveCount(
    rows.filter(({ status }) => status === "to_confirm").length,
  );
  await expect(cards(page).first().getByRole("link", { name: "Sou deste clube" })).toHaveAttribute(
    "href",
    /^\/sc\/cadastro\?tipo=clube&clube=/,
  );
  await expect(page.getByRole("group", { name: "Cidades com clubes em Santa Catarina" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Cadastrar meu clube" })).toHaveAttribute(
    "href",
    "/sc/cadastro?tipo=clube",
  );
});

test("the national directory filters by state and keeps the filter in its address", async ({ page, sql }) => {
  const [row] = await sql<
    { clubs: number }[]
  >`select count(*)::int as clubs from public.clubs where state_abbr = 'PR' and status in ('to_confirm', 'published')`;
  await openAlive(page, "/clubes-parceiros");
  await page.getByLabel("Estado").selectOption("pr");
  await expect(page).toHaveURL("/clubes-parceiros?estado=pr");
  await expect(cards(page)).toHaveCount(row!.clubs);
});

test("on a phone the national list shows twenty clubs until all are requested @phone", async ({ page }) => {
  await page.goto("/clubes-parceiros");
  const shown = page.getByRole("main").getByRole("article").filter({ visible: true });
  await expect(shown).toHaveCount(20);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(11_000);
  await page.getByRole("checkbox", { name: /^Mostrar todos os \d+ clubes$/ }).check();
  expect(await shown.count()).toBeGreaterThan(100);
});
