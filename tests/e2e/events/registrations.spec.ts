import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { makeKind, register } from "../../database/events/registration-support";
import { openAlive } from "../support/page";
import { offer } from "../support/paying";
import { confirmByMail } from "../support/registering";
import { expect, test, type Page } from "../support/test";
import { variable } from "../support/variable";
import { answerQuestions } from "../support/questions";
import { JOB_MS } from "../support/job-wait";

/** Stripe's script is on another host and does not load in this test. */
test.use({ expectedErrors: /js\.stripe\.com|ERR_FAILED|ERR_NAME_NOT_RESOLVED|status of 4\d\d/ });
test.describe.configure({ mode: "serial" });
test.beforeAll(() => void variable("STRIPE_API_BASE"));
test.beforeEach(({ context }) => context.route("https://js.stripe.com/**", (route) => route.abort()));

const MARK = randomUUID().slice(0, 8);
const emailOf = (name: string) => `${name.split(" ")[0]!.toLowerCase()}-${MARK}@example.org`;

async function fillPerson(page: Page, name: string): Promise<void> {
  await page.getByLabel("Nome completo").fill(name);
  await page.getByLabel("E-mail").fill(emailOf(name));
  await page.getByLabel("WhatsApp ou telefone").fill("48 99999-0000");
}

/** Sends the form, confirms the address and returns the code of the confirmation. */
async function send(page: Page, name: string): Promise<string> {
  await page.getByLabel(/^Concordo que o portal/).check();
  await page.getByRole("button", { name: "Enviar inscrição" }).click();
  await expect(page.getByRole("heading", { name: "Confira o seu e-mail" })).toBeVisible();
  await confirmByMail(page, emailOf(name));
  await expect(page.getByRole("heading", { name: "Inscrição recebida" })).toBeVisible();
  return (await page.locator("[data-code]").getAttribute("data-code")) ?? "";
}

const status = (page: Page) => page.locator("[data-status]");

async function lookUp(page: Page, code: string, contact: string): Promise<void> {
  await openAlive(page, "/eventos/inscricao/status");
  await page.getByLabel("Código").fill(code);
  await page.getByLabel("E-mail ou telefone").fill(contact);
  await page.getByRole("button", { name: "Consultar" }).click();
}

test("a visitor registers, finds the registration again and opens the badge", async ({ page, sql }) => {
  const { event } = await makeKind(sql, { capacity: 10 });
  await openAlive(page, `/eventos/${event}/inscricao`);
  await page.getByRole("link", { name: "Fazer inscrição" }).click();
  await expect(page.getByRole("button", { name: "Enviar inscrição" })).toBeEnabled();
  await fillPerson(page, "Ana Souza");
  await page.getByRole("button", { name: "Adicionar acompanhante" }).click();
  await page.getByLabel("Nome do acompanhante 1").fill("Beto Lima");
  const code = await send(page, "Ana Souza");
  expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);

  await test.step("a reload shows the same code", async () => {
    await page.reload();
    await expect(page.locator("[data-code]")).toHaveAttribute("data-code", code);
  });
  await test.step("a wrong contact and a wrong code get the same answer", async () => {
    for (const [wrong, contact] of [
      [code, "other@example.org"],
      ["ZZZZ2222", emailOf("Ana Souza")],
    ] as const) {
      await lookUp(page, wrong, contact);
      await expect(page.getByText("Não encontramos uma inscrição com esse código e contato.")).toBeVisible();
    }
  });
  await test.step("the phone finds it too", async () => {
    await lookUp(page, code.toLowerCase(), "+55 48 99999-0000");
    await expect(status(page)).toHaveAttribute("data-status", "confirmed");
  });
  await page.getByRole("link", { name: "Abrir o crachá" }).click();
  await expect(page.locator("[data-badge=a6]")).toContainText("Ana Souza");
  await expect(page.getByAltText("QR code da entrada")).toBeVisible();
});

