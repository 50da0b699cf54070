import { fileOf } from "../support/artwork";
import { createAccount, deleteAccount, pageOf } from "../support/own-account";
import { toast } from "../support/page";
import { expect, test, type Page } from "../support/test";
import { addTrip } from "../support/trip-rows";
import { answerQuestions } from "../support/questions";

const PDF = {
  name: "crlv-2027.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"),
};
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const card = (page: Page, title: string) =>
  page.locator("[data-slot=card]").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first();

async function addOpala(page: Page): Promise<string> {
  await page.goto("/diario-de-bordo");
  await expect(page.getByText("Nenhum carro na garagem ainda.")).toBeVisible();
  await button(page, "Adicionar carro").click();
  await button(page, "Guardar na garagem").click();
  await expect(page.getByText("Preencha este campo.")).toBeVisible();
  await page.getByLabel("Apelido").fill("Opalão");
  await page.getByLabel("Quilometragem no odômetro hoje").fill("88.000");
  await page.getByText("Mais sobre o carro").click();
  await page.getByLabel("Marca").fill("Chevrolet");
  await page.getByLabel("Modelo", { exact: false }).first().fill("Opala");
  await page.getByLabel("Ano de fabricação").fill("1974");
  await page.getByLabel("Ano do modelo").fill("1975");
  await button(page, "Guardar na garagem").click();
  await expect(page.getByRole("heading", { name: "Opalão", level: 1 })).toBeVisible();
  await expect(page.getByText("Chevrolet Opala 1974/75 · 88.000 km")).toBeVisible();
  return new URL(page.url()).pathname.split("/").at(-1)!;
}

test("a car is added with photo, plate, replaced odometer, document and part, and restored from the trash @phone", async ({
  browser,
  baseURL,
  sql,
}) => {
  test.slow();
  const [account, stranger] = [await createAccount(sql, "user"), await createAccount(sql, "user")];
  const page = await pageOf(browser, account, baseURL!);
  await answerQuestions(page);
  try {
    const car = await addOpala(page);
    const path = `/diario-de-bordo/${car}`;

    await test.step("a photo represents it, and only its people open the file", async () => {
      await page.goto(`${path}/editar`);
      await card(page, "Fotos")
        .locator("input[type=file]")
        .setInputFiles(await fileOf("opala", 800, 600));
      await expect(page.getByText("Foto principal")).toBeVisible();
      const source = await page.getByRole("img", { name: "Foto 1 de Opalão" }).getAttribute("src");
      expect((await page.request.get(source!)).status()).toBe(200);
      const other = await pageOf(browser, stranger, baseURL!);
      expect((await other.request.get(source!)).status()).toBe(404);
      for (const part of ["", "/editar", "/documentos", "/pecas"])
        expect((await other.goto(path + part))?.status(), part).toBe(404);
      await other.context().close();
    });

    await test.step("the plate is normalised and private", async () => {
      const form = card(page, "Placa, chassi e CVCOL");
      await form.getByLabel("Placa", { exact: false }).first().fill("AB-12");
      await form.getByRole("button", { name: "Salvar" }).click();
      await expect(form.getByText("Confira a placa")).toBeVisible();
      await form.getByLabel("Placa", { exact: false }).first().fill("abc 1234");
      await form.getByRole("button", { name: "Salvar" }).click();
      const stored = () => sql`select plate from public.vehicle_identities where vehicle_id = ${car}`;
      await expect.poll(async () => (await stored())[0]?.plate as string).toBe("ABC1234");
      await expect(form.getByLabel("Placa", { exact: false }).first()).toHaveValue("ABC-1234");
    });

    await test.step("a stopped odometer makes the kilometres an estimate; a new one goes on with the total", async () => {
      const odometer = card(page, "Odômetro");
      await odometer.getByRole("button", { name: "Está parado" }).click();
      await expect(odometer.getByText("88.000 km (estimado)")).toBeVisible();
      await odometer.getByRole("button", { name: "Foi trocado" }).click();
      await odometer.getByLabel("Quilometragem total do carro nesse dia").fill("80.000");
      await odometer.getByLabel("O que o odômetro marca").fill("12");
      await odometer.getByRole("button", { name: "Salvar troca" }).click();
      await expect(odometer.getByText("A quilometragem total não pode diminuir.")).toBeVisible();
      await odometer.getByLabel("Quilometragem total do carro nesse dia").fill("88.500");
      await odometer.getByRole("button", { name: "Salvar troca" }).click();
      await expect(odometer.getByText("Quilometragem total do carro: 88.500 km")).toBeVisible();
      const [row] = await sql`select odometer_offset_km, odometer_state from public.vehicles where id = ${car}`;
      expect([Number(row!.odometer_offset_km), row!.odometer_state]).toEqual([88_488, "replaced"]);
    });

    await test.step("a document expires soon, has a private file, and comes back from the trash", async () => {
      await page.goto(`${path}/documentos`);
      await button(page, "Adicionar documento").click();
      await page.getByLabel("Número").fill("00123");
      await page.getByLabel("Vence em").fill(inDays(10));
      await button(page, "Salvar").click();
      await expect(page.locator("[data-expiry=soon]")).toBeVisible();
      await page.locator("input[type=file]").setInputFiles(PDF);
      await expect(page.getByRole("link", { name: "Abrir crlv-2027.pdf" })).toBeVisible();
      await button(page, "Apagar: CRLV").click();
      await expect(page.getByText("Nenhum documento guardado.")).toBeVisible();
      await toast(page, "Documento na lixeira").getByRole("button", { name: "Desfazer" }).click();
      await expect(page.getByRole("link", { name: "Abrir crlv-2027.pdf" })).toBeVisible();
    });

    await test.step("a part is added, changed and deleted with undo", async () => {
      await page.goto(`${path}/pecas`);
      await button(page, "Adicionar peça").click();
      await page.getByLabel("Peça", { exact: true }).fill("Platinado");
      await page.getByLabel("Preço de cada").fill("45,90");
      await button(page, "Salvar").click();
      await expect(page.getByText("cada R$ 45,90")).toBeVisible();
      await button(page, "Editar: Platinado").click();
      await page.getByLabel("Quantidade").fill("2");
      await button(page, "Salvar").click();
      await expect(page.getByRole("heading", { name: "2 × Platinado" })).toBeVisible();
      await button(page, "Apagar: Platinado").click();
      await expect(page.getByText("Nenhuma peça anotada.")).toBeVisible();
      await toast(page, "Peça na lixeira").getByRole("button", { name: "Desfazer" }).click();
      await expect(page.getByRole("heading", { name: "2 × Platinado" })).toBeVisible();
    });

    await test.step("the state shows only its trips", async () => {
      await addTrip(sql, account, "Serra do Opalão");
      await page.goto("/sc/diario-de-bordo");
      await expect(page.getByRole("heading", { name: "Diário de bordo em Santa Catarina" })).toBeVisible();
      await expect(page.getByRole("link", { name: "Serra do Opalão" })).toBeVisible();
      await page.goto("/pr/diario-de-bordo");
      await expect(page.getByText("Nenhuma viagem sua começa em Paraná ou passa por lá.")).toBeVisible();
      await page.getByRole("link", { name: "Ver o diário inteiro" }).click();
      await expect(page.getByRole("heading", { name: "Diário de bordo", level: 1 })).toBeVisible();
    });

    await test.step("the car goes to the trash, comes back, and is deleted for good by its nickname", async () => {
      const remove = async () => {
        await page.goto(`${path}/editar`);
        await button(page, "Mover para a lixeira").click();
        await expect(page.getByText("Nenhum carro na garagem ainda.")).toBeVisible();
      };
      await remove();
      await toast(page, "Carro na lixeira").getByRole("button", { name: "Desfazer" }).click();
      await expect(page.getByRole("link", { name: "Opalão" })).toBeVisible();
      await remove();
      await page.getByText("Lixeira (1)").click();
      await button(page, "Restaurar: Opalão").click();
      await expect(page.getByRole("link", { name: "Opalão" })).toBeVisible();
      await remove();
      expect((await page.goto(path))?.status()).toBe(404);
      await page.goto("/diario-de-bordo");
      await page.getByText("Lixeira (1)").click();
      await button(page, "Apagar de vez: Opalão").click();
      const dialog = page.getByRole("dialog", { name: "Apagar Opalão de vez?" });
      await dialog.getByLabel(/digite o apelido/).fill("Fusca");
      await dialog.getByRole("button", { name: "Apagar de vez" }).click();
      await expect(dialog.getByText("O apelido não confere.")).toBeVisible();
      await dialog.getByLabel(/digite o apelido/).fill("Opalão");
      await dialog.getByRole("button", { name: "Apagar de vez" }).click();
      await expect(page.getByText("Lixeira (1)")).toHaveCount(0);
      expect(await sql`select id from public.vehicles where id = ${car}`).toHaveLength(0);
    });
  } finally {
    await page.context().close();
    await deleteAccount(sql, account);
    await deleteAccount(sql, stranger);
  }
});

