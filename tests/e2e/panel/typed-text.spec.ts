import type { Page } from "@playwright/test";
import { holdRequests } from "../support/page";
import { expect, test } from "../support/test";

const question = (page: Page) => page.getByRole("alertdialog");
const answer = (page: Page, name: "Confirmar" | "Cancelar") => question(page).getByRole("button", { name }).click();
const menu = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Menu do painel" }).getByRole("link", { name, exact: true });

test.describe("typed settings", () => {
  const field = (page: Page) => page.locator("main form input[type=text], main form input[type=email]").first();

  test("are asked about before the page is left, and offered again afterwards", async ({ page, signIn }) => {
    await signIn("main_admin");
    await page.goto("/admin/settings");
    const name = await field(page).getAttribute("name");
    const before = await field(page).inputValue();
    await field(page).fill(`${before} x`);
    await menu(page, "Blog").click();
    await answer(page, "Cancelar");
    await expect(page).toHaveURL(/\/admin\/settings$/);
    await expect(field(page)).toHaveValue(`${before} x`);

    await menu(page, "Blog").click();
    await answer(page, "Confirmar");
    await expect(page).toHaveURL(/\/admin\/blog$/);
    await page.goto("/admin/settings");
    await page.getByRole("button", { name: "Recuperar" }).click();
    await expect(page.locator(`[name="${name}"]`)).toHaveValue(`${before} x`);
    await page.locator(`[name="${name}"]`).fill(before);
    await menu(page, "Blog").click();
    await expect(page).toHaveURL(/\/admin\/blog$/);
  });

  test("are asked about by the button back of the browser", async ({ page, signIn }) => {
    await signIn("main_admin");
    await page.goto("/admin/blog");
    await menu(page, "Configurações").click();
    await expect(page).toHaveURL(/\/admin\/settings$/);
    await field(page).click();
    await field(page).pressSequentially(" x");
    await page.evaluate(() => history.back());
    await answer(page, "Cancelar");
    await expect(page).toHaveURL(/\/admin\/settings$/);
    await page.evaluate(() => history.back());
    await answer(page, "Confirmar");
    await expect(page).toHaveURL(/\/admin\/blog$/);
  });

  test("are asked about by the button to sign out", async ({ page, signIn }) => {
    await signIn("main_admin");
    await page.goto("/admin/settings");
    await field(page).fill("outro texto");
    await page.getByRole("button", { name: "Sair", exact: true }).click();
    await answer(page, "Cancelar");
    await expect(field(page)).toHaveValue("outro texto");
    await page.getByRole("button", { name: "Sair", exact: true }).click();
    await answer(page, "Confirmar");
    await expect(page).not.toHaveURL(/\/admin\/settings/);
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("lacambeche-draft:"))),
    ).toEqual([]);
  });
});

test.describe("a record", () => {
  const slug = () => `rota-do-texto-${test.info().testId}`;
  test.afterEach(({ sql }) => sql`delete from public.regions where slug = ${slug()}`);

  test("keeps its draft after the tab was closed, for this account only", async ({ page, context, signIn }) => {
    await signIn("editor");
    await page.goto("/admin/website-content/glossario/novo");
    await page.getByLabel("Termo").fill("Um termo digitado");
    await page.close({ runBeforeUnload: false });
    const next = await context.newPage();
    await next.goto("/admin/website-content/glossario/novo");
    await next.getByRole("button", { name: "Recuperar" }).click();
    await expect(next.getByLabel("Termo")).toHaveValue("Um termo digitado");
  });

  test("that is refused opens the tab of the wrong field, names it in the bar and focuses it", async ({
    page,
    signIn,
    sql,
  }) => {
    const [route] = await sql`
      insert into public.regions (name, slug, state_abbr, status, summary)
      values ('Rota do texto', ${slug()}, 'SC', 'draft', 'Resumo') returning id`;
    await signIn("editor");
    await page.goto(`/admin/conteudo-estados/rotas/${route!.id}`);
    await page.getByLabel("Nome").first().fill("");
    await page.getByRole("tab", { name: /Español/ }).click();
    await page.getByRole("button", { name: "Salvar" }).click();
    const bar = page.getByRole("alert").filter({ hasText: "Um campo precisa de atenção." });
    await expect(bar).toBeInViewport();
    await expect(bar.getByRole("button", { name: "Nome" })).toBeVisible();
    await expect(page.getByRole("tab", { name: /Português/ })).toHaveAttribute("aria-selected", "true");
    await expect(page.getByLabel("Nome").first()).toBeFocused();
  });

  test("shows that visitors see it only when they do", async ({ page, signIn, sql }) => {
    const [route] = await sql`
      insert into public.regions (name, slug, state_abbr, status) values ('Rota do texto', ${slug()}, 'SC', 'draft') returning id`;
    await signIn("editor");
    await page.goto(`/admin/conteudo-estados/rotas/${route!.id}`);
    await expect(page).toHaveTitle(/^Rota do texto · Rotas/);
    await page.getByLabel("Nome").first().fill("Rota do texto novo");
    await page.getByRole("button", { name: "Salvar" }).click();
    await expect(page.locator("[data-slot=toast]")).toContainText("Visitantes ainda não veem este registro");
  });
});

test("a download leaves the panel as it is, and a slow page keeps its menu", async ({ page, signIn }) => {
  await signIn("editor");
  await page.goto("/admin/services");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: /^Exportar/ }).click();
  await download;
  await page.waitForTimeout(1000);
  await expect(page.locator("#page-loading")).toBeHidden();
  const blog = await holdRequests(page, /\/admin\/blog\?_rsc=/);
  await menu(page, "Blog").click();
  await expect(page.locator("#page-bar")).toBeVisible();
  await expect(page.locator("#page-loading")).toBeHidden();
  await expect(menu(page, "Blog")).toBeVisible();
  blog.release();
  await expect(page).toHaveURL(/\/admin\/blog$/);
  await expect(page.locator("#page-bar")).toBeHidden();
});

test("the sidebar marks one link and shows it, the arrow back keeps the filters", async ({ page, signIn }) => {
  await signIn("superadministrador");
  await page.goto("/admin/tolls");
  const marked = page.getByRole("navigation", { name: "Menu do painel" }).locator("[aria-current]");
  await expect(marked).toHaveCount(1);
  await expect(marked).toBeInViewport();
  await page.goto("/admin/website-content/glossario?q=a");
  await page.locator("tbody a").first().click();
  await expect(page.getByRole("button", { name: "Salvar" })).toBeVisible();
  await page.getByRole("link", { name: "Glossário", exact: true }).first().click();
  await expect(page).toHaveURL(/glossario\?q=a$/);
});
