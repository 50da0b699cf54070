import { expect, test, type Page } from "../support/test";

type Data = Record<string, unknown> & { "@type"?: string; "@graph"?: Data[] };

const PREFIXES = ["", "/english", "/espanol"];
const PAGES = ["/home", "/sc/home", "/sc/regioes"];

async function structuredData(page: Page): Promise<Data[]> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  return texts.map((text) => JSON.parse(text) as Data).flatMap((data) => data["@graph"] ?? [data]);
}

const ofType = (data: readonly Data[], type: string) => data.find((item) => item["@type"] === type);

test("titles and descriptions have the length that search results display, also for the longest names", async ({
  page,
  sql,
}) => {
  // Seeded routes only: other tests delete theirs at any time.
  const rows = await sql<{ path: string }[]>`
    with seeded as (
      select regions.* from public.regions join private.seeded_rows on entity = 'regions' and entity_id = state_abbr || '/' || slug
      where status = 'published' and deleted_at is null
    )
    (select '/' || lower(state_abbr) || '/rota/' || slug as path from seeded order by length(name) desc limit 3)
    union all
    (select '/' || lower(state_abbr) || '/rota/' || slug from seeded order by length(summary) limit 1)`;
  expect(rows).toHaveLength(4);
  for (const path of [...PAGES, "/rn/home", "/rn/regioes", ...rows.map((row) => row.path)]) {
    for (const prefix of PREFIXES) {
      await page.goto(prefix + path);
      const description = (await page.locator("meta[name=description]").getAttribute("content")) ?? "";
      expect((await page.title()).length, prefix + path).toBeLessThanOrEqual(70);
      expect(description.length, `${prefix + path}: ${description}`).toBeGreaterThanOrEqual(50);
      expect(description.length, prefix + path).toBeLessThanOrEqual(165);
    }
  }
});

test("a route without a summary still has a description", async ({ page, sql }) => {
  const [row] = await sql<
    { id: string }[]
  >`insert into public.regions (name, slug, state_abbr, status) values ('Rota sem resumo', 'rota-sem-resumo', 'AC', 'published') returning id`;
  await page.goto("/english/ac/rota/rota-sem-resumo");
  await expect(page.locator("meta[name=description]")).toHaveAttribute("content", /^.{50,165}$/);
  await sql`delete from public.regions where id = ${row!.id}`;
  await sql`delete from public.redirects where from_path = '/ac/rota/rota-sem-resumo'`;
});

test("structured data contains the portal, its search, the list, the trip and the breadcrumbs", async ({
  page,
  baseURL,
}) => {
  await page.goto("/espanol");
  const front = await structuredData(page);
  expect(ofType(front, "Organization")).toMatchObject({ name: "Portal LACAMBECHE", url: baseURL });
  expect(ofType(front, "WebSite")).toMatchObject({
    inLanguage: "es-419",
    potentialAction: {
      "@type": "SearchAction",
      target: { urlTemplate: `${baseURL}/espanol/busca?q={search_term_string}` },
      "query-input": "required name=search_term_string",
    },
  });
  await page.goto("/sc/regioes");
  const list = await structuredData(page);
  const cards = await page.getByRole("main").getByRole("article").count();
  expect(ofType(list, "ItemList")).toMatchObject({ numberOfItems: cards });
  await page.goto("/english/sc/rota/serra-do-rio-do-rastro");
  const route = await structuredData(page);
  expect(ofType(route, "TouristTrip")).toMatchObject({
    name: "Serra do Rio do Rastro",
    url: `${baseURL}/english/sc/rota/serra-do-rio-do-rastro`,
    image: expect.stringMatching(/\/imagem-rota\/sc\/serra-do-rio-do-rastro~en-US~\w{6}\.jpg$/),
    itinerary: {
      "@type": "ItemList",
      itemListElement: expect.arrayContaining([expect.objectContaining({ position: 1 })]),
    },
  });
  expect(ofType(route, "BreadcrumbList")?.itemListElement).toHaveLength(3);
});

