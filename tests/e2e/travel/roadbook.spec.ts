import type { StoredRoute } from "../../../lib/travel/trips/schema";
import { pdfPages } from "../../support/pdf-pages";
import { expect, test } from "../support/test";
import { addLink, addTrip, PLAN } from "../support/trip-rows";

/** Loading the network of the embedded engine takes seconds of processor time. */
const LOAD_MS = 180_000;

const DAY = [
  ["Florianópolis", -27.5954, -48.548],
  ["Bom Jardim da Serra", -28.3374, -49.6278],
  ["Lauro Müller", -28.3927, -49.3966],
] as const;

test("the roadbook of a day on real roads has one line per road, tulips and three pages at most @phone", async ({
  page,
  sql,
  account,
}) => {
  test.setTimeout(2 * LOAD_MS);

  const id = await addTrip(sql, account);
  const points = DAY.map(([, lat, lng]) => `${lat},${lng}`).join(";");
  const answer = await page.request.get(`/api/road-route?points=${points}`, { timeout: LOAD_MS });
  const route = (await answer.json()) as StoredRoute;
  const stops = DAY.map(([name, lat, lng], index) => ({
    ...PLAN.stops[0]!,
    id: `s${index}`,
    name,
    lat,
    lng,
    note: `Lembrete em ${name}`,
  }));
  const plan = { ...PLAN, stops };
  await sql`update public.trips set plan = ${sql.json(plan)}, route = ${sql.json(route)} where id = ${id}`;

  await page.goto(`/viagem/${await addLink(sql, id, account, "view")}/roteiro`);
  await expect(page.getByText("Lembrete em")).toHaveCount(0);
  await page.goto(`/viagem/${await addLink(sql, id, account, "view", ["notes"])}/roteiro`);
  // The note of the first stop too, which has no row of an arrival.
  for (const [name] of DAY) await expect(page.getByText(`Lembrete em ${name}`).first()).toBeVisible();
  const turns = page.getByRole("row").filter({ has: page.locator("svg[data-turn]") });
  expect(await turns.count()).toBeGreaterThan(3);
  const motorway = page.getByRole("row").filter({ hasText: /(?:Em frente|Saia por|Siga por) · BR-101/ });
  expect(await motorway.count()).toBeLessThan(4);
  await expect(page.getByRole("row").filter({ hasText: "direção Palhoça" }).first()).toBeVisible();
  await expect(page.getByRole("cell", { name: "Mirante da Serra do Rio do Rastro" }).first()).toBeVisible();
  await expect(page.getByRole("cell", { name: /^Atenção, Serra do Rio do Rastro/ })).toHaveCount(1);
  await expect(page.getByText("acesso em linha reta")).toHaveCount(0);

  const paper = await pdfPages(await page.pdf({ format: "A4" }));
  expect(paper.length).toBeLessThanOrEqual(3);
  const text = paper.map((one) => one.text).join(" ");
  expect(text).toContain("BR-101");
  expect(text).not.toContain("Sem dados");
});
