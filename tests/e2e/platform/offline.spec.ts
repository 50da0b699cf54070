import { readFileSync } from "node:fs";
import { workerIsActive } from "../support/page";
import { startReverseProxy, type ReverseProxy } from "../support/reverse-proxy";
import { expect, test as base, type Page } from "../support/test";

type Archive = { name: string; hash: string; states: string[] };
/** Addresses of the map's tiles of SC, the country's first. */
const TILES = (JSON.parse(readFileSync("components/geo/map/base/archives.json", "utf8")) as Archive[])
  .filter(({ states }) => states.includes("SC"))
  .toSorted((a, b) => Number(b.name === "brasil") - Number(a.name === "brasil"))
  .map(({ name, hash }) => `/map/tiles/${name}.pmtiles?v=${hash}`);

/** Serves the site through a separate proxy for each test. */
const test = base.extend<{ siteProxy: ReverseProxy }>({
  siteProxy: async ({ baseURL, extraHTTPHeaders }, use) => {
    const siteProxy = await startReverseProxy(baseURL ?? "", extraHTTPHeaders?.["x-forwarded-for"] ?? "");
    await use(siteProxy);
    await siteProxy.stop();
  },
});

test.use({
  serviceWorkers: "allow",
  // Without a server, requests for pages that are not cached fail as expected.
  expectedErrors: /Failed to load resource|Failed to fetch|net::ERR|page view/,
});

test.afterEach(async ({ page }, { status, expectedStatus, title }) => {
  if (status === expectedStatus) return;
  const kept = page.evaluate(async () => {
    const [registration] = await navigator.serviceWorker.getRegistrations();
    const lists = (await caches.keys()).map(async (name) => [name, (await (await caches.open(name)).keys()).length]);
    return {
      url: location.href,
      worker: registration?.active?.state,
      storage: await navigator.storage.estimate(),
      caches: await Promise.all(lists),
    };
  });
  const late = new Promise((resolve) => setTimeout(resolve, 3000, "the storage does not answer"));
  console.log(title, JSON.stringify(await Promise.race([kept, late]).catch(String)));
});

const LANGUAGES = [
  {
    name: "Portuguese",
    prefix: "",
    banner: "Você está sem sinal",
    title: "Sem sinal por aqui",
    take: "Levar Santa Catarina offline",
    saved: "está neste aparelho",
  },
  {
    name: "English",
    prefix: "/english",
    banner: "You have no signal",
    title: "No signal around here",
    take: "Take Santa Catarina offline",
    saved: "is on this device",
  },
  {
    name: "Spanish",
    prefix: "/espanol",
    banner: "No tienes señal",
    title: "Aquí no hay señal",
    take: "Llevar Santa Catarina sin conexión",
    saved: "está en este dispositivo",
  },
] as const;

/** Opens a page and waits until the service worker has cached it with all its scripts. */
async function visit(page: Page, url: string) {
  await page.goto(url);
  await workerIsActive(page);
  const isKept = async () => {
    const needed = [
      location.pathname,
      ...[...document.querySelectorAll<HTMLScriptElement>("script[src]:not([nomodule])")].map(({ src }) => src),
    ];
    const kept = await Promise.all(needed.map((address) => caches.match(address, { ignoreSearch: true })));
    return navigator.serviceWorker.controller !== null && kept.every(Boolean);
  };
  await expect.poll(() => page.evaluate(isKept)).toBe(true);
}

/** A pack has about sixty pages, which a slow server may have to render first. */
const PACK_MS = 300_000;

const pack = (page: Page) => page.locator("[data-slot=offline-pack]");

async function takeState(page: Page, { take, saved }: (typeof LANGUAGES)[number]) {
  await pack(page).getByRole("button", { name: take }).click();
  await expect(pack(page)).toContainText(saved, { timeout: PACK_MS });
}

