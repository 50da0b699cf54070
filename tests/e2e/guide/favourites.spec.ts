import { FAVOURITES_KEY } from "../../../lib/platform/device-storage/rules";
import { hydrated } from "../support/hydration";
import { pageOf } from "../support/own-account";
import { toast } from "../support/page";
import { expect, test, type Page } from "../support/test";

test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ });

const heart = (page: Page, index = 0) => page.locator("button[data-favourite]").nth(index);

test("a favourite of a visitor stays on the device and joins the account after sign-in", async ({
  page,
  context,
  browser,
  baseURL,
  sql,
  account,
}) => {
  const saved = async () =>
    (await sql`select entity_id from public.favourites where account_id = ${account.id}`).map((row) => row.entity_id);

  await page.goto("/sc/regioes");
  await heart(page).click();
  await expect(heart(page)).toHaveAttribute("aria-pressed", "true");
  await expect(toast(page, "Guardado neste aparelho")).toBeVisible();
  const title = (await heart(page).getAttribute("data-title"))!;
  const id = (await heart(page).getAttribute("data-favourite"))!.split(":")[1];
  await page.reload();
  await expect(heart(page)).toHaveAttribute("aria-pressed", "true");
  await page.goto("/favoritos");
  await expect(page.getByRole("heading", { name: "Rotas", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: title })).toBeVisible();
  await expect(page.getByRole("link", { name: "Entrar para ter em todos os aparelhos" })).toBeVisible();

  await context.addCookies(account.session.cookies.map((cookie) => ({ ...cookie, url: baseURL! })));
  await page.goto("/favoritos");
  await expect.poll(saved).toEqual([id]);
  const other = await pageOf(browser, account, baseURL!);
  await other.goto("/english/favoritos");
  await expect(other.getByRole("heading", { name: "Routes", exact: true })).toBeVisible();
  await other.context().close();

  await page.getByRole("button", { name: `Remover: ${title}` }).click();
  await expect(page.getByText("Nada guardado ainda.")).toBeVisible();
  await expect.poll(saved).toEqual([]);
  await page.getByRole("button", { name: "Desfazer" }).click();
  await expect.poll(saved).toEqual([id]);
});

test("a favourite saved without a network reaches the account later", async ({
  page,
  context,
  baseURL,
  sql,
  account,
}) => {
  const count = async () => (await sql`select from public.favourites where account_id = ${account.id}`).count;

  await context.addCookies(account.session.cookies.map((cookie) => ({ ...cookie, url: baseURL! })));
  await page.goto("/sc/regioes");
  await hydrated(page);
  await context.setOffline(true);
  await heart(page).click();
  await heart(page, 1).click();
  await expect(heart(page, 1)).toHaveAttribute("aria-pressed", "true");
  expect(await count()).toBe(0);
  await context.setOffline(false);
  await expect.poll(count).toBe(2);
  await page.getByRole("button", { name: "Minha conta" }).click();
  await page.getByRole("button", { name: "Sair da conta" }).click();
  await expect(page.getByRole("link", { name: "Entrar", exact: true }).first()).toBeVisible();
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), FAVOURITES_KEY)).toBeNull();
});

test("an issue of the magazine saved on its card joins the account and both lists", async ({
  page,
  context,
  baseURL,
  sql,
  account,
}) => {
  const saved = async () => (await sql`select kind from public.favourites where account_id = ${account.id}`).length;

  await page.goto("/revista-digital");
  const issue = page.locator('button[data-favourite^="magazine:"]').first();
  const [title, path] = [await issue.getAttribute("data-title"), await issue.getAttribute("data-path")];
  await issue.click();
  await expect(issue).toHaveAttribute("aria-pressed", "true");
  await page.goto(path!);
  await expect(page.locator('button[data-favourite^="magazine:"]')).toHaveAttribute("aria-pressed", "true");

  await context.addCookies(account.session.cookies.map((cookie) => ({ ...cookie, url: baseURL! })));
  await page.goto("/favoritos");
  await expect(page.getByRole("heading", { name: "Edições da revista" })).toBeVisible();
  await expect.poll(saved).toBe(1);
  await page.goto("/painel");
  await expect(page.getByRole("link", { name: title!, exact: true })).toHaveAttribute("href", path!);
});

test("routes, towns, places, photo points, clubs, posts, issues and events have a heart", async ({ page, sql }) => {
  const [post] = await sql<{ path: string }[]>`
    select path from public.search_documents where kind = 'post' and state_abbr is null order by path limit 1`;
  const [event] = await sql<{ slug: string }[]>`select slug from public.events where is_demo limit 1`;
  const [place] = await sql<{ slug: string; uf: string }[]>`
    select slug, lower(state_abbr) as uf from public.services order by slug limit 1`;
  const pages = [
    ["/sc/regioes", "region"],
    ["/sc/rota/serra-do-rio-do-rastro", "region"],
    ["/sc/rota/serra-do-rio-do-rastro", "photo_point"],
    ["/sc/cidade/lages", "city"],
    [`/${place!.uf}/servicos`, "service"],
    [`/${place!.uf}/servicos/${place!.slug}`, "service"],
    ["/sc/pontos-fotograficos", "photo_point"],
    ["/sc/clubes-parceiros", "club"],
    ["/blog", "post"],
    [post!.path, "post"],
    ["/revista-digital", "magazine"],
    ["/busca?q=lages", "city"],
    ["/english/busca?q=revista", "magazine"],
    [`/eventos/lacambeche/${event!.slug}`, "event"],
  ] as const;
  for (const [path, kind] of pages) {
    await page.goto(path);
    await expect(page.locator(`button[data-favourite^="${kind}:"]`).first(), `${kind} on ${path}`).toBeEnabled();
  }
  await page.goto("/sc/cidade/lages");
  const city = page.locator('button[data-favourite^="city:"]');
  await city.click();
  await expect(city).toHaveAttribute("aria-pressed", "true");
  await page.goto("/favoritos");
  await expect(page.getByRole("link", { name: "Lages" })).toBeVisible();
});
