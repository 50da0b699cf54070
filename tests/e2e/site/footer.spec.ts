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
  await footer(page).getByText("Guia Digital do Antigomobilismo").first().scrollIntoViewIfNeeded();
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
