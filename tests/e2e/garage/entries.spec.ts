import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium, type Browser } from "@playwright/test";
import { EMPTY_ENTRY } from "../../../lib/garage/entries/rules";
import { repetitions } from "../../support/repetitions";
import { BROWSER } from "../support/browser";
import { waitUntilKept } from "../support/gate-page";
import { OFFLINE_ERRORS, test } from "../support/gate-test";
import { createAccount, deleteAccount, type OwnAccount } from "../support/own-account";
import { expect, type Page } from "../support/test";
import { ADD_PATH, addCar, addExpense, logOf, openQuickLog, signInAs, waitingIs } from "../support/travel-log";

test.use({ serviceWorkers: "allow", expectedErrors: OFFLINE_ERRORS });

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
/** A picture of one point. */
const RECEIPT = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("fuel and a service with its receipt are added without the network and arrive once @phone", async ({
  page,
  context,
  siteProxy,
  sql,
  account,
}) => {
  const car = await addCar(sql, account);
  await signInAs(context, account, siteProxy.url);
  await openQuickLog(page, siteProxy.url);
  await waitUntilKept(page);
  await siteProxy.stop();

  await test.step("the page opens without the network and stores a refuelling in two taps", async () => {
    await page.reload();
    await expect(page.getByRole("radio", { name: /Opala 74/ })).toBeChecked();
    await press(page, "Abastecimento");
    await page.getByLabel("Km no odômetro").fill("45.320");
    await page.getByLabel("Litros").fill("38,5");
    await page.getByLabel("Total pago (R$)").fill("227,15");
    await expect(page.locator("[data-price]")).toHaveText(/R\$\s5,90 por litro/);
    await press(page, "Salvar");
    await expect(page.locator("[data-saved]")).toBeVisible();
    await waitingIs(page, 1);
    const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(width).toBe(0);
  });

  await test.step("a lower reading is asked about, and a replaced odometer is noted", async () => {
    await press(page, "Manutenção");
    await page.getByLabel("O que foi feito").fill("Troca de óleo");
    await page.getByLabel("Peças (R$)").fill("150");
    await page.getByLabel("Mão de obra (R$)").fill("80,50");
    await expect(page.locator("[data-sum]")).toHaveText(/Total: R\$\s230,50/);
    await page.getByLabel("Km no odômetro").fill("12");
    await page.getByLabel("Juntar foto ou PDF").setInputFiles({
      name: "nota.png",
      mimeType: "image/png",
      buffer: RECEIPT,
    });
    await press(page, "Salvar");
    await expect(page.getByRole("alert").filter({ hasText: "45.320 km" })).toBeVisible();
    await press(page, "O odômetro foi trocado");
    await expect(page.locator("[data-saved]")).toBeVisible();
    await waitingIs(page, 3, 1);
  });

  await test.step("everything is still there after a reload and arrives once", async () => {
    await page.reload();
    await waitingIs(page, 3, 1);
    expect(await logOf(sql, car)).toHaveLength(1);
    await siteProxy.restart();
    // Two tabs send the same entries at the same time.
    const tab = await context.newPage();
    await Promise.all([page, tab].map((one) => one.goto(siteProxy.url + ADD_PATH)));
    await waitingIs(page, 0);
    const stored = await logOf(sql, car);
    expect(stored.map(({ kind, cents, km }) => ({ kind, cents, km }))).toEqual([
      { kind: "km", cents: null, km: 45000 },
      { kind: "fuel", cents: 22_715, km: 45320 },
      { kind: "km", cents: null, km: 45320 },
      { kind: "service", cents: 23_050, km: 45320 },
    ]);
    const [row] =
      await sql`select odometer_offset_km::float8 as km, odometer_state from public.vehicles where id = ${car}`;
    expect(row).toEqual({ km: 45308, odometer_state: "replaced" });
    await tab.close();
  });

  await test.step("the tabs list them, with the receipt", async () => {
    await page.goto(`${siteProxy.url}/diario-de-bordo/${car}/manutencao`);
    const item = page.locator("[data-entry]");
    await expect(item).toHaveCount(1);
    await expect(item).toContainText("Troca de óleo");
    const receipt = await item.getByRole("link", { name: "Abrir nota.png" }).getAttribute("href");
    expect((await page.request.get(siteProxy.url + receipt)).headers()["content-type"]).toBe("image/webp");
    await item.getByRole("button", { name: /^Editar/ }).click();
    await item.getByLabel("Peças (R$)").fill("160");
    await press(page, "Salvar");
    await expect(item).toContainText(/R\$\s240,50/);
    await item.getByRole("button", { name: /^Apagar/ }).click();
    await expect(item).toHaveCount(0);
    await press(page, "Desfazer");
    await expect(item).toHaveCount(1);
    await page.goto(`${siteProxy.url}/diario-de-bordo/${car}/registros`);
    await expect(item).toHaveCount(4);
  });
});

