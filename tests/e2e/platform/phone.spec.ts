import { HYDRATED_EVENT } from "../../../lib/platform/hydrated-event";
import type { Role } from "../../../lib/platform/auth/permissions";
import { USERNAME } from "../support/accounts";
import { expect, test, type Page } from "../support/test";
import { holdRequests, toast } from "../support/page";

const SMALLEST = { width: 360, height: 740 };
const MIN_TARGET = 24;

const PAGES: readonly [path: string, role?: Role][] = [
  ["/"],
  ["/home"],
  ["/sc/home"],
  ["/sc/regioes"],
  ["/sc/rota/serra-do-rio-do-rastro"],
  ["/espanol/es/home"],
  ["/busca?q=serra"],
  ["/radio"],
  ["/planejador-rota/experimentar"],
  ["/login"],
  ["/register-user"],
  ["/painel", "user"],
  ["/admin", "superadministrador"],
  ["/vendedor/dashboard", "vendedor"],
];

/** Visible buttons and links smaller than the WCAG 2.2 minimum; links inside a sentence are exempt. */
function smallTargets(page: Page) {
  return page.evaluate((min) => {
    const inSentence = (element: Element) => element.tagName === "A" && getComputedStyle(element).display === "inline";
    const shown = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    return [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, summary")]
      .filter((element) => shown(element) && !inSentence(element) && !element.closest("svg, .sr-only"))
      .map((element) => ({ element, box: (element.closest("label") ?? element).getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.width < min || box.height < min))
      .map(
        ({ element, box }) =>
          `${element.textContent?.trim() || element.getAttribute("aria-label")} ${Math.round(box.width)}×${Math.round(box.height)}`,
      );
  }, MIN_TARGET);
}

for (const [path, role] of PAGES) {
  test(`${path} fits 360 pixels and every touch target is large enough @phone`, async ({ page, signIn }) => {
    if (role) await signIn(role);
    await page.setViewportSize(SMALLEST);
    await page.goto(path);
    await expect(page).toHaveURL(path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(SMALLEST.width);
    expect(await smallTargets(page)).toEqual([]);
  });
}

const menu = (page: Page) => page.locator("#mobile-menu");

async function openMenu(page: Page) {
  await page.getByRole("banner").getByRole("button", { name: "Abrir menu" }).click();
  await expect(menu(page)).toBeVisible();
}

test("the header keeps its menu button before the fonts load @phone", async ({ page }) => {
  await page.route("**/*.woff2", (route) => route.fulfill({ contentType: "font/woff2", body: "" }));
  for (const width of [360, 384, 390, 420]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/rr/home");
    const box = await page.getByRole("button", { name: "Abrir menu" }).boundingBox();
    expect(box, `at ${width} pixels`).toMatchObject({ width: 44, height: 44 });
    expect(box!.x + box!.width).toBeLessThanOrEqual(width);
  }
});

/** How many times the document is cut: each cut is a navigation. */
const MAX_CUTS = 24;

test("the header and the state's title do not move while the rest of the page is parsed @phone", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    baseURL,
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    locale: "pt-BR",
  });
  const page = await context.newPage();
  await page.route("**/*.woff2", (route) => route.fulfill({ contentType: "font/woff2", body: "" }));
  const html = await (await page.request.get("/rr/home")).text();
  let end = html.length;
  await page.route("**/rr/home", (route) =>
    route.fulfill({ contentType: "text/html; charset=utf-8", body: html.slice(0, end) }),
  );
  const places = async () => {
    await page.goto("/rr/home");
    return page
      .locator(
        "header[data-slot=site-header] :is(a, button):visible, #conteudo img[src^='/flags/']:visible, #conteudo h1:visible",
      )
      .evaluateAll((all) =>
        all.map((one) => [
          one.outerHTML.slice(0, 120),
          Math.round(one.getBoundingClientRect().x),
          Math.round(one.getBoundingClientRect().y),
        ]),
      );
  };
  const whole = await places();
  expect(whole.length).toBeGreaterThan(5);
  const from = html.indexOf('data-slot="site-header"');
  const ends = [...html.matchAll(/<\/(?:a|button|div)>|<h1/g)]
    .map(({ index }) => index)
    .filter((index) => index > from && index <= html.indexOf("<h1"));
  const step = Math.ceil(ends.length / MAX_CUTS);
  for (end of [...ends.filter((_, number) => number % step === 0), html.indexOf("<h1"), html.indexOf("</h1>")]) {
    for (const place of await places())
      expect(whole, `parsed up to ${html.slice(end - 80, end)}`).toContainEqual(place);
  }
  await context.close();
});

