import { expect, test } from "../support/test";
import { openAlive } from "../support/page";

test("the about page leaves out empty contacts and shows how much content the portal has", async ({ page }) => {
  await page.goto("/sobre");
  await expect(page.getByRole("heading", { level: 1, name: "Sobre o portal" })).toBeVisible();
  await expect(page.locator("main").getByRole("heading", { name: "Quem faz" })).toBeVisible();
  for (const missing of ["{{", "(a informar)"]) await expect(page.locator("main")).not.toContainText(missing);
  await expect(page.locator("main").getByText("rotas", { exact: true })).toBeVisible();
});

test("the FAQ can be searched without accents", async ({ page }) => {
  await openAlive(page, "/como-funciona");
  await page.getByLabel("Procurar nas perguntas").fill("CADASTRO da minha");
  await expect(page.getByText("O cadastro da minha empresa é pago?")).toBeVisible();
  await expect(page.getByText("Quanto custa?")).toBeHidden();
  await page.getByLabel("Procurar nas perguntas").fill("girafa");
  await expect(page.getByText("Nenhuma pergunta com essas palavras.")).toBeVisible();
});

for (const [path, title, version] of [
  ["/termos-de-uso", "Termos de uso", "1.2"],
  ["/english/direitos-autorais", "Copyright", "1.0"],
  ["/espanol/politica-de-privacidade", "Política de privacidad", "1.5"],
] as const) {
  test(`${path} has version, date and a link to each section`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.getByText(new RegExp(`Vers(?:ão|ion|ión) ${version.replace(".", "[.]")}`)).first()).toBeVisible();
    const [link] = await page.locator("main nav details a").all();
    const target = (await link!.getAttribute("href"))!;
    await expect(page.locator(`[id="${target.slice(1)}"]`)).toBeVisible();
    await page.emulateMedia({ media: "print" });
    await expect(page.locator("main nav details")).toBeHidden();
  });
}

test("the media kit shows the four terms of sale in every language", async ({ page }) => {
  for (const [path, term] of [
    ["/anuncie-aqui", "depois da confirmação do pagamento"],
    ["/english/sc/anuncie-aqui", "follows payment confirmation"],
    ["/espanol/anuncie-aqui", "después de confirmado el pago"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(term)).toBeVisible();
  }
});
