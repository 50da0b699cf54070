import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium, type BrowserContext } from "@playwright/test";
import { DRIVING_CACHE, DRIVING_DATABASE } from "../../../lib/platform/device-storage/rules";
import { repetitions } from "../../support/repetitions";
import { BROWSER } from "../support/browser";
import { addDrivenTrip, tracksOf } from "../support/driven-trip";
import { driveStart, emit, phaseIs, simulateDrive, storedOn } from "../support/driving";
import { OFFLINE_ERRORS, test } from "../support/gate-test";
import { waitUntilKept } from "../support/gate-page";
import { ask, createAccount, deleteAccount, type OwnAccount } from "../support/own-account";
import { expect, type Page } from "../support/test";
import { answerQuestions } from "../support/questions";

test.use({ serviceWorkers: "allow", expectedErrors: OFFLINE_ERRORS });

const signInAs = (context: BrowserContext, account: OwnAccount, baseURL: string) =>
  context.addCookies(account.session.cookies.map((cookie) => ({ ...cookie, url: baseURL })));
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const instrument = (page: Page, name: string) => page.locator(`[data-instrument=${name}]`);
const ahead = (page: Page, name: string) => page.locator(`[data-ahead=${name}]`);

test("a trip is driven with the network cut for half of it, reloaded meanwhile, sent once and closed @phone", async ({
  page,
  context,
  siteProxy,
  sql,
}) => {
  const [account, other] = [await createAccount(sql, "user"), await createAccount(sql, "user")];
  try {
    const trip = await addDrivenTrip(sql, account);
    const since = driveStart();
    await simulateDrive(context, since);
    await signInAs(context, account, siteProxy.url);
    await answerQuestions(page);
    await page.goto(`${siteProxy.url}/painel/viagem/${trip}`);
    await expect(page.getByRole("heading", { name: "Serra gravada" })).toBeVisible();
    await expect(page.getByText("só grava com a tela ligada")).toBeVisible();
    await waitUntilKept(page);

    await test.step("the instruments show the drive and what lies ahead", async () => {
      await press(page, "Começar a gravar");
      await emit(page, 0, 450);
      await expect.poll(() => storedOn(page)).toBe(450);
      await expect(instrument(page, "speed")).toHaveText("80");
      await expect(instrument(page, "average")).toHaveText("80");
      await expect(instrument(page, "partial")).toHaveText(/^(?:9,9|10,0)$/);
      await expect(instrument(page, "altitude")).toHaveText("920 m");
      await expect(instrument(page, "heading")).toHaveText("N 0°");
      await expect(ahead(page, "stop")).toHaveText(/^40(?:,\d)? km$/);
      await press(page, "Zerar parcial");
      await expect(instrument(page, "partial")).toHaveText("0,0");
      const size = await page.evaluate(() => ({
        height: document.documentElement.scrollHeight - innerHeight,
        width: document.documentElement.scrollWidth - innerWidth,
      }));
      expect(size).toEqual({ height: 0, width: 0 });
    });

    await test.step("the first pieces arrive while the car drives", async () => {
      await expect
        .poll(() => tracksOf(sql, account))
        .toEqual([{ trip, km: null, ended: false, pieces: 4, points: 400 }]);
    });

    await test.step("a reload without the network continues the recording", async () => {
      await siteProxy.stop();
      await emit(page, 450, 200);
      await expect.poll(() => storedOn(page)).toBe(650);
      await page.reload();
      await phaseIs(page, "unfinished");
      await expect(page.getByRole("heading", { name: "Serra gravada" })).toBeVisible();
      expect(await storedOn(page)).toBe(650);
      await press(page, "Continuar gravação");
      await emit(page, 650, 250);
      await expect.poll(() => storedOn(page)).toBe(900);
      await expect(instrument(page, "total")).toHaveText(/^(?:19,9|20,0)$/);
      await expect(ahead(page, "stop")).toHaveText(/^30(?:,\d)? km$/);
    });

    await test.step("the trip is ended and closed without the network and sent afterwards", async () => {
      await press(page, "Parar de gravar");
      await expect(page.getByText("Percursos por enviar: 1.")).toBeVisible();
      await press(page, "Encerrar viagem");
      await expect(page.getByText("Viagem encerrada.")).toBeVisible();
      await page.reload();
      await expect(page.getByText("Viagem encerrada.")).toBeVisible();
      await expect(page.getByText("Percursos por enviar: 1.")).toBeVisible();
      await siteProxy.restart();
      await page.reload();
      await expect
        .poll(async () => (await tracksOf(sql, account)).map((track) => ({ ...track, km: Math.round(track.km ?? 0) })))
        .toEqual([{ trip, km: 20, ended: true, pieces: 9, points: 900 }]);
      const status = async () => (await sql`select status from public.trips where id = ${trip}`)[0]!.status as string;
      await expect.poll(status).toBe("done");
    });

    await test.step("only the owner sees the totals and has the file", async () => {
      await page.goto(`${siteProxy.url}/planejador-rota?viagem=${trip}`);
      const line = page.locator("[data-slot=tracks] li");
      await expect(line).toContainText(/(?:19,9|20) km em 15 min rodando/);
      const file = (await line.getByRole("link", { name: /GPX/ }).getAttribute("href"))!;
      const gpx = await (await page.request.get(siteProxy.url + file)).text();
      expect(gpx.match(/<trkpt /g)).toHaveLength(900);
      const address = siteProxy.url + file;
      expect((await ask(address, other.session)).status).toBe(404);
      expect((await ask(address, null)).status).toBe(401);
      expect((await ask(`${siteProxy.url}/painel/viagem/${trip}`, other.session)).status).toBe(404);
      await press(page, "Reabrir viagem");
      await expect(page.getByRole("button", { name: "Encerrar viagem" })).toBeVisible();
      await page
        .getByRole("button", { name: /^Apagar: / })
        .first()
        .click();
      await expect(line).toHaveCount(0);
      expect(await tracksOf(sql, account)).toEqual([]);
    });
  } finally {
    await Promise.all([deleteAccount(sql, account), deleteAccount(sql, other)]);
  }
});

