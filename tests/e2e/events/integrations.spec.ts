import type { Sql } from "postgres";
import { test } from "../support/gate-test";
import { JOB_MS } from "../support/job-wait";
import { ask, type OwnAccount } from "../support/own-account";
import { answerQuestions } from "../support/questions";
import { expect } from "../support/test";

const own = (sql: Sql, event: string, { id }: OwnAccount) =>
  sql`update public.events set organizer_id = ${id} where id = ${event}`;

/** A request of another program, with a token or without. */
const call = (url: string, token?: string) =>
  fetch(url, {
    redirect: "manual",
    headers: { "x-forwarded-for": "10.77.3.1", ...(token && { authorization: `Bearer ${token}` }) },
  });

test("an owner gives another system read access to the ticked columns, and takes it back", async ({
  baseURL,
  sql,
  gate,
  otherGate,
  account,
  accountPage: page,
}) => {
  await own(sql, gate.eventId, account);
  const ana = await gate.register("=Ana()");
  await otherGate.register("Outra Pessoa");
  const address = (event: string, resource = "registrations") => `${baseURL}/api/events/${event}/${resource}`;

  await page.goto(`/painel/eventos/${gate.eventId}`);
  await page.getByRole("link", { name: "Integrações", exact: true }).click();
  await expect(page.getByText("Nenhum token criado.")).toBeVisible();
  await page.getByRole("textbox", { name: "Nome" }).fill("Planilha");
  await page.getByRole("button", { name: "Criar token" }).click();
  await expect(page.getByText("Escolha uma opção.")).toBeVisible();
  const columns = page.getByRole("group", { name: "Colunas das inscrições" });
  for (const name of ["Nome", "Situação"]) await columns.getByRole("checkbox", { name, exact: true }).check();
  await page.getByRole("button", { name: "Criar token" }).click();
  const token = (await page.getByText(/^lcb_[\w-]{43}$/).textContent())!;
  await expect(page.getByText("Planilha · em uso")).toBeVisible();

  const json = await call(address(gate.eventId), token);
  expect([json.status, json.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
  expect(await json.json()).toEqual({ data: [{ id: ana, name: "=Ana()", status: "confirmed" }], next: null });
  const csv = await call(`${address(gate.eventId)}?format=csv`, token);
  expect(csv.headers.get("content-type")).toContain("text/csv");
  const lines = (await csv.text()).split("\r\n");
  expect([lines[0]!.split(",").toSorted(), lines[1]]).toEqual([
    ["id", "name", "status"],
    expect.stringContaining("'=Ana()"),
  ]);

  expect((await call(address(gate.eventId, "check-ins"), token)).status).toBe(403);
  const other = await call(address(otherGate.eventId), token);
  expect([other.status, await other.json()]).toEqual([404, { code: "not_found" }]);
  expect((await call(`${address(gate.eventId)}?limit=0`, token)).status).toBe(400);
  const without = await call(address(gate.eventId));
  expect([without.status, without.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);

  await page.reload();
  await expect(page.getByText("Planilha · em uso")).toBeVisible();
  await expect(page.getByText(token)).toHaveCount(0);
  await answerQuestions(page);
  await page.getByRole("button", { name: "Revogar" }).click();
  await expect(page.getByText("Planilha · revogado")).toBeVisible();
  const revoked = await call(address(gate.eventId), token);
  expect([revoked.status, await revoked.json()]).toEqual([401, { code: "auth.required" }]);
});

test("an owner adds a webhook, sees how its test ended, pauses and deletes it", async ({
  sql,
  gate,
  account,
  accountPage: page,
}) => {
  await own(sql, gate.eventId, account);
  await page.goto(`/painel/eventos/${gate.eventId}/integracoes`);
  await page.getByRole("textbox", { name: "Endereço" }).fill("http://avisos.invalid/portal");
  await page.getByRole("button", { name: "Adicionar webhook" }).click();
  await expect(page.getByText("Confira o endereço na internet.")).toBeVisible();
  await page.getByRole("textbox", { name: "Endereço" }).fill("https://avisos.invalid/portal");
  await page.getByRole("button", { name: "Adicionar webhook" }).click();
  await expect(page.getByText("Copie agora o segredo da assinatura")).toBeVisible();
  await expect(page.getByText("https://avisos.invalid/portal · ligado")).toBeVisible();

  await page.getByRole("button", { name: "Enviar teste" }).click();
  await page.getByText("Últimos envios").first().click();
  // A name below `.invalid` has no address.
  await expect(page.getByText(/falhou · sem resposta/)).toBeVisible({ timeout: JOB_MS });

  await page.getByRole("button", { name: "Pausar" }).click();
  await expect(page.getByText("https://avisos.invalid/portal · pausado")).toBeVisible();
  await page.getByRole("button", { name: "Ligar de novo" }).click();
  await expect(page.getByText("https://avisos.invalid/portal · ligado")).toBeVisible();
  await answerQuestions(page);
  await page.getByRole("button", { name: "Apagar" }).click();
  await expect(page.getByText("Nenhum webhook adicionado.")).toBeVisible();
});

test("an organiser who is no owner finds no integrations", async ({ baseURL, sql, gate, account }) => {
  await sql`
    insert into public.event_members (event_id, account_id, role) values (${gate.eventId}, ${account.id}, 'organiser')`;
  expect((await ask(`${baseURL}/painel/eventos/${gate.eventId}/inscricoes`, account.session)).status).toBe(200);
  expect((await ask(`${baseURL}/painel/eventos/${gate.eventId}/integracoes`, account.session)).status).toBe(404);
});