test("a visited page and its links work when the server is stopped", async ({ page, siteProxy }) => {
  await visit(page, `${siteProxy.url}/sc/home`);
  await visit(page, `${siteProxy.url}/sc/regioes`);
  await siteProxy.stop();
  await page.goto(`${siteProxy.url}/sc/home`);
  await expect(page.getByRole("heading", { level: 1, name: "Santa Catarina" })).toBeVisible();
  await page.locator('main a[href="/sc/regioes"]').first().click();
  await expect(page).toHaveURL(/\/sc\/regioes$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

for (const language of LANGUAGES) {
  test(`an address never visited shows the offline page, in ${language.name}`, async ({ page, context, siteProxy }) => {
    await visit(page, `${siteProxy.url}${language.prefix}/sc/home`);
    // The worker may notice late that the context is offline, so the proxy is stopped too.
    await siteProxy.stop();
    await context.setOffline(true);
    await page.goto(`${siteProxy.url}${language.prefix}/pr/home`);
    await expect(page.getByRole("heading", { level: 1, name: language.title })).toBeVisible();
    await expect(page.getByText(language.banner)).toBeVisible();
    await expect(page.locator(`main a[href="${language.prefix}/sc/home"]`)).toBeVisible();
    await siteProxy.restart();
    await context.setOffline(false);
    await expect(page.getByRole("heading", { level: 1, name: "Paraná" })).toBeVisible();
  });

  test(`a downloaded state opens without network, in ${language.name}`, async ({ page, siteProxy }) => {
    test.setTimeout(PACK_MS + 60_000);
    await visit(page, `${siteProxy.url}${language.prefix}/sc/home`);
    await takeState(page, language);
    const route = await page.evaluate(
      (prefix) =>
        caches
          .match("/offline-pack.json")
          .then((found) => found!.json())
          .then(
            ({ pages }: { pages: { path: string }[] }) =>
              pages.find(({ path }) => path.startsWith(`${prefix}/sc/rota/`))!.path,
          ),
      language.prefix,
    );
    await siteProxy.stop();
    await page.goto(siteProxy.url + route);
    await expect(page.locator("h1")).toBeVisible();
    await expect
      .poll(() =>
        page
          .locator("main img")
          .first()
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBeGreaterThan(0);
    await page.goto(`${siteProxy.url}${language.prefix}/offline`);
    await expect(page.getByRole("heading", { level: 3, name: "Santa Catarina" })).toBeVisible();
    await expect(page.locator(`a[href="${route}"]`)).toBeVisible();
  });
}

test("a pack contains map, towns, places, clubs, checklist and tracks, and the app opens on its state", async ({
  page,
  siteProxy,
  sql,
}) => {
  test.setTimeout(PACK_MS + 60_000);
  const [town] = await sql<
    { slug: string }[]
  >`select slug from public.cities where state_abbr = 'SC' and is_published order by slug limit 1`;
  const [place] = await sql<
    { slug: string }[]
  >`select slug from public.services where state_abbr = 'SC' and status = 'published' and deleted_at is null order by slug limit 1`;
  await visit(page, `${siteProxy.url}/sc/home`);
  await takeState(page, LANGUAGES[0]);
  await siteProxy.stop();
  for (const path of [
    "/sc/mapa-interativo",
    `/sc/cidade/${town!.slug}`,
    `/sc/servicos/${place!.slug}`,
    "/sc/clubes-parceiros",
    "/checklist-viagem",
    "/eventos/lacambeche",
    "/eventos/lacambeche/sc",
    "/favoritos",
  ]) {
    await page.goto(siteProxy.url + path);
    await expect(page.locator("h1")).not.toHaveText("Sem sinal por aqui");
  }
  const missing = await page.evaluate(async (paths) => {
    const kept = await Promise.all(paths.map((path) => caches.match(path)));
    return paths.filter((_, index) => !kept[index]);
  }, TILES);
  expect(missing).toEqual([]);
  await page.goto(`${siteProxy.url}/busca?q=rastro`);
  await expect(page.getByRole("searchbox", { name: "Procurar nos estados guardados" })).toHaveValue("rastro");
  await page.getByRole("link", { name: "Serra do Rio do Rastro (SC)" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: /Rio do Rastro/ })).toBeVisible();
  await page.goto(`${siteProxy.url}/offline`);
  await page.getByText("Arquivos GPX das rotas").click();
  const saving = page.waitForEvent("download");
  await page.getByRole("group").filter({ hasText: "Arquivos GPX das rotas" }).getByRole("button").first().click();
  expect((await saving).suggestedFilename()).toMatch(/\.gpx$/);
  await page.goto(`${siteProxy.url}/home`);
  await expect(page).toHaveURL(/\/sc\/home$/);
  await expect(page.getByRole("heading", { level: 1, name: "Santa Catarina" })).toBeVisible();
});

test("a map that was open once opens again without a network, with its tiles", async ({ page, siteProxy }) => {
  const open = () => page.getByRole("button", { name: "Abrir mapa interativo" }).click();
  const country = TILES[0]!;
  const isKept = () => page.evaluate(async (path) => Boolean(await caches.match(path)), country);
  await visit(page, `${siteProxy.url}/sc/mapa-interativo`);
  await open();
  await expect.poll(isKept).toBe(true);
  await siteProxy.stop();
  await page.reload();
  await open();
  await expect(page.locator("section[aria-label='Mapa interativo'] canvas").first()).toBeVisible();
  expect(await page.evaluate(async (path) => (await fetch(path)).status, country)).toBe(200);
});

test("when offline, links to pages that are not cached stay on the page and the banner shows why", async ({
  page,
  context,
  siteProxy,
}) => {
  await visit(page, `${siteProxy.url}/sc/regioes`);
  await visit(page, `${siteProxy.url}/sc/home`);
  const [kept, missing] = [
    page.locator('main a[href="/sc/regioes"]').first(),
    page.locator('main a[href^="/sc/rota/"]').first(),
  ];
  await siteProxy.stop();
  await context.setOffline(true);
  await expect(missing).toHaveAttribute("data-not-kept", "");
  await missing.click();
  await expect(page.getByText("Essa página não está guardada neste aparelho.")).toBeVisible();
  await expect(page).toHaveURL(/\/sc\/home$/);
  await expect(kept).not.toHaveAttribute("data-not-kept");
  await context.setOffline(false);
  await expect(missing).not.toHaveAttribute("data-not-kept");
  await expect(page.getByText("Essa página não está guardada neste aparelho.")).toBeHidden();
});

test("an interrupted pack download shows a message and resumes", async ({ page, siteProxy }) => {
  test.setTimeout(PACK_MS + 60_000);
  await visit(page, `${siteProxy.url}/sc/home`);
  siteProxy.failRequests(/\/rota\/s/);
  await pack(page).getByRole("button", { name: "Levar Santa Catarina offline" }).click();
  await expect(pack(page)).toContainText("A conexão caiu");
  await siteProxy.stop();
  await siteProxy.restart();
  await page.reload();
  await pack(page).scrollIntoViewIfNeeded();
  await pack(page).getByRole("button", { name: "Continuar" }).click();
  await expect(pack(page)).toContainText("está neste aparelho", { timeout: PACK_MS });
});

test("a pack is removed only after a confirmation", async ({ page, siteProxy }) => {
  test.setTimeout(PACK_MS + 60_000);
  await visit(page, `${siteProxy.url}/sc/home`);
  await takeState(page, LANGUAGES[0]);
  await pack(page).getByRole("button", { name: "Remover" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancelar" }).click();
  await expect(pack(page)).toContainText("está neste aparelho");
  await pack(page).getByRole("button", { name: "Remover" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remover" }).click();
  await expect(pack(page).getByRole("button", { name: "Levar Santa Catarina offline" })).toBeVisible();
  expect(
    await page.evaluate(() => caches.keys().then((names) => names.filter((name) => name.startsWith("offline-pack")))),
  ).toEqual([]);
});

test("a message is shown when the device has no free space", async ({ page, siteProxy }) => {
  await page.addInitScript(() => {
    type Put = (this: Cache, request: RequestInfo | URL, response: Response) => Promise<void>;
    const put = Object.getOwnPropertyDescriptor(Cache.prototype, "put")!.value as Put;
    Cache.prototype.put = function (this: Cache, request, response) {
      return request === "/sc/regioes"
        ? Promise.reject(new DOMException("full", "QuotaExceededError"))
        : put.call(this, request, response);
    };
  });
  await visit(page, `${siteProxy.url}/sc/home`);
  await pack(page).getByRole("button", { name: "Levar Santa Catarina offline" }).click();
  await expect(pack(page)).toContainText("sem espaço");
});

test("a new version is offered, also by keyboard, and is not installed automatically", async ({ page, siteProxy }) => {
  await visit(page, `${siteProxy.url}/sc/home`);
  await page.evaluate(() => Object.assign(window, { untouched: true }));
  siteProxy.changeServiceWorker();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  const bar = page.locator("[data-slot=update-bar]");
  await expect(bar.getByText("Nova versão disponível")).toBeVisible();
  expect(await page.evaluate(() => "untouched" in window)).toBe(true);
  await bar.getByRole("button", { name: "Atualizar" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => "untouched" in window).catch(() => true)).toBe(false);
  await expect(bar.getByText("Nova versão disponível")).toBeHidden();
});

test("guarded, private and API responses are never cached", async ({ page, siteProxy }) => {
  await visit(page, `${siteProxy.url}/sc/home`);
  for (const path of ["/login", "/painel", "/admin", "/api/session"]) await page.goto(siteProxy.url + path);
  await visit(page, `${siteProxy.url}/sc/regioes`);
  const kept = await page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain("/sc/regioes");
  expect(kept.filter((path) => /^\/(?:api|auth|rest|login|painel|admin)/.test(path))).toEqual([]);
});
