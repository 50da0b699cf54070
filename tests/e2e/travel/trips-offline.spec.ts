import { TRIPS_CACHE } from "../../../lib/platform/device-storage/rules";
import type { WorkerMessage } from "../../../lib/platform/offline/rules";
import { createAccount, deleteAccount, type OwnAccount } from "../support/own-account";
import { filesAreCached, workerIsActive } from "../support/page";
import { startReverseProxy, type ReverseProxy } from "../support/reverse-proxy";
import { expect, test as base, type Page } from "../support/test";
import { addLink, addTrip, PLAN } from "../support/trip-rows";

/** A proxy per test, which can be stopped to cut the network. */
const test = base.extend<{ siteProxy: ReverseProxy }>({
  siteProxy: async ({ baseURL, extraHTTPHeaders }, use) => {
    const siteProxy = await startReverseProxy(baseURL ?? "", extraHTTPHeaders?.["x-forwarded-for"] ?? "");
    await use(siteProxy);
    await siteProxy.stop();
  },
});

test.use({
  serviceWorkers: "allow",
  expectedErrors: /Failed to load resource|Failed to fetch|net::ERR|page view|status of (?:404|410)/,
});

const AFTER_PAGE = "/flags/ac.svg";

const nameField = (page: Page) => page.getByLabel("Nome da viagem").first();

const signInAs = (page: Page, { session }: OwnAccount, url: string) =>
  page.context().addCookies(session.cookies.map((cookie) => ({ ...cookie, url })));

/** Paths in the cache of trips. */
const keptTrips = (page: Page) =>
  page.evaluate(async (name) => {
    const keys = await (await caches.open(name)).keys();
    return keys.map(({ url }) => new URL(url).pathname + new URL(url).search);
  }, TRIPS_CACHE);

/** Opens a page and waits until the service worker has it with its scripts. */
async function visit(page: Page, url: string, kept: readonly string[]) {
  await page.goto(url);
  await workerIsActive(page);
  await expect.poll(() => keptTrips(page)).toEqual(expect.arrayContaining([...kept]));
  await filesAreCached(page);
}

test("a saved trip and its roadbook open without a network after one visit, until the sign-out", async ({
  page,
  siteProxy,
  sql,
}) => {
  const [account, other] = [await createAccount(sql, "user"), await createAccount(sql, "user")];
  try {
    const id = await addTrip(sql, account);
    const [path, roadbook] = [`/planejador-rota?viagem=${id}`, `/planejador-rota/${id}/roteiro`];
    await signInAs(page, account, siteProxy.url);
    await visit(page, siteProxy.url + path, [path, roadbook]);
    await siteProxy.stop();

    await test.step("the trip, changed and kept on the device", async () => {
      await page.goto(siteProxy.url + path);
      await expect(nameField(page)).toHaveValue(PLAN.title);
      await expect(page.getByRole("heading", { name: "Dia 2" })).toBeVisible();
      await nameField(page).fill("Mudada sem rede");
      await page.reload();
      await expect(nameField(page)).toHaveValue("Mudada sem rede");
    });
    await test.step("the roadbook and the list of the offline page", async () => {
      await page.goto(siteProxy.url + roadbook);
      await expect(page.getByRole("cell", { name: "SC-114" })).toBeVisible();
      await page.goto(`${siteProxy.url}/offline`);
      await page.getByRole("link", { name: PLAN.title }).click();
      await expect(nameField(page)).toHaveValue("Mudada sem rede");
    });
    await test.step("another account does not find it", async () => {
      await siteProxy.restart();
      const own = await addTrip(sql, other, "De outra conta");
      await page.context().clearCookies();
      await signInAs(page, other, siteProxy.url);
      await page.goto(`${siteProxy.url}/planejador-rota?viagem=${own}`);
      await expect.poll(async () => (await keptTrips(page)).join()).not.toContain(id);
      await expect.poll(async () => (await keptTrips(page)).join()).toContain(own);
    });
    await test.step("sign-out removes the trips", async () => {
      await page.goto(`${siteProxy.url}/painel`);
      await page.getByRole("main").getByRole("button", { name: "Sair da conta" }).click();
      await expect(page).not.toHaveURL(/painel/);
      await expect.poll(async () => (await keptTrips(page)).join()).not.toContain("/planejador-rota");
    });
  } finally {
    await deleteAccount(sql, account);
    await deleteAccount(sql, other);
  }
});

test("a trip page that is still being fetched at the sign-out is not cached", async ({
  page,
  siteProxy,
  sql,
  account,
}) => {
  const path = `/planejador-rota?viagem=${await addTrip(sql, account)}`;
  await signInAs(page, account, siteProxy.url);
  await page.goto(`${siteProxy.url}/painel`);
  await workerIsActive(page);
  const answers = siteProxy.holdAnswers(/^\/planejador-rota/);
  const post = (message: WorkerMessage) =>
    page.evaluate(async (sent) => (await navigator.serviceWorker.ready).active?.postMessage(sent), message);
  await post({ type: "KEEP_PAGE", path });
  await expect.poll(answers.count).toBe(1);
  await page.getByRole("main").getByRole("button", { name: "Sair da conta" }).click();
  await expect(page).not.toHaveURL(/painel/);
  answers.release();
  // Requested after the answer of the page was sent.
  await post({ type: "KEEP_FILES", files: [AFTER_PAGE] });
  await expect.poll(() => page.evaluate(async (file) => Boolean(await caches.match(file)), AFTER_PAGE)).toBe(true);
  expect(await keptTrips(page)).not.toContain(path);
});

test("an opened link works without a network, and its copy is removed when the link ends", async ({
  page,
  siteProxy,
  sql,
  account,
}) => {
  const id = await addTrip(sql, account);
  const path = `/viagem/${await addLink(sql, id, account, "view")}`;
  await visit(page, siteProxy.url + path, [path]);
  await siteProxy.stop();
  await page.goto(siteProxy.url + path);
  await expect(page.getByRole("heading", { level: 1, name: PLAN.title })).toBeVisible();
  await siteProxy.restart();
  await sql`update public.trip_shares set revoked_at = now() where trip_id = ${id}`;
  await page.goto(siteProxy.url + path);
  await expect(page.getByRole("heading", { name: "Este link terminou" })).toBeVisible();
  await expect.poll(() => keptTrips(page)).not.toContain(path);
});
