import { addRouteWithoutLines, removeRouteWithoutLines } from "../support/route-without-lines";
import { expect, test } from "../support/test";

const HOSTILE = `Serra & <Mar> "1" ]]>`;

test("a route without a track downloads as valid GPX and KML", async ({ page, sql, visitorAs }) => {
  await page.goto(await addRouteWithoutLines(sql, "arquivo-sem-linhas"));
  const visitor = await visitorAs(null);
  for (const [format, type] of [
    ["gpx", "application/gpx+xml"],
    ["kml", "application/vnd.google-earth.kml+xml"],
  ] as const) {
    const link = page.getByRole("link", { name: `Baixar ${format.toUpperCase()}`, includeHidden: true });
    const answer = await visitor.get((await link.getAttribute("href")) ?? "");
    expect(answer.status()).toBe(200);
    expect(answer.headers()["content-type"]).toBe(`${type}; charset=utf-8`);
    expect(answer.headers()["content-disposition"]).toBe(`attachment; filename="arquivo-sem-linhas.${format}"`);
    expect(answer.headers()["set-cookie"]).toBeUndefined();
    const read = await page.evaluate(
      (xml) => {
        const document = new DOMParser().parseFromString(xml, "application/xml");
        const count = (tag: string) => document.getElementsByTagName(tag).length;
        return { broken: count("parsererror"), points: count("rtept") + count("Point"), tracks: count("trk") };
      },
      await answer.text(),
    );
    expect(read).toEqual({ broken: 0, points: expect.any(Number), tracks: 0 });
    expect(read.points).toBeGreaterThanOrEqual(5);
  }
  await removeRouteWithoutLines(sql, "arquivo-sem-linhas");
});

test("a file has no line of a source whose terms are not confirmed", async ({ sql, visitorAs }) => {
  const [leg] = await sql<{ path: string }[]>`
    select '/' || lower(regions.state_abbr) || '/rota/' || regions.slug as path from public.region_legs
    join public.regions on regions.id = region_legs.region_id
    where cardinality(needs) > 0 and line is not null and regions.status = 'published' order by 1 limit 1`;
  const text = await (await (await visitorAs(null)).get(`${leg!.path}/gpx`)).text();
  expect(text).toContain("<wpt ");
  expect(text).not.toMatch(/SIE-SC|DER-SP/);
});

test("the file is in the language of its page and escapes hostile text", async ({ page, sql, visitorAs }) => {
  const [row] = await sql<{ id: string }[]>`
    insert into public.regions (name, slug, state_abbr, status, summary, translations)
    values (${HOSTILE}, 'arquivo-hostil', 'SE', 'published', ${HOSTILE}, ${sql.json({ en: { name: "Sea & <Mountains>" } })}) returning id`;
  await sql`
    insert into public.region_waypoints (region_id, position, name, kind, lat, lng, note)
    values (${row!.id}, 1, ${HOSTILE}, 'view', 2.8, -60.7, ${HOSTILE}), (${row!.id}, 2, 'Fim', 'view', 3.1, -60.9, null)`;
  const visitor = await visitorAs(null);
  await page.goto("/se/home");
  const nameIn = async (path: string) =>
    page.evaluate(
      (xml) => {
        const document = new DOMParser().parseFromString(xml, "application/xml");
        return document.querySelector("parsererror") ? "broken" : document.querySelector("name")?.textContent;
      },
      await (await visitor.get(path)).text(),
    );
  expect(await nameIn("/se/rota/arquivo-hostil/gpx")).toBe(HOSTILE);
  expect(await nameIn("/se/rota/arquivo-hostil/kml")).toBe(HOSTILE);
  expect(await nameIn("/english/se/rota/arquivo-hostil/gpx")).toBe("Sea & <Mountains>");
  await sql`delete from public.regions where id = ${row!.id}`;
  await sql`delete from public.redirects where from_path = '/se/rota/arquivo-hostil'`;
});

for (const path of [
  "/sc/rota/nao-existe/gpx",
  "/sc/rota/nao-existe/kml",
  "/xx/rota/serra-do-rio-do-rastro/gpx",
  "/sc/rota/serra-do-rio-do-rastro/trk",
]) {
  test(`${path} answers 404`, async ({ visitorAs }) => {
    expect((await (await visitorAs(null)).get(path)).status()).toBe(404);
  });
}

test("prints the stops as a roadbook with estimated kilometres and space for notes", async ({ page }) => {
  await page.goto("/sc/rota/serra-do-rio-do-rastro");
  const roadbook = page.getByRole("table", { name: "Livro de bordo" });
  await expect(roadbook).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(roadbook).toBeVisible();
  await expect(roadbook.getByRole("columnheader", { name: "Hodômetro" })).toBeVisible();
  await expect(roadbook.getByRole("row").nth(1)).toContainText("≈ 0");
});
