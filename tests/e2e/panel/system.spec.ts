import { randomUUID } from "node:crypto";
import { unzipSync, strFromU8 } from "fflate";
import type { Response } from "@playwright/test";
import { demoAccount, openSession, publishableKey } from "../support/accounts";
import { toast } from "../support/page";
import { expect, test, type Page } from "../support/test";
import { variable } from "../support/variable";
import { answerQuestions } from "../support/questions";

const section = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const field = (page: Page, name: string) => page.locator(`[data-field="${name}"]`);

async function done(page: Page): Promise<void> {
  await expect(page.locator("[data-slot=toast]").first()).toContainText("Feito");
}

/** Collects the bodies of documents, data responses and scripts. */
function collectTexts(page: Page): Promise<string>[] {
  const texts: Promise<string>[] = [];
  page.on("response", (response: Response) => {
    if (["document", "fetch", "xhr", "script"].includes(response.request().resourceType()))
      texts.push(response.text().catch(() => ""));
  });
  return texts;
}

test("the API keys page lists the server's variables and accepts no key", async ({ page, signIn }) => {
  await signIn("main_admin");
  const texts = collectTexts(page);
  await page.goto("/admin/api-keys");
  await expect(section(page, "Stripe").first()).toContainText("STRIPE_SECRET_KEY");
  await expect(page.locator("main input:not([type=hidden]):not([type=date])")).toHaveCount(0);
  const all = (await Promise.all(texts)).concat(await page.content());
  for (const name of ["STRIPE_SECRET_KEY", "WEB_PUSH_PRIVATE_KEY"] as const) {
    const key = process.env[name];
    if (key) expect(all.filter((text) => text.includes(key))).toEqual([]);
  }
});

test("the health page checks every component and stores the results", async ({ page, signIn, sql }) => {
  const [before] = await sql<{ id: string }[]>`select coalesce(max(id), 0) as id from public.health_checks`;
  await signIn("superadministrador");
  await page.goto("/admin/system-health");
  for (const part of ["Banco de dados", "Arquivos (grava e lê)", "Tarefas em segundo plano", "E-mail"]) {
    const row = page.getByRole("row").filter({ has: page.getByText(part, { exact: true }) });
    await expect(row, part).toContainText("Funciona");
    await expect(row, part).toContainText(/\d+ ms/);
  }
  const kept =
    await sql`select name, status from public.health_checks where id > ${before!.id} and name in ('database', 'storage')`;
  expect(kept).toEqual(
    expect.arrayContaining([
      { name: "database", status: "ok" },
      { name: "storage", status: "ok" },
    ]),
  );
});

test("the health page counts the mails above the limit per address", async ({ page, signIn, sql }) => {
  await sql`
    insert into private.limited_mails (mail_group, delayed, dropped) values ('invitation', 4321, 1234)
    on conflict on constraint limited_mails_pkey do update set delayed = 4321, dropped = 1234`;
  await signIn("superadministrador");
  await page.goto("/admin/system-health");
  const row = section(page, "E-mails acima do limite por endereço").getByRole("row").filter({ hasText: "Convites" });
  await expect(row).toContainText("4.321");
  await expect(row).toContainText("1.234");
  await sql`delete from private.limited_mails where mail_group = 'invitation'`;
});

test("the health page lists queues and schedules, and runs a failed job again after a confirmation", async ({
  page,
  signIn,
  sql,
}) => {
  const [row] = await sql<
    { id: string }[]
  >`select private.enqueue_mail('reenvio@example.org', 'request_answered', '{"name": "Ana", "status": "approved", "note": ""}') as id`;
  const state = async () =>
    (await sql<{ state: string }[]>`select state::text from pgboss.job where id = ${row!.id}`)[0]?.state;
  // The value "protocol" is missing, so that rendering the mail fails.
  await expect.poll(state).toBe("retry");
  await sql`update pgboss.job set retry_limit = retry_count + 1, start_after = now() where id = ${row!.id}`;
  await expect.poll(state).toBe("failed");
  await sql`update pgboss.job set data = jsonb_set(data, '{data,protocol}', '"LC-1"') where id = ${row!.id}`;
  await signIn("superadministrador");
  await page.goto("/admin/system-health");
  await expect(section(page, "Tarefas em segundo plano")).toContainText("Em execução");
  await expect(section(page, "Agenda").getByRole("row").filter({ hasText: "Publicar avisos e posts" })).toContainText(
    "Feita",
  );
  await expect(section(page, "Filas").getByRole("row").filter({ hasText: "Enviar e-mail" })).toBeVisible();
  const failed = section(page, "Tarefas que falharam").getByRole("row").filter({ hasText: "Enviar e-mail" });
  await expect(failed).not.toContainText("reenvio@");
  await answerQuestions(page, "cancel", "next");
  await failed.getByRole("button", { name: "Executar de novo" }).click();
  expect(await state()).toBe("failed");
  await answerQuestions(page, "confirm", "next");
  await failed.getByRole("button", { name: "Executar de novo" }).click();
  await done(page);
  await expect.poll(state).toBe("completed");
  const mails = (await (await fetch(`${variable("TEST_MAILBOX_URL")}.json`)).json()) as {
    to: string;
    subject: string;
  }[];
  expect(mails.filter(({ to }) => to === "reenvio@example.org").map(({ subject }) => subject)).toEqual([
    "Seu pedido LC-1 foi aprovado",
  ]);
});

