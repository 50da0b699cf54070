import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import sharp from "sharp";
import { expect, test, type Page } from "../support/test";

const field = (page: Page, name: string) => page.locator(`[data-field="${name}"]`);
const jpeg = (background: string, width = 900, height = 600) =>
  sharp({ create: { width, height, channels: 3, background } })
    .withExif({ IFD0: { Artist: "Ana" } })
    .jpeg()
    .toBuffer();
const PDF = Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF");

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Salvar" }).click();
  await expect(page.getByText("Tudo salvo")).toBeVisible();
}

/** A published event with a day, a kind, two stands and a sponsor. */
async function addWholeEvent(sql: Sql) {
  const slug = `arquivos-${randomUUID().slice(0, 8)}`;
  const [event] = await sql<{ id: string }[]>`
    insert into public.events (slug, title, status, organizer_name, state_abbr, municipality_ibge, town, starts_at, ends_at)
    values (${slug}, 'Encontro dos Arquivos', 'published', 'Clube', 'RR', 1400100, 'Boa Vista', now() + interval '40 days', now() + interval '41 days')
    returning id`;
  const { id } = event!;
  await sql`insert into public.event_days (event_id, day, items) values (${id}, '2027-01-10', '[{"time":"09:30","text":"Abertura"}]')`;
  await sql`insert into public.event_registration_types (event_id, kind, name) values (${id}, 'publico', 'Visitante do dia')`;
  await sql`insert into public.event_stands (event_id, label, position) values (${id}, 'A1', 1), (${id}, 'A2', 2)`;
  await sql`insert into public.event_sponsors (event_id, name) values (${id}, 'Oficina Silva')`;
  return { id, slug };
}

test.use({ expectedErrors: /415/ });

test("an editor adds poster, gallery, documents, logo, stand map and translations, and visitors see them", async ({
  page,
  signIn,
  sql,
}) => {
  const { id, slug } = await addWholeEvent(sql);
  try {
    await signIn("editor");
    const address = `/admin/events/${id}/edit`;
    await page.goto(`${address}?aba=arquivos`);
    const poster = field(page, "poster_path");
    await poster
      .locator("input[type=file]")
      .setInputFiles({ name: "cartaz.jpg", mimeType: "image/jpeg", buffer: await jpeg("#c52834") });
    await poster.getByRole("button", { name: "Enviar imagem" }).click();
    await expect(poster.locator('img[src^="/arquivo-evento/"]')).toBeVisible();

    const media = field(page, "event_media");
    await media
      .locator("input[type=file]")
      .first()
      .setInputFiles([
        { name: "a.jpg", mimeType: "image/jpeg", buffer: await jpeg("#2f6fb5") },
        { name: "b.pdf", mimeType: "application/pdf", buffer: PDF },
        { name: "c.pdf", mimeType: "application/pdf", buffer: Buffer.from("isto não é um PDF") },
      ]);
    await expect(media.getByText("Este arquivo não é")).toBeVisible();
    await expect(media.getByRole("group", { name: /^Arquivo/ })).toHaveCount(2);
    await page.getByRole("button", { name: "Salvar" }).click();
    await expect(media.getByText("Preencha este campo")).toHaveCount(2);
    const titles = media.getByLabel(/^O que a foto mostra/);
    await titles.nth(0).fill("Fila de Opalas na praça");
    await titles.nth(1).fill("Row of Opalas on the square");
    await titles.nth(3).fill("Regulamento");
    await save(page);

    await page.goto(`${address}?aba=estandes`);
    const plan = field(page, "stand_map_path");
    await plan
      .locator("input[type=file]")
      .setInputFiles({ name: "planta.jpg", mimeType: "image/jpeg", buffer: await jpeg("#d9d9d9", 1000, 400) });
    await plan.getByRole("button", { name: "Enviar imagem" }).click();
    await expect(plan.locator('img[src^="/arquivo-evento/"]')).toBeVisible();
    const first = page.getByRole("button", { name: /^Espaço A1/ });
    await first.press("Shift+ArrowRight");
    await first.press("ArrowDown");
    const second = page.getByRole("button", { name: /^Espaço A2/ });
    const drawing = first.locator("..").locator("img");
    await expect.poll(() => drawing.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await second.hover();
    // The hover may scroll the page.
    const frame = (await first.locator("..").boundingBox())!;
    await page.mouse.down();
    await page.mouse.move(frame.x + frame.width / 2, frame.y + frame.height / 4, { steps: 5 });
    await page.mouse.up();
    await save(page);
    const stands = await sql<{ label: string; x: string; y: string }[]>`
      select label, x::text, y::text from public.event_stands where event_id = ${id} order by label`;
    expect(stands[0]).toEqual({ label: "A1", x: "5.00", y: "1.00" });
    expect([Math.round(Number(stands[1]!.x)), Math.round(Number(stands[1]!.y))]).toEqual([50, 25]);

    await page.goto(`${address}?aba=tipos`);
    await page.getByText("Visitante do dia").click();
    await page.getByRole("group", { name: "Tradução: English" }).getByRole("textbox").fill("Day visitor");
    await save(page);
    await page.goto(`${address}?aba=programa`);
    await page.getByText("2027-01-10").click();
    await page.getByLabel("Texto em inglês").fill("Opening");
    await save(page);
    await page.goto(`${address}?aba=patrocinadores`);
    await page.getByText("Oficina Silva").first().click();
    const logo = field(page, "event_sponsors.0.logo_path");
    await logo
      .locator("input[type=file]")
      .setInputFiles({ name: "logo.jpg", mimeType: "image/jpeg", buffer: await jpeg("#0b7a4a", 300, 100) });
    await logo.getByRole("button", { name: "Enviar imagem" }).click();
    await expect(logo.locator("img")).toBeVisible();
    await save(page);

    await page.goto(`/english/eventos/lacambeche/${slug}`);
    await expect(page.getByRole("img", { name: "Row of Opalas on the square" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Day visitor" })).toBeVisible();
    await expect(page.getByText("Opening")).toBeVisible();
    const shownLogo = page.getByRole("img", { name: "Oficina Silva" });
    // The picture is loaded when it comes into view.
    await shownLogo.evaluate((picture) => picture.scrollIntoView());
    await expect(shownLogo).toBeVisible();
    await page.goto(`/espanol/eventos/lacambeche/${slug}`);
    await expect(page.getByRole("img", { name: "Fila de Opalas na praça" })).toBeVisible();
    await expect(page.getByText("Abertura")).toBeVisible();
    const document = await page.request.get(
      (await page.getByRole("link", { name: "Regulamento" }).getAttribute("href"))!,
    );
    expect([document.status(), document.headers()["content-type"]]).toEqual([200, "application/pdf"]);
    const picture = await page.request.get(
      (await page.getByRole("img", { name: "Fila de Opalas" }).getAttribute("src"))!,
    );
    expect((await sharp(await picture.body()).metadata()).exif).toBeUndefined();
  } finally {
    await sql`delete from public.events where id = ${id}`;
  }
});
