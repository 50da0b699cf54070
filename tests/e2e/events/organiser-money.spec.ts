import { addRegistrationLink, makeKind, register, removeKind } from "../../database/events/registration-support";
import { test } from "../support/gate-test";
import { ask, createAccount, deleteAccount, pageOf } from "../support/own-account";
import { answerQuestions } from "../support/questions";
import { expect } from "../support/test";

/** Stripe's script is on another host and does not load in this test. */
test.use({ expectedErrors: /js\.stripe\.com/ });

const KEY = "caixa@clube.example.org";
const PDF = Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n");

test("a club receives by its own key: the team approves it, a person pays, the treasurer confirms and returns", async ({
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
    await sql`update public.event_registration_types set name = 'Carro' where id = ${kind.type}`;
    const [event] = await sql`select slug from public.events where id = ${kind.event}`;
    const start = `/eventos/${event!.slug}/inscricao`;

    await test.step("the owner asks for a key with wrong digits, then with the right one", async () => {
      await page.goto(console);
      await page.getByLabel("Tipo da chave").selectOption("cpf");
      await page.getByRole("textbox", { name: "Chave Pix" }).fill("123.456.789-00");
      await page.getByRole("textbox", { name: "Nome do titular" }).fill("Clube da Serra");
      await page.getByRole("textbox", { name: "Cidade do titular" }).fill("Lages");
      await page.getByRole("button", { name: "Enviar para aprovação" }).click();
      await expect(page.getByText("A chave não confere com o tipo.")).toBeVisible();
      await page.getByLabel("Tipo da chave").selectOption("email");
      await page.getByRole("textbox", { name: "Chave Pix" }).fill(KEY);
      await page.getByRole("button", { name: "Enviar para aprovação" }).click();
      await expect(page.getByText("A equipe do portal está conferindo Clube da Serra")).toBeVisible();
    });

    await test.step("nobody can pay until the team approves it", async () => {
      await visitor.goto(start);
      await expect(visitor.getByText("enquanto o portal confere quem recebe o dinheiro")).toBeVisible();
      await expect(visitor.getByRole("link", { name: "Fazer inscrição" })).toHaveCount(0);
      const desk = await pageOf(browser, manager, baseURL!);
      await desk.goto("/admin/financials/recebedores");
      const row = desk.getByRole("listitem").filter({ hasText: KEY });
      await answerQuestions(desk);
      await row.getByRole("button", { name: "Aprovar" }).click();
      await expect(row).toHaveCount(0);
      await desk.context().close();
    });

    const { id } = await register(sql, kind.type, { full_name: "Ana Pagante" });
    const token = await addRegistrationLink(sql, "registration", id);
    await test.step("the page before the payment and the code name the recipient", async () => {
      await visitor.goto(start);
      await expect(visitor.getByText("Quem recebe: Clube da Serra.")).toBeVisible();
      await expect(visitor.getByRole("link", { name: "Fazer inscrição" }).first()).toBeVisible();
      await visitor.goto(`/eventos/inscricao/status/${token}`);
      await expect(visitor.getByText("Quem recebe: Clube da Serra.")).toBeVisible();
      await visitor.getByRole("button", { name: "Gerar código Pix" }).click();
      await expect(visitor.getByRole("button", { name: "Copiar código" })).toBeVisible();
      const [payment] = await sql<{ payload: string; txid: string }[]>`
        select pix_payload as payload, pix_txid as txid from public.payments where subject_id = ${id}`;
      await expect(visitor.getByText(payment!.txid, { exact: true })).toBeVisible();
      expect(payment!.payload).toContain(KEY);
      expect(payment!.payload).toContain("50.00");
    });

    await test.step("the treasurer notes a short amount, then confirms the whole one", async () => {
      await page.goto(console);
      const row = page.getByRole("listitem").filter({ hasText: "Ana Pagante" });
      await row.getByRole("textbox", { name: "Valor que entrou (total)" }).fill("45,00");
      await row.getByRole("button", { name: "Confirmar pagamento" }).click();
      await expect(row.getByText("Entraram R$ 45,00 de R$ 50,00")).toBeVisible();
      await row.getByRole("textbox", { name: "Valor que entrou (total)" }).fill("50,00");
      await row.getByRole("button", { name: "Confirmar pagamento" }).click();
      await expect(page.getByText("Nenhum pagamento esperando.")).toBeVisible();
      await visitor.goto(`/eventos/inscricao/status/${token}`);
      await expect(visitor.getByText("Confirmada").first()).toBeVisible();
    });

    await test.step("a withdrawal in time shows how much must go back, and the return is what the organiser says", async () => {
      const manage = await addRegistrationLink(sql, "manage", id);
      await sql`select public.cancel_own_registration(${manage})`;
      await page.goto(console);
      await expect(page.getByText("Devolver R$ 50,00 até")).toBeVisible();
      const owed = page
        .getByRole("listitem")
        .filter({ has: page.getByRole("button", { name: "Registrar devolução" }) });
      await owed.getByLabel("Comprovante do banco").setInputFiles({
        name: "comprovante.pdf",
        mimeType: "application/pdf",
        buffer: PDF,
      });
      await owed.getByRole("button", { name: "Registrar devolução" }).click();
      await expect(page.getByText("Nada a devolver.")).toBeVisible();
      await visitor.goto(`/eventos/inscricao/status/${token}`);
      await expect(visitor.getByText("A organização informou que devolveu R$ 50,00")).toBeVisible();
    });

    await test.step("the statement has the sums of the database, and strangers read nothing", async () => {
      const csv = await ask(`${baseURL}/api/event-statements/${kind.event}`, account.session);
      const text = await csv.text();
      const amounts = text.match(/-?\d+,\d\d/g);
      expect([csv.status, amounts]).toEqual([200, ["45,00", "5,00", "-50,00", "0,00"]]);
      expect(text).not.toContain("Ana Pagante");
      const stranger = await createAccount(sql, "user");
      for (const path of [console, `/api/event-statements/${kind.event}`])
        expect((await ask(baseURL + path, stranger.session)).status).not.toBe(200);
      const unknown = await ask(`${baseURL}/api/event-statements/${crypto.randomUUID()}`, account.session);
      expect(unknown.status).toBe(404);
      const [refund] = await sql`select id from public.event_refunds where event_id = ${kind.event}`;
      expect((await ask(`${baseURL}/api/event-refunds/${refund!.id}`, account.session)).status).toBe(200);
      expect((await ask(`${baseURL}/api/event-refunds/${refund!.id}`, stranger.session)).status).not.toBe(200);
      await deleteAccount(sql, stranger);
    });
  } finally {
    await sql`
      delete from public.payments
      where recipient_id in (select id from public.event_recipients where event_id = ${kind.event})`;
    await removeKind(sql, kind);
    await deleteAccount(sql, manager);
  }
});
