import { ROLES } from "../../../lib/platform/auth/permissions";
import { USERNAME } from "../support/accounts";
import { createAccount, deleteAccount, pageOf } from "../support/own-account";
import { expect, test, type Page } from "../support/test";
import { toast } from "../support/page";

const header = (page: Page) => page.getByRole("banner");
const menu = (page: Page) => header(page).getByRole("navigation", { name: "Menu principal" });

/** Label, address without a state, address in Santa Catarina. */
const LINKS = [
  ["Início", "/home", "/sc/home"],
  ["Mapa", "/home", "/sc/mapa-interativo"],
  ["Eventos", "/eventos/lacambeche", "/eventos/lacambeche"],
  ["Rotas", "/home", "/sc/regioes"],
  ["Fotos", "/home", "/sc/pontos-fotograficos"],
  ["Planejador", "/planejador-rota", "/sc/planejador-rota"],
  ["Diário", "/diario-de-bordo", "/diario-de-bordo"],
  ["Painel de Viagem", "/solicitar-painel-viagem", "/solicitar-painel-viagem"],
  ["Clubes", "/clubes-parceiros", "/clubes-parceiros"],
  ["Revista", "/revista-digital", "/revista-digital"],
  ["Sobre", "/sobre", "/sobre"],
  ["Rádio", "/radio", "/radio"],
] as const;

for (const [place, start, column] of [
  ["without a state", "/home", 1],
  ["in a state", "/sc/home", 2],
] as const) {
  test(`every link has the target of the specification, ${place}`, async ({ page }) => {
    await page.goto(start);
    for (const link of LINKS) {
      await expect(menu(page).getByRole("link", { name: link[0], exact: true })).toHaveAttribute("href", link[column]);
    }
    await expect(menu(page).getByRole("link", { name: "Serviços" })).toHaveCount(0);
    await expect(header(page).getByRole("link", { name: "Entrar" })).toHaveAttribute("href", "/login");
  });
}

test("the header is four rem high and keeps the page's language", async ({ page }) => {
  await page.goto("/espanol/es/home");
  expect((await header(page).boundingBox())?.height).toBe(64);
  await expect(header(page).getByRole("link", { name: "Rutas", exact: true })).toHaveAttribute(
    "href",
    "/espanol/es/regioes",
  );
});

test("the current page's link is highlighted and no other", async ({ page }) => {
  for (const [path, name] of [
    ["/home", "Início"],
    ["/sc/home", "Início"],
    ["/english/sc/regioes", "Routes"],
    ["/sobre", "Sobre"],
  ] as const) {
    await page.goto(path);
    await expect(header(page).locator("nav [aria-current=page]:visible"), path).toHaveText([name]);
  }
});

test("the planner link is highlighted on any planner path", async ({ page, signIn }) => {
  await signIn("user");
  for (const path of [
    "/planejador-rota",
    "/sc/planejador-rota",
    "/planejador-rota/experimentar",
    "/sc/planejador-rota/experimentar",
  ]) {
    await page.goto(path);
    await expect(menu(page).locator("[aria-current=page]:visible")).toHaveText(["Planejador"]);
  }
});

test("links clicked before the framework's scripts arrive navigate like plain links", async ({ page }) => {
  await page.route("**/_next/static/**/*.js", () => {});
  await page.goto("/sobre", { waitUntil: "commit" });
  // Forced, because other clicks wait for the hydration, which never comes here.
  const now = { force: true };
  await menu(page).getByRole("link", { name: "Rotas", exact: true }).click(now);
  await expect(page).toHaveURL("/home");
  await header(page).getByRole("link", { name: "en", exact: true }).click(now);
  await expect(page).toHaveURL("/english/home");
});

for (const name of ["Mapa", "Rotas", "Fotos"]) {
  test(`'${name}' without a state asks for one and navigates to /home`, async ({ page }) => {
    await page.goto("/sobre");
    await menu(page).getByRole("link", { name, exact: true }).click();
    await expect(toast(page, "Selecione um Estado")).toBeVisible();
    await expect(page).toHaveURL("/home");
  });
}

test("'Sair' inside a state asks for confirmation before leaving for the home page", async ({ page }) => {
  await page.goto("/sc/regioes");
  const leave = header(page).getByRole("button", { name: "Sair", exact: true });
  const dialog = page.getByRole("dialog", { name: "Deseja Sair da Rota?" });
  await leave.click();
  await expect(dialog).toContainText("Santa Catarina");
  await dialog.getByRole("button", { name: "Cancelar" }).click();
  await expect(dialog).toBeHidden();
  await leave.press("Enter");
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(leave).toBeFocused();
  await leave.click();
  await dialog.getByRole("link", { name: "Sim, Sair" }).click();
  await expect(page).toHaveURL("/home");
  await expect(dialog).toBeHidden();
  await expect(leave).toHaveCount(0);
});

const WORDS = [
  ["", "Cadastrar Evento", "Sair"],
  ["/english", "Add event", "Leave"],
  ["/espanol", "Registrar evento", "Salir"],
] as const;

