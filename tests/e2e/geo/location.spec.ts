import { expect, test, type Page } from "../support/test";
import { hydrated } from "../support/hydration";
import { toast } from "../support/page";
import { setPositionPermission } from "../support/position";

test.use({ firstVisit: true, geolocation: { latitude: -27.5954, longitude: -48.548 } });

const START = new Date("2026-01-01T12:00:00Z");
const dialog = (page: Page) => page.getByRole("dialog", { name: "Permissão de Localização" });

async function openDialog(page: Page, path = "/sobre") {
  await setPositionPermission(page, "prompt");
  await page.goto(path);
  await expect(dialog(page)).toBeVisible();
}

test("the location dialog appears 1.5 seconds after load and shows the purpose", async ({ page }) => {
  await setPositionPermission(page, "prompt");
  await page.clock.install({ time: START });
  await page.clock.pauseAt(START.getTime() + 1000);
  await page.goto("/home");
  await hydrated(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
  await page.clock.runFor(1400);
  await expect(dialog(page)).toBeHidden();
  await page.clock.runFor(600);
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page)).toContainText(/rotas/);
  await expect(dialog(page)).toContainText(/velocímetro/);
  await expect(dialog(page)).toContainText(/dentro do app/);
});

test("the first page shows it too", ({ page }) => openDialog(page, "/"));

test("'Permitir' gets the position, shows both notices and does not ask again", async ({ page }) => {
  await openDialog(page);
  await setPositionPermission(page, "granted");
  await dialog(page).getByRole("button", { name: "Permitir" }).click();
  await expect(toast(page, "Localização Ativada!")).toContainText("Sua posição foi encontrada com sucesso.");
  await expect(toast(page, "Permissão de GPS Concedida!")).toContainText(
    "Obrigado! Agora você pode usar os recursos de localização.",
  );
  await expect(page.locator("[data-slot=toast]")).toHaveCount(2);
  expect(await page.evaluate(() => localStorage.getItem("gpsPermissionState"))).toBe("granted");
});

test("a denied browser permission shows 'GPS Bloqueado' for ten seconds", async ({ page }) => {
  await openDialog(page);
  await setPositionPermission(page, "denied");
  await dialog(page).getByRole("button", { name: "Permitir" }).click();
  await expect(toast(page, "GPS Bloqueado")).toContainText(
    "A permissão de localização foi negada. Para usar esta funcionalidade, ative-a nas configurações do seu navegador.",
  );
  expect(await page.evaluate(() => localStorage.getItem("gpsPermissionState"))).toBe("denied");
});

for (const [way, close] of [
  ["'Agora não'", (page: Page) => dialog(page).getByRole("button", { name: "Agora não" }).click()],
  ["Escape", (page: Page) => page.keyboard.press("Escape")],
] as const) {
  test(`${way} postpones the dialog without refusing`, async ({ page }) => {
    await openDialog(page);
    await close(page);
    await expect(dialog(page)).toBeHidden();
    await expect(toast(page, "Acesso à localização adiado")).toContainText(
      "Você pode ativar o GPS quando usar uma função que precise dele.",
    );
    expect(await page.evaluate(() => localStorage.getItem("gpsPermissionState") ?? "prompt")).toBe("prompt");
  });
}

test("the dialog appears until it is answered, and after 'Agora não' not again in the session", async ({ page }) => {
  await openDialog(page);
  await page.reload();
  await expect(dialog(page)).toBeVisible();
  await dialog(page).getByRole("button", { name: "Agora não" }).click();
  await expect(toast(page, "Acesso à localização adiado")).toBeVisible();
  await page.reload({ waitUntil: "networkidle" });
  expect(await page.evaluate(() => sessionStorage.getItem("gpsAsked"))).not.toBeNull();
  await expect(dialog(page)).toHaveCount(0);
});

test("the stored permission follows the browser on every page, also after the question was answered", async ({
  page,
}) => {
  const stored = () => page.evaluate(() => localStorage.getItem("gpsPermissionState"));
  await openDialog(page);
  await dialog(page).getByRole("button", { name: "Agora não" }).click();
  await setPositionPermission(page, "denied");
  await page.goto("/sc/home");
  await expect.poll(stored).toBe("denied");
  await setPositionPermission(page, "granted");
  await expect.poll(stored).toBe("granted");
});

test("a permission that the browser reset is requested again", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("gpsPermissionState", "denied"));
  await openDialog(page);
});
