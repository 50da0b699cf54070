import { renderedText } from "../support/page";
import { expect, test } from "../support/test";

const HOSTILE = "</script><script>window.hacked=1</script>";

// Runs in order, so that the cleanup of one test does not delete rows of the other.
test.describe.configure({ mode: "default" });

test.afterEach(async ({ sql }) => {
  await sql`delete from public.regions where slug in ('rota-depois-da-compilacao', 'titulo-hostil')`;
});

test("a route created after the build is served without another build", async ({ page, sql }) => {
  await sql`
    insert into public.regions (name, slug, state_abbr, status, summary)
    values ('Rota Depois da Compilação', 'rota-depois-da-compilacao', 'AC', 'published', 'Escrita com o site no ar.')`;
  const answer = await page.goto("/ac/rota/rota-depois-da-compilacao");
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1, name: "Rota Depois da Compilação" })).toBeVisible();
});

test("a hostile title is displayed as text in list, page, map and footer and never executed", async ({
  page,
  sql,
  visitorAs,
}) => {
  const [row] = await sql<{ id: string }[]>`
    insert into public.regions (name, slug, state_abbr, status, summary, body, warnings, featured_order)
    values (${HOSTILE}, 'titulo-hostil', 'RR', 'published', ${HOSTILE}, ${HOSTILE}, array[${HOSTILE}], 1) returning id`;
  await sql`
    insert into public.region_waypoints (region_id, position, name, kind, lat, lng, note)
    values (${row!.id}, 1, ${HOSTILE}, 'view', 2.8, -60.7, ${HOSTILE}), (${row!.id}, 2, ${HOSTILE}, 'view', 3.1, -60.9, null)`;
  // Another test may have cached the state's pages before.
  await (await visitorAs("editor")).post("/api/revalidate", { data: { tags: ["regions", "regions:RR"] } });
  for (const path of ["/rr/regioes", "/rr/home", "/rr/rota/titulo-hostil", "/espanol/rr/rota/titulo-hostil"]) {
    await renderedText(page.request, path);
    await page.goto(path);
    await expect(page.getByRole("main").getByText(HOSTILE).first(), path).toBeVisible();
    await expect(page.getByRole("contentinfo").getByRole("link", { name: HOSTILE }), path).toBeVisible();
    expect(await page.evaluate(() => "hacked" in window), path).toBe(false);
  }
  await page.goto("/rr/regioes");
  await page.getByRole("main").getByRole("link", { name: HOSTILE, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: HOSTILE })).toBeVisible();
  await page.getByRole("button", { name: "Abrir mapa interativo" }).click();
  await expect(page.getByRole("region", { name: "Mapa interativo" }).locator("canvas").first()).toBeVisible();
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
});

test("a state's own emergency number is shown next to the national ones, in three languages", async ({ visitorAs }) => {
  const visitor = await visitorAs(null);
  for (const [prefix, name] of [
    ["", "Polícia Rodoviária Estadual"],
    ["/english", "State road police"],
    ["/espanol", "Policía de carreteras estatal"],
  ]) {
    const html = await (await visitor.get(`${prefix}/sc/home`)).text();
    const numbers = [...html.matchAll(/href="tel:(\d+)"/g)].flatMap(([, number = ""]) => number);
    // Road operators and tow services have long numbers.
    const emergency = [...new Set(numbers.filter((number) => number.length === 3))].sort();
    expect(emergency).toEqual(["190", "191", "192", "193", "198"]);
    expect(html).toContain(name);
  }
  expect(await (await visitor.get("/ac/home")).text()).not.toContain("Polícia Rodoviária Estadual");
});
