import { expect, test } from "../support/test";

const SLUG = "oficina-de-ensaio-com-horarios";
const KML = `<?xml version="1.0" encoding="ISO-8859-1"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>Praça da Sé</name><Point><coordinates>-49.31,-28.36</coordinates></Point></Placemark><Placemark><LineString><coordinates>-49.3,-28.35,300 -49.4,-28.4,900 -49.5,-28.45,1200</coordinates></LineString></Placemark></Document></kml>`;

test("an editor enters opening hours in a grid and selects attributes", async ({ page, signIn, sql }) => {
  await sql`delete from public.services where slug = ${SLUG}`;
  const [{ id }] = (await sql`
    insert into public.services (name, slug, category_key, state_abbr, attributes)
    values ('Oficina de ensaio', ${SLUG}, (select key from public.service_categories order by position limit 1), 'SC', '{"gated": true, "makes": ["Ford"]}') returning id`) as unknown as [
    { id: string },
  ];
  await signIn("editor");
  await page.goto(`/admin/services/${id}`);
  await page.waitForLoadState("networkidle");
  const monday = page.getByRole("group", { name: "segunda-feira" });
  await monday.getByLabel("Abre (1)").fill("08:00");
  await page.getByRole("button", { name: "Salvar" }).click();
  await expect(page.locator('[data-field^="opening_hours"]')).toContainText("a hora em que abre e a em que fecha");
  await monday.getByLabel("Fecha (1)").fill("12:00");
  await monday.getByLabel("Abre (2)").fill("13:30");
  await monday.getByLabel("Fecha (2)").fill("18:00");
  await page.getByLabel("Carburador").check();
  await page.getByLabel("Pátio fechado").uncheck();
  await page.locator('[data-field="attributes.makes"]').getByRole("textbox").fill("Ford\nVolkswagen");
  await page.getByRole("button", { name: "Salvar" }).click();
  await expect(page.getByText("Tudo salvo")).toBeVisible();
  const [row] = await sql`select opening_hours, attributes from public.services where id = ${id}`;
  expect(row).toEqual({
    opening_hours: {
      mon: [
        ["08:00", "12:00"],
        ["13:30", "18:00"],
      ],
    },
    attributes: { carburettor: true, makes: ["Ford", "Volkswagen"] },
  });
  await sql`delete from public.services where id = ${id}`;
});

test("a KML file in another encoding fills a route's form", async ({ page, signIn }) => {
  await signIn("editor");
  await page.goto("/admin/conteudo-estados/rotas/novo");
  await page.waitForLoadState("networkidle");
  await page.locator('[data-field="track"] input[type=file]').setInputFiles({
    name: "rota.kml",
    mimeType: "application/vnd.google-earth.kml+xml",
    buffer: Buffer.from(KML, "latin1"),
  });
  await expect(page.locator('[data-field="track"]')).toContainText("Praça da Sé");
  await expect(page.locator('[data-field="distance_km"]').getByRole("textbox")).toHaveValue("22,5");
});
