import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import sharp from "sharp";
import { toastsLoaded } from "../support/page";
import { expect, test, type Page } from "../support/test";

test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|Failed to fetch/ });

const GOOD = 300;
const BAD = 20;

/** A CSV file of glossary terms, some without the required definition. */
function terms(): Buffer {
  const every = (GOOD + BAD) / BAD;
  const lines = Array.from(
    { length: GOOD + BAD },
    (_, i) => `Ensaio ${i},ensaio-csv-${i},${i % every === 0 ? "" : `"Termo ${i}, com vírgula"`}`,
  );
  return Buffer.from(`term,key,definition\n${lines.join("\n")}\n`);
}

const noise = (side: number) =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .jpeg({ quality: 100, chromaSubsampling: "4:4:4" })
    .toBuffer();

async function openImport(page: Page): Promise<void> {
  await page.goto("/admin/website-content/glossario");
  await page.getByRole("button", { name: "Importar CSV" }).click();
  await page
    .getByRole("dialog")
    .getByLabel("Arquivo", { exact: true })
    .setInputFiles({ name: "termos.csv", mimeType: "text/csv", buffer: terms() });
}

test("saving without a network shows a message and loses no input", async ({ page, signIn, sql }) => {
  const [{ id }] =
    (await sql`insert into public.glossary_terms (term, key, definition) values ('Ensaio sem rede', 'ensaio-sem-rede', 'Antes') on conflict (key) do update set definition = 'Antes' returning id`) as unknown as [
      { id: string },
    ];
  await signIn("editor");
  await page.goto(`/admin/website-content/glossario/${id}`);
  await page.waitForLoadState("networkidle");
  await page.locator('[data-field="definition"]').getByRole("textbox").first().fill("Escrito no posto, sem sinal");
  await toastsLoaded(page);
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Salvar" }).click();
  await expect(page.locator("[data-slot=toast]")).toBeVisible();
  await expect(page.locator('[data-field="definition"]').getByRole("textbox").first()).toHaveValue(
    "Escrito no posto, sem sinal",
  );
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Salvar" }).click();
  await expect(page.getByText("Tudo salvo")).toBeVisible();
  expect((await sql`select definition from public.glossary_terms where id = ${id}`)[0]).toEqual({
    definition: "Escrito no posto, sem sinal",
  });
  await sql`delete from public.glossary_terms where id = ${id}`;
});

test("a file is validated line by line; valid lines are imported, invalid lines are listed", async ({
  page,
  signIn,
  sql,
}) => {
  await signIn("editor");
  await openImport(page);
  await expect(page.getByText(`linhas prontas; ${BAD} com erro`)).toBeVisible();
  await expect(page.getByText(/Linha 2:/)).toBeVisible();
  await page.getByRole("button", { name: /^Importar [\d.]+ linhas$/ }).click();
  await expect(page.locator("[data-slot=toast]")).toContainText(String(GOOD), { timeout: 60_000 });
  expect((await sql`select count(*)::int as n from public.glossary_terms where key like 'ensaio-csv-%'`)[0]).toEqual({
    n: GOOD,
  });
  await sql`delete from public.glossary_terms where key like 'ensaio-csv-%'`;
});

test("a photo of 20 MB is resized before the upload", async ({ page, signIn }) => {
  const photo = await noise(3000);
  expect(photo.length).toBeGreaterThan(20_000_000);
  // The browser reads the file from disk; sending its bytes through Playwright would take longer than the upload.
  const file = test.info().outputPath("grande.jpg");
  writeFileSync(file, photo);
  await signIn("editor");
  await page.goto("/admin/services/novo");
  const sent = page.waitForResponse("**/api/media");
  await page.locator('input[type=file][accept*="image"]').first().setInputFiles(file);
  await page.getByRole("button", { name: "Enviar imagem" }).click();
  expect((await sent).status()).toBe(201);
});

test("importing an unchanged export changes nothing, an edited one in Windows-1252 changes its cells, and a rejected row is returned completely", async ({
  page,
  signIn,
  sql,
}) => {
  const keys = ["ensaio-volta-0", "ensaio-volta-1"];
  const forget = () => sql`delete from public.glossary_terms where key in ${sql(keys)}`;
  await forget();
  for (const [index, key] of keys.entries())
    await sql`insert into public.glossary_terms (term, key, definition) values (${`-Volta ${index}`}, ${key}, 'Uma definição')`;
  await signIn("editor");
  const exported = await (await page.request.get("/admin/exportar/website-content/glossario?q=volta")).text();
  const choose = async (buffer: Buffer) => {
    await page.goto("/admin/website-content/glossario");
    await page.getByRole("button", { name: "Importar CSV" }).click();
    await page
      .getByRole("dialog")
      .getByLabel("Arquivo", { exact: true })
      .setInputFiles({ name: "termos.csv", mimeType: "text/csv", buffer });
  };
  await choose(Buffer.from(exported));
  await expect(page.getByText("Nenhuma linha pronta; nenhuma com erro; 2 sem mudança")).toBeVisible();

  const rows = await sql<
    { id: string; key: string }[]
  >`select id, key from public.glossary_terms where key in ${sql(keys)} order by key`;
  const edited = `Identificador;Termo;Definição\r\n${rows[0]!.id};-Volta 0;Nova definição\r\n${rows[1]!.id};;Sem termo\r\n`;
  await choose(Buffer.from(edited, "latin1"));
  await expect(page.getByText("1 linha pronta; 1 com erro")).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Baixar a linha com erro" }).click();
  const refused = await (await (await download).createReadStream()).toArray();
  expect(Buffer.concat(refused as Buffer[]).toString()).toContain(
    `${rows[1]!.id};;Sem termo;Termo: Preencha este campo`,
  );
  await page.getByRole("button", { name: "Importar 1 linha" }).click();
  await expect(page.locator("[data-slot=toast]")).toContainText("1 linhas salvas");
  expect((await sql`select definition from public.glossary_terms where id = ${rows[0]!.id}`)[0]).toEqual({
    definition: "Nova definição",
  });
  await forget();
});
