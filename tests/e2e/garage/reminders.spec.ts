import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { createAccount, deleteAccount, type OwnAccount } from "../support/own-account";
import { mailsTo } from "../support/mailbox";
import { expect, test, type Page } from "../support/test";

test.use({ viewport: { width: 390, height: 844 } });

const MAIL_MS = 90_000;

const addKm = (sql: Sql, owner: string, vehicle: string, km: number) => sql`
  insert into public.vehicle_entries (id, vehicle_id, owner_id, kind, on_date, reading_km)
  values (gen_random_uuid(), ${vehicle}, ${owner}, 'km', current_date - 1, ${km})`;

/** A car with 60,000 km of a new account that is signed in on the page. */
async function openCar(page: Page, sql: Sql, baseURL: string): Promise<{ account: OwnAccount; vehicle: string }> {
  const [account, vehicle] = [await createAccount(sql, "user"), randomUUID()];
  await sql`
    insert into public.vehicles (id, owner_id, nickname, make, model, year_made, cooling, fuel_system)
    values (${vehicle}, ${account.id}, 'Opala 74', 'Chevrolet', 'Opala', 1974, 'water', 'carburettor')`;
  await addKm(sql, account.id, vehicle, 60_000);
  await page.context().addCookies(account.session.cookies.map((cookie) => ({ ...cookie, url: baseURL })));
  return { account, vehicle };
}

const item = (page: Page, title: string) => page.locator("li[data-status]").filter({ hasText: title });
const remindersIn = async (address: string) =>
  (await mailsTo(address)).filter(({ text }) => text.includes("Óleo do motor"));

test("a reminder comes due by the kilometres of an entry, is mailed once, and rolls on when it was done", async ({
  page,
  sql,
  baseURL,
}) => {
  test.slow();
  const { account, vehicle } = await openCar(page, sql, baseURL!);
  const path = `/diario-de-bordo/${vehicle}/lembretes`;
  const oil = item(page, "Óleo do motor e filtro");

  await test.step("added from a preset with its reason", async () => {
    await page.goto(path);
    await expect(page.getByText("confira o manual do seu carro")).toBeVisible();
    await expect(page.getByText("Limpeza das aletas e da ventoinha")).toHaveCount(0);
    await page.getByRole("button", { name: "Usar: Óleo do motor e filtro" }).click();
    await page.getByLabel("Com quantos km").fill("60.000");
    await page.getByRole("button", { name: "Salvar lembrete" }).click();
    await expect(oil).toHaveAttribute("data-status", "ok");
    await expect(oil).toContainText("65.000 km (faltam 5.000 km)");
    await expect(oil).toContainText("O óleo perde aditivos");
  });

  await test.step("due after an entry, on the panel and in one mail", async () => {
    await addKm(sql, account.id, vehicle, 65_100);
    await page.reload();
    await expect(oil).toHaveAttribute("data-status", "due");
    await expect(oil).toContainText("Está na hora");
    await expect.poll(async () => (await remindersIn(account.email)).length, { timeout: MAIL_MS }).toBe(1);
    const [mail] = await remindersIn(account.email);
    expect(mail).toMatchObject({ subject: "Manutenção: Óleo do motor e filtro" });
    expect(mail!.text).toContain("• Opala 74 – Óleo do motor e filtro:");
    await page.goto("/painel");
    const panel = page.locator("#manutencao");
    await expect(panel).toContainText("Óleo do motor e filtro");
    await expect(panel).toContainText("Está na hora");
    await expect(page.locator("#avisos")).toContainText("Manutenção: Opala 74");
  });

  await test.step("done rolls on and writes into the log, and can be undone", async () => {
    const done = async () => {
      await oil.getByRole("button", { name: "Feito", exact: true }).click();
      await page.getByLabel("Odômetro (km)").fill("65200");
      await page.getByRole("button", { name: "Anotar no diário" }).click();
      await expect(oil).toHaveAttribute("data-status", "ok");
    };
    await page.goto(path);
    await done();
    await expect(oil).toContainText("70.200 km (faltam 5.000 km)");
    await oil.getByRole("button", { name: "Desfazer o último" }).click();
    await expect(oil).toHaveAttribute("data-status", "due");
    await done();
    const entries = await sql<{ title: string; km: string }[]>`
      select title, km from public.vehicle_entries where vehicle_id = ${vehicle} and kind = 'service' and deleted_at is null`;
    expect(entries).toMatchObject([{ title: "Óleo do motor e filtro", km: "65200.0" }]);
    expect(await remindersIn(account.email)).toHaveLength(1);
  });
  await deleteAccount(sql, account);
});

