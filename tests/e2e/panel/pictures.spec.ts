import type { Sql } from "postgres";
import sharp from "sharp";
import { expect, test, type Page } from "../support/test";

const SLUG = "mirante-das-fotos-de-teste";
const ISSUE = 9_871;
const field = (page: Page, name: string) => page.locator(`[data-field="${name}"]`);
const jpeg = (background: string) =>
  sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer();
const HEIC = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypheic\0\0\0\0mif1heic"), Buffer.alloc(200)]);

test.use({ expectedErrors: /415/ });

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Salvar" }).click();
  await expect(page.getByText("Tudo salvo")).toBeVisible();
}

/** A photo point of a state whose page no other test counts. */
async function addPoint(sql: Sql): Promise<string> {
  await sql`delete from public.photo_points where slug = ${SLUG}`;
  const [row] = await sql<{ id: string }[]>`
    insert into public.photo_points (name, slug, state_abbr, city_ibge, lat, lng) values ('Mirante das Fotos de Teste', ${SLUG}, 'RR', 1400100, 2.82, -60.67) returning id`;
  return row!.id;
}

test("an editor uploads several photos of a photo point at once and publishes them with alt text and credit", async ({
  page,
  signIn,
  sql,
}) => {
  const id = await addPoint(sql);
  await signIn("editor");
  await page.goto(`/admin/photo-points/${id}`);
  const photos = field(page, "photos");
  const files = [
    { name: "IMG_1.jpg", mimeType: "image/jpeg", buffer: await jpeg("#2f6fb5") },
    { name: "IMG_2.heic", mimeType: "image/heic", buffer: HEIC },
    { name: "IMG_3.jpg", mimeType: "image/jpeg", buffer: Buffer.from("isto não é uma foto") },
    { name: "IMG_4.jpg", mimeType: "image/jpeg", buffer: await jpeg("#0b7a4a") },
  ];
  await photos.locator("input[type=file]").setInputFiles(files);
  const queue = photos.getByRole("list", { name: "Envio de imagens" });
  await expect(queue.getByRole("listitem").filter({ hasText: "IMG_2.heic" })).toContainText("Salve a foto como JPEG");
  await expect(queue.getByRole("listitem").filter({ hasText: "IMG_3.jpg" })).toContainText("não é uma imagem");
  await expect(photos.getByLabel("O que a imagem mostra")).toHaveCount(2);
  await expect(photos.locator('img[src^="/midia/"]')).toHaveCount(2);

  const cover = field(page, "cover_url");
  await cover.getByRole("textbox").fill("https://169.254.169.254/latest/meta-data");
  await cover.getByRole("button", { name: "Copiar para o portal" }).click();
  await expect(cover.getByRole("alert")).toContainText("rede interna");
  await page.getByRole("button", { name: "Salvar" }).click();
  await expect(cover).toContainText("rede interna");
  await cover.getByRole("textbox").fill("");
  await cover
    .locator("input[type=file]")
    .setInputFiles({ name: "capa.jpg", mimeType: "image/jpeg", buffer: await jpeg("#c52834") });
  await cover.getByRole("button", { name: "Enviar imagem" }).click();
  for (const words of [
    cover.getByLabel("O que a imagem mostra"),
    photos.getByLabel("O que a imagem mostra").first(),
    photos.getByLabel("O que a imagem mostra").last(),
  ])
    await words.fill("Um Opala no mirante");
  await cover.getByLabel("Crédito").fill("Ana Souza");
  await cover.getByLabel("Licença").focus();
  await expect(cover.getByText("Descrição salva")).toBeVisible();
  await expect(photos.getByText("Descrição salva")).toHaveCount(2);
  await field(page, "status").getByRole("combobox").selectOption("published");
  await save(page);

  await page.goto("/rr/pontos-fotograficos");
  const card = page.locator(`#${SLUG}`);
  await expect(card.getByRole("img", { name: "Um Opala no mirante" })).toHaveAttribute("src", /^\/midia\//);
  await expect(card.getByText("Foto: Ana Souza")).toBeVisible();
  await card.getByText("Fotos de Mirante das Fotos de Teste").click();
  await expect(card.getByRole("img", { name: "Um Opala no mirante" })).toHaveCount(3);
  await sql`delete from public.photo_points where slug = ${SLUG}`;
});

test("an editor uploads the PDF of an issue, which its page links to", async ({ page, signIn, sql }) => {
  await sql`delete from public.magazines where number = ${ISSUE}`;
  const [row] = await sql<
    { id: string }[]
  >`insert into public.magazines (number, slug, title, month) values (${ISSUE}, 'edicao-do-pdf-de-teste', 'Edição do PDF', '1990-01-01') returning id`;
  await signIn("editor");
  await page.goto(`/admin/revista/${row!.id}`);
  const pdf = field(page, "pdf_path");
  await pdf
    .locator("input[type=file]")
    .setInputFiles({ name: "edicao.pdf", mimeType: "application/pdf", buffer: Buffer.from("<html>não é PDF</html>") });
  await expect(pdf.getByRole("alert")).toContainText("não é um PDF");
  await pdf.locator("input[type=file]").setInputFiles({
    name: "edicao.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n"),
  });
  await expect(pdf.getByRole("textbox")).toHaveValue(/^\/midia\/\d{4}-\d{2}\/[0-9a-f-]{36}\.pdf$/);
  await save(page);
  const answer = await page.request.get(await pdf.getByRole("textbox").inputValue());
  expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, "application/pdf"]);
  expect(String(await answer.body())).toMatch(/^%PDF-1\.7/);
  await sql`delete from public.magazines where number = ${ISSUE}`;
});

test("the logo of the portal is uploaded, and an address of an internal network is refused", async ({
  page,
  signIn,
}) => {
  await signIn("main_admin");
  await page.goto("/admin/portal-settings");
  const logo = page.getByLabel("Logotipo");
  await logo.fill("https://localhost/logo.png");
  await page.getByRole("button", { name: "Copiar para o portal" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "rede interna" })).toBeVisible();
  await logo.fill("");
  await page.locator('input[type=file][accept*="image"]').setInputFiles({
    name: "logo.png",
    mimeType: "image/png",
    buffer: await sharp({ create: { width: 300, height: 300, channels: 4, background: "#f7b73380" } })
      .png()
      .toBuffer(),
  });
  await page.getByRole("button", { name: "Enviar imagem" }).click();
  // Not saved, because the logo is on every page of the other tests.
  await expect(logo).toHaveValue(/^\/midia\//);
});
