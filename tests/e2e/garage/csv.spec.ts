import { addCar } from "../support/travel-log";
import { expect, test, type Page } from "../support/test";

const FUELIO = `"## Vehicle"
"Name","DistUnit","FuelUnit","ImportCSVDateFormat"
"Opala","0","0","yyyy-MM-dd"
"## Log"
"Data","Odo (km)","Fuel (litres)","Full","Price (optional)","latitude (optional)","longitude (optional)","City (optional)","Notes (optional)","Missed","TankNumber","FuelType"
"2026-01-05 14:42","45210.0","42.10","1","268.90","0.0","0.0","Lages","primeiro","0","1","110"
"2026-01-19","45620","-3","1","132.80",,,,,0,"1","110"
"## CostCategories"
"CostTypeID","Name","priority","color"
"1","Service","0","#795548"
"## Costs"
"CostTitle","Date","Odo","CostTypeID","Notes","Cost","flag","idR","read","RemindOdo","RemindDate","isTemplate","RepeatOdo","RepeatMonths"
"Troca de óleo","2026-01-10","45300","1","20W-50","189.00","0","0","1","0","2011-01-01","0","0","0"
`;
/** Both days can be read in two ways. */
const LUBELOGGER = `Date,Odometer,FuelConsumed,Cost,FuelEconomy,IsFillToFull,MissedFuelUp,Notes,Tags
02/03/2026,45900,30.5,180.20,,True,False,serra,
04/03/2026,46200,28,165.00,,True,False,,
`;

const choose = (page: Page, name: string, content: string) =>
  page.getByLabel("Arquivo CSV").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(content) });

test("files of Fuelio, LubeLogger and the portal are shown before they are imported, and imported once", async ({
  sql,
  account,
  accountPage: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const entriesOf = async (vehicle: string) => [
    ...(await sql`
      select kind, on_date::text as day, km::float8 as km, litres::float8 as litres, total_cents::int as cents
      from public.vehicle_entries where vehicle_id = ${vehicle} and on_date < current_date - 60 and deleted_at is null
      order by on_date, kind`),
  ];
  const imported = [
    { kind: "fuel", day: "2026-01-05", km: 45210, litres: 42.1, cents: 26890 },
    { kind: "service", day: "2026-01-10", km: 45300, litres: null, cents: 18900 },
    { kind: "fuel", day: "2026-02-03", km: 45900, litres: 30.5, cents: 18020 },
    { kind: "fuel", day: "2026-04-03", km: 46200, litres: 28, cents: 16500 },
  ];

  const [car, second] = [await addCar(sql, account), await addCar(sql, account, "Cópia")];
  await page.goto(`/diario-de-bordo/${car}/arquivos`);

  await test.step("another file is refused", async () => {
    await choose(page, "outro.csv", "a,b\n1,2\n");
    await expect(page.getByText("Não reconhecemos este arquivo.")).toBeVisible();
  });

  await test.step("Fuelio: the preview names the line that is left out, and nothing is written before", async () => {
    await choose(page, "fuelio.csv", FUELIO);
    await expect(page.getByText("Fuelio: 2 para importar, 1 fora.")).toBeVisible();
    const report = page.locator("[data-import-report]");
    await expect(report.getByText("litros ausentes ou inválidos")).toBeVisible();
    await report.getByText("Onde está").first().click();
    await expect(report.getByText("linha 7, 2026-01-19")).toBeVisible();
    expect(await entriesOf(car)).toEqual([]);
    await page.getByRole("button", { name: "Importar 2" }).click();
    await expect(page.getByText("Importados: 2.")).toBeVisible();
  });

  await test.step("LubeLogger: the order of day and month is asked for", async () => {
    await choose(page, "lubelogger.csv", LUBELOGGER);
    await expect(page.getByText("LubeLogger: combustível: 2 para importar, 0 fora.")).toBeVisible();
    await page.getByRole("radio", { name: "mês/dia/ano" }).check();
    await page.getByRole("button", { name: "Importar 2" }).click();
    await expect(page.getByText("Importados: 2.")).toBeVisible();
    expect(await entriesOf(car)).toEqual(imported);
  });

  await test.step("the same file again adds nothing", async () => {
    await choose(page, "fuelio.csv", FUELIO);
    await page.getByRole("button", { name: "Importar 2" }).click();
    await expect(page.getByText("Importados: 2.")).toBeVisible();
    expect(await entriesOf(car)).toEqual(imported);
  });

  await test.step("the portal's own file goes into another car", async () => {
    const answer = await page.request.get(`/api/vehicle-csv/${car}/lacambeche`);
    await page.goto(`/diario-de-bordo/${second}/arquivos`);
    await choose(page, "lacambeche.csv", await answer.text());
    // The reading of the car is lower than the imported ones before it, and asked about.
    await expect(page.getByText("LACAMBECHE (tudo): 4 para importar, 1 fora.")).toBeVisible();
    await page.getByRole("checkbox", { name: /45\.000 km/ }).click();
    await page.getByRole("button", { name: "Importar 5" }).click();
    await expect(page.getByText("Importados: 5.")).toBeVisible();
    expect(await entriesOf(second)).toEqual(imported);
  });
});
