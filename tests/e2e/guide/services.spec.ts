import { expect, test, type Page } from "../support/test";
import { openAlive } from "../support/page";

/** Categories of the places on the first page of SC: those of the guide, then map places by name. */
const FIRST_PAGE = `
  with own as (
    select category_key from public.services where state_abbr = 'SC' and status = 'published' and deleted_at is null
  ), public_ones as (
    select kind from public.map_places where state_abbr = 'SC' and hidden_at is null and not is_replaced
    order by search_name, id limit greatest(60 - (select count(*) from own), 0)
  )
  select category_key as category from own
  union all select case when kind in ('hospital', 'pharmacy') then 'other' else kind end from public_ones`;

const cards = (page: Page) => page.getByRole("main").getByRole("article").filter({ visible: true });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Ficha do lugar" });

test("the whole list is in the HTML, without JavaScript", async ({ visitorAs, sql }) => {
  const rows = await sql<
    { slug: string }[]
  >`select slug from public.services where state_abbr = 'SC' and status = 'published' and deleted_at is null`;
  const html = await (await (await visitorAs(null)).get("/sc/servicos")).text();
  for (const { slug } of rows) expect(html).toContain(`/sc/servicos/${slug}"`);
  expect(rows.length).toBeGreaterThan(5);
});

test("category, search and URL filter the list together", async ({ page, sql }) => {
  const listed = await sql.unsafe<{ category: string }[]>(FIRST_PAGE);
  const museums = listed.filter(({ category }) => category === "museum").length;
  await openAlive(page, "/sc/servicos");
  await page.getByRole("button", { name: /^Museus e coleções/ }).click();
  await expect(page).toHaveURL("/sc/servicos?categoria=museum");
  await expect(cards(page)).toHaveCount(museums);
  await expect(page.getByRole("status").filter({ hasText: `${museums} na lista` })).toBeVisible();
  await page.getByRole("searchbox", { name: "Procurar na lista" }).fill("nao ha nada assim");
  await expect(cards(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Limpar filtros" }).click();
  await expect(page).toHaveURL("/sc/servicos");
  await page.goBack();
  await expect(page).toHaveURL(/categoria=museum/);
});

test("a category without a place is not offered as a filter; its address invites owners to add theirs", async ({
  page,
  sql,
}) => {
  const rows = await sql.unsafe<{ name: string; count: number }[]>(`
    select category.name, count(listed.category)::int as count from public.service_categories as category
    left join (${FIRST_PAGE}) as listed on listed.category = category.key
    where category.is_active and category.parent_key is null group by 1`);
  await openAlive(page, "/sc/servicos?categoria=wash");
  const chips = page.getByRole("group", { name: "Categoria" });
  for (const { name, count } of rows)
    await expect(chips.getByRole("button", { name: new RegExp(`^${name} ?\\d`) }), name).toHaveCount(count > 0 ? 1 : 0);
  await expect(page.getByText("Ainda não conhecemos um lugar assim por aqui.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Cadastrar um lugar" }).first()).toHaveAttribute(
    "href",
    "/sc/cadastro?categoria=wash",
  );
});

test("invalid filters show the whole list", async ({ page }) => {
  await openAlive(page, `/sc/servicos?categoria=%00&atributo=${"x,".repeat(500)}&cidade=../..`);
  expect(await cards(page).count()).toBeGreaterThan(5);
});

test("a place opens as a sheet with its own address and as a page, with the same text", async ({ page, sql }) => {
  const [place] = await sql<{ slug: string; name: string; description: string }[]>`
    select slug, name, description from public.services where state_abbr = 'SC' and status = 'published' and category_key = 'museum' order by name limit 1`;
  await openAlive(page, "/sc/servicos");
  await page.getByRole("main").getByRole("link", { name: place!.name, exact: true }).click();
  await expect(page).toHaveURL(`/sc/servicos?servico=${place!.slug}`);
  await expect(dialog(page).getByText(place!.description)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL("/sc/servicos");
  await page.goto(`/sc/servicos?servico=${place!.slug}`);
  await expect(dialog(page).getByRole("heading", { name: place!.name })).toBeVisible();
  await dialog(page).getByRole("link", { name: "Abrir página completa" }).click();
  await expect(page).toHaveURL(`/sc/servicos/${place!.slug}`);
  await expect(page.getByRole("heading", { level: 1, name: place!.name })).toBeVisible();
  await expect(page.getByRole("link", { name: "Informação errada?" })).toHaveAttribute(
    "href",
    `/sc/cadastro?tipo=correcao&servico=${place!.slug}`,
  );
  const data = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(data.some((json) => (JSON.parse(json) as { "@type": string })["@type"] === "Museum")).toBe(true);
});

test("a phone number is shown with its source, and an attribute is a filter", async ({ page, sql }) => {
  const [row] = await sql<{ id: string }[]>`
    insert into public.services (category_key, name, slug, state_abbr, city_ibge, phone, source, check_date, attributes, status)
    values ('workshop', 'Oficina do Teste', 'oficina-do-teste', 'AC', 1200401, '+55 68 3000-0000', 'placa na fachada', '2026-01-02', '{"carburettor": true}', 'published') returning id`;
  try {
    await page.goto("/ac/servicos/oficina-do-teste");
    await expect(page.getByRole("link", { name: "+55 68 3000-0000" })).toHaveAttribute("href", "tel:+556830000000");
    await expect(page.getByText("Número lido em placa na fachada")).toBeVisible();
    await expect(page.getByText("a confirmar").first()).toBeVisible();
    await expect(page.getByText("Carburador")).toBeVisible();
  } finally {
    await sql`delete from public.services where id = ${row!.id}`;
  }
});

for (const path of ["/sc/servicos/nao-existe", "/sc/servicos/pagina/99", "/sc/servicos/pagina/zero"]) {
  test(`${path} is a 404`, async ({ visitorAs }) => {
    expect((await (await visitorAs(null)).get(path)).status()).toBe(404);
  });
}

for (const width of [390, 1280]) {
  test(`the state's page links to its photo points, its services by kind and its clubs at ${width} px`, async ({
    page,
    sql,
  }) => {
    const [kind] = await sql<{ key: string; name: string; count: number }[]>`
      select c.key, c.name, count(*)::int as count from public.services s join public.service_categories c on c.key = s.category_key
      where s.state_abbr = 'PE' and s.status = 'published' and s.deleted_at is null group by 1, 2 order by 3 desc limit 1`;
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/pe/home");
    const main = page.getByRole("main");
    await expect(main.getByRole("link", { name: /ponto.? fotográfico/ })).toHaveAttribute(
      "href",
      "/pe/pontos-fotograficos",
    );
    await expect(main.getByRole("link", { name: /^Ver .* clube/ })).toHaveAttribute("href", "/pe/clubes-parceiros");
    await expect(main.getByRole("link", { name: new RegExp(`^${kind!.name} ?${kind!.count}$`) })).toBeVisible();
    await main
      .getByRole("link", { name: /^Ver .* do estado$/ })
      .filter({ hasText: /lugar/ })
      .click();
    await expect(page).toHaveURL("/pe/servicos");
  });
}
