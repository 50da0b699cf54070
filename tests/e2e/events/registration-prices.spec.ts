import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { addRegistrationLink, makeKind, register, removeKind } from "../../database/events/registration-support";
import { toast } from "../support/page";
import { offer } from "../support/paying";
import { expect, test } from "../support/test";

/** Stripe's script is on another host and does not load in this test. */
test.use({ expectedErrors: /js\.stripe\.com/ });
test.describe.configure({ mode: "serial" });

const priceOf = async (sql: Sql, id: string) => {
  const [row] =
    await sql`select places, price_cents, difference_cents from public.event_registrations where id = ${id}`;
  return [row!.places, row!.price_cents, row!.difference_cents] as number[];
};

test("the panel shows the old and the new price and asks before more people are saved", async ({
  page,
  signIn,
  sql,
  visitorAs,
}) => {
  await offer(sql, visitorAs);
  const kind = await makeKind(sql, { price: 5000, capacity: 10 });
  try {
    const { id } = await register(sql, kind.type, { full_name: "Ana Paga" });
    await sql`select private.set_registration_status(${id}, 'confirmed')`;
    await signIn("editor");
    await page.goto(`/admin/events/${kind.event}/registrations`);
    await page.getByRole("link", { name: "Ana Paga" }).click();
    const dialog = page.getByRole("dialog", { name: "O preço muda" });
    await page.getByLabel("Acompanhantes").fill("Bia Souza");
    await page.getByRole("button", { name: "Salvar correções" }).click();
    await expect(dialog).toContainText("R$ 50,00");
    await expect(dialog).toContainText("R$ 100,00");
    await dialog.getByRole("button", { name: "Não salvar" }).click();
    expect(await priceOf(sql, id)).toEqual([1, 5000, 0]);
    await page.getByRole("button", { name: "Salvar correções" }).click();
    await dialog.getByRole("button", { name: "Cobrar a diferença" }).click();
    await expect(toast(page, "Feito")).toBeVisible();
    expect(await priceOf(sql, id)).toEqual([2, 10_000, 5000]);
    await expect(page.getByText("Falta pagar")).toBeVisible();

    const token = await addRegistrationLink(sql, "registration", id);
    await page.goto(`/eventos/inscricao/status/${token}`);
    await expect(page.getByText("Falta pagar R$ 50,00")).toBeVisible();
    await page.getByRole("button", { name: "Gerar código Pix" }).click();
    await expect(page.getByText("R$ 50,00", { exact: true })).toBeVisible();
  } finally {
    await removeKind(sql, kind);
  }
});

test("after the receipt was sent the page shows that the place is kept, and no longer that it must be paid", async ({
  page,
  sql,
  visitorAs,
}) => {
  await offer(sql, visitorAs);
  const kind = await makeKind(sql, { price: 5000 });
  try {
    const { id } = await register(sql, kind.type);
    const token = await addRegistrationLink(sql, "registration", id);
    const [payment] = await sql`select id from private.open_payment(${token}, null, 'pix')`;
    await sql`update public.payments set status = 'review' where id = ${payment!.id as string}`;
    await page.goto(`/eventos/inscricao/status/${token}`);
    await expect(page.getByRole("heading", { name: "Comprovante em conferência" })).toBeVisible();
    await expect(page.getByText(/a vaga é liberada/)).toHaveCount(0);
  } finally {
    await removeKind(sql, kind);
  }
});

test("moderators see what an event sells and who receives the money", async ({ page, signIn, sql, visitorAs }) => {
  await offer(sql, visitorAs);
  const kind = await makeKind(sql, { price: 5000, capacity: 80 });
  const title = `Encontro pago ${randomUUID().slice(0, 8)}`;
  try {
    await sql`update public.events set status = 'pending', title = ${title} where id = ${kind.event}`;
    await signIn("admin");
    await page.goto("/admin?fila=event");
    const card = page.getByRole("article", { name: title });
    await expect(card).toContainText(/publico · R\$\s50,00 · 80 vagas/);
    await expect(card).toContainText("Portal LACAMBECHE, o Pix do portal");
  } finally {
    await removeKind(sql, kind);
  }
});

test("a paid kind cannot be booked or approved while the portal cannot be paid @alone", async ({
  page,
  signIn,
  sql,
  visitorAs,
}) => {
  const kind = await makeKind(sql, { price: 5000, capacity: 80 });
  const title = `Encontro pago ${randomUUID().slice(0, 8)}`;
  try {
    await offer(sql, visitorAs, { card: false, pix: false });
    const [event] = await sql<{ slug: string }[]>`select slug from public.events where id = ${kind.event}`;
    await page.goto(`/eventos/${event!.slug}/inscricao`);
    await expect(page.getByText("o portal não recebe pagamentos no momento")).toBeVisible();
    await expect(page.getByRole("link", { name: "Fazer inscrição" })).toHaveCount(0);
    await page.goto(`/inscricao-publico?evento=${event!.slug}`);
    await expect(page.getByText("o portal não recebe pagamentos no momento")).toBeVisible();
    await expect(page.getByRole("button", { name: /inscrição/i })).toHaveCount(0);

    await sql`update public.events set status = 'pending', title = ${title} where id = ${kind.event}`;
    await signIn("admin");
    await page.goto("/admin?fila=event");
    const card = page.getByRole("article", { name: title });
    await card.getByRole("button", { name: "Publicar" }).click();
    await expect(card.getByText("O evento tem inscrição paga e o portal não recebe pagamentos")).toBeVisible();
  } finally {
    await offer(sql, visitorAs);
    await removeKind(sql, kind);
  }
});
