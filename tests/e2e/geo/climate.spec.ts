import { expect, test, type Page } from "../support/test";

const climate = (page: Page) =>
  page.locator("details").filter({ has: page.getByRole("heading", { name: "Clima e sol, mês a mês" }) });
const box = (page: Page) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: "Para quem vai de clássico" }) });

test("a route page shows the climate of the nearest station and the sun times, also without scripts and in print", async ({
  page,
  sql,
}) => {
  const [station] = await sql<{ rain: number }[]>`
    select rain_mm[1]::float8 as rain from public.climate_stations where name = 'São Joaquim'`;
  await page.goto("/sc/rota/serra-do-rio-do-rastro");
  const table = climate(page).getByRole("table");
  await expect(climate(page)).toContainText(/Médias da estação São Joaquim \(SC\), a \d+ km do meio da rota/);
  await expect(table).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(table).toBeVisible();
  await page.emulateMedia({ media: "screen" });
  await climate(page).locator("summary").click();
  await expect(table.getByRole("row")).toHaveCount(13);
  const january = table.getByRole("row").nth(1);
  await expect(january.getByRole("rowheader")).toHaveText("jan");
  await expect(january.getByRole("cell")).toHaveText([
    "22,8",
    /^\d{1,2},\d$/,
    String(Math.round(station!.rain)),
    /^05:[23]\d$/,
    /^19:[01]\d$/,
  ]);
  await expect(climate(page)).toContainText("INMET, Normais Climatológicas 1991–2020");
});

test("a state page shows the climate of its capital", async ({ page }) => {
  await page.goto("/pi/home");
  await expect(climate(page)).toContainText(/Médias da estação .+ \(PI\), a \d+ km de Teresina/);
  await climate(page).locator("summary").click();
  await expect(climate(page).getByRole("img", { name: "calor" }).first()).toBeVisible();
});

test("a state whose capital is far from every station shows sun times only", async ({ page }) => {
  await page.goto("/ro/home");
  await expect(climate(page)).toContainText("Sem estação do INMET");
  await climate(page).locator("summary").click();
  await expect(climate(page).getByRole("columnheader")).toHaveText(["Mês", "Nascer", "Pôr"]);
});

test("the box for the classic driver shows what is known and what is not", async ({ page }) => {
  await page.goto("/pr/rota/estrada-da-graciosa");
  for (const label of ["Maior trecho sem posto conhecido", "Pedágios", "Oficina mais perto", "Guincho mais perto"])
    await expect(box(page).getByText(label, { exact: true })).toBeVisible();
  // No petrol stations are mapped in the south.
  await expect(box(page).locator("div", { hasText: "Maior trecho sem posto conhecido" }).last()).toContainText(
    "sem dados",
  );
  await expect(box(page)).toContainText("Parte da descida da Graciosa é de paralelepípedo");
  await expect(box(page)).toContainText("Não sabemos:");
});

test("a route lists places of its towns that have no position, and clubs", async ({ page, sql }) => {
  const [row] = await sql<{ uf: string; slug: string; place: string }[]>`
    select lower(regions.state_abbr) as uf, regions.slug, services.name as place
    from public.regions
    join public.region_waypoints as stop on stop.region_id = regions.id
    join public.services on services.city_ibge = stop.city_ibge and services.lat is null and services.status = 'published'
    where regions.status = 'published' and (
      select count(*) from public.services as other
      join public.region_waypoints as any_stop on any_stop.city_ibge = other.city_ibge and any_stop.region_id = regions.id
    ) = 1
    order by 1, 2 limit 1`;
  await page.goto(`/${row!.uf}/rota/${row!.slug}`);
  const place = page.locator("#lugares li", { hasText: row!.place });
  await expect(place).toContainText("em cidade da rota");
});
