import { makeKind, removeKind } from "../../database/events/registration-support";
import { toast } from "../support/page";
import { expect, test } from "../support/test";
import { test as accountTest } from "../support/gate-test";

/** Stripe's script is on another host and does not load in this test. */
accountTest.use({ expectedErrors: /js\.stripe\.com/ });

accountTest(
  "an organiser sets a dinner and a code; a family of three registers in one order with one payment",
  async ({ page: visitor, sql, account, accountPage: page }) => {
    const kind = await makeKind(sql, { price: 4000, capacity: 20, waiting: false });
    try {
      await sql`update public.events set organizer_id = ${account.id} where id = ${kind.event}`;
      const [event] = await sql`select slug from public.events where id = ${kind.event}`;

      await accountTest.step("the page of orders", async () => {
        await page.goto(`/painel/eventos/${kind.event}/pedidos`);
        await page.getByRole("button", { name: "Adicionar extra" }).click();
        await page.getByLabel("Nome do extra").fill("Jantar");
        await page.getByLabel("Preço (R$)").fill("60");
        await page.getByLabel("Estoque").fill("10");
        await page.getByRole("button", { name: "Adicionar código" }).click();
        await page.getByRole("textbox", { name: "Código" }).fill("amigo10");
        await page.getByLabel("Valor do desconto").fill("10");
        await page.getByLabel("O pedido pode ter crianças").check();
        await page.getByRole("button", { name: "Salvar", exact: true }).click();
        await expect(toast(page, "Feito")).toBeVisible();
      });

      await accountTest.step("the form shows the price of the server", async () => {
        await visitor.goto(`/inscricao-publico?evento=${event!.slug}`);
        await visitor.getByLabel("Nome completo").first().fill("Ana Souza");
        await visitor.getByLabel("E-mail").fill("ana-pedido@example.org");
        await visitor.getByText("Adicionar outra pessoa").click();
        await visitor.getByRole("button", { name: "Adicionar pessoa" }).click();
        await visitor.getByText("Extras", { exact: true }).click();
        await visitor.getByLabel(/^Quantidade/).fill("2");
        await visitor.getByText("Código de desconto ou convite").click();
        await visitor.getByRole("textbox", { name: "Código" }).fill("amigo10");
        await visitor.getByText("Crianças", { exact: true }).click();
        await visitor.getByLabel("Até 5 anos").fill("1");
        // Two tickets with 10 % off, two dinners.
        await expect(visitor.getByText("R$ 192,00")).toBeVisible();
        await visitor.getByRole("checkbox", { name: /^Concordo/ }).check();
        await visitor.getByRole("button", { name: "Enviar inscrição" }).click();
        await expect(visitor.getByRole("heading", { name: "Confira o seu e-mail" })).toBeVisible();
      });

      const people = await sql`
      select full_name, places, price_cents from public.event_registrations
      where event_id = ${kind.event} order by order_position`;
      expect(people.map((one) => ({ ...one }))).toEqual([
        { full_name: "Ana Souza", places: 2, price_cents: 19_200 },
        { full_name: "Ana Souza +1", places: 1, price_cents: 0 },
      ]);
    } finally {
      await removeKind(sql, kind);
    }
  },
);

test("a form without anything of an order has no more fields than before", async ({ page, sql }) => {
  const kind = await makeKind(sql, {});
  try {
    const [event] = await sql`select slug from public.events where id = ${kind.event}`;
    await page.goto(`/inscricao-publico?evento=${event!.slug}`);
    await expect(page.getByText("Meia-entrada")).toHaveCount(0);
    await expect(page.getByText("Extras", { exact: true })).toHaveCount(0);
  } finally {
    await removeKind(sql, kind);
  }
});
