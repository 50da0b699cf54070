import type { Sql } from "postgres";
import { TICKETS_CACHE } from "../../../lib/platform/device-storage/rules";
import type { TestGate } from "../support/gate";
import { OFFLINE_ERRORS, test } from "../support/gate-test";
import { ask, createAccount, deleteAccount, type OwnAccount } from "../support/own-account";
import { filesAreCached } from "../support/page";
import { textOfQrCode } from "../support/qr-image";
import { expect } from "../support/test";

test.use({ serviceWorkers: "allow", expectedErrors: OFFLINE_ERRORS });

const TICKETS = "/painel/ingressos";

/** A confirmed registration of an account for an event that begins in two days. */
async function addTicket(sql: Sql, gate: TestGate, { id: account }: OwnAccount): Promise<string> {
  await sql`
    update public.events set starts_at = now() + interval '2 days', ends_at = now() + interval '4 days' where id = ${gate.eventId}`;
  const id = await gate.register("Ana Ingresso", "confirmed", ["Bia Souza"]);
  await sql`update public.event_registrations set user_id = ${account} where id = ${id}`;
  return id;
}

test("the tickets of an account open with the network cut, and are gone after the sign-out @phone", async ({
  context,
  sql,
  gate,
  account,
  siteProxy,
}) => {
  await addTicket(sql, gate, account);
  await context.addCookies(account.session.cookies.map((cookie) => ({ ...cookie, url: siteProxy.url })));
  const page = await context.newPage();
  const kept = () =>
    page.evaluate(
      async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
      TICKETS_CACHE,
    );
  await page.goto(siteProxy.url + TICKETS);
  await expect.poll(kept, { timeout: 60_000 }).toContain(TICKETS);
  await filesAreCached(page, TICKETS_CACHE, [TICKETS]);

  await siteProxy.stop();
  await page.goto(siteProxy.url + TICKETS);
  const ticket = page.locator("[data-ticket=confirmed]");
  await expect(ticket).toContainText(gate.title);
  await expect(ticket).toContainText("2 pessoas: Bia Souza");
  await ticket.getByRole("button", { name: "Mostrar na entrada" }).click();
  const screen = page.getByRole("dialog");
  await expect(screen.getByRole("heading", { name: "Ana Ingresso" })).toBeVisible();
  expect(await textOfQrCode(screen.getByAltText("QR code da entrada"))).toMatch(/^LCE1[A-Z2-7]+$/);
  await screen.getByRole("button", { name: "Fechar" }).click();
  await expect(screen).toBeHidden();
  await context.setOffline(true);
  await expect(page.getByText("Sem sinal: os ingressos estão como em")).toBeVisible();
  await context.setOffline(false);

  await siteProxy.restart();
  await page.goto(`${siteProxy.url}/favoritos`);
  await page.getByRole("button", { name: "Minha conta" }).click();
  await page.getByRole("button", { name: "Sair da conta" }).click();
  await expect.poll(() => page.evaluate((name) => caches.has(name), TICKETS_CACHE)).toBe(false);
});

test("the tickets of an account whose session ended are removed, and another account sees its own only", async ({
  context,
  sql,
  gate,
  account,
  siteProxy,
}) => {
  await addTicket(sql, gate, account);
  const other = await createAccount(sql, "user");
  try {
    const signIn = ({ session }: OwnAccount) =>
      context.addCookies(session.cookies.map((cookie) => ({ ...cookie, url: siteProxy.url })));
    await signIn(account);
    const page = await context.newPage();
    await page.goto(siteProxy.url + TICKETS);
    await expect(page.locator("[data-ticket=confirmed]")).toContainText("Ana Ingresso");
    await expect.poll(() => page.evaluate((name) => caches.has(name), TICKETS_CACHE), { timeout: 60_000 }).toBe(true);
    await context.clearCookies();
    await page.goto(`${siteProxy.url}/favoritos`);
    await expect.poll(() => page.evaluate((name) => caches.has(name), TICKETS_CACHE)).toBe(false);
    await signIn(other);
    await page.goto(siteProxy.url + TICKETS);
    await expect(page.getByText("Você ainda não se inscreveu em nenhum evento.")).toBeVisible();
    await expect(page.getByText("Ana Ingresso")).toHaveCount(0);
  } finally {
    await deleteAccount(sql, other);
  }
});

test("the account that registered cancels without a mailed link and reads what comes back", async ({
  sql,
  gate,
  account,
  accountPage: page,
  baseURL,
}) => {
  const id = await addTicket(sql, gate, account);
  await sql`
    insert into public.payments (subject_type, subject_id, method, status, amount_cents, provider, provider_ref, paid_at)
    values ('registration', ${id}, 'card', 'paid', 5000, 'stripe', ${`cs_${id}`}, now() - interval '1 day')`;
  await sql`
    update public.event_registrations set price_cents = 5000, payment_id = (select id from public.payments where subject_id = ${id})
    where id = ${id}`;
  try {
    await page.goto("/painel");
    await page.getByRole("link", { name: "Abrir meu ingresso" }).click();
    await page.getByRole("link", { name: "Mudar, transferir ou cancelar" }).click();
    await expect(page.locator("[data-status=confirmed]")).toBeVisible();
    await expect(page.getByRole("button", { name: "Enviar o link" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Transferir inscrição" })).toBeVisible();
    await expect(page.getByText("artigo 49 do Código de Defesa do Consumidor")).toBeVisible();
    await page.locator("summary", { hasText: "Cancelar a inscrição" }).click();
    await page.getByRole("button", { name: "Sim, cancelar a inscrição" }).click();
    await expect(page.locator("[data-status=cancelled]")).toBeVisible();
    await expect(page.getByText("Vamos devolver R$")).toBeVisible();
    await page.goto(TICKETS);
    await expect(page.getByText("Cancelada")).toBeVisible();
    expect((await ask(`${baseURL}${TICKETS}`, null)).status).toBe(307);
  } finally {
    await sql`delete from public.payments where subject_id = ${id}`;
  }
});
