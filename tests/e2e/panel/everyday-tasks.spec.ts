import type { Page } from "@playwright/test";
import { createAccount, deleteAccount } from "../support/own-account";
import { expect, test } from "../support/test";

/** Clicks of a person since the last call; choosing a file is one, as in the measurement of 27 November 2026. */
async function countClicks(page: Page): Promise<{ read: () => Promise<number> }> {
  const count = () => {
    document.addEventListener(
      "click",
      (event) => {
        // Enter in a field sends its form by a click event without a mouse button, whose detail is 0.
        if (!event.isTrusted || event.detail === 0) return;
        sessionStorage.setItem("clicks", String(Number(sessionStorage.getItem("clicks") ?? 0) + 1));
      },
      { capture: true },
    );
  };
  await page.addInitScript(count);
  return { read: () => page.evaluate(() => Number(sessionStorage.getItem("clicks") ?? 0)) };
}

const menu = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Menu do painel" }).getByRole("link", { name, exact: true });
const toast = (page: Page) => page.locator("[data-slot=toast]");

test("40 telephones from a spreadsheet: at most 5 clicks, the check finds what saving refuses", async ({
  page,
  signIn,
  sql,
}) => {
  const slugs = Array.from({ length: 40 }, (_, index) => `tarefa-telefone-${index + 1}`);
  const forget = () => sql`delete from public.services where slug = any (${slugs})`;
  await forget();
  const [category] = await sql`select key, name from public.service_categories order by key limit 1`;
  for (const slug of slugs)
    await sql`
      insert into public.services (name, slug, category_key, state_abbr, status)
      values (${`Tarefa ${slug}`}, ${slug}, ${category!.key}, 'SC', 'draft')`;
  const rows = await sql<{ id: string; name: string }[]>`
    select id, name from public.services where slug = any (${slugs}) order by slug`;
  const file = (withSource: boolean) => {
    const head = `Identificador;Nome;Telefone${withSource ? ";Fonte;Conferido em" : ""}`;
    const lines = rows.map(
      ({ id, name }, index) =>
        `${id};${name};(49) 3222-${1000 + index}${withSource ? ";https://example.org;01/11/2026" : ""}`,
    );
    return {
      name: "telefones.csv",
      mimeType: "text/csv",
      buffer: Buffer.from([head, ...lines].join("\r\n"), "latin1"),
    };
  };
  await signIn("editor");
  const clicks = await countClicks(page);
  await page.goto("/admin");
  await menu(page, "Serviços").click();
  await page.getByRole("button", { name: "Importar CSV" }).click();
  const choose = page.getByRole("dialog").locator("input[type=file]");
  await choose.setInputFiles(file(false));
  await expect(page.getByText("Nenhuma linha pronta; 40 com erro")).toBeVisible();
  expect((await sql`select count(phone)::int as phones from public.services where slug = any (${slugs})`)[0]).toEqual({
    phones: 0,
  });
  await choose.setInputFiles(file(true));
  await expect(page.getByText("40 linhas prontas; nenhuma com erro")).toBeVisible();
  await expect(page.getByRole("cell", { name: "(49) 3222-1000" })).toBeVisible();
  await page.getByRole("button", { name: "Importar 40 linhas" }).click();
  await expect(toast(page)).toContainText("40 linhas salvas");
  await page.getByRole("button", { name: "Fechar", exact: true }).click();
  await expect(page.locator("#page-loading")).toBeHidden();
  // Two files were chosen; a person chooses one.
  expect((await clicks.read()) + 1).toBeLessThanOrEqual(5);
  expect((await sql`select count(phone)::int as phones from public.services where slug = any (${slugs})`)[0]).toEqual({
    phones: 40,
  });
  await page.getByRole("searchbox", { name: "Procurar" }).first().fill("3222-1039");
  await page.getByRole("button", { name: "Filtrar" }).click();
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await forget();
});

test("an earlier price: at most 4 clicks and the answer to the question", async ({ page, signIn, sql }) => {
  const [plan] = await sql<{ id: string }[]>`
    insert into public.publication_plans (name, price, duration_days, is_active)
    values ('Plano com preço antigo', 100, 30, false) returning id`;
  await signIn("main_admin");
  await page.goto(`/admin/advertising-plans/${plan!.id}`);
  for (const price of ["123,45", "234,56"]) {
    await page.getByLabel("Preço").first().fill(price);
    await page.getByRole("button", { name: "Salvar" }).click();
    await expect(page.getByText("Tudo salvo")).toBeVisible();
  }
  const clicks = await countClicks(page);
  await page.goto("/admin");
  await menu(page, "Planos de Publicidade").click();
  await page.locator(`a[href$="/${plan!.id}"]`).first().click();
  await page.getByRole("button", { name: "Voltar a esta versão" }).first().click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Confirmar" }).click();
  await expect(page.getByLabel("Preço").first()).toHaveValue("123,45");
  expect(await clicks.read()).toBeLessThanOrEqual(4);
  await sql`delete from public.publication_plans where id = ${plan!.id}`;
});

