import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { hydrated } from "../support/hydration";
import { openSeller } from "../support/selling";
import { expect, test, type Page } from "../support/test";

const FIRST_STEPS = "/admin/settings/primeiros-passos";

/** A plan that the seed suggests, with a name that no other test uses. */
async function suggest(sql: Sql): Promise<{ id: string; name: string }> {
  const name = `Sugestão ${randomUUID().slice(0, 8)}`;
  const [plan] = await sql<{ id: string }[]>`
    insert into public.publication_plans (name, price, duration_days, is_example) values (${name}, 210, 45, true) returning id`;
  return { id: plan!.id, name };
}

/** `openAlive` waits for a counted view, which pages of the panel do not have. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

const priceList = async (page: Page) => {
  await page.goto("/anuncie-aqui");
  return page.locator("main");
};

test("a suggested plan is neither shown nor sold until the owner puts it on sale", async ({
  browser,
  page,
  signIn,
  sql,
  visitorAs,
  baseURL,
}) => {
  const plan = await suggest(sql);
  const editor = await visitorAs("editor");
  await editor.post("/api/revalidate", { data: { tags: ["plans"] } });
  const seller = await openSeller(browser, sql, baseURL!);
  const choice = seller.page.getByRole("radio", { name: new RegExp(plan.name) });
  try {
    await expect(await priceList(page)).not.toContainText(plan.name);
    await open(seller.page, "/vendedor/nova-venda");
    await expect(seller.page.getByRole("radio").first()).toBeVisible();
    await expect(choice).toHaveCount(0);

    await signIn("main_admin");
    await open(page, FIRST_STEPS);
    await expect(page.getByRole("heading", { level: 1, name: "Primeiros passos" })).toBeVisible();
    const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: plan.name }) });
    await expect(card).toContainText("Não está à venda");
    await expect(card).toContainText(/R\$\s210,00 · 45 dias/);
    await card.getByRole("button", { name: "Pôr à venda assim" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Confirmar" }).click();
    await expect(card).toHaveCount(0);

    await expect(async () => expect(await (await priceList(page)).textContent()).toContain(plan.name)).toPass();
    await open(seller.page, "/vendedor/nova-venda");
    await expect(choice).toBeVisible();
  } finally {
    await seller.context.close();
    await sql`delete from public.publication_plans where id = ${plan.id}`;
  }
});

test("editing a suggested plan in the panel puts it on sale with the new price", async ({ page, signIn, sql }) => {
  const plan = await suggest(sql);
  try {
    await signIn("main_admin");
    await open(page, "/admin/advertising-plans");
    const suggestions = page.getByRole("region", { name: "Planos sugeridos" });
    const card = suggestions.getByRole("listitem").filter({ hasText: plan.name });
    await card.getByRole("link", { name: "Revisar" }).click();
    await expect(page.getByRole("region", { name: "Este plano é uma sugestão" })).toBeVisible();
    await page.getByLabel("Preço").first().fill("250,00");
    await page.getByRole("button", { name: "Salvar" }).click();
    await expect(page.getByText("Tudo salvo")).toBeVisible();
    await expect(page.getByRole("region", { name: "Este plano é uma sugestão" })).toHaveCount(0);
    expect(await sql`select is_example, price from public.publication_plans where id = ${plan.id}`).toEqual([
      { is_example: false, price: "250.00" },
    ]);
  } finally {
    await sql`delete from public.publication_plans where id = ${plan.id}`;
  }
});

test("each of the first steps leads to the page where it is set", async ({ page, signIn }) => {
  await signIn("main_admin");
  for (const [link, address] of [
    ["Informar a empresa", /\/admin\/settings#company_legal_line$/],
    ["Configurar o Pix", /\/admin\/payment-settings$/],
    ["Ver os planos de banner", /\/admin\/advertising-plans\?plan_type=ad_banner$/],
  ] as const) {
    await open(page, FIRST_STEPS);
    await page.getByRole("link", { name: link }).click();
    await expect(page).toHaveURL(address);
  }
});