test("a repair shows a preview before it changes anything", async ({ page, signIn, sql }) => {
  const [one, other] = [`/ensaio-${randomUUID()}`, `/ensaio-${randomUUID()}`];
  const left = async () => (await sql`select from public.redirects where from_path in (${one}, ${other})`).count;
  await sql`insert into public.redirects (from_path, to_path) values (${one}, ${other}), (${other}, ${one})`;
  await signIn("superadministrador");
  await page.goto("/admin/system-repair?job=redirects");
  const trial = section(page, "Teste: Redirecionamentos em círculo");
  await expect(trial).toContainText(one);
  await expect(trial).toContainText(other);
  expect(await left()).toBe(2);
  await answerQuestions(page, "cancel", "next");
  await trial.getByRole("button", { name: "Reparar" }).click();
  expect(await left()).toBe(2);
  await answerQuestions(page, "confirm", "next");
  await trial.getByRole("button", { name: "Reparar" }).click();
  await done(page);
  await expect(trial).toContainText("Nada para reparar.");
  expect(await left()).toBe(0);
  const [job] = await sql<
    { repaired: number; remaining: number }[]
  >`select repaired, remaining from public.repair_jobs where job = 'redirects' order by created_at desc limit 1`;
  expect(job!.repaired).toBeGreaterThanOrEqual(2);
  expect(job!.remaining).toBe(0);
});

test("a backup contains every table but no key, and only the superadministrador can make one", async ({
  visitorAs,
  sql,
}) => {
  for (const [role, status] of [
    [null, 401],
    ["user", 403],
    ["editor", 403],
    ["admin", 403],
    ["main_admin", 403],
  ] as const) {
    expect((await (await visitorAs(role)).get("/api/backup")).status(), String(role)).toBe(status);
  }
  expect(await (await (await visitorAs("main_admin")).get("/admin/system-backup")).text()).toContain(
    "Só o superadministrador baixa backups",
  );
  const answer = await (await visitorAs("superadministrador")).get("/api/backup");
  expect(answer.headers()["content-disposition"]).toMatch(/attachment; filename="lacambeche-\d{4}-\d\d-\d\d\.zip"/);
  const entries = unzipSync(await answer.body());
  const { tables } = JSON.parse(strFromU8(entries["manifest.json"]!)) as {
    tables: { name: string; entry: string; rows: number }[];
  };
  const names = await sql<
    { name: string }[]
  >`select 'public.' || relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`;
  expect(Object.keys(entries).filter((name) => name.includes("api_secrets"))).toEqual([]);
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(names.map(({ name }) => name)));
  const states = tables.find(({ name }) => name === "public.states")!;
  expect([states.rows, strFromU8(entries[states.entry]!).trim().split("\n").length]).toEqual([27, 27]);
  await expect
    .poll(async () => (await sql`select status from public.backups order by created_at desc limit 1`)[0])
    .toEqual({ status: "done" });
});

async function addPrice(
  page: Page,
  place: number,
  { label, price, from, until }: { label: string; price: string; from: string; until: string },
): Promise<void> {
  const prices = field(page, "toll_prices");
  await prices.getByRole("button", { name: "Adicionar" }).click();
  const of = (name: string) => field(page, `toll_prices.${place}.${name}`);
  await of("vehicle_class").getByRole("combobox").selectOption({ label });
  await of("price").getByRole("textbox").fill(price);
  await of("valid_from").locator("input").fill(from);
  await of("valid_until").locator("input").fill(until);
}

