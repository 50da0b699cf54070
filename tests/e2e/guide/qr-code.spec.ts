import { readFileSync } from "node:fs";
import { expect, test } from "../support/test";
import { openAlive } from "../support/page";

test.describe("QR code generator", () => {
  test("creates PNG, SVG and a printable sign without calling the server", async ({ page, baseURL }) => {
    await openAlive(page, "/gerar-qrcode#pagina=/sc/rota/serra-do-rio-do-rastro&legenda=Serra");
    await expect(
      page.getByRole("img", { name: `QR Code que abre ${baseURL}/sc/rota/serra-do-rio-do-rastro` }),
    ).toBeVisible();
    const starts = { PNG: "\x89PNG", SVG: "<svg", "Placa A4": "%PDF-1.4", "Placa A5": "%PDF-1.4" };
    for (const [name, start] of Object.entries(starts)) {
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name, exact: true }).click();
      const file = await (await download).path();
      expect(readFileSync(file).toString("latin1").slice(0, start.length)).toBe(start);
      expect((await download).suggestedFilename()).toMatch(/^qr-serra\./);
    }
  });

  test("shows validation errors before it creates anything", async ({ page }) => {
    await openAlive(page, "/gerar-qrcode");
    await page.getByText("Wi-Fi", { exact: true }).click();
    await page.getByLabel("Nome da rede").fill("Pousada");
    await page.getByLabel("Senha da rede").fill("curta");
    await expect(page.getByText("ao menos 8 caracteres")).toBeVisible();
    await expect(page.getByRole("button", { name: "PNG" })).toBeDisabled();
    await page.getByLabel("Senha da rede").fill("curta demais não");
    await expect(page.getByRole("button", { name: "PNG" })).toBeEnabled();
    await page.getByLabel("Cor do código").fill("#f7f4ec");
    await expect(page.getByText("mais escuro que o fundo")).toBeVisible();
  });
});
