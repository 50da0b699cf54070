import type { Sql } from "postgres";
import sharp from "sharp";
import { expect, test, type Page } from "../support/test";
import { answerQuestions } from "../support/questions";

const SLUG = "serra-do-dia-do-editor";
const PAGES = [
  ["", "Serra do Dia do Editor", "Um Opala azul na curva", "Subida longa"],
  ["/english", "Editor's Day Range", "A blue Opala in the bend", "A long climb"],
  ["/espanol", "Sierra del Día del Editor", "Un Opala azul en la curva", "Subida larga"],
] as const;

/** A GPS track of 32 km that climbs to 1,295 m, with one waypoint. */
function recording(): Buffer {
  const points = Array.from(
    { length: 200 },
    (_, i) =>
      `<trkpt lat="${-28.35 - i * 0.0005 + Math.sin(i / 8) * 0.004}" lon="${-49.3 - i * 0.0015}"><ele>${300 + i * 5}</ele></trkpt>`,
  );
  return Buffer.from(
    `<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="-28.36" lon="-49.31"><name>Mirante do Editor</name></wpt><trk><trkseg>${points.join("")}</trkseg></trk></gpx>`,
  );
}

const photo = () =>
  sharp({ create: { width: 3200, height: 2400, channels: 3, background: "#2f6fb5" } })
    .withExif({ IFD0: { Artist: "Ana" } })
    .jpeg()
    .toBuffer();
const field = (page: Page, name: string) => page.locator(`[data-field="${name}"]`);

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Salvar" }).click();
  await expect(page.getByText("Tudo salvo")).toBeVisible();
}

/** Of two days in a file, both are the line unless one is chosen; a file with one recording asks nothing. */
async function chooseLine(page: Page): Promise<void> {
  const track = field(page, "track");
  const day = (name: string, lng: number) =>
    `<trk><name>${name}</name><trkseg>${[0, 1].map((n) => `<trkpt lat="-28.${3 + n}" lon="${lng}"/>`).join("")}</trkseg></trk>`;
  const buffer = Buffer.from(`<gpx version="1.1">${day("Dia 1", -49.3)}${day("Dia 2", -49.4)}</gpx>`);
  await track.locator("input[type=file]").setInputFiles({ name: "dias.gpx", mimeType: "application/gpx+xml", buffer });
  await expect(track.getByRole("radio", { name: "Todas as gravações" })).toBeChecked();
  await expect(field(page, "distance_km").getByRole("textbox")).toHaveValue("22,2");
  await track.getByRole("radio", { name: "Gravação Dia 2" }).check();
  await expect(field(page, "distance_km").getByRole("textbox")).toHaveValue("11,1");
}

async function importRecording(page: Page): Promise<void> {
  const track = field(page, "track");
  for (const [name, body, says] of [
    ["imagem.gpx", "isto não é GPX", "não é GPX, KML, KMZ, TCX nem FIT"],
    ["vazio.gpx", '<gpx version="1.1"></gpx>', "não tem pontos nem linha"],
    ["bomba.gpx", '<!DOCTYPE gpx [<!ENTITY a "aaaa">]><gpx>&a;</gpx>', "não tem pontos nem linha"],
  ] as const) {
    await track
      .locator("input[type=file]")
      .setInputFiles({ name, mimeType: "application/gpx+xml", buffer: Buffer.from(body) });
    await expect(track.getByRole("alert")).toContainText(says);
  }
  await chooseLine(page);
  await track
    .locator("input[type=file]")
    .setInputFiles({ name: "rota.gpx", mimeType: "application/gpx+xml", buffer: recording() });
  await expect(track.getByRole("status")).toContainText("Confira e salve");
  await track.getByRole("button", { name: "Adicionar como paradas" }).click();
  await expect(field(page, "distance_km").getByRole("textbox")).toHaveValue("32,1");
  await expect(field(page, "max_altitude_m").getByRole("textbox")).toHaveValue("1295");
  await expect(field(page, "region_waypoints")).toContainText("Mirante do Editor");
}

async function writeRoute(page: Page): Promise<void> {
  await field(page, "name").getByRole("textbox").fill(PAGES[0][1]);
  await field(page, "state_abbr").getByRole("combobox").selectOption("SC");
  await expect(field(page, "slug").getByRole("textbox")).toHaveValue(SLUG);
  const body = field(page, "body");
  await body.getByRole("radio", { name: "Visual" }).click();
  await body.locator("[contenteditable=true]").click();
  await page.keyboard.type("Subida longa e ");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("linda");
  await body.getByRole("radio", { name: "Markdown" }).click();
  await expect(body.locator("textarea")).toHaveValue("Subida longa e **linda**");
}

async function translate(page: Page): Promise<void> {
  for (const [tab, language, [, name, , text]] of [
    ["English", "en", PAGES[1]],
    ["Español", "es", PAGES[2]],
  ] as const) {
    await page.getByRole("tab", { name: tab }).click();
    await field(page, `translations.${language}.name`).getByRole("textbox").fill(name);
    await field(page, `translations.${language}.body`).locator("textarea").fill(text);
  }
  await page.getByRole("tab", { name: "Português" }).click();
}

async function addPhoto(page: Page): Promise<void> {
  const cover = field(page, "cover_url");
  await cover
    .locator("input[type=file]")
    .setInputFiles({ name: "IMG_0001.jpg", mimeType: "image/jpeg", buffer: Buffer.from("isto não é uma foto") });
  await expect(cover.getByRole("listitem")).toContainText("não é uma imagem");
  await cover
    .locator("input[type=file]")
    .setInputFiles({ name: "IMG_0002.jpg", mimeType: "image/jpeg", buffer: await photo() });
  await cover.getByRole("radio", { name: "3:2" }).click();
  await cover.getByRole("button", { name: "Enviar imagem" }).click();
  await expect(cover.getByLabel("O que a imagem mostra")).toBeVisible();
}

