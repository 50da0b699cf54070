import { makeKind, register, removeKind } from "../../database/events/registration-support";
import { ask } from "../support/own-account";
import { JOB_MS } from "../support/job-wait";
import { mailsTo } from "../support/mailbox";
import { answerQuestions } from "../support/questions";
import { expect, test, type Page } from "../support/test";

const consoleOf = (event: string, part: string) => `/painel/eventos/${event}/${part}`;

async function preview(page: Page, subject: string): Promise<void> {
  const button = page.getByRole("button", { name: "Ver prévia e contar pessoas" });
  await expect(button).toBeEnabled();
  await page.getByLabel("Assunto").fill(subject);
  await page.getByRole("textbox", { name: /^Texto/ }).fill("Olá, {nome}! Código {codigo}.");
  await button.click();
}

test("an organiser writes to those of the list who have not paid, and tests the mail first", async ({
  accountPage: page,
  account,
  sql,
}) => {
  test.slow();
  const kind = await makeKind(sql, { price: 5000 });
  const mark = crypto.randomUUID().slice(0, 8);
  const [open, paid] = [`aberta-${mark}@example.org`, `paga-${mark}@example.org`];
  try {
    await sql`update public.events set organizer_id = ${account.id} where id = ${kind.event}`;
    const ana = await register(sql, kind.type, { full_name: "Ana Aberta", email: open });
    const rui = await register(sql, kind.type, { full_name: "Rui Pago", email: paid });
    await sql`select private.set_registration_status(${rui.id}, 'confirmed')`;
    await sql`update public.event_registrations set price_cents = 0 where id = ${rui.id}`;

    // The filter of the list goes with the link.
    await page.goto(`${consoleOf(kind.event, "inscricoes")}?pago=open`);
    await expect(page.getByText("1 inscrição, 1 vaga")).toBeVisible();
    await page.getByRole("link", { name: "Mandar mensagem" }).click();
    await expect(page).toHaveURL(/mensagens\?pago=open/);
    await expect(page.locator("select[name=pago]")).toHaveValue("open");
    await preview(page, `Falta pouco ${mark}`);
    await expect(page.getByText("1 pessoa recebe.")).toBeVisible();
    await expect(page.getByText(`Olá, Ana Aberta! Código ${ana.code}.`)).toBeVisible();

    await page.getByRole("button", { name: "Mandar um teste para mim" }).click();
    const subjects = async (address: string) => (await mailsTo(address)).map(({ subject }) => subject);
    await expect.poll(() => subjects(account.email), { timeout: JOB_MS }).toContain(`[Teste] Falta pouco ${mark}`);
    expect(await subjects(open)).not.toContain(`Falta pouco ${mark}`);

    await answerQuestions(page, "confirm", "next");
    await page.getByRole("button", { name: "Enviar para 1 pessoa" }).click();
    await expect(page.getByText("1 enviadas, 0 na fila")).toBeVisible({ timeout: JOB_MS });
    await expect(page.getByText("Para: Pagamento: Em aberto")).toBeVisible();
    expect(await subjects(open)).toContain(`Falta pouco ${mark}`);
    expect(await subjects(paid)).not.toContain(`Falta pouco ${mark}`);
  } finally {
    await removeKind(sql, kind);
  }
});

test("the selected registrations of the list get a message, and a scheduled one is changed and cancelled", async ({
  page,
  signIn,
  sql,
}) => {
  const kind = await makeKind(sql);
  try {
    await register(sql, kind.type, { full_name: "Ana Escolhida" });
    await register(sql, kind.type, { full_name: "Bia Escolhida" });
    await register(sql, kind.type, { full_name: "Caio Fora" });
    await signIn("editor");
    await page.goto(`/admin/events/${kind.event}/registrations`);
    for (const name of ["Ana Escolhida", "Bia Escolhida"])
      await page.getByRole("checkbox", { name: `Selecionar: ${name}` }).check();
    await page.getByLabel("2 selecionadas").selectOption({ label: "Mandar mensagem" });
    await page.getByRole("button", { name: "Aplicar às selecionadas" }).click();
    await expect(page.getByText("Só 2 inscrições selecionadas na lista.")).toBeVisible();
    const later = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel(/^Enviar em/).fill(`${later}T09:00`);
    await preview(page, "Agendada");
    await expect(page.getByText("2 pessoas recebem.")).toBeVisible();
    await answerQuestions(page, "confirm", "next");
    await page.getByRole("button", { name: "Enviar para 2 pessoas" }).click();
    await expect(page.getByText("Para: 2 inscrições escolhidas")).toBeVisible();

    await page.getByRole("link", { name: "Alterar antes de sair" }).click();
    await expect(page.getByLabel("Assunto")).toHaveValue("Agendada");
    await expect(page.getByLabel(/^Enviar em/)).toHaveValue(`${later}T09:00`);
    await preview(page, "Alterada");
    await expect(page.getByText("2 pessoas recebem.")).toBeVisible();
    await answerQuestions(page, "confirm", "next");
    await page.getByRole("button", { name: "Guardar a alteração" }).click();
    await expect(page).not.toHaveURL(/alterar=/);
    await expect(page.getByRole("heading", { name: "Nova mensagem" })).toBeVisible();
    await expect(page.getByText("Alterada", { exact: true })).toBeVisible();
    await expect(page.getByText("Agendada", { exact: true })).toHaveCount(1);
    // The form is a new one.
    await expect(page.getByLabel("Assunto")).toHaveValue("");
    await expect(page.getByRole("button", { name: "Ver prévia e contar pessoas" })).toBeEnabled();

    await answerQuestions(page, "confirm", "next");
    await page.getByRole("button", { name: "Cancelar envio" }).click();
    await expect(page.getByText("Cancelada", { exact: true })).toBeVisible();
  } finally {
    await removeKind(sql, kind);
  }
});

