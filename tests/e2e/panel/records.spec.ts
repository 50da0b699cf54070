import { RESOURCES } from "../../../lib/panel/admin/registry";
import { hasPermission, ROLES, type Role } from "../../../lib/platform/auth/permissions";
import type { Sql } from "postgres";
import { toast } from "../support/page";
import { expect, test } from "../support/test";
import { answerQuestions } from "../support/questions";
import { STAFF_ROLES } from "../../../lib/platform/supabase/database-constants/platform";

const isStaff = (role: Role) => (STAFF_ROLES as readonly Role[]).includes(role);
const may = (role: Role, permission: (typeof RESOURCES)[number]["permission"]) =>
  isStaff(role) && hasPermission({ role, permissions: [] }, permission);

/** The first resource of each permission: one page shows all resources, so the others are requested for one role only. */
const ONE_OF_EACH = RESOURCES.filter(
  ({ permission }, index) => index === RESOURCES.findIndex((other) => other.permission === permission),
);

for (const role of ROLES) {
  test(`${role} lists, opens, adds and exports only the records of its permissions`, async ({ visitorAs, sql }) => {
    const visitor = await visitorAs(role);
    const requested = role === "superadministrador" ? RESOURCES : ONE_OF_EACH;
    for (const { path, table, idColumn, permission, canCreate, form } of requested) {
      const isAllowed = may(role, permission);
      const statusOf = async (address: string) => (await visitor.get(address)).status();
      expect(await statusOf(`/admin/${path}`), `${path}: list`).toBe(isAllowed ? 200 : 307);
      expect(await statusOf(`/admin/${path}/novo`), `${path}: new`).toBe(isAllowed ? (canCreate ? 200 : 404) : 307);
      // Retries with another row, because a parallel test may have deleted this one.
      await expect(async () => {
        const [row] = await sql<
          { id: string }[]
        >`select ${sql(idColumn)}::text as id from public.${sql(table)} limit 1`;
        if (row)
          expect(await statusOf(`/admin/${path}/${row.id}`), `${path}: edit`).toBe(isAllowed && !form ? 200 : 307);
      }).toPass();
      expect(await statusOf(`/admin/exportar/${path}`), `${path}: export`).toBe(
        isAllowed ? 200 : isStaff(role) ? 403 : 307,
      );
    }
  });
}

test("export requires a sign-in, and unknown exports are refused", async ({ visitorAs }) => {
  expect((await (await visitorAs(null)).get("/admin/exportar/blog")).status()).toBe(307);
  expect((await (await visitorAs("editor")).get("/admin/exportar/desconhecido")).status()).toBe(404);
});

test("the pages of a long list are complete and in order, and a page past the end is empty", async ({
  visitorAs,
  sql,
}) => {
  const visitor = await visitorAs("main_admin");
  const all = await sql<
    { id: number }[]
  >`select ibge_code as id from public.cities order by state_abbr desc, ibge_code desc`;
  const last = Math.ceil(all.length / 100);
  const codesOn = async (page: number) => {
    const html = await (await visitor.get(`/admin/all-cities?sort=-state_abbr&per=100&page=${page}`)).text();
    return [...new Set([...html.matchAll(/href="\/admin\/all-cities\/(\d{7})"/g)].map(([, code]) => Number(code)))];
  };
  for (const page of [1, 10, 11, 28, 29, last - 1, last, last + 1]) {
    expect(await codesOn(page), `page ${page}`).toEqual(all.slice((page - 1) * 100, page * 100).map(({ id }) => id));
  }
});

