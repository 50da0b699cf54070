import { openAlive } from "../support/page";
import { expect, test, type Page } from "../support/test";

const footer = (page: Page) => page.getByRole("contentinfo");

const LINKS = [
  ["Planejador de rota", "/planejador-rota", "/sc/planejador-rota"],
  ["Mapa interativo", "/mapa-interativo", "/sc/mapa-interativo"],
  ["Gerar QR Code", "/gerar-qrcode", "/gerar-qrcode"],
  ["Anuncie aqui", "/anuncie-aqui", "/sc/anuncie-aqui"],
  ["Publicar evento", "/publicar-evento", "/publicar-evento"],
  ["Clubes parceiros", "/clubes-parceiros", "/clubes-parceiros"],
  ["Área do vendedor", "/vendedor/login", "/vendedor/login"],
  ["Sobre nós", "/sobre", "/sobre"],
  ["Como funciona", "/como-funciona", "/como-funciona"],
  ["Termos de uso", "/termos-de-uso", "/termos-de-uso"],
  ["Direitos autorais", "/direitos-autorais", "/direitos-autorais"],
  ["Política de privacidade", "/politica-de-privacidade", "/politica-de-privacidade"],
  ["Dados abertos", "/dados-abertos", "/dados-abertos"],
  ["Administração", "/admin", "/admin"],
] as const;

for (const [place, start, column] of [
  ["without a state", "/home", 1],
  ["in a state", "/sc/home", 2],
] as const) {
  test(`every footer link has the target of the specification, ${place}`, async ({ page }) => {
    await page.goto(start);
    for (const link of LINKS) {
      await expect(footer(page).getByRole("link", { name: link[0], exact: true })).toHaveAttribute(
        "href",
        link[column],
      );
    }
  });
}

for (const path of ["/", "/login", "/espanol"]) {
  test(`${path} ends with the footer`, async ({ page }) => {
    await page.goto(path);
    await expect(footer(page).getByText(/9\.0\.1/)).toBeVisible();
  });
}

test("the first page has the header and the install button", async ({ page }) => {
  await openAlive(page, "/");
  await expect(page.getByRole("banner").getByRole("link", { name: "Clubes", exact: true })).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event("beforeinstallprompt")));
  await expect(footer(page).getByRole("button", { name: "Baixar App" })).toBeVisible();
});

test("every footer link answers 200", async ({ visitorAs }) => {
  const visitor = await visitorAs(null);
  for (const [, plain, inState] of LINKS) {
    for (const path of new Set([plain, inState]))
      expect([200, 307], path).toContain((await visitor.get(path)).status());
  }
});

test("a state's footer shows its first four routes, another page asks for a state", async ({ page, sql }) => {
  const routes = await sql<{ slug: string; name: string }[]>`
    select slug, name from public.regions where state_abbr = 'SC' and status = 'published' and deleted_at is null
    order by featured_order nulls last, name limit 4`;
  await page.goto("/sc/regioes");
  const section = footer(page)
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Rotas em destaque" }) });
  await expect(section.getByRole("link")).toHaveText(routes.map(({ name }) => name));
  for (const { name, slug } of routes) {
    await expect(section.getByRole("link", { name, exact: true })).toHaveAttribute("href", `/sc/rota/${slug}`);
  }
  await page.goto("/home");
  await expect(footer(page).getByText("Selecione um estado para ver as rotas.")).toBeVisible();
});

test("two QR codes of 112 pixels link to event publishing and to the social network", async ({ page, request }) => {
  await page.goto("/home");
  for (const name of ["QR Code que abre a página de publicação de eventos", "QR Code que abre nossa rede social"]) {
    const code = footer(page).getByRole("img", { name });
    await code.scrollIntoViewIfNeeded();
    await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBe(112);
    expect(await code.boundingBox()).toMatchObject({ width: 112, height: 112 });
    const source = await request.get((await code.getAttribute("src")) ?? "");
    expect(source.headers()["content-type"]).toContain("image/svg+xml");
  }
});

test("contact, company, year and version are at the end, external links open a new tab", async ({ page, sql }) => {
  const rows = await sql<{ key: string; value: string }[]>`select key, value from public.app_settings where is_public`;
  const setting = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  await page.goto("/home");
  for (const key of ["contact_country", "contact_phone", "contact_email", "company_legal_line"]) {
    await expect(footer(page)).toContainText(setting[key] ?? key);
  }
  await expect(footer(page)).toContainText(`© ${new Date().getFullYear()}`);
  await expect(footer(page)).toContainText("Versão 9.0.1");
  for (const [name, key] of [
    ["Instagram", "social_instagram"],
    ["Loja parceira", "url_marketplace"],
    ["Feed nas redes", "url_social_feed"],
  ] as const) {
    const link = footer(page).getByRole("link", { name });
    await expect(link).toHaveAttribute("href", setting[key] ?? key);
    await expect(link).toHaveAttribute("target", "_blank");
  }
});