/** Opens the page that adds entries on a further device of an account. */
async function openDevice(browser: Browser, account: OwnAccount, url: string): Promise<Page> {
  const context = await browser.newContext({ serviceWorkers: "allow", locale: "pt-BR" });
  await context.addInitScript(() => {
    sessionStorage.setItem("splash", "shown");
    sessionStorage.setItem("gpsAsked", "1");
  });
  await signInAs(context, account, url);
  const page = await context.newPage();
  await openQuickLog(page, url);
  return page;
}

test("entries of two devices without the network arrive once and a conflict is asked @stress", async ({
  browser,
  siteProxy,
  sql,
  account,
}) => {
  const each = repetitions(4, 100);
  test.setTimeout(180_000 + each * 10_000);
  const devices: Page[] = [];
  try {
    const car = await addCar(sql, account);
    devices.push(await openDevice(browser, account, siteProxy.url));
    devices.push(await openDevice(browser, account, siteProxy.url));
    await siteProxy.stop();
    const write = async (page: Page, device: number) => {
      for (let number = 1; number <= each; number++)
        await addExpense(page, `${device}${String(number).padStart(3, "0")},00`);
      // Both correct the reading of the server.
      await page.locator("section", { hasText: "Últimos registros" }).getByRole("button", { name: "Editar" }).click();
      await page.getByLabel("Km no odômetro").fill(`4500${device}`);
      await press(page, "Salvar");
      await waitingIs(page, each + 1);
    };
    await Promise.all(devices.map((page, index) => write(page, index + 1)));
    expect(await logOf(sql, car)).toHaveLength(1);

    await siteProxy.restart();
    const [first, second] = devices as [Page, Page];
    await first.reload();
    await waitingIs(first, 0);
    await second.reload();
    const question = second.getByRole("alert").filter({ hasText: "Duas versões deste registro" });
    await expect(question).toContainText("45.001 km");
    await expect(question).toContainText("45.002 km");
    await waitingIs(second, 1);
    await press(second, "Ficar com a minha");
    await waitingIs(second, 0);

    const stored = await logOf(sql, car);
    const expected = [1, 2].flatMap((device) =>
      Array.from({ length: each }, (_, index) => device * 100_000 + (index + 1) * 100),
    );
    expect(stored.flatMap(({ cents }) => cents ?? []).toSorted((a, b) => a - b)).toEqual(expected);
    expect(stored.filter(({ kind }) => kind === "km")).toMatchObject([{ km: 45002, version: 3 }]);
  } finally {
    await Promise.all(devices.map((page) => page.context().close()));
  }
});

