import { expect, test, type Page } from "../support/test";
import { toast } from "../support/page";
import { answerQuestions } from "../support/questions";

const PATH = "/admin/system-algorithms";
const part = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const fuel = (page: Page) => part(page, "Semáforo do clássico").getByRole("group", { name: /^Combustível/ });

test("the formula of the conditions is tested, activated, used and restored", async ({
  page,
  signIn,
  sql,
  visitorAs,
}) => {
  const clear = () => sql`delete from public.algorithm_settings where algorithm = 'trip_conditions'`;
  const settings = async () => {
    const answer = await (
      await visitorAs(null)
    ).post("/api/trip-facts", {
      headers: { "sec-fetch-site": "same-origin" },
      data: { line: "~nihDn~jrHn_l@uuiA", km: 78, tollClass: "car", tolls: [] },
    });
    const { conditions } = (await answer.json()) as { conditions: { settings: Record<string, number> } };
    return conditions.settings;
  };
  await clear();
  try {
    await signIn("main_admin");
    await page.goto(PATH);
    const form = part(page, "Semáforo do clássico");
    await fuel(page).getByLabel("Peso").fill("0.5");
    await form.getByRole("button", { name: "Testar estes valores" }).click();
    const row = form.getByRole("row").filter({ hasText: "Tanque acaba, calor e oficina longe" });
    await expect(row).toContainText("Vermelho: difícil");
    await expect(row).toContainText("Amarelo: atenção");
    await form.getByLabel("Nota").fill("posto pesa menos");
    await form.getByRole("button", { name: "Ativar estes valores" }).click();
    await expect(toast(page, "Feito")).toBeVisible();
    const versions = part(page, "Versões do semáforo");
    await expect(versions.getByRole("row").filter({ hasText: "posto pesa menos" })).toContainText("Ativa");
    expect((await settings()).fuel_weight).toBe(0.5);
    await expect(part(page, "Versões da busca")).not.toContainText("posto pesa menos");

    await answerQuestions(page);
    await versions.getByRole("button", { name: "Restaurar padrão" }).click();
    await expect(versions.getByText("Ativa", { exact: true })).toHaveCount(0);
    expect((await settings()).fuel_weight).toBe(3);
    await versions.getByRole("button", { name: "Usar de novo" }).click();
    await expect(versions.getByText("Ativa", { exact: true })).toHaveCount(1);
    expect((await settings()).fuel_weight).toBe(0.5);
    await versions.getByRole("button", { name: "Restaurar padrão" }).click();
    await expect(versions.getByText("Ativa", { exact: true })).toHaveCount(0);
  } finally {
    await clear();
  }
});

test("values that contradict each other are kept in the form, explained and cannot be saved @phone", async ({
  page,
  signIn,
}) => {
  await signIn("main_admin");
  await page.goto(PATH);
  await fuel(page).getByLabel("Amarelo a partir de").fill("90");
  await part(page, "Semáforo do clássico").getByRole("button", { name: "Testar estes valores" }).click();
  await expect(page.getByText("Estes valores não servem")).toBeVisible();
  await expect(fuel(page).getByLabel("Amarelo a partir de")).toHaveValue("90");
  await expect(page.getByRole("button", { name: "Ativar estes valores" })).toHaveCount(0);
});

test("the weights of the driving time are tested on examples, activated and restored @phone", async ({
  page,
  signIn,
  sql,
}) => {
  const clear = () => sql`delete from public.algorithm_settings where algorithm = 'driving_pace'`;
  await clear();
  try {
    await signIn("main_admin");
    await page.goto(PATH);
    const form = part(page, "Tempo de carro antigo");
    await form.getByLabel("Rodovia federal, km/h").fill("38");
    await form.getByRole("button", { name: "Testar estes valores" }).click();
    const row = form.getByRole("row").filter({ hasText: "rodovia federal reta" });
    await expect(row).toContainText("1 h 19");
    await expect(row).toContainText("2 h 38");
    await form.getByLabel("Nota").fill("federal mais lenta");
    await form.getByRole("button", { name: "Ativar estes valores" }).click();
    await expect(toast(page, "Feito")).toBeVisible();
    const versions = part(page, "Versões do tempo");
    await expect(versions.getByRole("row").filter({ hasText: "federal mais lenta" })).toContainText("Ativa");
    await answerQuestions(page);
    await versions.getByRole("button", { name: "Restaurar padrão" }).click();
    await expect(versions.getByText("Ativa", { exact: true })).toHaveCount(0);
  } finally {
    await clear();
  }
});

test("an administrator below the main one does not open the page", async ({ visitorAs }) => {
  const answer = await (await visitorAs("editor")).get(PATH, { maxRedirects: 0 });
  expect(answer.status()).not.toBe(200);
});
