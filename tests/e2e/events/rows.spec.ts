import type { Sql } from "postgres";
import sharp from "sharp";
import { openAlive, renderedText } from "../support/page";
import { expect, test } from "../support/test";

const HUB = "/eventos/lacambeche";
const SLUGS = {
  near: "ensaio-perto-do-acre",
  far: "ensaio-longe-do-acre",
  past: "ensaio-passado",
  route: "ensaio-na-rota",
};

type Given = { slug: string; title: string; state: string; town: string; lat: number; lng: number; days: number };

/** A published event that begins the given days from now; its pages are expired by the trigger of the table. */
async function addEvent(sql: Sql, { slug, title, state, town, lat, lng, days }: Given): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into public.events (slug, title, status, organizer_name, state_abbr, municipality_ibge, town, lat, lng, starts_at, ends_at, published_at)
    values (${slug}, ${title}, 'published', 'Clube de ensaio', ${state}, 1, ${town}, ${lat}, ${lng},
      now() + ${days} * interval '1 day', now() + ${days} * interval '1 day' + interval '6 hours', now())
    returning id`;
  return row!.id;
}

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ sql }) => {
  await sql`delete from public.events where slug = any (${Object.values(SLUGS)})`;
});
test.afterAll(async ({ sql }) => {
  await sql`delete from public.events where slug = any (${Object.values(SLUGS)})`;
});

/** Waits until the worker has expired the page and it has been rendered again. */
const shows = (visitor: Parameters<typeof renderedText>[0], path: string, text: string) =>
  expect(async () => expect(await renderedText(visitor, path)).toContain(text)).toPass({ timeout: 30_000 });

test("a state lists events of other states within 300 km of its border, and none beyond", async ({
  page,
  sql,
  visitorAs,
}) => {
  // Nova Mamoré is 140 km from Acre, Vilhena 700 km.
  const ro = { state: "RO", days: 30 };
  await addEvent(sql, {
    ...ro,
    slug: SLUGS.near,
    title: "Encontro perto do Acre",
    town: "Nova Mamoré",
    lat: -10.41,
    lng: -65.33,
  });
  await addEvent(sql, {
    ...ro,
    slug: SLUGS.far,
    title: "Encontro longe do Acre",
    town: "Vilhena",
    lat: -12.74,
    lng: -60.13,
  });
  await shows(await visitorAs(null), `${HUB}/ac`, "Encontro perto do Acre");
  await page.goto(`${HUB}/ac`);
  const near = page.getByRole("article").filter({ hasText: "Encontro perto do Acre" });
  await expect(near).toBeVisible();
  await expect(page.getByRole("heading", { name: /300 km/ })).toBeVisible();
  await expect(page.getByText("Encontro longe do Acre")).toHaveCount(0);
});

test("the map and the month of the hub leave out what the filters of the address leave out", async ({
  page,
  visitorAs,
}) => {
  await shows(await visitorAs(null), HUB, "Encontro perto do Acre");
  const point = page.locator("svg a[data-point]").filter({ hasText: "Encontro perto do Acre" });
  await openAlive(page, `${HUB}?ver=mapa`);
  await expect(point).toBeVisible();
  await openAlive(page, `${HUB}?ver=mapa&estado=sc`);
  await expect(point).toBeHidden();
  await page.getByRole("button", { name: "Limpar filtros" }).click();
  await expect(point).toBeVisible();
  await page.getByRole("button", { name: "Calendário" }).click();
  const days = page.getByRole("table", { name: "Eventos do mês" }).getByRole("link");
  await expect(days.first()).toBeVisible();
  await page.getByLabel("De", { exact: true }).fill("2099-01-01");
  await expect(days).toHaveCount(0);
});

test("the interactive map has a layer of events with a popup that links to the event", async ({ visitorAs }) => {
  const visitor = await visitorAs(null);
  await shows(visitor, "/ro/mapa-interativo", "Encontro perto do Acre");
  const data = (await (await visitor.get("/mapa-interativo/dados/ro.json")).json()) as {
    points: { layer: string; href: string; from?: string }[];
  };
  const [event] = data.points.filter(({ href }) => href === `${HUB}/${SLUGS.near}`);
  expect(event).toMatchObject({ layer: "eventos", from: expect.stringMatching(/^\d{4}-/) });
});

test("a past event is listed as past and shows its pictures and documents", async ({ page, sql, visitorAs }) => {
  const id = await addEvent(sql, {
    slug: SLUGS.past,
    title: "Encontro passado de ensaio",
    state: "AC",
    town: "Rio Branco",
    lat: -9.97,
    lng: -67.8,
    days: -40,
  });
  const [picture, document] = ["1", "2"].map((end) => `2026-01/00000000-0000-4000-8000-00000000ee0${end}`);
  await sql`
    insert into public.event_media (event_id, kind, path, title, credit, position) values
      (${id}, 'gallery', ${`${picture}.webp`}, 'Fila de Fuscas', 'Ana Souza', 1),
      (${id}, 'result', ${`${document}.pdf`}, 'Premiados', null, 2)`;
  await shows(await visitorAs(null), `${HUB}/passados`, "Encontro passado de ensaio");
  await page.route("**/arquivo-evento/**", async (route) =>
    route.fulfill({
      contentType: "image/webp",
      body: await sharp({ create: { width: 30, height: 20, channels: 3, background: "#0b7a4a" } })
        .webp()
        .toBuffer(),
    }),
  );
  await page.goto(`${HUB}/passados`);
  await page.getByRole("link", { name: "Encontro passado de ensaio" }).click();
  await expect(page).toHaveURL(`${HUB}/${SLUGS.past}`);
  await expect(page.getByRole("img", { name: "Fila de Fuscas" })).toBeVisible();
  await expect(page.getByText("Ana Souza")).toBeVisible();
  await expect(page.getByRole("link", { name: "Premiados" })).toHaveAttribute(
    "href",
    `/arquivo-evento/${document}.pdf`,
  );
  await expect(page.locator("#me-avise")).toHaveCount(0);
  await page.goto(HUB);
  await expect(page.getByText("Encontro passado de ensaio")).toHaveCount(0);
});

test("a route lists the next events near its line, and the share image shows the event", async ({
  page,
  sql,
  visitorAs,
}) => {
  const [stop] = await sql<{ lat: number; lng: number }[]>`
    select lat, lng from public.region_waypoints join public.regions on regions.id = region_id
    where regions.slug = 'serra-do-rio-do-rastro' and lat is not null order by position limit 1`;
  await addEvent(sql, {
    slug: SLUGS.route,
    title: "Encontro na rota de ensaio",
    state: "SC",
    town: "Lauro Müller",
    ...stop!,
    days: 20,
  });
  const visitor = await visitorAs(null);
  await shows(visitor, "/sc/rota/serra-do-rio-do-rastro", "Encontro na rota de ensaio");
  await page.goto("/sc/rota/serra-do-rio-do-rastro");
  const events = page.locator("section").filter({ has: page.getByRole("heading", { name: /Eventos perto da rota/ }) });
  await expect(events.getByRole("link", { name: "Encontro na rota de ensaio" })).toBeVisible();
  const html = await (await visitor.get(`${HUB}/${SLUGS.route}`)).text();
  const { pathname } = new URL(/property="og:image" content="([^"]+)"/.exec(html)![1]!);
  expect(pathname).toMatch(/^\/imagem-evento\/ensaio-na-rota~pt-BR~\w{6}\.jpg$/);
  const image = await visitor.get(pathname);
  expect(image.headers()["cache-control"]).toContain("immutable");
  expect(await sharp(await image.body()).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
  const old = await visitor.get(pathname.replace(/~\w{6}\.jpg/, "~000000.jpg"));
  expect([old.status(), old.headers()["cache-control"]]).toEqual([200, "public, max-age=300"]);
  expect((await visitor.get("/imagem-evento/nao-existe~pt-BR~000000.jpg")).status()).toBe(404);
});