/** Ends a browser of this test at once, as a crash does; its folder is in the command line of its processes only. */
function killBrowser(folder: string): void {
  const lines = execFileSync("ps", ["-eo", "pid,args"], { encoding: "utf8" }).split("\n");
  for (const line of lines.filter((one) => one.includes(`--user-data-dir=${folder}`)))
    try {
      process.kill(Number.parseInt(line.trim(), 10), "SIGKILL");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
}

test("a browser that is killed while entries are added loses no acknowledged entry @stress", async ({
  baseURL,
  sql,
  account,
}) => {
  const kills = repetitions(3, 30);
  test.setTimeout(120_000 + kills * 60_000);
  const car = await addCar(sql, account);
  const folder = mkdtempSync(path.join(tmpdir(), "travel-log-"));
  const open = async () => {
    const context = await chromium.launchPersistentContext(folder, { ...BROWSER, baseURL: baseURL!, locale: "pt-BR" });
    await context.addInitScript(() => {
      sessionStorage.setItem("splash", "shown");
      sessionStorage.setItem("gpsAsked", "1");
    });
    await signInAs(context, account, baseURL!);
    return { context, page: await context.newPage() };
  };
  const acknowledged: number[] = [];
  try {
    for (let kill = 1; kill <= kills; kill++) {
      const { context, page } = await open();
      // Nothing is sent before the last start, so that every entry is read from the device.
      await context.route("**/api/vehicle-entries", (route) => route.abort());
      await openQuickLog(page, baseURL!);
      const waiting = Number(await page.locator("[data-waiting]").getAttribute("data-waiting"));
      expect(waiting, `after kill ${kill - 1}`).toBeGreaterThanOrEqual(acknowledged.length);
      const [start, pause] = [kill * 100, 300 + Math.random() * 3000];
      const writing = (async () => {
        for (let number = 1; number < 60; number++) {
          await addExpense(page, `${start + number},00`);
          acknowledged.push((start + number) * 100);
        }
      })().catch(() => undefined);
      await sleep(pause);
      killBrowser(folder);
      await writing;
      await context.close().catch(() => undefined);
    }
    expect(acknowledged.length).toBeGreaterThan(0);
    const { context, page } = await open();
    await openQuickLog(page, baseURL!);
    await waitingIs(page, 0);
    const stored = (await logOf(sql, car)).flatMap(({ cents }) => cents ?? []);
    expect(new Set(stored).size).toBe(stored.length);
    expect(stored).toEqual(expect.arrayContaining(acknowledged));
    await context.close();
  } finally {
    killBrowser(folder);
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a viewer of a shared car reads the log and can write nothing @phone", async ({ page, context, baseURL, sql }) => {
  const [owner, viewer] = [await createAccount(sql, "user"), await createAccount(sql, "user")];
  try {
    const car = await addCar(sql, owner);
    await sql`
      insert into public.vehicle_members (vehicle_id, owner_id, account_id, role)
      values (${car}, ${owner.id}, ${viewer.id}, 'viewer')`;
    const [entry] = await logOf(sql, car);
    await signInAs(context, viewer, baseURL!);
    await page.goto(`/diario-de-bordo/${car}/registros`);
    await expect(page.getByText("Você pode ver este diário, mas não anotar nele.")).toBeVisible();
    await expect(page.locator("[data-entry]")).toHaveCount(1);
    await expect(page.locator("[data-entry]").getByRole("button")).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Anotar", exact: true })).toHaveCount(0);
    const content = { ...EMPTY_ENTRY, kind: "note", on_date: "2026-01-05", notes: "x" };
    const id = "00000000-0000-4000-8000-0000000000aa";
    const send = (body: object) =>
      page.evaluate(async (sent) => {
        const answer = await fetch("/api/vehicle-entries", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(sent),
        });
        return { status: answer.status, body: (await answer.json()) as unknown };
      }, body);
    const entries = [
      { id, vehicle: car, expected_version: null, content },
      { id: entry!.id, vehicle: car, expected_version: 1, content },
      { id, vehicle: "no uuid", expected_version: null, content },
    ];
    const answered = await send({ owner: viewer.id, entries });
    expect(answered.body).toMatchObject({
      answers: [{ reason: "forbidden" }, { reason: "forbidden" }, { id, reason: "invalid" }],
    });
    expect((await send({ owner: owner.id, entries })).status).toBe(409);
    expect(await logOf(sql, car)).toEqual([entry]);
    await page.goto(ADD_PATH);
    await expect(page.getByText("Você ainda não tem um carro em que possa anotar.")).toBeVisible();
  } finally {
    await Promise.all([deleteAccount(sql, owner), deleteAccount(sql, viewer)]);
  }
});

test("sign-out asks before it removes entries that were not sent @phone", async ({
  page,
  context,
  siteProxy,
  sql,
  account,
}) => {
  await addCar(sql, account);
  await signInAs(context, account, siteProxy.url);
  await openQuickLog(page, siteProxy.url);
  siteProxy.failRequests(/^\/api\/vehicle-entries/);
  await addExpense(page, "12,00");
  await waitingIs(page, 1);
  await page.goto(`${siteProxy.url}/favoritos`);
  const signOut = async () => {
    await page.getByRole("button", { name: "Minha conta" }).click();
    await page.getByRole("button", { name: "Sair da conta" }).click();
  };
  const question = page.getByRole("alertdialog");
  await signOut();
  await expect(question).toContainText("ainda não foram enviados");
  await question.getByRole("button", { name: "Cancelar" }).click();
  await page.goto(siteProxy.url + ADD_PATH);
  await waitingIs(page, 1);
  await page.goto(`${siteProxy.url}/favoritos`);
  await signOut();
  await question.getByRole("button", { name: "Confirmar" }).click();
  const left = () =>
    page.evaluate(async () => {
      const names = await caches.keys();
      return new Promise<{ isCached: boolean; rows: number }>((resolve, reject) => {
        const opening = indexedDB.open("vehicle-log");
        opening.onerror = () => reject(new Error("not opened"));
        opening.onsuccess = () => {
          const reading = opening.result.transaction(["cars", "entries"]);
          const counts = ["cars", "entries"].map((name) => reading.objectStore(name).count());
          reading.oncomplete = () => {
            opening.result.close();
            resolve({
              isCached: names.includes("log-pages"),
              rows: counts.reduce((sum, { result }) => sum + result, 0),
            });
          };
        };
      });
    });
  await expect.poll(left).toEqual({ isCached: false, rows: 0 });
});
