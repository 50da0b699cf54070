import { expect, test, type Page } from "../support/test";
import { openAlive, toast } from "../support/page";

const button = (page: Page, name: string) => page.getByRole("contentinfo").getByRole("button", { name });

/** Simulates the browser's install prompt; its result is set by the test. */
async function offerInstall(page: Page) {
  await page.evaluate(() => {
    let answer: (choice: { outcome: string }) => void = () => undefined;
    const userChoice = new Promise((resolve) => (answer = resolve));
    const offer = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
      prompt: () => Promise.resolve(),
      userChoice,
    });
    Object.assign(window, { answerInstall: (outcome: string) => answer({ outcome }) });
    window.dispatchEvent(offer);
  });
}

const answerInstall = (page: Page, outcome: "accepted" | "dismissed") =>
  page.evaluate(
    (given) => (window as unknown as { answerInstall: (outcome: string) => void }).answerInstall(given),
    outcome,
  );

test("without an install prompt of the browser there is no install button", async ({ page }) => {
  await openAlive(page, "/sobre");
  await expect(button(page, "Baixar App")).toHaveCount(0);
});

test("an accepted prompt installs the app", async ({ page }) => {
  await openAlive(page, "/sobre");
  await offerInstall(page);
  await button(page, "Baixar App").click();
  await expect(button(page, "Instalando...")).toBeDisabled();
  await answerInstall(page, "accepted");
  await expect(button(page, "App Instalado")).toBeDisabled();
  await expect(toast(page, "Instalação Iniciada!")).toContainText(
    "O aplicativo está sendo adicionado à sua tela inicial.",
  );
});

test("a dismissed prompt shows a notice, and the next click explains the browser's menu", async ({ page }) => {
  await openAlive(page, "/sobre");
  await offerInstall(page);
  await button(page, "Baixar App").click();
  await answerInstall(page, "dismissed");
  await expect(toast(page, "Instalação Cancelada")).toContainText("Você pode instalar o app a qualquer momento.");
  await button(page, "Baixar App").click();
  await expect(toast(page, "App já instalado ou navegador não compatível")).toBeVisible();
});

test.describe("on an iPhone", () => {
  test.use({
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
  });

  test("the button explains the three steps", async ({ page }) => {
    await openAlive(page, "/sobre");
    await button(page, "Baixar App").click();
    for (const word of ["compartilhar", "Adicionar à Tela de Início", "Adicionar"])
      await expect(toast(page, "iPhone")).toContainText(word);
  });
});