test("an organiser writes the mail of the day before, and goes back to the standard text", async ({
  accountPage: page,
  account,
  sql,
}) => {
  test.slow();
  const kind = await makeKind(sql);
  const email = `vespera-${crypto.randomUUID().slice(0, 8)}@example.org`;
  try {
    await sql`update public.events set organizer_id = ${account.id}, starts_at = now() + interval '20 hours',
      ends_at = now() + interval '26 hours' where id = ${kind.event}`;
    const ana = await register(sql, kind.type, { full_name: "Ana Véspera", email });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(consoleOf(kind.event, "mensagens"));
    await page.getByRole("link", { name: "Automáticas" }).click();
    await expect(page).toHaveURL(/mensagens\/automaticas$/);
    const section = page.locator("section").filter({ has: page.getByRole("heading", { name: "Véspera do evento" }) });
    await expect(section.getByText("Desligada")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

    await expect(section.getByRole("button", { name: "Guardar" })).toBeEnabled();
    await section.getByText(/^Português/).click();
    const text = section.getByRole("textbox", { name: /^Texto/ }).filter({ visible: true });
    await text.fill("Até amanhã, {nmoe}");
    await expect(section.getByText("O portal não conhece {nmoe} neste e-mail.")).toBeVisible();
    await expect(section.getByRole("button", { name: "Guardar" })).toBeDisabled();
    await text.fill("Até amanhã, {nome}! Seu código: {codigo}");
    await expect(section.getByText(`Até amanhã, Ana Véspera! Seu código: ${ana.code}`)).toBeVisible();
    await section.getByRole("checkbox", { name: "Enviar este e-mail" }).check();
    await answerQuestions(page, "confirm", "next");
    await section.getByRole("button", { name: "Guardar" }).click();
    await expect(section.getByText("Ligada", { exact: true })).toBeVisible();
    await expect(section.getByText("texto de vocês")).toBeVisible();

    const found = async () =>
      (await mailsTo(email)).filter(({ text: body }) => body.includes("Até amanhã, Ana Véspera!"));
    await expect.poll(async () => (await found()).length, { timeout: JOB_MS }).toBe(1);
    expect((await found())[0]!.text).toContain(ana.code);
    // The mailbox has the mail a moment before its result is stored.
    const statuses = async () =>
      (
        await sql`select status from public.event_automatic_mails where registration_id = ${ana.id} and kind = 'day_before'`
      ).map(({ status }) => String(status));
    await expect.poll(statuses, { timeout: JOB_MS }).toEqual(["sent"]);
    await page.reload();
    await expect(section.getByText("1 enviadas, 0 na fila")).toBeVisible();

    await section.getByText(/^Português/).click();
    await section.getByRole("button", { name: "Voltar ao texto padrão" }).filter({ visible: true }).click();
    await section.getByRole("button", { name: "Guardar" }).click();
    const texts = async () =>
      (await sql`select texts from public.event_automatic_messages where event_id = ${kind.event}`)[0]
        ?.texts as unknown;
    await expect.poll(texts).toEqual({});
    await page.reload();
    await expect(section.getByText("texto padrão", { exact: true })).toHaveCount(3);
  } finally {
    await removeKind(sql, kind);
  }
});

test("the pages of messages of an event are closed to an account without the right", async ({
  account,
  baseURL,
  sql,
}) => {
  const kind = await makeKind(sql);
  try {
    await sql`insert into public.event_members (event_id, account_id, role) values (${kind.event}, ${account.id}, 'press')`;
    for (const part of ["mensagens", "mensagens/automaticas"])
      expect((await ask(baseURL + consoleOf(kind.event, part), account.session)).status).toBe(404);
  } finally {
    await removeKind(sql, kind);
  }
});
