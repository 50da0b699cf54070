import { expect, test } from "../support/test";
import { openAlive, toast } from "../support/page";

test.describe("the travel checklist", () => {
  test("stores its ticks on the device and resets only after a confirmation", async ({ page }) => {
    await openAlive(page, "/checklist-viagem");
    await page.getByLabel("Triângulo inteiro e à mão").check();
    await expect(page.getByText(/^1 de \d+ conferidos$/)).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Triângulo inteiro e à mão")).toBeChecked();
    await page.getByRole("button", { name: "Começar de novo" }).click();
    await page.getByRole("button", { name: "Manter" }).click();
    await expect(page.getByLabel("Triângulo inteiro e à mão")).toBeChecked();
    await page.getByRole("button", { name: "Começar de novo" }).click();
    await page.getByRole("button", { name: "Apagar" }).click();
    await expect(page.getByText(/^0 de \d+ conferidos$/)).toBeVisible();
  });

  test("undoes a reset from the notice, by keyboard only", async ({ page }) => {
    await openAlive(page, "/checklist-viagem");
    await page.getByLabel("Triângulo inteiro e à mão").check();
    await page.getByRole("button", { name: "Começar de novo" }).click();
    await page.getByRole("button", { name: "Apagar" }).click();
    const undo = toast(page, "Lista recomeçada").getByRole("button", { name: "Desfazer" });
    await expect(undo).toBeVisible();
    await page.keyboard.press("F8");
    for (let presses = 0; presses < 2; presses++) await page.keyboard.press("Tab");
    await expect(undo).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Triângulo inteiro e à mão")).toBeChecked();
    await expect(undo).toHaveCount(0);
  });

  test("contains the items for the selected car, trip and terrain", async ({ page }) => {
    await openAlive(page, "/checklist-viagem");
    const items = page.locator("main").getByRole("checkbox").filter({ visible: true });
    const all = await items.count();
    await page.getByRole("combobox", { name: "Carro" }).selectOption("motorcycle");
    await expect(page.getByText("Capacete afivelado, viseira limpa, luvas, bota e jaqueta")).toBeVisible();
    await expect(page.getByText("Triângulo inteiro e à mão")).toHaveCount(0);
    await page.getByRole("combobox", { name: "Duração" }).selectOption("day");
    await page.getByLabel("Litoral").check();
    expect(await items.count()).toBeLessThan(all);
  });

  test("is complete without JavaScript, and prints without buttons", async ({ browser, baseURL }) => {
    const page = await (await browser.newContext({ baseURL, javaScriptEnabled: false })).newPage();
    await page.goto("/english/checklist-viagem");
    await expect(page.getByText("Warning triangle, whole and within reach")).toBeAttached();
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("button", { name: "Print the list" })).toBeHidden();
    const box = page.getByRole("main").getByRole("list").getByRole("checkbox").first();
    await expect(box).toHaveCSS("border-top-width", "2px");
    await expect(box).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
    await page.context().close();
  });
});