test.describe("a blog category", () => {
  test.describe.configure({ mode: "serial" });
  test.afterAll(async ({ sql }) => void (await sql`delete from public.blog_categories where key like 'ensaio-%'`));

  test("is created, found and changed, and concurrent changes of two editors are not lost", async ({
    page,
    browser,
    signIn,
    sql,
    baseURL,
  }) => {
    await signIn("editor");
    await page.goto("/admin/blog/categorias/novo");
    await page.getByLabel("Nome").fill("Ensaio");
    await page.getByRole("button", { name: "Salvar" }).click();
    await expect(page.getByText("Preencha este campo").first()).toBeVisible();
    await page.getByLabel("Código interno").fill("ensaio-um");
    await page.getByLabel("Ordem").fill("90");
    await page.getByRole("button", { name: "Salvar" }).click();
    await expect(page).toHaveURL(/\/admin\/blog\/categorias\/[0-9a-f-]{36}$/);
    await expect(page.getByText("Criado", { exact: true })).toBeVisible();
    await expect(
      page.getByRole("navigation", { name: "Menu do painel" }).getByRole("link", { name: "Blog" }),
    ).toHaveAttribute("aria-current", "true");

    const address = page.url();
    const other = await browser.newContext({ baseURL });
    await other.addCookies(await page.context().cookies());
    const second = await other.newPage();
    await second.goto(address);
    await second.getByLabel("Nome").fill("Ensaio da outra");
    await second.getByRole("button", { name: "Salvar" }).click();
    await expect(second.getByText("Tudo salvo")).toBeVisible();
    await other.close();

    await page.getByLabel("Nome").fill("Ensaio desta");
    await page.getByRole("button", { name: "Salvar" }).click();
    const conflict = page.getByRole("alert").filter({ hasText: "Outra pessoa salvou antes" });
    await expect(conflict).toContainText("Ensaio da outra");
    expect((await sql`select name from public.blog_categories where key = 'ensaio-um'`)[0]).toEqual({
      name: "Ensaio da outra",
    });
    await conflict.getByRole("button", { name: "Ficar com a minha" }).click();
    await page.getByRole("button", { name: "Salvar" }).click();
    await expect(page.getByText("Tudo salvo")).toBeVisible();
    expect((await sql`select name from public.blog_categories where key = 'ensaio-um'`)[0]).toEqual({
      name: "Ensaio desta",
    });
  });

  test("is restored to an earlier version", async ({ page, signIn, sql }) => {
    const [row] = await sql<{ id: string }[]>`select id from public.blog_categories where key = 'ensaio-um'`;
    await signIn("editor");
    await page.goto(`/admin/blog/categorias/${row!.id}`);
    await answerQuestions(page);
    await page.getByRole("button", { name: "Voltar a esta versão" }).last().click();
    await expect(page.getByLabel("Nome")).toHaveValue("Ensaio");
    expect((await sql`select name from public.blog_categories where key = 'ensaio-um'`)[0]).toEqual({ name: "Ensaio" });
  });

  test("is found, selected and deleted, with the search in the URL", async ({ page, signIn }) => {
    await signIn("editor");
    await page.goto("/admin/blog/categorias?q=Ensaio");
    await expect(page.getByRole("row").filter({ hasText: "Ensaio" })).toHaveCount(1);
    await answerQuestions(page);
    await page.getByRole("checkbox", { name: "Escolher Ensaio" }).check();
    await page.getByRole("button", { name: "Excluir de vez" }).click();
    await expect(page.getByText("Nada combina com esta busca.")).toBeVisible();
  });
});

test.describe("a place moved to the trash", () => {
  const NAME = "Oficina que volta";
  const trashed = async (sql: Sql) =>
    (await sql`select deleted_at is not null as trashed from public.services where slug = 'oficina-que-volta'`)[0]
      ?.trashed as boolean | undefined;

  test.beforeAll(async ({ sql }) => {
    await sql`
      insert into public.services (name, slug, state_abbr, city_ibge, category_key, status)
      select ${NAME}, 'oficina-que-volta', 'AC', (select min(ibge_code) from public.cities where state_abbr = 'AC'), (select min(key) from public.service_categories), 'published'`;
  });
  test.afterAll(async ({ sql }) => void (await sql`delete from public.services where slug = 'oficina-que-volta'`));

  test("is restored from the notice", async ({ page, signIn, sql }) => {
    await signIn("editor");
    await page.goto("/admin/services?q=Oficina+que+volta");
    await page.getByRole("checkbox", { name: `Escolher ${NAME}` }).check();
    await page.getByRole("button", { name: "Mover para a lixeira" }).click();
    await expect(page.getByText("Nada combina com esta busca.")).toBeVisible();
    expect(await trashed(sql)).toBe(true);
    await toast(page, "Na lixeira").getByRole("button", { name: "Desfazer" }).click();
    await expect(toast(page, "Desfeito")).toContainText("Registros de volta: 1.");
    await expect(page.locator("[data-slot=toast]")).toHaveCount(1);
    await expect(page.getByRole("row").filter({ hasText: NAME })).toHaveCount(1);
    expect(await trashed(sql)).toBe(false);
  });
});
