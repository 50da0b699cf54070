import { addPaid } from "../../database/commerce/payout-rows";
import { makeKind, removeKind } from "../../database/events/registration-support";
import { test } from "../support/gate-test";
import { createAccount, deleteAccount, pageOf } from "../support/own-account";
import { answerQuestions } from "../support/questions";
import { expect } from "../support/test";

test("the team records a payout, corrects it and invoices the fee; the organiser reads both", async ({
  browser,
  baseURL,
  sql,
  account,
  accountPage: organiser,
}) => {
  const manager = await createAccount(sql, "main_admin");
  const kind = await makeKind(sql, { price: 5000, capacity: 5 });
  const [fee] = await sql`select value from public.payment_settings where key = 'event_fee'`;
  try {
    await sql`
      update public.events set organizer_id = ${account.id}, title = 'Encontro dos repasses',
        starts_at = now() - interval '2 days', ends_at = now() - interval '1 day' where id = ${kind.event}`;
    await addPaid(sql, kind);
    await addPaid(sql, kind);
    const desk = await pageOf(browser, manager, baseURL!);

    await test.step("the fee of events is set in the settings of payments", async () => {
      await desk.goto("/admin/payment-settings");
      await answerQuestions(desk);
      const form = desk.locator("form").filter({ has: desk.getByLabel("Percentual") });
      await form.getByLabel("Percentual").fill("5");
      await form.getByLabel(/fixo/i).fill("1,00");
      await form.getByRole("button").click();
      await expect
        .poll(async () => (await sql`select value from public.payment_settings where key = 'event_fee'`)[0]?.value)
        .toEqual({ percent_bp: 500, fixed_cents: 100 });
    });

    await test.step("an event with money of the portal is on the list of payouts", async () => {
      await desk.goto("/admin/financials");
      await desk.getByRole("link", { name: "Repasses de eventos" }).click();
      await desk.getByRole("link", { name: /Encontro dos repasses/ }).click();
      await expect(desk.getByRole("heading", { name: "Encontro dos repasses" })).toBeVisible();
      await expect(desk.getByText("R$ 100,00").first()).toBeVisible();
    });

    await test.step("a payout with a wrong amount is recorded, cancelled with a reason and recorded again", async () => {
      await answerQuestions(desk);
      const record = async (amount: string) => {
        await desk.getByLabel("Valor transferido").fill(amount);
        await desk.getByLabel("Destino").fill("caixa@clube.example.org");
        await desk.getByLabel("Comprovante").fill("E123");
        await desk.getByRole("button", { name: "Registrar repasse" }).click();
      };
      const row = (amount: string) => desk.getByRole("row").filter({ hasText: amount });
      await record("90");
      await expect(row("90,00")).toContainText("Repassado");
      await row("90,00").getByText("Cancelar este registro").click();
      await row("90,00").getByLabel("Motivo").fill("O valor era 100");
      await row("90,00").getByRole("button", { name: "Cancelar o registro" }).click();
      await expect(row("90,00")).toContainText("O valor era 100");
      await record("100");
      await expect(row("100,00")).toContainText("Repassado");
      await expect(desk.getByRole("button", { name: "Registrar repasse" })).toHaveCount(0);
    });

    await test.step("the fee is invoiced once", async () => {
      await desk.getByRole("button", { name: "Criar cobrança" }).click();
      await expect(desk.getByRole("row").filter({ hasText: "Em aberto" })).toContainText("R$ 7,00");
      await expect(desk.getByRole("button", { name: "Criar cobrança" })).toHaveCount(0);
    });

    await test.step("the organiser reads what was paid and downloads the invoice", async () => {
      await organiser.goto(`/painel/eventos/${kind.event}/recebimento`);
      await expect(organiser.getByRole("row").filter({ hasText: "100,00" }).first()).toContainText("Repassado");
      await expect(organiser.getByRole("button", { name: "Registrar repasse" })).toHaveCount(0);
      const [invoice] = await sql`select id from public.event_fee_invoices where event_id = ${kind.event}`;
      const file = await organiser.request.get(`/api/fee-invoices/${invoice!.id}`);
      expect(file.headers()["content-type"]).toBe("application/pdf");
      const stranger = await createAccount(sql, "user");
      const other = await pageOf(browser, stranger, baseURL!);
      expect((await other.request.get(`/api/fee-invoices/${invoice!.id}`)).status()).toBe(404);
      await other.context().close();
      await deleteAccount(sql, stranger);
    });

    await test.step("the invoice is marked as paid, and the organiser sees it", async () => {
      await desk.getByRole("button", { name: "Marcar como paga" }).click();
      await expect(desk.getByRole("row").filter({ hasText: "Paga em" })).toBeVisible();
      await organiser.reload();
      await expect(organiser.getByRole("row").filter({ hasText: "Paga em" })).toBeVisible();
    });
    await desk.context().close();
  } finally {
    await sql`delete from public.event_fee_invoices where event_id = ${kind.event}`;
    await sql`delete from public.event_payouts where event_id = ${kind.event}`;
    await sql`delete from public.payment_settings where key = 'event_fee'`;
    if (fee)
      await sql`insert into public.payment_settings (key, value, is_public) values ('event_fee', ${fee.value}, true)`;
    await removeKind(sql, kind);
    await deleteAccount(sql, manager);
  }
});
