import type { Page } from "@playwright/test";
import type { Sql } from "postgres";
import { openGate, result } from "../support/gate-page";
import { OFFLINE_ERRORS, test } from "../support/gate-test";
import { offer } from "../support/paying";
import { expect } from "../support/test";

test.use({ expectedErrors: OFFLINE_ERRORS });

/** A kind of visitors with a price; returns its id. */
async function addTicket(sql: Sql, event: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into public.event_registration_types (event_id, kind, name, price_cents, max_companions, position)
    values (${event}, 'publico', 'Ingresso da portaria', 2000, 3, 9) returning id`;
  return row!.id;
}

async function fillWalkIn(page: Page, name: string, type: string): Promise<void> {
  await page.getByText("Inscrever na hora").click();
  await page.getByLabel("Nome completo").fill(name);
  await page.getByLabel("Tipo de inscrição").selectOption(type);
}
const amount = (page: Page, text: string) => page.getByRole("group", { name: `A receber: ${text}` });
const register = (page: Page) => page.getByRole("button", { name: "Inscrever e liberar" }).click();

test("a volunteer shows the Pix code of a sale, and the console counts the money", async ({
  page,
  gate,
  sql,
  visitorAs,
  signIn,
}) => {
  await offer(sql, visitorAs);
  const type = await addTicket(sql, gate.eventId);
  await openGate(page, await gate.enrol("Portão do Pix"));
  await fillWalkIn(page, "Eva Pix", type);
  await page.getByLabel("Quantas pessoas").fill("2");
  await expect(amount(page, "R$ 40,00")).toBeVisible();
  await page.getByRole("radio", { name: "Pix", exact: true }).check();
  await page.getByRole("button", { name: "Mostrar o Pix" }).click();
  await expect(page.getByText("Pix de R$ 40,00 para Portal LACAMBECHE")).toBeVisible();
  await expect(page.getByRole("img", { name: "QR Code do Pix de R$ 40,00" })).toBeVisible();
  const code = /^000201.*caixa@exemplo\.com\.br.*540540\.00.*LC[0-9A-F]{23}/;
  await expect(page.getByLabel("Pix copia e cola")).toHaveValue(code);
  // Another number of people is another amount.
  await page.getByLabel("Quantas pessoas").fill("3");
  await expect(amount(page, "R$ 60,00")).toBeVisible();
  await expect(page.getByLabel("Pix copia e cola")).toHaveCount(0);
  await page.getByLabel("Quantas pessoas").fill("2");
  await register(page);
  await expect(result(page)).toContainText("Entram 2 de 2 pessoas");
  expect([
    ...(await sql`
      select sale.method, sale.amount_cents from public.gate_sales as sale
      join public.event_registrations as registration on registration.id = sale.registration_id
      where registration.type_id = ${type}`),
  ]).toEqual([{ method: "pix", amount_cents: 4000 }]);
  await signIn("editor");
  await page.goto(`/admin/event-checkin?evento=${gate.eventId}`);
  const sales = page.getByRole("table", { name: "Recebido na portaria" });
  await expect(sales.getByRole("row", { name: /^Portão do Pix Pix 1 R\$\s40,00$/ })).toBeVisible();
  await expect(sales.getByRole("row", { name: /^Total Pix 1 R\$\s40,00$/ })).toBeVisible();
});

test("the volunteer is told when the price has changed, and no sale is stored for the old one", async ({
  page,
  gate,
  sql,
}) => {
  const type = await addTicket(sql, gate.eventId);
  await openGate(page, await gate.enrol("Portão do preço"));
  await fillWalkIn(page, "Ivo Preço", type);
  await page.getByRole("radio", { name: "Dinheiro" }).check();
  await sql`update public.event_registration_types set price_cents = 2500 where id = ${type}`;
  await register(page);
  await expect(page.getByText("O valor mudou. Confira o novo valor e tente de novo.")).toBeVisible();
  await expect(amount(page, "R$ 25,00")).toBeVisible();
  expect(await sql`select 1 from public.gate_sales where event_id = ${gate.eventId}`).toHaveLength(0);
  await register(page);
  await expect(result(page)).toHaveAttribute("data-result", "ok");
  expect([...(await sql`select amount_cents from public.gate_sales where event_id = ${gate.eventId}`)]).toEqual([
    { amount_cents: 2500 },
  ]);
});

test("places kept for the gate are offered there and not on the page of the event", async ({ page, gate, sql }) => {
  await sql`
    update public.event_registration_types set capacity = 5, gate_places = 3, closes_at = now() + interval '12 hours'
    where id = ${gate.typeId}`;
  await page.goto(`/eventos/${gate.eventId}/inscricao`);
  await expect(page.getByText(/ · 2 vagas$/)).toBeVisible();
  await openGate(page, await gate.enrol("Portão das vagas"));
  await page.getByText("Inscrever na hora").click();
  await expect(page.getByLabel("Tipo de inscrição").getByRole("option", { name: / · 5 vagas$/ })).toHaveCount(1);
});