test("two tabs that change a car merge other fields and ask about the same one @phone", async ({
  sql,
  account,
  accountPage: page,
}) => {
  const id = "00000000-0000-4000-8000-0000000ca001";
  await sql`insert into public.vehicles (id, owner_id, nickname, color) values (${id}, ${account.id}, 'Opala', 'branco')`;

  const other = await page.context().newPage();
  await Promise.all([page.goto(`/diario-de-bordo/${id}/editar`), other.goto(`/diario-de-bordo/${id}/editar`)]);
  const form = (tab: Page) => card(tab, "Dados do carro");
  const save = (tab: Page) => form(tab).getByRole("button", { name: "Salvar", exact: true }).click();
  const stored = async () => (await sql`select color, make, nickname from public.vehicles where id = ${id}`)[0];
  await form(page).getByLabel("Cor", { exact: false }).first().fill("verde");
  await save(page);
  await expect.poll(stored).toMatchObject({ color: "verde" });
  await form(other).getByLabel("Marca").fill("Chevrolet");
  await save(other);
  await expect.poll(stored).toEqual({ color: "verde", make: "Chevrolet", nickname: "Opala" });
  await form(page).getByLabel("Apelido").fill("Opalão");
  await save(page);
  await expect.poll(stored).toMatchObject({ nickname: "Opalão" });
  await form(other).getByLabel("Apelido").fill("Opalinha");
  await save(other);
  await expect(form(other).getByText("Apelido · Guardado agora: Opalão")).toBeVisible();
  await expect(form(other).getByLabel("Apelido")).toHaveValue("Opalinha");
  await form(other).getByRole("button", { name: "Salvar o que digitei" }).click();
  await expect.poll(stored).toMatchObject({ nickname: "Opalinha", color: "verde" });
});
