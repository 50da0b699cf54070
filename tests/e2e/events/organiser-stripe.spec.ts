import { addRegistrationLink, makeKind, register, removeKind } from "../../database/events/registration-support";
import { test } from "../support/gate-test";
import { createAccount, deleteAccount, pageOf } from "../support/own-account";
import { answerQuestions } from "../support/questions";
import { expect } from "../support/test";

/** Stripe's script is on another host and does not load in this test. */
test.use({ expectedErrors: /js\.stripe\.com/ });

test("a club receives by its Stripe account: it connects, the team approves, a person pays by card, the treasurer returns it", async ({
  browser,
  baseURL,
  page: visitor,
  sql,
  account,
  accountPage: page,
}) => {
  const manager = await createAccount(sql, "main_admin");
  const kind = await makeKind(sql, { price: 5000, capacity: 5 });
  const console = `/painel/eventos/${kind.event}/recebimento`;
  try {
    await sql`update public.events set organizer_id = ${account.id} where id = ${kind.event}`;

    await test.step("the owner connects an account, first without finishing the form", async () => {
      await page.goto(console);
      await page.getByRole("button", { name: "Conectar uma conta" }).click();
      await page.getByRole("button", { name: "Terminar depois" }).click();
      await expect(page.getByText("não terminou.")).toBeVisible();
      await page.getByRole("button", { name: "Continuar o cadastro" }).click();
      await page.getByLabel("Nome do negócio").fill("Clube da Serra");
      await page.getByRole("button", { name: "Concluir o cadastro" }).click();
      await expect(page.getByText("Pronta para receber: Clube da Serra")).toBeVisible();
    });

    await test.step("the owner asks for the account, and nobody pays until the team approves it", async () => {
      await answerQuestions(page);
      await page.getByRole("button", { name: "Receber nesta conta" }).click();
      await expect(page.getByText("A equipe do portal está conferindo Clube da Serra")).toBeVisible();
      const desk = await pageOf(browser, manager, baseURL!);
      await desk.goto("/admin/financials/recebedores");
      const row = desk.getByRole("listitem").filter({ hasText: "Nome do negócio no Stripe: Clube da Serra" });
      await answerQuestions(desk);
      await row.getByRole("button", { name: "Aprovar" }).click();
      await expect(row).toHaveCount(0);
      await desk.context().close();
    });

    const { id } = await register(sql, kind.type, { full_name: "Ana Pagante" });
    const token = await addRegistrationLink(sql, "registration", id);
    await test.step("the page before the payment names the recipient and offers no Pix; a card confirms", async () => {
      await visitor.goto(`/eventos/inscricao/status/${token}`);
      await expect(visitor.getByText("Quem recebe: Clube da Serra.")).toBeVisible();
      await expect(visitor.getByRole("button", { name: "Gerar código Pix" })).toHaveCount(0);
      await visitor.getByRole("button", { name: /cartão/i }).click();
      await visitor.getByRole("button", { name: "Pagar com cartão" }).click();
      await expect(visitor.getByText("Confirmada").first()).toBeVisible();
      const [entry] = await sql`
        select kind, amount_cents from public.event_payment_entries where event_id = ${kind.event}`;
      expect(entry).toEqual({ kind: "payment", amount_cents: 5000 });
    });

    await test.step("the treasurer returns a withdrawn registration through Stripe", async () => {
      const manage = await addRegistrationLink(sql, "manage", id);
      await sql`select public.cancel_own_registration(${manage})`;
      await page.goto(console);
      await expect(page.getByText("Devolver R$ 50,00 até")).toBeVisible();
      await page.getByRole("button", { name: "Devolver pelo Stripe" }).first().click();
      await expect
        .poll(async () => (await sql`select status from public.payments where subject_id = ${id}`)[0]!.status as string)
        .toBe("refunded");
      await page.goto(console);
      await expect(page.getByText("Nada a devolver.")).toBeVisible();
    });
  } finally {
    await sql`
      delete from public.payments
      where recipient_id in (select id from public.event_recipients where event_id = ${kind.event})`;
    await removeKind(sql, kind);
    await deleteAccount(sql, manager);
  }
});
