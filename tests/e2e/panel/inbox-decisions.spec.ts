import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { createAccount, deleteAccount, type OwnAccount } from "../support/own-account";
import { expect, test, type Page } from "../support/test";
import { variable } from "../support/variable";

type Mail = { to: string; subject: string; text: string; link?: string };
type Asked = { id: string; name: string; email: string };

const REASON = "O endereço fica fora do guia: mande o da entrada do museu.";
const PANEL = "https://example.org/painel/serra";

/** Older than the requests of other tests, so that it is on the first page of the inbox. */
const AGE = "300 days";

async function askForPlace(sql: Sql, title: string): Promise<Asked> {
  const mark = randomUUID().slice(0, 8);
  const [name, email] = [`${title} ${mark}`, `${mark}@example.org`];
  const payload = { name, category_key: "museum", city: "Lages", address: "Rua do Museu, 10", phone: "(49) 3222-0000" };
  const [row] = await sql<{ id: string }[]>`
    insert into public.service_requests (kind, payload, requester_name, requester_email, requester_phone, state_abbr, created_at)
    values ('new', ${sql.json(payload)}, 'Ana', ${email}, '49 99999-0000', 'SC', now() - ${AGE}::interval) returning id`;
  return { id: row!.id, name, email };
}

async function askForPanel(sql: Sql): Promise<Asked> {
  const mark = randomUUID().slice(0, 8);
  const [origin, email] = [`Lages ${mark}`, `${mark}@example.org`];
  const [row] = await sql<{ id: string }[]>`
    insert into public.trip_panel_requests (name, email, phone, delivery_kind, origin, destination, locale, created_at)
    values ('Mary', ${email}, '+598 99 123 456', 'digital', ${origin}, 'Urubici', 'en-US', now() - ${AGE}::interval) returning id`;
  return { id: row!.id, name: `${origin} → Urubici`, email };
}

/** Mails with the team's decisions, without the confirmations of the requests. */
async function answersTo({ email }: Asked): Promise<Mail[]> {
  const mails = (await (await fetch(`${variable("TEST_MAILBOX_URL")}.json`)).json()) as Mail[];
  return mails.filter(
    ({ to, subject }) => to === email && !/^(?:Recebemos o seu pedido|We received|Recibimos)/.test(subject),
  );
}

/** Moves the decisions past the two minutes in which they can be undone, and sends the due mails. */
async function passTwoMinutes(sql: Sql, asked: readonly Asked[]): Promise<void> {
  const ids = asked.map(({ id }) => id);
  await sql`update public.service_requests set decided_at = now() - interval '3 minutes' where id in ${sql(ids)} and decided_at is not null`;
  await sql`update public.trip_panel_requests set decided_at = now() - interval '3 minutes' where id in ${sql(ids)} and decided_at is not null`;
  await sql`select private.answer_requests()`;
}

const cardOf = (page: Page, { name }: Asked) => page.getByRole("article", { name });
const statusOf = async (sql: Sql, { id }: Asked) =>
  (await sql<{ status: string }[]>`select status from public.service_requests where id = ${id}`)[0]?.status;

/** Focuses a card and presses a key after hydration. */
async function press(page: Page, asked: Asked, key: string): Promise<void> {
  const card = cardOf(page, asked);
  await expect(card.getByRole("button", { name: "Recusar" })).toBeEnabled();
  await card.focus();
  await page.keyboard.press(key);
}

/** Deletes the session while a reason is being typed, checks the message and signs in again in the new tab. */
async function loseSession(page: Page, sql: Sql, account: OwnAccount, asked: Asked): Promise<void> {
  const field = cardOf(page, asked).getByRole("textbox", { name: "Motivo" });
  await field.fill(REASON);
  // A request in progress when its session ends would get 503.
  await page.waitForLoadState("networkidle");
  await sql`delete from auth.sessions where user_id = ${account.id}`;
  await page.keyboard.press("Control+Enter");
  const dialog = page.getByRole("dialog", { name: "Sua sessão terminou" });
  await expect(dialog).toBeVisible();
  expect(await statusOf(sql, asked)).toBe("received");
  const opened = page.waitForEvent("popup");
  await dialog.getByRole("link", { name: "Entrar de novo" }).click();
  const tab = await opened;
  await tab.getByLabel("E-mail", { exact: true }).fill(account.email);
  await tab.getByLabel("Senha", { exact: true }).fill(account.password);
  await tab.getByRole("button", { name: "Entrar", exact: true }).click();
  await expect(tab).toHaveURL("/admin/service-requests");
  await tab.close();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(dialog).toHaveCount(0);
  await expect(field).toHaveValue(REASON);
}

