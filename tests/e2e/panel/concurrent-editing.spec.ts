import { expect, test, type Page } from "../support/test";
import { answerQuestions } from "../support/questions";

const SLUG = "rota-de-dois-editores";
const field = (page: Page, name: string) => page.locator(`[data-field="${name}"]`);

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Salvar" }).click();
  await expect(page.getByText("Tudo salvo")).toBeVisible();
}

async function open(page: Page, id: string): Promise<void> {
  await page.goto(`/admin/conteudo-estados/rotas/${id}`);
  await page.waitForLoadState("networkidle");
}

test("different fields changed by two editors are merged, conflicts are asked, and restoring a version keeps the status", async ({
  page,
  browser,
  signIn,
  sql,
  baseURL,
}) => {
  await answerQuestions(page);
  await sql`delete from public.regions where slug = ${SLUG}`;
  const [{ id }] =
    (await sql`insert into public.regions (name, slug, state_abbr, status) values ('Rota de dois', ${SLUG}, 'SC', 'draft') returning id`) as unknown as [
      { id: string },
    ];
  await sql`insert into public.region_waypoints (region_id, position, name, kind) values (${id}, 1, 'Mirante Um', 'view'), (${id}, 2, 'Mirante Dois', 'view')`;
  await signIn("editor");
  await open(page, id);
  const other = await browser.newContext({ baseURL });
  await other.addCookies(await page.context().cookies());
  const second = await other.newPage();
  await open(second, id);

  const stops = () => sql`select name from public.region_waypoints where region_id = ${id} order by position`;

  await test.step("the other editor saves a summary and a stop", async () => {
    await field(second, "summary").getByRole("textbox").fill("Resumo da outra");
    await field(second, "region_waypoints").getByText("Mirante Dois").click();
    await field(second, "region_waypoints.1.name").getByRole("textbox").fill("Mirante Dois da outra");
    await save(second);
  });

  await test.step("this editor saves another field and another stop, and all changes are kept", async () => {
    await field(page, "steepest").getByRole("textbox").fill("Trecho desta");
    await field(page, "region_waypoints").getByText("Mirante Um").click();
    await field(page, "region_waypoints.0.name").getByRole("textbox").fill("Mirante Um desta");
    await save(page);
    expect((await sql`select summary, steepest from public.regions where id = ${id}`)[0]).toEqual({
      summary: "Resumo da outra",
      steepest: "Trecho desta",
    });
    expect((await stops()).map(({ name }) => name as string)).toEqual(["Mirante Um desta", "Mirante Dois da outra"]);
    await expect(field(page, "summary").getByRole("textbox")).toHaveValue("Resumo da outra");
  });

  await test.step("the other editor changes the name and publishes", async () => {
    await open(second, id);
    await field(second, "name").getByRole("textbox").fill("Nome da outra");
    await field(second, "status").getByRole("combobox").selectOption("published");
    await save(second);
  });
  await test.step("a changed name of both editors is asked about", async () => {
    await field(page, "name").getByRole("textbox").fill("Nome desta");
    await page.getByRole("button", { name: "Salvar" }).click();
    const question = page.getByRole("alert").filter({ hasText: "Outra pessoa salvou antes" });
    await expect(question).toContainText("Nome da outra");
    await expect(question.getByRole("listitem")).toHaveCount(1);
    await expect(page.getByRole("button", { name: "Salvar" })).toBeDisabled();
    await question.getByRole("button", { name: "Ficar com a minha" }).click();
    await save(page);
    expect((await sql`select name, status from public.regions where id = ${id}`)[0]).toEqual({
      name: "Nome desta",
      status: "published",
    });
  });

  await test.step("restoring the first version keeps the published status", async () => {
    await open(page, id);
    const saves = page.getByRole("region", { name: "Histórico" }).locator("ol > li");
    await expect(saves.filter({ hasText: "Mirante Dois da outra" }).first()).toContainText("Mirante Dois");
    await saves.last().getByRole("button", { name: "Voltar a esta versão" }).click();
    await expect(field(page, "region_waypoints")).not.toContainText("Mirante Um desta");
    expect((await sql`select name, status, steepest from public.regions where id = ${id}`)[0]).toEqual({
      name: "Rota de dois",
      status: "published",
      steepest: null,
    });
    expect((await stops()).map(({ name }) => name as string)).toEqual(["Mirante Um", "Mirante Dois da outra"]);
  });
  await other.close();
  await sql`delete from public.regions where slug = ${SLUG}`;
  await sql`delete from public.redirects where from_path = ${`/sc/rota/${SLUG}`}`;
});
