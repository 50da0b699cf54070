import { expect, test, type Page } from "../support/test";
import { openAlive } from "../support/page";

const HUB = "/eventos/lacambeche";
const DEMO = `${HUB}/encontro-demonstracao`;
const cards = (page: Page) => page.getByRole("main").getByRole("article").filter({ visible: true });

test("the event of the embedded backend is marked as a demonstration on the hub and on its page", async ({ page }) => {
  await page.goto(HUB);
  const card = cards(page).filter({ hasText: "Encontro de demonstração" });
  await expect(card.getByText("Demonstração", { exact: true })).toBeVisible();
  await card.getByRole("link", { name: "Encontro de demonstração" }).click();
  await expect(page).toHaveURL(DEMO);
  await expect(page.getByText("Evento de demonstração: não existe").first()).toBeVisible();
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
});

test("every kind of registration shows its price, and free places come from the island", async ({ page, sql }) => {
  const types = await sql<{ price_cents: number; left: number }[]>`
    select type.price_cents, type.capacity - type.taken as left from public.event_registration_types as type
    join public.events on events.id = type.event_id where events.slug = 'encontro-demonstracao' order by type.position`;
  await openAlive(page, DEMO);
  const shown = page.locator("#inscricoes").getByRole("article");
  await expect(shown).toHaveCount(types.length);
  await expect(shown.first()).toContainText("Grátis");
  await expect(shown.nth(2)).toContainText("R$ 80,00");
  await shown.first().scrollIntoViewIfNeeded();
  await expect(shown.first().getByRole("status")).toHaveText(`Restam ${types[0]!.left} vagas`);
});

test("filters, range of days and view are kept in the address", async ({ page }) => {
  await openAlive(page, HUB);
  const demo = cards(page).filter({ hasText: "Encontro de demonstração" });
  await page.getByLabel("De", { exact: true }).fill("2099-01-01");
  await expect(page).toHaveURL(/[?&]de=2099-01-01/);
  await expect(demo).toHaveCount(0);
  await page.getByRole("button", { name: "Limpar filtros" }).click();
  await expect(demo).toHaveCount(1);
  await page.getByRole("button", { name: "Calendário" }).click();
  await expect(page).toHaveURL(/[?&]ver=calendario/);
  await expect(page.getByRole("table", { name: "Eventos do mês" })).toBeVisible();
});

test("an id leads to the slug, two letters to the state and anything else to a 404 page", async ({ request, sql }) => {
  const [event] = await sql<{ id: string }[]>`select id from public.events where slug = 'encontro-demonstracao'`;
  const moved = await request.get(`${HUB}/${event!.id}`, { maxRedirects: 0 });
  expect([moved.status(), moved.headers().location]).toEqual([308, DEMO]);
  expect((await request.get(`${HUB}/sc`)).status()).toBe(200);
  expect((await request.get("/sc/eventos/lacambeche")).status()).toBe(200);
  expect((await request.get(`${HUB}/xx`)).status()).toBe(404);
  expect((await request.get(`${HUB}/nao-existe`)).status()).toBe(404);
});

test("a traditional meeting shows its month and asks to confirm the date, without a registration", async ({ page }) => {
  await page.goto(`${HUB}/sc`);
  const agenda = page.locator("#agenda-tradicional");
  const meeting = agenda.getByRole("article").filter({ hasText: "Encontro Catarinense de Veículos Antigos" });
  await expect(meeting.getByText("Confirme a data com o organizador.")).toBeVisible();
  await expect(meeting.getByRole("link", { name: "lagesdiario.com.br" })).toBeVisible();
  await expect(agenda.getByRole("link", { name: /inscrição/i })).toHaveCount(0);
});