test("the sitemap links to files whose addresses answer 200 and link to each other", async ({ page, visitorAs }) => {
  const visitor = await visitorAs(null);
  await page.goto("/home");
  const read = async (path: string) => {
    const answer = await visitor.get(path);
    expect(answer.headers()["content-type"], path).toContain("application/xml");
    return page.evaluate(
      (xml) => {
        const document = new DOMParser().parseFromString(xml, "application/xml");
        const texts = (tag: string) => [...document.getElementsByTagName(tag)].map((node) => node.textContent ?? "");
        return {
          broken: document.querySelector("parsererror") !== null,
          locations: texts("loc"),
          changes: texts("lastmod"),
          links: document.getElementsByTagNameNS("http://www.w3.org/1999/xhtml", "link").length,
        };
      },
      await answer.text(),
    );
  };
  const index = await read("/sitemap.xml");
  expect(index.locations.map((address) => new URL(address).pathname)).toEqual(
    expect.arrayContaining(["/sitemap/pages.xml", "/sitemap/states.xml", "/sitemap/regions.xml"]),
  );
  for (const file of index.locations) {
    const { broken, locations, links, changes } = await read(new URL(file).pathname);
    expect(broken, file).toBe(false);
    expect(locations.length, file).toBeLessThanOrEqual(10_000);
    expect(links, file).toBe(locations.length * 4);
    if (file.includes("regions")) expect(changes).toHaveLength(locations.length);
    // Retried when an address is missing, because a parallel test may have deleted its row.
    await expect(async () => {
      const { locations: now } = await read(new URL(file).pathname);
      for (const address of [now[0], now[Math.floor(now.length / 2)], now.at(-1)]) {
        expect((await visitor.get(new URL(address ?? "").pathname)).status(), address).toBe(200);
      }
    }).toPass();
  }
});

for (const path of [
  "/sitemap/nada.xml",
  "/sitemap/regions-99.xml",
  "/sitemap/__proto__.xml",
  "/sitemap/regions",
  "/sitemap/..%2fregions.xml",
]) {
  test(`${path} answers 404`, async ({ visitorAs }) => {
    expect((await (await visitorAs(null)).get(path)).status()).toBe(404);
  });
}

test("robots.txt allows everything except pages behind a login, in every language", async ({ visitorAs, baseURL }) => {
  const text = await (await (await visitorAs(null)).get("/robots.txt")).text();
  for (const path of ["/admin", "/english/admin", "/espanol/painel", "/api/"])
    expect(text).toContain(`Disallow: ${path}\n`);
  expect(text).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
});

test("a renamed route redirects in the reader's language, a deleted one answers 410", async ({
  page,
  visitorAs,
  sql,
}) => {
  const visitor = await visitorAs(null);
  const [row] = await sql<
    { id: string }[]
  >`insert into public.regions (name, slug, state_abbr, status) values ('Rota que muda', 'rota-que-muda', 'TO', 'published') returning id`;
  await sql`update public.regions set slug = 'rota-que-mudou' where id = ${row!.id}`;
  for (const prefix of PREFIXES) {
    const moved = await visitor.get(`${prefix}/to/rota/rota-que-muda`);
    expect([moved.status(), moved.headers()["location"]]).toEqual([308, `${prefix}/to/rota/rota-que-mudou`]);
    expect(moved.headers()["set-cookie"]).toBeUndefined();
  }
  await page.goto("/english/to/rota/rota-que-muda");
  await expect(page).toHaveURL("/english/to/rota/rota-que-mudou");
  await sql`insert into public.redirects (from_path) values ('/to/rota/rota-que-acabou')`;
  for (const [prefix, title] of [
    ["", "Página não encontrada"],
    ["/english", "Page not found"],
    ["/espanol", "Página no encontrada"],
  ] as const) {
    const gone = await visitor.get(`${prefix}/to/rota/rota-que-acabou`);
    expect(gone.status()).toBe(410);
    expect(gone.headers()["set-cookie"]).toBeUndefined();
    expect(await gone.text()).toMatch(new RegExp(`<h1[^>]*>${title}`));
  }
  await sql`delete from public.regions where id = ${row!.id}`;
  await sql`delete from public.redirects where from_path like '/to/rota/rota-que-%'`;
});