test("an exhibitor is refused with a young car, keeps the draft and gets a badge after the approval", async ({
  page,
  sql,
}) => {
  const { event } = await makeKind(sql, { kind: "expositor", approval: true, minAge: 30 });
  await openAlive(page, `/inscricao-expositor?evento=${event}`);
  await fillPerson(page, "Caio Reis");
  await page.getByLabel("Marca").fill("Volkswagen");
  await page.getByLabel("Modelo").fill("Fusca");
  await page.getByLabel("Ano", { exact: true }).fill(String(new Date().getFullYear() - 5));
  await page.getByLabel("Li e aceito o regulamento do evento").check();
  await page.getByLabel(/^Concordo que o portal/).check();
  await page.getByRole("button", { name: "Enviar inscrição" }).click();
  await expect(page.getByText("Este carro não tem a idade mínima do evento.")).toBeVisible();
  await page.getByLabel("Ano", { exact: true }).fill("1972");
  await openAlive(page, `/inscricao-expositor?evento=${event}`);
  await expect(page.getByLabel("Modelo")).toHaveValue("Fusca");
  const code = await send(page, "Caio Reis");

  await page.getByRole("link", { name: "Ver a situação" }).click();
  await expect(status(page)).toHaveAttribute("data-status", "pending");
  await sql`select private.approve_registration(id) from public.event_registrations where code = ${code}`;
  await page.reload();
  await page.getByRole("link", { name: "Abrir o crachá" }).click();
  await page.getByRole("link", { name: "Cartão do painel A5" }).click();
  await expect(page.locator("[data-badge=dash-a5]")).toContainText("Volkswagen Fusca");
});

test("a food truck sends a document and pays by card", async ({ page, sql, visitorAs }) => {
  await offer(sql, visitorAs);
  const { event, type } = await makeKind(sql, { kind: "food_truck", price: 15_000, capacity: 2 });
  await sql`update public.event_registration_types set required_documents = '{sanitary_licence}' where id = ${type}`;
  await openAlive(page, `/inscricao-food-truck?evento=${event}`);
  await page.getByLabel("Nome da empresa").fill("Pastel da Serra");
  await fillPerson(page, "Dora Nunes");
  await page.getByLabel("CPF ou CNPJ").fill("12.345.678/0001-95");
  await page.getByLabel("Cardápio e preços").fill("Pastel R$ 10");
  await page.getByLabel("Comprimento do veículo ou da tenda, em metros").fill("6,5");
  await page.getByLabel("Largura, em metros").fill("2,2");
  await page.getByLabel("Licença sanitária").setInputFiles({
    name: "licenca.png",
    mimeType: "image/png",
    buffer: await sharp({ create: { width: 300, height: 300, channels: 3, background: "#f7b733" } })
      .png()
      .toBuffer(),
  });
  await send(page, "Dora Nunes");
  await page.getByRole("link", { name: "Pagar agora" }).click();
  await expect(page.getByText("Em conferência")).toBeVisible();
  await page.getByRole("button", { name: "Pagar com cartão" }).click();
  await page.getByRole("button", { name: "Pagar com cartão" }).click();
  await expect(status(page)).toHaveAttribute("data-status", "confirmed", { timeout: JOB_MS });
});