test("a toll gets prices by class, each with its validity dates", async ({ page, signIn, sql }) => {
  const name = `Praça do ensaio ${randomUUID().slice(0, 8)}`;
  try {
    await signIn("main_admin");
    await page.goto("/admin/tolls/novo");
    await field(page, "name").getByRole("textbox").fill(name);
    await field(page, "road").getByRole("textbox").fill("BR-101");
    await field(page, "state_abbr").getByRole("combobox").selectOption("SC");
    await addPrice(page, 0, { label: "Carro", price: "12,40", from: "2026-12-01", until: "2026-01-01" });
    await page.getByRole("button", { name: "Salvar" }).click();
    await expect(page.locator("main [role=alert], [data-slot=toast]").first()).toBeVisible();
    expect((await sql`select from public.tolls where name = ${name}`).count).toBe(0);
    await field(page, "toll_prices.0.valid_from").locator("input").fill("2026-01-01");
    await field(page, "toll_prices.0.valid_until").locator("input").fill("2026-12-31");
    await addPrice(page, 1, { label: "Moto", price: "6.2", from: "2026-01-01", until: "" });
    await page.getByRole("button", { name: "Salvar" }).click();
    await expect(page).toHaveURL(/\/admin\/tolls\/[0-9a-f-]{36}$/);
    const prices = await sql`
      select vehicle_class, price::text, valid_from::text, valid_until::text from public.toll_prices join public.tolls on tolls.id = toll_id
      where tolls.name = ${name} order by toll_prices.position`;
    expect(prices).toEqual([
      { vehicle_class: "car", price: "12.40", valid_from: "2026-01-01", valid_until: "2026-12-31" },
      { vehicle_class: "motorcycle", price: "6.20", valid_from: "2026-01-01", valid_until: null },
    ]);
  } finally {
    await sql`delete from public.tolls where name = ${name}`;
  }
});

test("the city installer names a town that the IBGE does not list, and the check deletes nothing", async ({
  page,
  signIn,
  sql,
}) => {
  const code = 6_900_000 + Math.floor(Math.random() * 90_000);
  const name = `Vila do Ensaio ${code}`;
  const count = async () => (await sql`select count(*)::int as n from public.cities where state_abbr = 'AP'`)[0];
  await sql`insert into public.cities (ibge_code, name, slug, state_abbr, lat, lng) values (${code}, ${name}, ${`vila-do-ensaio-${code}`}, 'AP', 1, -51)`;
  try {
    const before = await count();
    await signIn("main_admin");
    await page.goto("/admin/city-installer");
    await page.getByLabel("Estado").selectOption("AP");
    await page.getByRole("button", { name: "Comparar" }).click();
    await expect(page).toHaveURL(/uf=AP/);
    await expect(page.getByRole("row").filter({ hasText: name })).toContainText("Excluir");
    await expect(page.getByRole("button", { name: "Aplicar mudanças" })).toBeVisible();
    await answerQuestions(page, "cancel", "next");
    await page.getByRole("button", { name: "Aplicar mudanças" }).click();
    expect(await count()).toEqual(before);
  } finally {
    await sql`delete from public.cities where ibge_code = ${code}`;
  }
});

const SYSTEM_PAGES = [
  "users",
  "permissions",
  "api-keys",
  "system-health",
  "system-repair",
  "system-backup",
  "tolls",
  "city-installer",
  "acesso",
  "settings",
  "system-config",
];

test("an editor is redirected from every system page with the reason, and gets no data", async ({
  page,
  signIn,
  visitorAs,
}) => {
  const visitor = await visitorAs("editor");
  for (const name of SYSTEM_PAGES) {
    const answer = await visitor.get(`/admin/${name}`);
    expect([answer.status(), answer.headers()["location"]], name).toEqual([307, "/admin"]);
    expect(answer.headers()["set-cookie"], name).toContain("flash=access.permission");
    expect((await answer.text()).length, name).toBeLessThan(2000);
  }
  await signIn("editor");
  await page.goto("/admin/users");
  await expect(page).toHaveURL("/admin");
  await expect(toast(page, "Você não tem permissão para acessar esta funcionalidade.")).toBeVisible();
});

test("an editor's own token cannot read system data from the database API", async () => {
  const { accessToken } = await openSession(demoAccount("editor"));
  const call = async (path: string, body?: object) => {
    const headers = {
      apikey: publishableKey(),
      authorization: `Bearer ${accessToken}`,
      "content-type": "application/json",
    };
    const answer = await fetch(
      new URL(`/rest/v1/${path}`, variable("TEST_MAILBOX_URL")),
      body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers },
    );
    return [answer.status, (await answer.json()) as unknown];
  };
  for (const table of ["api_keys", "health_checks", "error_reports", "backups", "repair_jobs", "access_logs"])
    expect(await call(`${table}?select=*`), table).toEqual([200, []]);
  expect(await call("rpc/list_accounts", {})).toEqual([200, []]);
  expect((await call("rpc/preview_repair", { job: "redirects" }))[0]).toBe(403);
  expect((await call("rpc/run_repair", { job: "expired_trash" }))[0]).toBe(403);
  expect((await call("rpc/install_cities", { of_state: "SC", listed: [{ ibge_code: 1 }] }))[0]).toBe(403);
  expect((await call("rpc/register_api_key", { key_name: "ai", last_characters: "aB3d" }))[0]).toBe(403);
  expect(
    (await call("rpc/backup_rows", { of_table: "auth.users", from_row: 0, max_rows: 1 }))[0],
  ).toBeGreaterThanOrEqual(400);
});