test("requests in a row by keys: a key pressed while a decision is saved counts too, and nothing is clicked", async ({
  page,
  signIn,
  sql,
}) => {
  const names = Array.from({ length: 4 }, (_, index) => `Tarefa avaliação ${index + 1}`);
  const forget = () => sql`delete from public.app_reviews where name = any (${names})`;
  await forget();
  for (const name of names)
    await sql`
      insert into public.app_reviews (name, rating, text, status, publish_ok)
      values (${name}, 5, 'Um bom portal para viajar.', 'pending', true)`;
  await signIn("admin");
  const clicks = await countClicks(page);
  await page.goto("/admin/app-reviews");
  const cards = page.locator("[data-inbox-item]").filter({ hasText: "Tarefa avaliação" });
  await expect(cards).toHaveCount(4);
  await cards.first().focus();
  for (const key of ["a", "j", "a", "j", "a", "j", "a"]) await page.keyboard.press(key);
  await expect
    .poll(
      async () =>
        (
          await sql`select count(*)::int as n from public.app_reviews where name = any (${names}) and status = 'published'`
        )[0]?.n,
    )
    .toBe(4);
  expect(await clicks.read()).toBe(0);
  await forget();
});

test("two clubs that are one: at most 4 clicks", async ({ page, signIn, sql }) => {
  const forget = () => sql`delete from public.clubs where slug like 'tarefa-clube-%'`;
  await forget();
  for (const [name, slug] of [
    ["Tarefa Clube do Opala", "tarefa-clube-1"],
    ["Tarefa Clube do Opála", "tarefa-clube-2"],
  ] as const)
    await sql`
      insert into public.clubs (name, slug, state_abbr, city_ibge, status, sources)
      select ${name}, ${slug}, state_abbr, ibge_code, 'published', '{https://example.org}'
      from public.cities where state_abbr = 'PI' order by ibge_code limit 1`;
  await signIn("editor");
  const clicks = await countClicks(page);
  await page.goto("/admin");
  await menu(page, "Clubes").click();
  await page.getByRole("link", { name: /possíveis repetidos|possível repetido/ }).click();
  await page.getByRole("button", { name: "Manter este: Tarefa Clube do Opala" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Juntar" }).click();
  await expect(toast(page)).toContainText("Registros juntados");
  expect(await clicks.read()).toBeLessThanOrEqual(4);
  await forget();
});

test("a colleague: at most 5 clicks to the role, 3 to the block", async ({ page, signIn, sql }) => {
  const colleague = await createAccount(sql, "user");
  try {
    await signIn("main_admin");
    const clicks = await countClicks(page);
    await page.goto("/admin");
    await menu(page, "Usuários").click();
    await page.getByRole("searchbox").first().click();
    await page.keyboard.type(colleague.name);
    await page.keyboard.press("Enter");
    await page.getByRole("main").getByRole("link", { name: colleague.name }).click();
    const save = page.getByRole("button", { name: "Salvar papel e permissões" });
    const role = page.locator("form").filter({ has: save }).getByLabel("Papel");
    await role.click();
    await role.selectOption("editor");
    await save.click();
    await expect(toast(page)).toContainText("Feito");
    expect(await clicks.read()).toBeLessThanOrEqual(5);
    const block = page.getByRole("button", { name: "Bloquear conta" });
    await page.locator("form").filter({ has: block }).getByLabel("Motivo").click();
    await page.keyboard.type("ensaio");
    await block.click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Confirmar" }).click();
    await expect(page.getByRole("button", { name: "Desbloquear conta" })).toBeVisible();
    expect(await clicks.read()).toBeLessThanOrEqual(8);
  } finally {
    await deleteAccount(sql, colleague);
  }
});

test("numbers, health and backup: at most 5 clicks and the password", async ({ page, signIn }) => {
  await signIn("superadministrador");
  const clicks = await countClicks(page);
  await page.goto("/admin");
  await menu(page, "Analytics").click();
  await expect(page.getByText(/^(?:Buscas|Nenhuma busca) sem resultado/)).toBeVisible();
  await menu(page, "Saúde do Sistema").click();
  await expect(page.getByRole("row").filter({ hasText: "Banco de dados" }).first()).toBeVisible();
  await menu(page, "Backup").click();
  await page
    .getByRole("link", { name: "Gerar e baixar" })
    .or(page.getByRole("button", { name: "Gerar e baixar" }))
    .click();
  expect(await clicks.read()).toBeLessThanOrEqual(4);
});
