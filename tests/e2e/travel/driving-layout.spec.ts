import { coveredParts } from "../support/covered-parts";
import { addDrivenTrip } from "../support/driven-trip";
import { driveStart, emit, phaseIs, simulateDrive } from "../support/driving";
import { expect, test, type Page } from "../support/test";

const SIZES = [
  { width: 844, height: 390 },
  { width: 667, height: 375 },
  { width: 390, height: 844 },
] as const;

const VALUES = "[data-instrument], [data-ahead], [data-phase] p, main h1, main > div a, main > div button";
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Refuses the position from now on, as a phone does after "never allow". */
const refusePosition = (page: Page) =>
  page.evaluate(() => {
    navigator.geolocation.watchPosition = (_found, failed) => {
      failed?.({ code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError);
      return 1;
    };
  });

/** Every state of the recording that a driver can see, in the order in which one page passes them. */
const STATES: readonly [name: string, reach: (page: Page) => Promise<void>][] = [
  ["idle", (page) => phaseIs(page, "idle")],
  [
    "locating",
    async (page) => {
      await press(page, "Começar a gravar");
      await phaseIs(page, "locating");
    },
  ],
  [
    "recording",
    async (page) => {
      await emit(page, 0, 60);
      await phaseIs(page, "recording");
    },
  ],
  [
    "unfinished",
    async (page) => {
      await page.reload();
      await phaseIs(page, "unfinished");
    },
  ],
  [
    "other-tab",
    async (page) => {
      const tab = await page.context().newPage();
      await tab.goto(page.url());
      await press(tab, "Continuar gravação");
      await page.reload();
      await phaseIs(page, "other-tab");
      await tab.close();
    },
  ],
  [
    "denied",
    async (page) => {
      await page.reload();
      await phaseIs(page, "unfinished");
      await refusePosition(page);
      await press(page, "Continuar gravação");
      await phaseIs(page, "denied");
    },
  ],
  [
    "signed out",
    async (page) => {
      await page.route("**/api/driving?**", (route) => route.fulfill({ status: 401 }));
      await page.reload();
      await expect(page.getByText("Sua sessão terminou.")).toBeVisible();
    },
  ],
];

test.use({ expectedErrors: /401/ });

for (const theme of ["dark", "light"] as const)
  for (const size of SIZES)
    test(`nothing covers a value or a button at ${size.width}×${size.height}, ${theme}`, async ({
      page,
      baseURL,
      sql,
      account,
    }) => {
      const trip = await addDrivenTrip(sql, account);
      await page.setViewportSize(size);
      await page.addInitScript((chosen) => localStorage.setItem("theme", chosen), theme);
      await simulateDrive(page.context(), driveStart());
      await page.context().addCookies(account.session.cookies.map((cookie) => ({ ...cookie, url: baseURL! })));
      await page.goto(`/painel/viagem/${trip}`);
      for (const [name, reach] of STATES)
        await test.step(name, async () => {
          await reach(page);
          expect(await coveredParts(page, VALUES)).toEqual([]);
        });
      await test.step("offline, with the banner of the site and the offer of a new version", async () => {
        await page.evaluate(() => {
          document.documentElement.dataset.offline = "";
          document.documentElement.dataset.update = "";
        });
        expect(await coveredParts(page, VALUES)).toEqual([]);
      });
    });

test("the breakdown guide opens over a recording that goes on, and takes the car of the plan", async ({
  page,
  baseURL,
  sql,
  account,
}) => {
  const trip = await addDrivenTrip(sql, account);
  await simulateDrive(page.context(), driveStart());
  await page.context().addCookies(account.session.cookies.map((cookie) => ({ ...cookie, url: baseURL! })));
  await page.goto(`/painel/viagem/${trip}`);
  await press(page, "Começar a gravar");
  await emit(page, 0, 30);
  await page.getByRole("link", { name: "Pane", exact: true }).click();
  const help = page.getByRole("dialog", { name: /^Pane/ });
  await expect(help.getByText("A gravação continua.")).toBeVisible();
  await expect(help.getByLabel("Carro", { exact: true })).toHaveValue("Opala");
  await expect(help.locator("[data-slot=help-message]")).toContainText("Carro: Opala");
  await expect(help.getByRole("link", { name: /^190/ })).toBeVisible();
  await emit(page, 30, 30);
  await press(page, "Voltar para a viagem");
  await expect(help).toBeHidden();
  await phaseIs(page, "recording");
  await expect(page.locator("[data-stored]")).toHaveAttribute("data-stored", "60");
});