test("the menu contains every link, including services, and closes @phone", async ({ page }) => {
  await page.goto("/sc/home");
  await expect(menu(page)).toBeHidden();
  await openMenu(page);
  for (const name of [
    "Início",
    "Mapa",
    "Eventos",
    "Rotas",
    "Fotos",
    "Planejador",
    "Diário",
    "Painel de Viagem",
    "Serviços",
    "Clubes",
    "Revista",
    "Sobre",
    "Rádio",
  ]) {
    await expect(menu(page).getByRole("link", { name, exact: true })).toBeVisible();
  }
  await expect(menu(page).getByRole("link", { name: "Serviços" })).toHaveAttribute("href", "/sc/servicos");
  await expect(menu(page).locator("[aria-current=page]")).toHaveText(["Início"]);
  await expect(menu(page).getByRole("button", { name: "Alternar tema claro e escuro" })).toBeVisible();
  await expect(menu(page).getByRole("link", { name: "es", exact: true })).toHaveAttribute("href", "/espanol/sc/home");
  await menu(page).getByRole("button", { name: "Fechar menu" }).click();
  await expect(menu(page)).toBeHidden();
  await openMenu(page);
  await page.keyboard.press("Escape");
  await expect(menu(page)).toBeHidden();
});

test("a menu opened before hydration stays open @phone", async ({ page }) => {
  const scripts = await holdRequests(page, "**/_next/static/**/*.js");
  await page.addInitScript(
    (event) => document.addEventListener(event, () => (document.documentElement.dataset.alive = "")),
    HYDRATED_EVENT,
  );
  await page.goto("/sc/home", { waitUntil: "commit" });
  await openMenu(page);
  scripts.release();
  await expect(page.locator("html[data-alive]")).toBeAttached();
  await expect(menu(page)).toBeVisible();
});

test("choosing a link closes the menu; 'Serviços' without a state asks for one @phone", async ({ page }) => {
  await page.goto("/sobre");
  await openMenu(page);
  await menu(page).getByRole("link", { name: "Serviços" }).click();
  await expect(toast(page, "Selecione um Estado")).toBeVisible();
  await expect(page).toHaveURL("/home");
  await expect(menu(page)).toBeHidden();
});

for (const [role, count] of [
  ["admin", 1],
  ["editor", 0],
] as const) {
  test(`${role} sees 'Cadastrar Evento' ${count} times in the menu @phone`, async ({ page, signIn }) => {
    await signIn(role);
    await page.goto("/sc/home");
    await expect(page.locator("[data-account-name]")).toHaveText(USERNAME[role]);
    await openMenu(page);
    await expect(menu(page).getByRole("link", { name: "Cadastrar Evento" }).filter({ visible: true })).toHaveCount(
      count,
    );
  });
}

test("'Sair' asks for confirmation before leaving a state @phone", async ({ page }) => {
  await page.goto("/sc/regioes");
  await page.getByRole("banner").getByRole("button", { name: "Sair", exact: true }).click();
  await page.getByRole("dialog", { name: "Deseja Sair da Rota?" }).getByRole("link", { name: "Sim, Sair" }).click();
  await expect(page).toHaveURL("/home");
});