test("sign-out removes the page, the trip and what was recorded from the device @phone", async ({
  page,
  context,
  baseURL,
  sql,
  account,
}) => {
  const left = () =>
    page.evaluate(
      async ([database, cache]) => {
        const names = await caches.keys();
        const rows = await new Promise<number>((resolve, reject) => {
          const opening = indexedDB.open(database);
          opening.onerror = () => reject(new Error("not opened"));
          opening.onsuccess = () => {
            const reading = opening.result.transaction(["tracks", "points", "trips"]);
            const counts = ["tracks", "points", "trips"].map((name) => reading.objectStore(name).count());
            reading.oncomplete = () => {
              opening.result.close();
              resolve(counts.reduce((sum, { result }) => sum + result, 0));
            };
          };
        });
        return { isCached: names.includes(cache), rows };
      },
      [DRIVING_DATABASE, DRIVING_CACHE] as const,
    );

  const trip = await addDrivenTrip(sql, account);
  await simulateDrive(context, driveStart());
  await signInAs(context, account, baseURL!);
  await page.goto(`/painel/viagem/${trip}`);
  await waitUntilKept(page);
  await press(page, "Começar a gravar");
  await emit(page, 0, 20);
  await expect.poll(() => storedOn(page)).toBe(20);
  expect(await left()).toEqual({ isCached: true, rows: 22 });
  await page.goto("/painel");
  await expect(page.getByText("Há um percurso neste aparelho")).toBeVisible();
  await page.goto("/favoritos");
  await page.getByRole("button", { name: "Minha conta" }).click();
  await page.getByRole("button", { name: "Sair da conta" }).click();
  await expect.poll(left).toEqual({ isCached: false, rows: 0 });
});