test("an own reminder that is overdue is snoozed, paused, deleted and brought back", async ({ page, sql, baseURL }) => {
  const { account, vehicle } = await openCar(page, sql, baseURL!);
  const insurance = item(page, "Seguro do Opala");
  await page.goto(`/diario-de-bordo/${vehicle}/lembretes`);
  await page.getByRole("button", { name: "Criar lembrete próprio" }).click();
  await page.getByRole("button", { name: "Salvar lembrete" }).click();
  await expect(page.getByLabel("O que fazer")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("O que fazer").fill("Seguro do Opala");
  await page.getByLabel("Contar").selectOption("once");
  await page.getByLabel("Próxima data").fill("2026-01-15");
  await page.getByRole("button", { name: "Salvar lembrete" }).click();
  await expect(insurance).toHaveAttribute("data-status", "overdue");
  await expect(insurance).toContainText("uma vez só");

  await insurance.getByRole("button", { name: "Adiar" }).click();
  await insurance.getByRole("button", { name: "1 semana" }).click();
  await expect(insurance).toContainText("Adiado até");
  await page.goto("/painel");
  await expect(page.locator("#manutencao")).toContainText("Nada vence agora");

  await page.goto(`/diario-de-bordo/${vehicle}/lembretes`);
  await insurance.getByRole("button", { name: "Pausar" }).click();
  await expect(insurance).toHaveAttribute("data-status", "paused");
  await insurance.getByRole("button", { name: "Apagar" }).click();
  await expect(insurance).toHaveCount(0);
  await page.getByRole("button", { name: "Desfazer", exact: true }).click();
  await expect(insurance).toHaveAttribute("data-status", "paused");
  await deleteAccount(sql, account);
});

test("a car saved by its nickname is asked for its model once, and gets what it has", async ({
  page,
  sql,
  baseURL,
}) => {
  const { account, vehicle } = await openCar(page, sql, baseURL!);
  await sql`
    update public.vehicles set nickname = 'traveller Fusca', make = '', model = '', cooling = null, fuel_system = null
    where id = ${vehicle}`;
  const offered = (title: string) => page.getByRole("button", { name: `Usar: ${title}` });
  await page.goto(`/diario-de-bordo/${vehicle}/lembretes`);
  await expect(offered("Óleo do motor e filtro")).toBeVisible();
  for (const title of ["Correia dentada", "Líquido de arrefecimento e mangueiras", "Limpeza das aletas e da ventoinha"])
    await expect(offered(title)).toHaveCount(0);
  await expect(page.getByText("Qual é o modelo do seu carro?")).toBeVisible();
  await page.getByRole("button", { name: "Guardar e mostrar as sugestões" }).click();
  await expect(offered("Limpeza das aletas e da ventoinha")).toBeVisible();
  await expect(offered("Correia dentada")).toHaveCount(0);
  await expect(page.locator("[data-slot=model-question]")).toHaveCount(0);
  await deleteAccount(sql, account);
});

test("a viewer reads the reminders without buttons", async ({ page, sql, baseURL }) => {
  const owner = await createAccount(sql, "user");
  const { account, vehicle } = await openCar(page, sql, baseURL!);
  await sql`update public.vehicles set owner_id = ${owner.id} where id = ${vehicle}`;
  await sql`
    insert into public.vehicle_members (vehicle_id, owner_id, account_id, role)
    values (${vehicle}, ${owner.id}, ${account.id}, 'viewer')`;
  await sql`
    insert into public.maintenance_reminders (id, vehicle_id, owner_id, title, metric, interval_months)
    values (gen_random_uuid(), ${vehicle}, ${owner.id}, 'Freios', 'date', 12)`;
  await page.goto(`/diario-de-bordo/${vehicle}/lembretes`);
  await expect(item(page, "Freios")).toHaveAttribute("data-status", "ok");
  await expect(item(page, "Freios").getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Criar lembrete próprio" })).toHaveCount(0);
  await deleteAccount(sql, account);
  await deleteAccount(sql, owner);
});

test("an admin sees the library and the sending queue", async ({ page, signIn }) => {
  await signIn("admin");
  await page.goto("/admin/maintenance-reminders");
  await expect(page.getByText("Fluido de freio").first()).toBeVisible();
  await page.getByRole("link", { name: "Fila de envio" }).click();
  await expect(page.getByRole("heading", { name: "Envios de lembretes" })).toBeVisible();
  await expect(page.getByText("Vencem hoje")).toBeVisible();
});

for (const path of ["/admin/maintenance-reminders", "/admin/maintenance-reminders?ver=envios"])
  test(`an editor is refused at ${path}`, async ({ visitorAs }) => {
    const answer = await (await visitorAs("editor")).get(path);
    expect([answer.status(), answer.headers().location]).toEqual([307, "/admin"]);
  });