/** The part of an element's text that is painted, in pixels. */
const textWidth = (page: Page, text: string) =>
  header(page)
    .getByText(text, { exact: true })
    .filter({ visible: true })
    .first()
    .evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return Math.min(range.getBoundingClientRect().width, element.getBoundingClientRect().width);
    });

for (const width of [1024, 1280, 1440, 1760]) {
  test(`at ${width} pixels the header has words for publishing and leaving, and fits`, async ({ page, signIn }) => {
    await signIn("main_admin");
    await page.setViewportSize({ width, height: 800 });
    for (const [prefix, publish, leave] of WORDS) {
      await page.goto(`${prefix}/sc/home`);
      await expect(header(page).locator("[data-account-name]")).toHaveText(USERNAME.main_admin);
      for (const word of [publish, leave]) expect(await textWidth(page, word), `${prefix} ${word}`).toBeGreaterThan(20);
      const overflow = await header(page).evaluate((element) => {
        const { clientHeight, firstElementChild: bar } = element;
        const inside = [...bar!.querySelectorAll("a, button")].map((one) => one.getBoundingClientRect());
        const shown = inside.filter((box) => box.width > 0);
        return {
          height: clientHeight,
          isInside: shown.every((box) => box.top >= 0 && box.bottom <= 64 && box.right <= innerWidth),
          isWide: document.documentElement.scrollWidth > innerWidth,
        };
      });
      expect(overflow, prefix).toEqual({ height: 63, isInside: true, isWide: false });
    }
  });
}

test("leaving a state and signing out look different", async ({ page, signIn }) => {
  await signIn("user");
  await page.goto("/sc/home");
  const leave = header(page).getByRole("button", { name: "Sair", exact: true });
  await expect(leave).toContainText("SC");
  await header(page).getByRole("button", { name: "Minha conta" }).click();
  const signOut = header(page).getByRole("button", { name: "Sair da conta" });
  await expect(signOut).toBeVisible();
  const drawing = (button: typeof leave) => button.locator("svg path").first().getAttribute("d");
  expect(await drawing(signOut)).not.toBe(await drawing(leave));
  const colour = (button: typeof leave) => button.locator("svg").evaluate((icon) => getComputedStyle(icon).color);
  expect(await colour(signOut)).not.toBe(await colour(leave));
});

for (const role of ROLES) {
  const mayPublish = ["admin", "main_admin", "superadministrador"].includes(role);
  test(`${role} ${mayPublish ? "sees" : "does not see"} 'Cadastrar Evento'`, async ({ page, signIn }) => {
    await signIn(role);
    await page.goto("/sc/home");
    await expect(header(page).locator("[data-account-name]")).toHaveText(USERNAME[role]);
    const publish = header(page).getByRole("link", { name: "Cadastrar Evento" });
    await expect(header(page).getByRole("button", { name: "Minha conta" })).toBeVisible();
    await expect(publish.filter({ visible: true })).toHaveCount(mayPublish ? 1 : 0);
    if (mayPublish) await expect(publish.first()).toHaveAttribute("href", "/sc/publicar-evento");
  });
}

test("the account menu of every page signs out", async ({ page, signIn }) => {
  await signIn("user");
  await page.goto("/sc/home");
  await header(page).getByRole("button", { name: "Minha conta" }).click();
  await expect(header(page).getByText(USERNAME.user)).toBeVisible();
  await header(page).getByRole("button", { name: "Sair da conta" }).click();
  await expect(page).toHaveURL("/home");
  await expect(header(page).getByRole("link", { name: "Entrar" })).toBeVisible();
});

test("signing out in one tab also updates a second tab", async ({ page, context, signIn }) => {
  await signIn("user");
  const second = await context.newPage();
  for (const tab of [second, page]) {
    await tab.goto("/sc/home");
    await expect(header(tab).getByRole("button", { name: "Minha conta" })).toBeVisible();
  }
  await header(page).getByRole("button", { name: "Minha conta" }).click();
  await header(page).getByRole("button", { name: "Sair da conta" }).click();
  await expect(page).toHaveURL("/home");
  await expect(async () => {
    await second.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect(header(second).getByRole("link", { name: "Entrar" })).toBeVisible({ timeout: 1000 });
  }).toPass();
});

test("header and greeting show the changed profile", async ({ browser, baseURL, sql }) => {
  const own = await createAccount(sql, "user");
  const panel = await pageOf(browser, own, baseURL!);
  await panel.goto("/painel");
  await expect(panel.getByRole("heading", { level: 1 })).toContainText(own.name);
  await panel.getByLabel("Como quer ser chamado").fill("Dona Kombi");
  await panel.getByRole("button", { name: "Salvar perfil" }).click();
  await expect(panel.getByRole("heading", { level: 1 })).toContainText("Dona Kombi");
  await expect(header(panel).locator("[data-account-name]")).toHaveText("Dona Kombi");
  await panel.context().close();
  await deleteAccount(sql, own);
});