test("a moderator approves, refuses after a lost session, undoes, answers a trip panel, and the right mails arrive", async ({
  page,
  context,
  sql,
  baseURL,
}) => {
  const account = await createAccount(sql, "admin");
  const [approved, refused, undone] = [
    await askForPlace(sql, "Acervo azul"),
    await askForPlace(sql, "Acervo verde"),
    await askForPlace(sql, "Acervo cinza"),
  ];
  const panel = await askForPanel(sql);
  const all = [approved, refused, undone, panel];
  const card = cardOf(page, refused);
  try {
    await test.step("the moderator opens the inbox, which links address, phone and e-mail", async () => {
      await context.addCookies(account.session.cookies.map((cookie) => ({ ...cookie, url: baseURL })));
      await page.goto("/admin/service-requests");
      await expect(card.getByRole("link", { name: /^Rua do Museu, 10/ })).toHaveAttribute(
        "href",
        /^https:\/\/www\.google\.com\/maps\/search\//,
      );
      await expect(card.getByRole("link", { name: "(49) 3222-0000" })).toHaveAttribute("href", "tel:+554932220000");
      await expect(card.getByRole("link", { name: "WhatsApp" }).first()).toHaveAttribute(
        "href",
        "https://wa.me/554932220000",
      );
      await expect(card.getByRole("link", { name: refused.email })).toHaveAttribute("href", `mailto:${refused.email}`);
    });

    await test.step("an application is approved with a key", async () => {
      await press(page, approved, "a");
      await expect(cardOf(page, approved).getByText("Aprovado")).toBeVisible();
      expect([...(await sql`select status, deleted_at from public.services where name = ${approved.name}`)]).toEqual([
        { status: "draft", deleted_at: null },
      ]);
    });

    await test.step("an application is refused after the session was lost", async () => {
      await press(page, refused, "r");
      await loseSession(page, sql, account, refused);
      await card.getByRole("button", { name: "Recusar" }).click();
      await expect(card.getByText("Recusado")).toBeVisible();
    });

    await test.step("a refusal is undone", async () => {
      await press(page, undone, "r");
      await cardOf(page, undone).getByRole("textbox", { name: "Motivo" }).fill("Engano");
      await page.keyboard.press("Control+Enter");
      await expect(cardOf(page, undone).getByText("Recusado")).toBeVisible();
      await cardOf(page, undone).getByRole("button", { name: "Desfazer" }).click();
      // The page is reloaded with the current status of the item.
      await expect(cardOf(page, undone).getByText("Em análise")).toBeVisible();
      expect(await statusOf(sql, undone)).toBe("in_review");
    });

    await test.step("a trip panel is answered", async () => {
      // Filters by trip panels only.
      await page
        .getByRole("navigation", { name: "Filas" })
        .getByRole("link", { name: /^Painéis de viagem/ })
        .click();
      await expect(cardOf(page, undone)).toHaveCount(0);
      const trip = cardOf(page, panel);
      await expect(trip.getByRole("link", { name: "+598 99 123 456" })).toHaveAttribute("href", "tel:+59899123456");
      await trip.getByRole("button", { name: "Responder com o painel" }).click();
      await trip
        .getByRole("textbox", { name: "Texto da resposta" })
        .fill("Three days, 420 km, with a stop in every town.");
      await trip.getByRole("textbox", { name: "Link do painel" }).fill("painel");
      await trip.getByRole("button", { name: "Enviar resposta" }).click();
      await expect(trip.getByRole("alert")).toContainText("https://");
      await trip.getByRole("textbox", { name: "Link do painel" }).fill(PANEL);
      await trip.getByRole("button", { name: "Enviar resposta" }).click();
      await expect(trip.getByText("Pronto", { exact: true })).toBeVisible();
      expect([
        ...(await sql`select status, status_note, answer_link from public.trip_panel_requests where id = ${panel.id}`),
      ]).toEqual([
        { status: "ready", status_note: "Three days, 420 km, with a stop in every town.", answer_link: PANEL },
      ]);
    });

    await test.step("the mails arrive after two minutes, none for the undone decision", async () => {
      await passTwoMinutes(sql, all);
      await expect
        .poll(async () => (await answersTo(panel)).map(({ subject }) => subject))
        .toEqual([`Your trip panel is ready: ${panel.name}`]);
      expect((await answersTo(panel)).map(({ link, text }) => [link, text.includes("420 km")])).toEqual([
        [PANEL, true],
      ]);
      await expect
        .poll(async () => (await answersTo(refused)).map(({ text }) => text))
        .toEqual([expect.stringContaining(REASON)]);
      await expect
        .poll(async () => (await answersTo(approved)).map(({ subject }) => subject))
        .toEqual([expect.stringContaining("foi aprovado")]);
      expect(await answersTo(undone)).toEqual([]);
    });

    await test.step("undoing a mailed decision sends a correction", async () => {
      // A correction is mailed for a decision whose mail was already sent.
      await page.goto("/admin/service-requests?decididos=1");
      await cardOf(page, approved).getByRole("button", { name: "Desfazer" }).click();
      await expect.poll(() => statusOf(sql, approved)).toBe("in_review");
      await expect
        .poll(async () => (await answersTo(approved)).map(({ subject }) => subject))
        .toContain("A resposta anterior foi desfeita");
    });
  } finally {
    const ids = all.map(({ id }) => id);
    await sql`delete from public.services where name = ${approved.name}`;
    await sql`delete from public.service_requests where id in ${sql(ids)}`;
    await sql`delete from public.trip_panel_requests where id in ${sql(ids)}`;
    await deleteAccount(sql, account);
  }
});
