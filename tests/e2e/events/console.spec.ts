import type { Sql } from "postgres";
import type { OwnAccount } from "../support/own-account";
import { listIsShown, openGate, read, result, waitUntilKept } from "../support/gate-page";
import { OFFLINE_ERRORS, test } from "../support/gate-test";
import { mailsTo } from "../support/mailbox";
import { ask, createAccount, deleteAccount, pageOf } from "../support/own-account";
import { answerQuestions } from "../support/questions";
import { expect } from "../support/test";

test.use({ serviceWorkers: "allow", expectedErrors: OFFLINE_ERRORS });

const own = (sql: Sql, event: string, { id }: OwnAccount) =>
  sql`update public.events set organizer_id = ${id} where id = ${event}`;

test("an organiser decides registrations and invites a person for the gate, without the team", async ({
  browser,
  baseURL,
  sql,
  gate,
  account,
  accountPage: page,
}) => {
  const volunteer = await createAccount(sql, "user");
  await own(sql, gate.eventId, account);
  const ana = await gate.register("Ana Aprovada");
  await sql`update public.event_registrations set status = 'pending', confirmed_at = null where id = ${ana}`;

  await page.goto("/painel");
  await page.getByRole("link", { name: `Abrir ${gate.title}` }).click();
  await page.getByRole("link", { name: "Inscrições", exact: true }).click();
  await page.getByRole("link", { name: "Ana Aprovada" }).click();
  await page.getByRole("button", { name: "Aprovar" }).click();
  await expect(page.getByText("Confirmada").first()).toBeVisible();

  await page.goto(`/painel/eventos/${gate.eventId}/equipe`);
  await expect(page.getByText("Único dono")).toBeVisible();
  await page.getByLabel("E-mail").fill(volunteer.email);
  await page.getByRole("radio", { name: /^portaria/ }).check();
  await page.getByRole("button", { name: "Enviar o convite" }).click();
  await expect(page.getByText("Convite enviado.")).toBeVisible();
  await expect(page.getByText(volunteer.email)).toBeVisible();
  await expect.poll(async () => (await mailsTo(volunteer.email)).length).toBe(1);
  const [mail] = await mailsTo(volunteer.email);

  const phone = await pageOf(browser, volunteer, baseURL!);
  await phone.goto(mail!.link!);
  await expect(phone.getByText("função portaria")).toBeVisible();
  await phone.getByRole("button", { name: "Aceitar o convite" }).click();
  await phone.getByRole("link", { name: `Abrir ${gate.title}` }).click();
  await expect(phone.getByRole("link", { name: "Portaria", exact: true })).toBeVisible();
  await expect(phone.getByRole("link", { name: "Inscrições", exact: true })).toHaveCount(0);
  for (const part of ["inscricoes", "mensagens", "pagamentos", "equipe"])
    expect((await ask(`${baseURL}/painel/eventos/${gate.eventId}/${part}`, volunteer.session)).status).toBe(404);
  for (const path of [`/api/event-registrations/${gate.eventId}/csv`, `/admin/events/${gate.eventId}/registrations`])
    expect((await ask(baseURL + path, volunteer.session)).status).not.toBe(200);

  await openGate(phone, `/painel/eventos/${gate.eventId}/portaria/ler`);
  await read(phone, await gate.badge(ana));
  await expect(result(phone)).toHaveAttribute("data-result", "ok");
  await expect(result(phone)).toContainText("Ana Aprovada");
  // The device shows its own answer before the server has stored the reading.
  await expect.poll(() => gate.readings()).toMatchObject([{ result: "ok", name: "Ana Aprovada" }]);

  // The access ends when the organiser removes the person.
  await page.reload();
  await answerQuestions(page);
  await page
    .getByRole("listitem")
    .filter({ hasText: volunteer.email })
    .getByRole("button", { name: "Retirar", exact: true })
    .click();
  await expect(page.getByText(volunteer.email)).toHaveCount(0);
  expect((await ask(`${baseURL}/painel/eventos/${gate.eventId}`, volunteer.session)).status).toBe(404);
  expect((await ask(`${baseURL}/api/gate/list?event=${gate.eventId}`, volunteer.session)).status).toBe(403);
  await phone.context().close();
  await deleteAccount(sql, volunteer);
});

test("a person at the gate reads badges with the network cut", async ({ context, sql, gate, account, siteProxy }) => {
  await sql`insert into public.event_members (event_id, account_id, role) values (${gate.eventId}, ${account.id}, 'gate')`;
  const bia = await gate.register("Bia Sem Rede");
  await context.addCookies(account.session.cookies.map((cookie) => ({ ...cookie, url: siteProxy.url })));
  const page = await context.newPage();
  const reading = `${siteProxy.url}/painel/eventos/${gate.eventId}/portaria/ler`;
  await openGate(page, reading);
  await waitUntilKept(page);
  await siteProxy.stop();
  await page.reload();
  await listIsShown(page);
  await read(page, await gate.badge(bia));
  await expect(result(page)).toHaveAttribute("data-result", "ok");
});

test("an account without a role finds no console and no list", async ({
  baseURL,
  gate,
  account,
  accountPage: page,
}) => {
  await page.goto("/painel/eventos");
  await expect(page.getByText("Você ainda não organiza")).toBeVisible();
  for (const part of ["", "/inscricoes", "/portaria", "/mensagens", "/pagamentos", "/equipe", "/portaria/ler"])
    expect((await ask(`${baseURL}/painel/eventos/${gate.eventId}${part}`, account.session)).status).toBe(404);
  expect((await ask(`${baseURL}/api/gate/list?event=${gate.eventId}`, account.session)).status).toBe(403);
  expect((await ask(`${baseURL}/api/event-registrations/${gate.eventId}/csv`, account.session)).status).toBe(403);
});