test("a flea-market seller pays by Pix and the team confirms the receipt", async ({ page, sql, signIn, visitorAs }) => {
  await offer(sql, visitorAs);
  const { event } = await makeKind(sql, { kind: "mercado_pulga", price: 8000 });
  await openAlive(page, `/inscricao-mercado-pulga?evento=${event}`);
  await fillPerson(page, "Eva Prado");
  await page.getByLabel("O que vai vender").fill("Peças e miniaturas");
  await page.getByLabel("Espaço necessário, em metros de frente").fill("3");
  await page.getByLabel(/origem lícita/).check();
  const code = await send(page, "Eva Prado");
  await page.getByRole("link", { name: "Pagar agora" }).click();
  await page.getByRole("button", { name: "Gerar código Pix" }).click();
  await expect(page.getByLabel("Pix copia e cola")).toHaveValue(/^000201/);
  await page.locator("input[type=file]").setInputFiles({
    name: "comprovante.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"),
  });
  await page.getByRole("button", { name: "Enviar comprovante" }).click();
  await expect(page.getByText("Uma pessoa da equipe está conferindo o comprovante.")).toBeVisible();
  const address = page.url();

  const [pix] = await sql<{ id: string }[]>`
    select payments.id from public.payments join public.event_registrations on event_registrations.id = subject_id where code = ${code}`;
  await signIn("main_admin");
  await page.goto("/admin/financials?parte=receipts");
  await page.goto("/admin/financials?parte=pix");
  const item = page.locator(`[data-inbox-item="${pix!.id}"]`);
  await expect(item).toContainText(code);
  await answerQuestions(page, "confirm", "next");
  await item.getByRole("button", { name: "Confirmar recebimento" }).click();
  await expect
    .poll(
      async () =>
        (await sql`select 1 from public.event_registrations where code = ${code} and status = 'confirmed'`).count,
      {
        timeout: JOB_MS,
      },
    )
    .toBe(1);
  await page.goto(address);
  await expect(status(page)).toHaveAttribute("data-status", "confirmed");
});

test("a person on the waiting list accepts the offered place", async ({ page, sql }) => {
  const { event, type } = await makeKind(sql, { kind: "expositor_comercial", capacity: 1 });
  const first = await register(sql, type, { answers: { brand: "Graxa", product: "Cera" } });
  await openAlive(page, `/inscricao-expositor-comercial?evento=${event}`);
  await expect(page.getByText("As vagas acabaram: com o envio, você entra na lista de espera.")).toBeVisible();
  await page.getByLabel("Nome da empresa").fill("Cera Boa");
  await fillPerson(page, "Gil Prado");
  await page.getByLabel("CPF ou CNPJ").fill("12345678909");
  await page.getByLabel("Marca", { exact: true }).fill("Cera Boa");
  await page.getByLabel("Produtos ou serviços").fill("Ceras");
  await send(page, "Gil Prado");
  await page.getByRole("link", { name: "Ver a situação" }).click();
  await expect(status(page)).toHaveAttribute("data-status", "waitlisted");
  await sql`select private.cancel_registration(${first.id}, 'x')`;
  await page.reload();
  await page.getByRole("button", { name: "Aceitar a vaga" }).click();
  await expect(status(page)).toHaveAttribute("data-status", "confirmed");
});

test("guesses of a code are limited per caller and never refuse the right contact", async ({ request, sql }) => {
  const email = emailOf("Lia");
  const { code } = await register(sql, (await makeKind(sql)).type, { email });
  const look = (contact: string, caller: string) =>
    request.post("/api/registrations/status", { data: { code, contact }, headers: { "x-forwarded-for": caller } });
  const wrong = Array.from({ length: 30 }, (_, index) => look(`a${index}@example.org`, `10.8.0.${index}`));
  expect(new Set((await Promise.all(wrong)).map((answer) => answer.status()))).toEqual(new Set([404]));
  expect((await look(email, "10.8.1.1")).status()).toBe(200);
  const own = Array.from({ length: 12 }, (_, index) => look(`b${index}@example.org`, "10.8.1.2"));
  const counted = (await Promise.all(own)).map((answer) => answer.status());
  expect([404, 429].map((status) => counted.filter((one) => one === status).length)).toEqual([10, 2]);
});

test("people behind one address find their registrations: right answers do not count towards the limit", async ({
  request,
  sql,
}) => {
  const email = emailOf("Rui");
  const { code } = await register(sql, (await makeKind(sql)).type, { email });
  const headers = { "x-forwarded-for": "10.8.2.1" };
  for (let turn = 0; turn < 65; turn++) {
    const answer = await request.post("/api/registrations/status", { data: { code, contact: email }, headers });
    expect(answer.status(), `look-up ${turn}`).toBe(200);
  }
});
