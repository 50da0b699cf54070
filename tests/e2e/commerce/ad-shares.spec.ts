import { openAlive } from "../support/page";
import { fillClient, openSeller, PHONE, save, sign } from "../support/selling";
import { expect, test } from "../support/test";

test.use({ viewport: PHONE });

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

test("a seller chooses a position and a state with free days, and the client reads what was bought", async ({
  browser,
  sql,
  baseURL,
}) => {
  const { context, page, id } = await openSeller(browser, sql, baseURL!);
  const name = `Uma posição em um estado ${Date.now()}`;
  const [plan] = await sql<{ id: string }[]>`
    insert into public.publication_plans (name, price, duration_days, placements_limit, states_limit)
    values (${name}, 90, 30, 1, 1) returning id`;
  // Every share of the page of a town in Acre is taken on the days from 200 on.
  const company = `Anunciante de Rio Branco ${Date.now()}`;
  await sql`
    insert into public.ads (advertiser, placements, states, starts_at, ends_at)
    select ${company}, '{city_page}', '{AC}', ${inDays(200)}::date, ${inDays(240)}::date
    from generate_series(1, (select max_ads from public.ad_placements where key = 'city_page'))`;
  try {
    await openAlive(page, "/vendedor/nova-venda");
    await page.getByRole("radio", { name: new RegExp(name) }).check();
    await page.getByLabel("Data de início").fill(inDays(190));
    await page.getByRole("checkbox", { name: /^Página de cidade/ }).check();
    await expect(page.getByRole("checkbox", { name: /^Página de rota/ })).toBeDisabled();
    await expect(page.getByRole("checkbox", { name: /^Página inicial/ })).toHaveCount(0);
    await expect(page.getByRole("checkbox", { name: /^Acre.*esgotado/ })).toBeVisible();
    await page.getByRole("checkbox", { name: /^Acre/ }).check();
    await expect(page.getByText("Dias esgotados: mude a data, a posição ou o estado")).toBeVisible();

    await fillClient(page, "Oficina de Acre");
    await page.getByRole("checkbox", { name: "Li e aceito os termos de venda" }).check();
    await sign(page, "Assinatura do vendedor");
    await sign(page, "Assinatura do cliente");
    await save(page).click();
    await expect(page.getByText(/Outra venda ficou com a última fatia/).first()).toBeVisible();

    // Another state has a free share; the signatures were for other facts.
    await page.getByRole("checkbox", { name: /^Acre/ }).uncheck();
    await page.getByRole("checkbox", { name: /^Santa Catarina/ }).check();
    await expect(page.getByText(/^Livre em todos os dias/)).toBeVisible();
    await expect(page.getByText(/^Mudou depois do aceite: Estados/)).toBeVisible();
    await page.getByRole("checkbox", { name: "Li e aceito os termos de venda" }).check();
    await sign(page, "Assinatura do vendedor");
    await sign(page, "Assinatura do cliente");
    await save(page).click();
    await expect(page).toHaveURL(/\/vendedor\/dashboard\?venda=/);

    const sales = await sql`
      select placements, sales.states from public.sales join public.sellers on sellers.id = sales.seller_id
      where sellers.user_id = ${id}`;
    expect(sales).toEqual([{ placements: ["city_page"], states: ["SC"] }]);
    const link = await page.getByText(/\/pagamento\//).textContent();
    await page.goto(new URL(link!.trim()).pathname);
    await expect(page.getByRole("definition").filter({ hasText: /^Página de cidade$/ })).toBeVisible();
    await expect(page.getByRole("definition").filter({ hasText: /^Santa Catarina$/ })).toBeVisible();
    await expect(page.getByText("Todas as posições")).toHaveCount(0);
  } finally {
    await sql`delete from public.ads where advertiser = ${company}`;
    await sql`update public.publication_plans set is_active = false where id = ${plan!.id}`;
    await context.close();
  }
});
