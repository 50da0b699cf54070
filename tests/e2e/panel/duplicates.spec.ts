import type { Sql } from "postgres";
import { toast } from "../support/page";
import { expect, test, type Page } from "../support/test";

const ROWS = [
  ["Ensaio Oficina do Opala", "ensaio-oficina-do-opala", { address: "Rua Um, 1" }],
  ["Ensaio Oficina do Opála", "ensaio-oficina-do-opala-2", { description: "Carburadores e freios do ensaio." }],
  ["Ensaio Pousada da Serra", "ensaio-pousada-da-serra", {}],
  ["Ensaio Pousada da Serra II", "ensaio-pousada-da-serra-2", {}],
] as const;
const [KEPT, OTHER, ONE, TWO] = ROWS;

async function clean(sql: Sql) {
  await sql`delete from public.services where slug like 'ensaio-%' and state_abbr = 'PI'`;
  await sql`delete from public.redirects where from_path like '/pi/servicos/ensaio-%'`;
}

async function addRows(sql: Sql) {
  await clean(sql);
  const [town] = await sql<
    { ibge_code: number }[]
  >`select ibge_code from public.cities where state_abbr = 'PI' order by ibge_code limit 1`;
  const [category] = await sql<{ key: string }[]>`select key from public.service_categories order by key limit 1`;
  for (const [name, slug, more] of ROWS) {
    await sql`insert into public.services ${sql({ name, slug, state_abbr: "PI", city_ibge: town!.ibge_code, category_key: category!.key, status: "published", ...more })}`;
  }
}

const pair = (page: Page, [first]: readonly [string, ...unknown[]], [second]: readonly [string, ...unknown[]]) =>
  page
    .getByRole("article")
    .filter({ has: page.getByText(first, { exact: true }) })
    .filter({ has: page.getByText(second, { exact: true }) });

test.describe("possible duplicates", () => {
  test.describe.configure({ mode: "serial" });
  test.beforeAll(({ sql }) => addRows(sql));
  test.afterAll(({ sql }) => clean(sql));

  test("an editor opens the pairs from the list, dismisses one, restores it and dismisses it again", async ({
    page,
    signIn,
  }) => {
    await signIn("editor");
    await page.goto("/admin/services");
    await page.getByRole("link", { name: /possíveis repetidos/ }).click();
    await expect(page.getByRole("heading", { level: 1, name: /possíveis repetidos/ })).toBeVisible();
    await page.goto("/admin/services/repetidos?state_abbr=PI");
    await expect(page.getByRole("article")).toHaveCount(2);
    await expect(pair(page, KEPT, OTHER)).toContainText("Nomes 100% iguais");
    await expect(pair(page, KEPT, OTHER)).toContainText("Rua Um, 1");

    await pair(page, ONE, TWO).getByRole("button", { name: "Não são repetidos" }).click();
    await expect(toast(page, "Par dispensado")).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(1);
    await page.getByRole("link", { name: "Ver 1 par marcado como diferente" }).click();
    await pair(page, ONE, TWO).getByRole("button", { name: "Pôr de volta na lista" }).click();
    await expect(page.getByText("Nenhum par foi marcado como diferente.")).toBeVisible();
    await page.getByRole("link", { name: "Voltar aos que esperam decisão" }).click();
    await pair(page, ONE, TWO).getByRole("button", { name: "Não são repetidos" }).click();
    await expect(page.getByRole("article")).toHaveCount(1);
  });

  test("are merged by keyboard: the old address redirects to the kept row immediately", async ({
    page,
    signIn,
    visitorAs,
    sql,
  }) => {
    const visitor = await visitorAs(null);
    expect((await visitor.get(`/pi/servicos/${OTHER[1]}`)).status()).toBe(200);
    await signIn("editor");
    await page.goto("/admin/services/repetidos?state_abbr=PI");
    const keep = page.getByRole("button", { name: `Manter este: ${KEPT[0]}` });
    await expect(keep).toBeEnabled();
    await keep.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: `Manter ${KEPT[0]}?` });
    await expect(dialog).toContainText(`${OTHER[0]} será juntado a ele`);
    await expect(dialog).toContainText("O outro vai para a lixeira e pode ser restaurado por 30 dias.");
    await expect(dialog).toContainText("O endereço público do outro passa a levar para este.");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    expect((await sql`select 1 from public.services where slug = ${OTHER[1]} and deleted_at is not null`).length).toBe(
      0,
    );
    await keep.press("Enter");
    await dialog.getByRole("button", { name: "Juntar" }).press("Enter");
    await expect(toast(page, "Registros juntados")).toBeVisible();
    await expect(page.getByText("Nada parece repetido aqui.")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

    for (const prefix of ["", "/english", "/espanol"]) {
      const answer = await visitor.get(`${prefix}/pi/servicos/${OTHER[1]}`);
      expect([answer.status(), answer.headers().location], prefix).toEqual([308, `${prefix}/pi/servicos/${KEPT[1]}`]);
    }
    expect(await (await visitor.get(`/pi/servicos/${KEPT[1]}`)).text()).toContain("Carburadores e freios do ensaio.");
  });

  test("a merged row is restored from the trash, at its own address", async ({ page, signIn, visitorAs }) => {
    await signIn("editor");
    await page.goto("/admin/services?trash=1&q=Ensaio");
    await page.getByRole("checkbox", { name: `Escolher ${OTHER[0]}` }).check();
    await page.getByRole("button", { name: "Restaurar" }).click();
    await expect(page.getByText(/A lixeira está vazia|Nada combina com esta busca/)).toBeVisible();
    expect((await (await visitorAs(null)).get(`/pi/servicos/${OTHER[1]}`)).status()).toBe(200);
    await page.goto("/admin/services/repetidos?state_abbr=PI");
    await expect(pair(page, KEPT, OTHER)).toBeVisible();
    await expect(pair(page, ONE, TWO)).toHaveCount(0);
  });
});

test("the pairs page requires the permission of its list, and exists only for lists with duplicate search", async ({
  visitorAs,
}) => {
  for (const [role, status] of [
    [null, 307],
    ["user", 307],
    ["vendedor", 307],
    ["editor", 200],
    ["admin", 200],
  ] as const) {
    const visitor = await visitorAs(role);
    for (const path of ["services", "photo-points", "clubes"])
      expect((await visitor.get(`/admin/${path}/repetidos`)).status(), `${role}: ${path}`).toBe(status);
  }
  expect((await (await visitorAs("editor")).get("/admin/blog/repetidos")).status()).toBe(404);
});
