import type { Browser, BrowserContext } from "@playwright/test";
import { tracksOf } from "../support/driven-trip";
import { driveStart, emit, phaseIs, simulateDrive, storedOn } from "../support/driving";
import { waitUntilKept } from "../support/gate-page";
import { OFFLINE_ERRORS, test } from "../support/gate-test";
import { type OwnAccount } from "../support/own-account";
import { expect, type Page } from "../support/test";
import { storedTrip } from "../support/trip-rows";
import { answerQuestions } from "../support/questions";

test.use({ serviceWorkers: "allow", expectedErrors: OFFLINE_ERRORS });

const TOWN = { slug: "urubici", name: "Urubici (SC)", latitude: -28.0147, longitude: -49.5919 };

const rows = (page: Page) => page.locator("[data-stop]");
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

async function addTown(page: Page, typed: string, shown: string): Promise<void> {
  await page.getByRole("searchbox", { name: /De onde|Para onde|Adicionar parada/ }).fill(typed);
  await page.getByRole("button", { name: shown, exact: true }).click();
  await expect(rows(page).filter({ hasText: shown })).toHaveCount(1);
}

/** Signs in on the page that opens after the planner's link. */
async function signIn(page: Page, { email, password }: OwnAccount): Promise<void> {
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Senha", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
}

/** Another phone, without the dialogs of a first visit. */
async function otherPhone(browser: Browser, baseURL: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: "pt-BR",
  });
  await context.addInitScript(() => {
    sessionStorage.setItem("splash", "shown");
    sessionStorage.setItem("gpsAsked", "1");
  });
  return context;
}

test("a trip is tried without an account, saved, shared, changed by a friend, driven, stamped and closed @phone", async ({
  page,
  browser,
  baseURL,
  siteProxy,
  sql,
  account,
}) => {
  const [friends, driver] = [await otherPhone(browser, baseURL!), await otherPhone(browser, siteProxy.url)];
  let trip = "";
  try {
    await test.step("the plan is made without an account, on real roads", async () => {
      await page.goto("/planejador-rota/experimentar");
      await expect(page.getByRole("searchbox").first()).toBeEnabled();
      await addTown(page, "lages", "Lages (SC)");
      await addTown(page, "urubici", TOWN.name);
      await expect(page.getByRole("heading", { name: "Resultado" })).toBeVisible();
      await page.getByLabel("Nome da viagem").first().fill("Serra de todos");
    });

    await test.step("the draft survives the sign-in and is saved", async () => {
      await page.getByRole("link", { name: "Entrar para salvar na conta" }).first().click();
      await signIn(page, account);
      await expect(page).toHaveURL(/\/planejador-rota/);
      await expect(page.getByLabel("Nome da viagem").first()).toHaveValue("Serra de todos");
      await expect(rows(page)).toHaveCount(2);
      await expect(page.getByRole("heading", { name: "Resultado" })).toBeVisible();
      await press(page, "Salvar viagem");
      const saved = async () => sql<{ id: string }[]>`select id from public.trips where owner_id = ${account.id}`;
      await expect.poll(async () => (await saved()).length).toBe(1);
      trip = (await saved())[0]!.id;
      await expect(page).toHaveURL(new RegExp(`viagem=${trip}`));
    });

    await test.step("a friend changes it by link, and the owner sees the change", async () => {
      await page.getByText("Compartilhar", { exact: true }).click();
      await page.getByLabel("Quem abre o link pode").selectOption({ label: "ver e mudar" });
      await press(page, "Criar link");
      const link = page.locator('main a[href*="/viagem/"]:not([href*="whatsapp"])').filter({ hasText: "/viagem/" });
      const friend = await friends.newPage();
      await friend.goto((await link.first().getAttribute("href"))!);
      await friend.getByLabel("Nome da viagem").first().fill("Serra dos amigos");
      await press(friend, /^Salvar/);
      await expect.poll(() => storedTrip(sql, trip)).toMatchObject({ title: "Serra dos amigos" });
      // When the server takes longer than three seconds, the service worker answers with the copy of before.
      await expect(async () => {
        await page.reload();
        await expect(page.getByLabel("Nome da viagem").first()).toHaveValue("Serra dos amigos", { timeout: 5000 });
      }).toPass();
    });

    await test.step("it is driven, with the network cut for half of it", async () => {
      await simulateDrive(driver, driveStart());
      await driver.addCookies(account.session.cookies.map((cookie) => ({ ...cookie, url: siteProxy.url })));
      const car = await driver.newPage();
      await answerQuestions(car);
      await car.goto(`${siteProxy.url}/painel/viagem/${trip}`);
      await expect(car.getByRole("heading", { name: "Serra dos amigos" })).toBeVisible();
      await waitUntilKept(car);
      await press(car, "Começar a gravar");
      await emit(car, 0, 150);
      await expect.poll(() => storedOn(car)).toBe(150);
      await siteProxy.stop();
      await emit(car, 150, 150);
      await expect.poll(() => storedOn(car)).toBe(300);
      await press(car, "Parar de gravar");
      await siteProxy.restart();
      await car.reload();
      await expect
        .poll(async () => (await tracksOf(sql, account)).map(({ points, ended }) => ({ points, ended })))
        .toEqual([{ points: 300, ended: true }]);
      await phaseIs(car, "idle");
      await press(car, "Encerrar viagem");
      await expect(car.getByText("Viagem encerrada.")).toBeVisible();
      const status = async () => (await sql`select status from public.trips where id = ${trip}`)[0]!.status as string;
      await expect.poll(status).toBe("done");
    });

    await test.step("the town at the end is stamped", async () => {
      await page.context().grantPermissions(["geolocation"]);
      await page.context().setGeolocation({ ...TOWN, accuracy: 20 });
      await page.goto(`/sc/cidade/${TOWN.slug}`);
      const stamp = page.locator('[data-stamp^="city:"] button').first();
      await expect(stamp).toBeEnabled();
      await stamp.click();
      const stamps = async () => (await sql`select from public.passport_stamps where account_id = ${account.id}`).count;
      await expect.poll(stamps).toBe(1);
      await expect(stamp).toHaveText("Carimbado");
    });
  } finally {
    await Promise.all([friends.close(), driver.close()]);
  }
});
