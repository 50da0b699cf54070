import { randomUUID } from "node:crypto";
import { ask, createAccount, deleteAccount } from "../support/own-account";
import { test } from "../support/gate-test";
import { expect, type Page } from "../support/test";

const MARK = randomUUID().slice(0, 8);
const TITLE = `Encontro do modelo ${MARK}`;

test.describe.configure({ mode: "serial" });
test.afterAll(async ({ sql }) => {
  await sql`delete from public.events where title = ${TITLE}`;
});

const field = (page: Page, name: string) => page.locator(`main [name="${name}"]`);
const step = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`${name}$`) }).click();
const checklist = (page: Page) => page.getByRole("region", { name: /Antes de publicar/ });

test("an ordinary account makes an event from a template, completes it and sends it for approval", async ({
  accountPage: page,
  baseURL,
  sql,
}) => {
  await page.goto("/sc/publicar-evento");
  const templates = page.getByRole("region", { name: "Começar por um modelo" });
  await templates.getByRole("link", { name: /^Encontro/ }).click();
  await expect(page).toHaveURL(/modelo=encontro/);
  await expect(page.getByText("O modelo preencheu o formulário")).toBeVisible();
  await field(page, "title").fill(TITLE);
  await field(page, "municipality_ibge").selectOption("Florianópolis");
  await field(page, "organizer_name").fill("Clube do modelo");
  await step(page, "Datas e programação");
  await expect(field(page, "startDay")).not.toHaveValue("");
  await expect(page.locator('main [name^="programme."]').nth(1)).toHaveValue(/Desfile pela cidade/);
  await step(page, "Inscrições");
  await expect(field(page, "kinds.1.name")).toHaveValue("Carro em exposição");

  // One more kind, with a price from a date on and a question of its own.
  await page.getByRole("button", { name: "Food truck" }).click();
  const kind = page.getByRole("group", { name: /^3\. / });
  await kind.getByLabel("Nome mostrado").fill("Praça de alimentação");
  await kind.getByText("Preços por data (lotes)").click();
  await kind.getByRole("button", { name: "Adicionar um preço" }).click();
  const start = await field(page, "startDay").inputValue();
  await field(page, "kinds.2.price_steps.0.starts_at").fill(`${start}T00:00`);
  await field(page, "kinds.2.price_steps.0.price_cents").fill("caro");
  await kind.getByText("Perguntas", { exact: true }).click();
  await expect(field(page, "kinds.2.questions.0.label")).toHaveValue("Cardápio e preços");
  const asked = await page.locator('main [name^="kinds.2.questions."][name$=".label"]').count();
  await kind.getByRole("button", { name: "Adicionar uma pergunta" }).click();
  await field(page, `kinds.2.questions.${asked}.label`).fill("Tem opção sem carne?");
  await field(page, `kinds.2.questions.${asked}.kind`).selectOption("boolean");

  // A wrong price is shown at its field, and nothing that was typed is lost.
  await step(page, "Revisão");
  await page.getByRole("button", { name: "Salvar e ver a prévia" }).click();
  await expect(page.getByText("Confira o preço. Exemplo: 25,00.")).toBeVisible();
  await expect(field(page, `kinds.2.questions.${asked}.label`)).toHaveValue("Tem opção sem carne?");
  await field(page, "kinds.2.price_steps.0.price_cents").fill("0");
  await step(page, "Revisão");
  await page.getByRole("button", { name: "Salvar e ver a prévia" }).click();
  await expect(page).toHaveURL(/\/publicar-evento\/preview\/[0-9a-f-]{36}$/);
  const id = page.url().split("/").at(-1)!;

  // The console lists what is missing; each line leads to the step that mends it.
  await page.getByRole("link", { name: "Organizar o evento" }).click();
  await page.getByRole("link", { name: "Página", exact: true }).click();
  await expect(checklist(page).getByRole("button", { name: "Enviar para aprovação" })).toHaveCount(0);
  await checklist(page).getByRole("link", { name: "a posição no mapa" }).click();
  await field(page, "pin").fill("-27.59700, -48.54900");
  await field(page, "venue").fill("Praça XV");
  await checklist(page)
    .getByRole("link", { name: /descrição/ })
    .click();
  await field(page, "description").fill("Carros antigos, peças e música o dia inteiro na praça.");
  await field(page, "organizer_phone").fill("48 99999-0000");
  await page.getByRole("button", { name: "Salvar as alterações" }).click();
  await expect(checklist(page).getByText("Nada falta: o evento pode ser enviado.")).toBeVisible();
  await checklist(page).getByRole("button", { name: "Enviar para aprovação" }).click();
  await expect(checklist(page).getByText("Em análise")).toBeVisible();

  const [stored] = await sql<{ status: string; kinds: string[]; asked: string[]; steps: number; classes: number }[]>`
    select status,
      (select array_agg(name order by position) from public.event_registration_types where event_id = events.id) as kinds,
      (select array_agg(question ->> 'label') from public.event_registration_types as type
        join public.form_template_versions as form on form.id = type.form_version_id,
        jsonb_array_elements(form.schema) as question where type.event_id = events.id and type.position = 2) as asked,
      (select jsonb_array_length(price_steps) from public.event_registration_types
        where event_id = events.id and position = 2) as steps,
      (select cardinality(classes) from public.event_registration_types
        where event_id = events.id and position = 1) as classes
    from public.events where id = ${id}`;
  expect(stored).toMatchObject({
    status: "pending",
    kinds: ["Visitante", "Carro em exposição", "Praça de alimentação"],
    steps: 1,
    classes: 5,
  });
  expect(stored!.asked).toContain("Tem opção sem carne?");
  expect(stored!.asked).toContain("Cardápio e preços");

  const other = await createAccount(sql, "user");
  expect((await ask(`${baseURL}/painel/eventos/${id}/pagina`, other.session)).status).toBe(404);
  await deleteAccount(sql, other);
});

test("an organiser adds several stands to a published event and moves one on the plan", async ({
  accountPage: page,
  account,
  sql,
  gate,
}) => {
  await sql`update public.events set organizer_id = ${account.id} where id = ${gate.eventId}`;
  await page.goto(`/painel/eventos/${gate.eventId}/pagina?etapa=stands`);
  await page.getByRole("group", { name: "Vários boxes de uma vez" }).getByLabel("Quantidade").fill("3");
  await page.getByRole("button", { name: "Adicionar vários" }).click();
  await expect(page.getByRole("group", { name: "Box A3" })).toBeVisible();
  await page.getByRole("button", { name: /^Espaço A1/ }).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("button", { name: "Salvar as alterações" }).click();
  const labels = async () =>
    (
      await sql<{ label: string }[]>`
        select label from public.event_stands where event_id = ${gate.eventId} order by position`
    ).map(({ label }) => label);
  await expect.poll(labels).toEqual(["A1", "A2", "A3"]);
  await expect(page.getByRole("group", { name: "Box A3" })).toBeVisible();
});