async function describePhoto(page: Page): Promise<void> {
  const cover = field(page, "cover_url");
  for (const [label, words] of [
    ["O que a imagem mostra", PAGES[0][2]],
    ["Em inglês", PAGES[1][2]],
    ["Em espanhol", PAGES[2][2]],
    ["Crédito", "Ana Souza"],
  ] as const)
    await cover.getByLabel(label).fill(words);
  await cover.getByLabel("Licença").focus();
  await expect(cover.getByText("Descrição salva")).toBeVisible();
}

async function expectOnTheSite(page: Page): Promise<void> {
  for (const [prefix, name, alt, text] of PAGES) {
    await page.goto(`${prefix}/sc/rota/${SLUG}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    await expect(page.getByRole("img", { name: alt })).toHaveAttribute("src", /^\/midia\//);
    await expect(page.locator("main")).toContainText(text);
  }
  const gpx = await (await page.request.get(`/sc/rota/${SLUG}/gpx`)).text();
  expect(gpx).toContain("<trkpt");
  const picture = await page.request.get((await page.locator('img[src^="/midia/"]').first().getAttribute("src")) ?? "");
  const { width, height, exif } = await sharp(await picture.body()).metadata();
  expect(width / height).toBeCloseTo(1.5, 2);
  expect(exif).toBeUndefined();
  expect(width).toBeLessThanOrEqual(2000);
}

async function forget(sql: Sql): Promise<void> {
  await sql`delete from public.regions where slug = ${SLUG}`;
  await sql`delete from public.redirects where from_path = ${`/sc/rota/${SLUG}`}`;
}

test.use({ expectedErrors: /415/ });

test("an editor imports a recording, writes and translates a route, adds a photo, publishes, and restores the old version", async ({
  page,
  signIn,
  sql,
}) => {
  await answerQuestions(page);
  await forget(sql);
  await signIn("editor");
  await test.step("the editor writes, imports, translates and publishes a route", async () => {
    await page.goto("/admin/conteudo-estados/rotas/novo");
    await writeRoute(page);
    await importRecording(page);
    await translate(page);
    await addPhoto(page);
  });
  await test.step("publishing requires a text for the photo", async () => {
    await field(page, "status").getByRole("combobox").selectOption("published");
    await page.getByRole("button", { name: "Salvar" }).click();
    await expect(field(page, "cover_url")).toContainText("Descreva a imagem em palavras");
    await describePhoto(page);
    await save(page);
    // The form shows the message before the URL of the new row is set.
    await expect(page).toHaveURL(/\/rotas\/[0-9a-f-]{36}$/);
  });
  const address = page.url();
  await test.step("the route is on the site in three languages", () => expectOnTheSite(page));

  await test.step("a saved change is on the site", async () => {
    await page.goto(address);
    await field(page, "name").getByRole("textbox").fill("Nome que ninguém quer");
    await save(page);
    await page.goto(`/sc/rota/${SLUG}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nome que ninguém quer");
  });
  await test.step("restoring the old version brings it back", async () => {
    await page.goto(address);
    await page.getByRole("button", { name: "Voltar a esta versão" }).first().click();
    await expect(field(page, "name").getByRole("textbox")).toHaveValue(PAGES[0][1]);
    await expectOnTheSite(page);
  });
  await forget(sql);
});

test("only content editors can upload pictures, and other file types are refused", async ({ visitorAs }) => {
  const body = await photo();
  for (const [role, data, status] of [
    [null, body, 401],
    ["user", body, 403],
    ["vendedor", body, 403],
    ["editor", Buffer.from("texto"), 415],
    ["editor", Buffer.alloc(0), 415],
    ["editor", Buffer.alloc(20 * 1024 * 1024 + 1), 413],
    ["editor", body, 201],
  ] as const) {
    const answer = await (
      await visitorAs(role)
    ).post("/api/media", { data, headers: { "content-type": "application/octet-stream" } });
    expect(answer.status(), `${role} ${data.length}`).toBe(status);
  }
});

test("one button sets the day on which a page was checked, and the page shows it", async ({ page, signIn, sql }) => {
  const [route] = await sql<{ id: string; slug: string }[]>`
    select id, slug from public.regions where state_abbr = 'AL' and status = 'published' order by slug limit 1`;
  await page.goto(`/al/rota/${route!.slug}`);
  await expect(page.getByText("Página ainda sem data de conferência.")).toBeVisible();
  await signIn("editor");
  try {
    await page.goto(`/admin/conteudo-estados/rotas/${route!.id}`);
    await page.getByRole("button", { name: "Conferi hoje" }).click();
    await expect(page.getByText("Tudo salvo")).toBeVisible();
    await expect
      .poll(
        async () => (await sql`select from public.regions where id = ${route!.id} and check_date is not null`).count,
      )
      .toBe(1);
    await page.goto(`/al/rota/${route!.slug}`);
    await expect(page.getByText(/^Página conferida em \d/)).toBeVisible();
    await page.goto("/admin/conteudo-estados/rotas?state_abbr=AL");
    await page.getByRole("checkbox", { name: "Escolher todos desta página" }).check();
    await page.getByRole("button", { name: "Conferi hoje" }).click();
    await expect
      .poll(async () => (await sql`select from public.regions where state_abbr = 'AL' and check_date is null`).count)
      .toBe(0);
  } finally {
    await sql`update public.regions set check_date = null where state_abbr = 'AL'`;
  }
});