test("a drive of three hours with the network cut arrives once @stress", async ({
  page,
  context,
  siteProxy,
  sql,
  account,
}) => {
  const seconds = repetitions(1230, 10_800);

  await simulateDrive(context, driveStart());
  await signInAs(context, account, siteProxy.url);
  await page.goto(`${siteProxy.url}/painel/viagem`);
  await press(page, "Começar a gravar");
  await siteProxy.stop();
  for (let from = 0; from < seconds; from += 600) {
    const until = Math.min(seconds, from + 600);
    await emit(page, from, until - from);
    await expect.poll(() => storedOn(page)).toBe(until);
  }
  await press(page, "Parar de gravar");
  await expect(page.getByText("Percursos por enviar: 1.")).toBeVisible();
  expect(await tracksOf(sql, account)).toEqual([]);
  await siteProxy.restart();
  // Two tabs send the same track at the same time.
  const tab = await context.newPage();
  await Promise.all([page, tab].map((one) => one.goto(`${siteProxy.url}/painel/viagem`)));
  const whole = {
    trip: null,
    km: expect.any(Number),
    ended: true,
    pieces: Math.ceil(seconds / 100),
    points: seconds,
  };
  await expect.poll(() => tracksOf(sql, account)).toEqual([whole]);
  const [track] = await tracksOf(sql, account);
  expect(Math.abs(track!.km! / (seconds * 0.02224) - 1)).toBeLessThan(0.01);
  await page.reload();
  await phaseIs(page, "idle");
  await expect(page.getByText("Percursos por enviar")).toHaveCount(0);
});

/** Processes of a browser of this test; its folder is in their command lines only. */
const processesOf = (folder: string): number[] =>
  execFileSync("ps", ["-eo", "pid,args"], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(`--user-data-dir=${folder}`))
    .map((line) => Number.parseInt(line.trim(), 10));

/**
 * Ends a browser at once, as a crash does. Waits until its processes have ended: one that is writing to the disk ends
 * later, and until then has the databases of the folder open, which the next browser could not read.
 */
async function killBrowser(folder: string): Promise<void> {
  for (const pid of processesOf(folder))
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  await expect.poll(() => processesOf(folder)).toEqual([]);
}

test("a browser that is killed while it records loses no stored point @stress", async ({ baseURL, sql, account }) => {
  const kills = repetitions(3, 30);
  test.setTimeout(120_000 + kills * 60_000);
  const folder = mkdtempSync(path.join(tmpdir(), "driving-"));
  const since = driveStart();
  const open = async () => {
    const context = await chromium.launchPersistentContext(folder, { ...BROWSER, baseURL: baseURL!, locale: "pt-BR" });
    await simulateDrive(context, since);
    await signInAs(context, account, baseURL!);
    const page = await context.newPage();
    await page.goto("/painel/viagem");
    return { context, page };
  };
  try {
    let [next, acknowledged] = [0, 0];
    for (let kill = 0; kill <= kills; kill++) {
      const { context, page } = await open();
      if (kill > 0) {
        await phaseIs(page, "unfinished");
        const found = await storedOn(page);
        expect(found, `after kill ${kill}`).toBeGreaterThanOrEqual(acknowledged);
        acknowledged = found;
      }
      await press(page, kill === 0 ? "Começar a gravar" : "Continuar gravação");
      if (kill === kills) {
        await press(page, "Parar de gravar");
        await expect.poll(() => tracksOf(sql, account)).toMatchObject([{ ended: true, points: acknowledged }]);
        await context.close();
        break;
      }
      await emit(page, next, 400);
      next += 400;
      // A random share of the points is stored when the browser ends.
      const share = acknowledged + 1 + Math.floor(Math.random() * 350);
      await expect.poll(() => storedOn(page), { intervals: [5] }).toBeGreaterThanOrEqual(share);
      acknowledged = await storedOn(page);
      await killBrowser(folder);
      await context.close().catch(() => undefined);
    }
  } finally {
    await killBrowser(folder);
    rmSync(folder, { recursive: true, force: true });
  }
});
