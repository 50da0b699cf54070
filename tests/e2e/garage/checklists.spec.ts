import { CHECKLISTS_CACHE, CHECKLISTS_DATABASE } from "../../../lib/platform/device-storage/rules";
import { OFFLINE_ERRORS, test } from "../support/gate-test";
import { ask, createAccount, deleteAccount, pageOf, type OwnAccount } from "../support/own-account";
import { workerIsActive } from "../support/page";
import { expect, type Page } from "../support/test";
import { addCar, checklistsOf } from "./rows";

test.use({ serviceWorkers: "allow", expectedErrors: OFFLINE_ERRORS });

const signInAs = (page: Page, { session }: OwnAccount, url: string) =>
  page.context().addCookies(session.cookies.map((cookie) => ({ ...cookie, url })));
const tabOf = (vehicle: string) => `/diario-de-bordo/${vehicle}/checklists`;
const item = (page: Page, key: string) => page.locator(`[data-item="${key}"]`);
/** The radio is covered by its label, which is the target of the finger. */
const mark = (page: Page, key: string, status: string) =>
  item(page, key)
    .locator("label", { hasText: new RegExp(`^${status}$`) })
    .click();
const isMarked = (page: Page, key: string, status: string) =>
  expect(item(page, key).getByRole("radio", { name: status, exact: true })).toBeChecked();
const progress = (page: Page, text: RegExp) => expect(page.getByText(text)).toBeVisible();

