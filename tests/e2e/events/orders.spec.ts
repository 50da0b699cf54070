import { addKind } from "../../database/events/order-support";
import {
  addRegistrationLink,
  confirm,
  makeKind,
  register,
  removeKind,
} from "../../database/events/registration-support";
import { toast } from "../support/page";
import { expect, test } from "../support/test";
import { test as accountTest } from "../support/gate-test";

/** Stripe's script is on another host and does not load in this test. */
accountTest.use({ expectedErrors: /js\.stripe\.com/ });
/** One form is sent with an error on purpose. */
test.use({ expectedErrors: /400 .*\/api\/registrations\)|js\.stripe\.com/ });

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

test("a visitor registers with an exhibitor, whose car and answers are asked for and shown on the page of the order", async ({
  page,
  sql,
}) => {
  const kind = await makeKind(sql, { waiting: false });
  const car = await addKind(sql, kind.event, { kind: "expositor" });
  try {
    await sql`update public.event_registration_types set name = 'Expositor' where id = ${car}`;
    const [event] = await sql`select slug from public.events where id = ${kind.event}`;
    await page.goto(`/inscricao-publico?evento=${event!.slug}`);
    await page.getByLabel("Nome completo").first().fill("Ana Souza");
    await page.getByLabel("E-mail").fill("ana-carro@example.org");
    await page.getByText("Adicionar outra pessoa").click();
    const second = page.getByRole("group", { name: "Pessoa 2" });

    await test.step("the fields of a person are loaded with the first one", async () => {
      const script = page.waitForRequest((request) => request.resourceType() === "script");
      await page.getByRole("button", { name: "Adicionar pessoa" }).click();
      await script;
      await expect(second.getByLabel("Participação")).toBeVisible();
      await expect(page.getByLabel("Marca")).toHaveCount(0);
    });

    await test.step("an error is at the field of the second person", async () => {
      await page.getByLabel("Participação").selectOption({ label: "Expositor" });
      await page.getByLabel("Modelo").fill("Maverick");
      await page.getByLabel("Ano", { exact: true }).fill("1974");
      await page.getByRole("checkbox", { name: /^Concordo/ }).check();
      await page.getByRole("button", { name: "Enviar inscrição" }).click();
      await expect(page.getByLabel("Marca")).toBeFocused();
      await expect(page.locator("[name='people.0.vehicles.0.make']")).toHaveAttribute("aria-invalid", "true");
    });

    await test.step("another kind and a reload keep what was typed", async () => {
      await page.getByLabel("Marca").fill("Ford");
      await page.getByLabel("Participação").selectOption({ index: 0 });
      await expect(page.getByLabel("Marca")).toHaveCount(0);
      await page.getByLabel("Participação").selectOption({ label: "Expositor" });
      await expect(page.getByLabel("Marca")).toHaveValue("Ford");
      await page.reload();
      await expect(page.getByLabel("Marca")).toHaveValue("Ford");
    });

    await test.step("the order is stored with the car and the answers", async () => {
      // The kind of the second person needs the phone, which is the one of the buyer.
      await page.getByLabel("WhatsApp ou telefone").fill("48 99999-0000");
      await page.getByRole("checkbox", { name: /^Li e aceito/ }).check();
      await page.getByRole("checkbox", { name: /^Concordo/ }).check();
      await page.getByRole("button", { name: "Enviar inscrição" }).click();
      await expect(page.getByRole("heading", { name: "Confira o seu e-mail" })).toBeVisible();
    });

    const [buyer] = await sql<{ id: string }[]>`
      select id from public.event_registrations where event_id = ${kind.event} and order_position = 1`;
    await confirm(sql, buyer!.id);
    await page.goto(`/eventos/inscricao/status/${await addRegistrationLink(sql, "manage", buyer!.id)}`);
    await expect(page.getByText("Ford Maverick 1974")).toBeVisible();
    await expect(page.getByText("Li e aceito o regulamento do evento")).toBeVisible();
  } finally {
    await removeKind(sql, kind);
  }
});

test("the buyer takes one person out of an order: before the payment it costs less, after it the part goes back", async ({
  page,
  sql,
}) => {
  const kind = await makeKind(sql, { price: 4000, waiting: false });
  try {
    const { id } = await register(sql, kind.type, {
      people: [
        { type: kind.type, full_name: "Bia Lima" },
        { type: kind.type, full_name: "Caio Dias" },
      ],
    });
    const token = await addRegistrationLink(sql, "manage", id);
    await page.goto(`/eventos/inscricao/status/${token}`);

    await test.step("before the payment", async () => {
      await page.getByText("Tirar Bia Lima do pedido", { exact: true }).click();
      await expect(page.getByText("O valor que falta pagar diminui R$ 40,00.").first()).toBeVisible();
      await expect(page.getByText(/^Não dá para desfazer/).first()).toBeVisible();
      await page.getByRole("button", { name: "Sim, tirar Bia Lima do pedido" }).click();
      await expect(page.getByText("Tirar Bia Lima do pedido", { exact: true })).toHaveCount(0);
      await expect(page.getByText("R$ 80,00").first()).toBeVisible();
    });

    await test.step("after the payment", async () => {
      const [payment] = await sql<{ id: string }[]>`select public.open_payment('pix', ${token}) ->> 'id' as id`;
      await sql`select private.advance_payment(${payment!.id}, 'paid')`;
      await page.reload();
      await page.getByText("Tirar Caio Dias do pedido", { exact: true }).click();
      await expect(page.getByText(/^R\$\s40,00: volta tudo, pelo mesmo meio de pagamento/).first()).toBeVisible();
      await page.getByRole("button", { name: "Sim, tirar Caio Dias do pedido" }).click();
      await expect(page.getByText("Vamos devolver R$ 40,00.")).toBeVisible();
      const people = await sql`
        select status from public.event_registrations where event_id = ${kind.event} order by order_position`;
      expect(people.map(({ status }) => status as string)).toEqual(["confirmed", "cancelled", "cancelled"]);
    });
  } finally {
    await removeKind(sql, kind);
  }
});
