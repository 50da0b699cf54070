import { expect, test } from "../support/test";

const SLUG = "artigo-de-ensaio-com-fontes";

test.beforeEach(async ({ sql }) => void (await sql`delete from public.blog_posts where slug like ${`${SLUG}%`}`));
test.afterEach(async ({ sql }) => void (await sql`delete from public.blog_posts where slug like ${`${SLUG}%`}`));

test("an editor writes, cites and publishes a new article without a date", async ({ page, signIn, sql }) => {
  await signIn("editor");
  await page.goto("/admin/blog/novo");
  await page.waitForLoadState("networkidle");
  const field = (name: string) => page.locator(`[data-field="${name}"]`);
  await field("title").getByRole("textbox").fill("Artigo de ensaio com fontes");
  await field("author_name").getByRole("textbox").fill("Redação");
  await field("category_key").getByRole("combobox").fill("viagem");
  await page.getByRole("option", { name: "Viagem" }).click();
  await field("sources").getByRole("button", { name: "Adicionar" }).click();
  await field("sources.0.url").getByRole("textbox").fill("example.org");
  await field("status").getByRole("combobox").selectOption("published");
  await page.getByRole("button", { name: "Salvar" }).click();
  await expect(field("sources.0.title")).toContainText("Preencha este campo");
  await expect(field("sources.0.url")).toContainText("Comece com https://");
  await field("sources.0.title").getByRole("textbox").fill("Lei dos antigos");
  await field("sources.0.url").getByRole("textbox").fill("https://example.org/lei");
  await page.getByRole("button", { name: "Salvar" }).click();
  await expect(page).toHaveURL(/\/blog\/[0-9a-f-]{36}$/);
  const [row] =
    await sql`select status, publish_at <= now() as is_out, sources from public.blog_posts where slug = ${SLUG}`;
  expect(row).toEqual({
    status: "published",
    is_out: true,
    sources: [{ title: "Lei dos antigos", url: "https://example.org/lei" }],
  });

  await field("status").getByRole("combobox").selectOption("scheduled");
  await field("publish_at").locator("input").fill("");
  await page.getByRole("button", { name: "Salvar" }).click();
  await expect(field("publish_at")).toContainText("precisa do dia e da hora");
});