/** Waits until the device opens the list of checklists and a new checklist without a connection. */
async function visitTab(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await workerIsActive(page);
  const kept = () =>
    page.evaluate(async (name) => {
      const keys = await (await caches.open(name)).keys();
      return keys.map((request) => new URL(request.url).pathname);
    }, CHECKLISTS_CACHE);
  await expect.poll(kept).toEqual(expect.arrayContaining(["/diario-de-bordo/checklist", new URL(url).pathname]));
  const hasScripts = () =>
    page.evaluate(async () => {
      const copy = await caches.match("/diario-de-bordo/checklist");
      const paths = (await copy?.text())?.match(/\/_next\/static\/[^"'\\\s)<>?#]+\.(?:js|css)/g) ?? [];
      const found = await Promise.all([...new Set(paths)].map((path) => caches.match(path)));
      return navigator.serviceWorker.controller !== null && found.length > 0 && found.every(Boolean);
    });
  await expect.poll(hasScripts).toBe(true);
}

const start = (page: Page, title: string) => page.getByRole("button", { name: `Começar: ${title}` }).click();
const titleIs = (page: Page, name: string) => expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

test("checklists are filled in without a network on two devices and arrive once each; a conflict is asked @phone", async ({
  page,
  browser,
  baseURL,
  siteProxy,
  sql,
  account,
}) => {
  const vehicle = await addCar(sql, account);
  const tab = siteProxy.url + tabOf(vehicle);
  await signInAs(page, account, siteProxy.url);
  await visitTab(page, tab);
  await siteProxy.stop();
  for (const title of ["Diário de manhã", "Pós-viagem", "Inverno ou carro parado"]) {
    await page.goto(tab);
    await start(page, title);
    await titleIs(page, title);
    if (title === "Diário de manhã") {
      await mark(page, "puddle", "Ok");
      await item(page, "start-km").getByRole("textbox").first().fill("54000");
      await progress(page, /^2 de \d+ conferidos$/);
      await page.reload();
      await isMarked(page, "puddle", "Ok");
      await progress(page, /^2 de \d+ conferidos$/);
    }
  }
  await page.goto(tab);
  await expect(page.getByText("Esperando internet neste aparelho")).toBeVisible();
  expect(await checklistsOf(sql, vehicle)).toEqual([]);
  await siteProxy.restart();
  await page.goto(tab);
  await expect
    .poll(() => checklistsOf(sql, vehicle))
    .toEqual([
      { title: "Diário de manhã", result: "open", revision: 1, answered: 2 },
      { title: "Pós-viagem", result: "open", revision: 1, answered: 0 },
      { title: "Inverno ou carro parado", result: "open", revision: 1, answered: 0 },
    ]);

  await test.step("the other device changes another item and the same item", async () => {
    const [daily] =
      await sql`select id from public.vehicle_checklists where vehicle_id = ${vehicle} and kind = 'daily'`;
    const path = `/diario-de-bordo/checklist/${daily!.id as string}`;
    await page.goto(siteProxy.url + path);
    await isMarked(page, "puddle", "Ok");
    await siteProxy.stop();
    const second = await pageOf(browser, account, baseURL!);
    await second.goto(path);
    await mark(second, "lights", "Ok");
    await mark(second, "first-brake", "Falha");
    await expect.poll(async () => (await checklistsOf(sql, vehicle))[0]?.answered).toBe(4);
    await mark(page, "first-brake", "Ok");
    await mark(page, "warning-lamps", "Ok");
    await siteProxy.restart();
    await page.reload();
    const asked = item(page, "first-brake").getByRole("group", { name: "Outro aparelho respondeu diferente" });
    await expect(asked).toBeVisible();
    await isMarked(page, "lights", "Ok");
    await asked.getByRole("button", { name: "Vale a do outro" }).click();
    await isMarked(page, "first-brake", "Falha");
    await expect.poll(async () => (await checklistsOf(sql, vehicle))[0]?.answered).toBe(5);
    await second.context().close();
  });
  await test.step("sign-out removes the pages and the checklists", async () => {
    await page.goto(`${siteProxy.url}/painel`);
    await page.getByRole("main").getByRole("button", { name: "Sair da conta" }).click();
    await expect(page).not.toHaveURL(/painel/);
    const left = () =>
      page.evaluate(
        async ([cache, database]) => {
          const opened = await new Promise<IDBDatabase>((resolve, reject) => {
            const asking = indexedDB.open(database);
            asking.onsuccess = () => resolve(asking.result);
            asking.onerror = () => reject(new Error("no database"));
          });
          const count = await new Promise<number>((resolve) => {
            const counting = opened.transaction("checklists").objectStore("checklists").count();
            counting.onsuccess = () => resolve(counting.result);
          });
          opened.close();
          return [await caches.has(cache), count];
        },
        [CHECKLISTS_CACHE, CHECKLISTS_DATABASE] as const,
      );
    await expect.poll(left).toEqual([false, 0]);
  });
});

test("an item fails, becomes a task and is done; the checklist is signed, answers as PDF and is reopened @phone", async ({
  page,
  siteProxy,
  sql,
}) => {
  const [account, other] = [await createAccount(sql, "user"), await createAccount(sql, "user")];
  try {
    const vehicle = await addCar(sql, account);
    await signInAs(page, account, siteProxy.url);
    await page.goto(siteProxy.url + tabOf(vehicle));
    await start(page, "Pré-viagem");
    await titleIs(page, "Pré-viagem");
    await expect(item(page, "air-cooling")).toHaveCount(0);
    await expect(item(page, "coolant")).toBeVisible();
    const box = await item(page, "coolant").locator("label").first().boundingBox();
    expect(box!.height).toBeGreaterThanOrEqual(56);
    await mark(page, "brake-pedal", "Falha");
    await item(page, "brake-pedal")
      .getByLabel(/^Observação: /)
      .fill("Esponjoso");
    await item(page, "brake-pedal").getByRole("button", { name: "Criar tarefa de manutenção" }).click();
    await expect(item(page, "brake-pedal").getByText("Tarefa criada")).toBeVisible();
    await item(page, "brake-pedal")
      .getByRole("button", { name: /^Adicionar peça: / })
      .click();
    await expect(item(page, "brake-pedal").getByText("Peça anotada em Peças a bordo")).toBeVisible();
    const parts = await sql<{ name: string; is_carried: boolean }[]>`
      select name, is_carried from public.vehicle_parts where vehicle_id = ${vehicle}`;
    expect(parts).toHaveLength(1);
    expect(parts[0]!.name).toMatch(/^Pedal de freio/);
    expect(parts[0]!.is_carried).toBe(false);
    await item(page, "coolant")
      .locator("input[type=file]")
      .setInputFiles({
        name: "foto.png",
        mimeType: "image/png",
        buffer: Buffer.from(
          "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
          "base64",
        ),
      });
    await expect(item(page, "coolant").getByRole("link").getByRole("img")).toBeVisible();
    await page.getByLabel("Quilometragem no hodômetro").fill("54.321");
    await page.getByRole("button", { name: "Assinar e concluir" }).click();
    await expect(page.locator("[data-result=failed]")).toBeVisible();
    await expect(page.getByRole("link", { name: "Baixar PDF" })).toBeVisible();
    const id = page.url().split("/").pop()!;
    const found = await sql`
      select result, signed_km::float8 as km, (select odometer_km::float8 from public.vehicles where id = vehicle_id) as odometer
      from public.vehicle_checklists where id = ${id}`;
    expect([...found]).toEqual([{ result: "failed", km: 54321, odometer: 54321 }]);

    await test.step("the PDF answers, and other accounts find nothing", async () => {
      const path = `${siteProxy.url}/diario-de-bordo/checklist/${id}`;
      const pdf = await ask(`${path}/pdf`, account.session);
      expect([pdf.status, pdf.headers.get("content-type"), (await pdf.text()).slice(0, 5)]).toEqual([
        200,
        "application/pdf",
        "%PDF-",
      ]);
      for (const address of [
        path,
        `${path}/pdf`,
        siteProxy.url + tabOf(vehicle),
        `${siteProxy.url}/api/vehicle-checklists/${id}`,
      ])
        expect((await ask(address, other.session)).status).toBe(404);
    });
    await test.step("reopening makes a version with the same answers", async () => {
      await page.getByRole("button", { name: "Reabrir como nova versão" }).click();
      await expect(page.getByText("Versão 2")).toBeVisible();
      await isMarked(page, "brake-pedal", "Falha");
      await mark(page, "brake-pedal", "Ok");
      await expect
        .poll(async () => (await checklistsOf(sql, vehicle)).map(({ revision }) => revision as number))
        .toEqual([1, 2]);
      // The comparison below is made by the server.
      await expect
        .poll(async () => {
          const rows = await sql`
            select item.status from public.vehicle_checklist_items as item
            join public.vehicle_checklists as list on list.id = item.checklist_id
            where list.vehicle_id = ${vehicle} and list.revision = 2 and item.key = 'brake-pedal'`;
          return rows.map(({ status }) => status as string);
        })
        .toEqual(["ok"]);
    });
    await test.step("the new version shows the earlier photo, and the panel continues it", async () => {
      const earlier = item(page, "coolant").locator("[data-earlier-photo]");
      await expect(earlier.getByRole("img")).toBeVisible();
      await expect(earlier).toHaveText("Da versão anterior");
      const address = new URL(page.url()).pathname;
      await page.goto(`${siteProxy.url}/painel`);
      const unfinished = page.locator("#manutencao").getByRole("link", { name: "Continuar: Pré-viagem" });
      await expect(unfinished).toHaveAttribute("href", address);
    });
    await test.step("the task becomes a service entry", async () => {
      await page.goto(siteProxy.url + tabOf(vehicle));
      await page.getByRole("button", { name: /^Feito: Pedal de freio/ }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Quilometragem").fill("54330");
      await dialog.getByLabel("Custo em R$").fill("120,50");
      await dialog.getByRole("button", { name: "Registrar na manutenção" }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByText("Nada pendente.")).toBeVisible();
      const entries = await sql`
        select kind, total_cents::int as cents from public.vehicle_entries where vehicle_id = ${vehicle} and kind = 'service'`;
      expect([...entries]).toEqual([{ kind: "service", cents: 12050 }]);
    });
    await test.step("both versions side by side", async () => {
      await page.getByRole("button", { name: "Comparar" }).click();
      await expect(page.locator("tr[data-changed]").filter({ hasText: "Pedal de freio" })).toBeVisible();
    });
  } finally {
    await deleteAccount(sql, account);
    await deleteAccount(sql, other);
  }
});

test("an own template serves another car of the account @phone", async ({ page, siteProxy, sql, account }) => {
  const [first, second] = [await addCar(sql, account), await addCar(sql, account, "Fusca")];
  await signInAs(page, account, siteProxy.url);
  await page.goto(siteProxy.url + tabOf(first));
  await page.getByRole("button", { name: "Novo modelo" }).click();
  const editor = page.getByRole("group", { name: "Modelo", exact: true });
  await editor.getByLabel("Nome do modelo").fill("Domingo");
  await editor.getByRole("button", { name: "Adicionar item" }).click();
  await editor.getByRole("button", { name: "Salvar modelo" }).click();
  await expect(editor.getByRole("alert")).toBeVisible();
  await editor.getByLabel("Seção").fill("Geral");
  await editor.getByLabel("O que conferir").fill("Capota seca");
  await editor.getByRole("button", { name: "Salvar modelo" }).click();
  await expect(page.getByRole("button", { name: "Começar: Domingo" })).toBeVisible();
  await page.goto(siteProxy.url + tabOf(second));
  await start(page, "Domingo");
  await expect(page.getByRole("group", { name: "Estado de: Capota seca" })).toBeVisible();
  await page.goto(siteProxy.url + tabOf(second));
  await page.getByRole("button", { name: "Repetir o último: Domingo" }).click();
  await titleIs(page, "Domingo");
  await expect.poll(async () => (await checklistsOf(sql, second)).length).toBe(2);
});

test("the ticks of the public list are saved for a car, after the sign-in @phone", async ({
  page,
  siteProxy,
  sql,
  account,
}) => {
  const vehicle = await addCar(sql, account);
  await page.goto(`${siteProxy.url}/checklist-viagem`);
  await page.getByLabel("Triângulo inteiro e à mão").check();
  await page.getByRole("link", { name: "Salvar no meu diário" }).click();
  await expect(page).toHaveURL(/\/login\?next=%2Fdiario-de-bordo%2Fchecklist%2Fviagem/);
  await page.getByLabel("E-mail").fill(account.email);
  await page.getByLabel("Senha", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
  await expect(page.getByText(/^1 de \d+ itens marcados neste aparelho$/)).toBeVisible();
  await page.getByRole("button", { name: "Salvar no diário" }).click();
  await titleIs(page, "Checklist de viagem");
  await isMarked(page, "triangle", "Ok");
  await expect
    .poll(async () => (await checklistsOf(sql, vehicle)).map(({ answered }) => answered as number))
    .toEqual([1]);
});
