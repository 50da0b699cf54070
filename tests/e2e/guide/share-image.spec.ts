import sharp from "sharp";
import { expect, test } from "../support/test";

const SLUG = "rota-com-foto";

const metaImage = (html: string) => /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? "";

test("an uploaded photo replaces the postcard on the page, on cards and in the share image", async ({
  sql,
  visitorAs,
}) => {
  const editor = await visitorAs("editor");
  const red = await sharp({ create: { width: 900, height: 900, channels: 3, background: "#c81e1e" } })
    .png()
    .toBuffer();
  const upload = await editor.post("/api/media", {
    data: red,
    headers: { "content-type": "application/octet-stream" },
  });
  const { path } = (await upload.json()) as { path: string };
  await sql`update public.media_assets set credit = 'Ana Souza', licence = 'CC BY 4.0' where path = ${path}`;
  await sql`
    insert into public.regions (name, slug, state_abbr, status, summary, biome, roads, distance_km, cover_url, featured_order)
    values ('Rota com Foto', ${SLUG}, 'AP', 'published', 'Com foto enviada.', 'litoral', array['BR-156'], 87, ${path}, 1)`;
  await editor.post("/api/revalidate", { data: { tags: ["regions", "regions:AP"] } });
  const visitor = await visitorAs(null);
  for (const list of ["/ap/regioes", "/ap/home"])
    expect(await (await visitor.get(list)).text(), list).toContain(`src="${path}"`);
  const html = await (await visitor.get(`/ap/rota/${SLUG}`)).text();
  expect(html).toContain("Ana Souza");
  const { pathname } = new URL(metaImage(html));
  expect(pathname).toMatch(/^\/imagem-rota\/ap\/rota-com-foto~pt-BR~\w{6}\.jpg$/);
  expect(html.split(pathname).length).toBeGreaterThan(3);
  const image = await visitor.get(pathname);
  expect(image.headers()["cache-control"]).toContain("immutable");
  const body = await image.body();
  expect(await sharp(body).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
  const middle = await sharp(body).extract({ left: 500, top: 320, width: 200, height: 100 }).png().toBuffer();
  const { dominant } = await sharp(middle).stats();
  expect(dominant.r).toBeGreaterThan(150);
  expect(dominant.g).toBeLessThan(80);
  await sql`delete from public.regions where slug = ${SLUG}`;
});

test("an old address of a share image shows the current one and is cached briefly", async ({ visitorAs }) => {
  const visitor = await visitorAs(null);
  const old = await visitor.get("/imagem-rota/sc/serra-do-rio-do-rastro~pt-BR~000000.jpg");
  expect(old.status()).toBe(200);
  expect(old.headers()["cache-control"]).toBe("public, max-age=300");
  for (const name of ["none~pt-BR~000000.jpg", "serra-do-rio-do-rastro~fr~000000.jpg", "serra-do-rio-do-rastro.jpg"])
    expect((await visitor.get(`/imagem-rota/sc/${name}`)).status(), name).toBe(404);
});

test("postcards have subjects in their address, and old addresses still work", async ({ visitorAs }) => {
  const visitor = await visitorAs(null);
  const list = await (await visitor.get("/sc/regioes")).text();
  expect(list).toContain("/cartao-postal/litoral~farol-de-santa-marta~farol");
  for (const name of ["litoral~farol-de-santa-marta.svg", "litoral~farol-de-santa-marta~farol.svg"])
    expect((await visitor.get(`/cartao-postal/${name}`)).status(), name).toBe(200);
  expect((await visitor.get("/cartao-postal/litoral~farol-de-santa-marta~castelo.svg")).status()).toBe(404);
});
