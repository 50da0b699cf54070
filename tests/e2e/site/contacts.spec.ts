import type { APIRequestContext } from "@playwright/test";
import type { Sql } from "postgres";
import { openAlive, renderedText } from "../support/page";
import { expect, test, type Page } from "../support/test";

const footer = (page: Page) => page.getByRole("contentinfo");
const menu = (page: Page) => page.getByRole("banner").getByRole("navigation", { name: "Menu principal" });

const CONTACTS = {
  contact_phone: "+55 (48) 3333-1234",
  contact_email: "oi@portal.example.org",
  company_legal_line: "Clube de Teste Ltda. · CNPJ 11.222.333/0001-81",
  social_instagram: "https://www.instagram.com/teste/",
  url_marketplace: "https://loja.example.org/",
  url_blog: "https://blog.example.org/",
  url_social_feed: "https://feed.example.org/",
};

/** Waits until the page is rendered with the settings of now. */
async function openCurrent(page: Page, path: string): Promise<void> {
  await renderedText(page.request, path);
  await openAlive(page, path);
}

// Serial, because the contacts are settings of the whole portal.
test.describe("contacts of the portal", () => {
  test.describe.configure({ mode: "serial" });
  const store = async (
    sql: Sql,
    visitorAs: (role: "editor") => Promise<APIRequestContext>,
    values: Record<string, string>,
  ) => {
    for (const [key, value] of Object.entries(values))
      await sql`update public.app_settings set value = ${value} where key = ${key}`;
    const editor = await visitorAs("editor");
    expect((await editor.post("/api/revalidate", { data: { tags: ["settings"] } })).status()).toBe(204);
  };
  const empty = Object.fromEntries(Object.keys(CONTACTS).map((key) => [key, ""]));
  test.afterEach(({ sql, visitorAs }) => store(sql, visitorAs, empty));

  test("on this local address, empty contacts have examples in header and footer, marked on the page", async ({
    page,
    request,
  }) => {
    await openCurrent(page, "/sobre");
    await expect(page.locator("main a[href^='mailto:'], main a[href^='tel:']")).toHaveCount(0);
    await expect(page.locator("main").getByRole("heading", { name: "Contato" })).toHaveCount(0);
    await openCurrent(page, "/home");
    for (const name of [/^Loja.*exemplo$/, /^Blog.*exemplo$/])
      await expect(menu(page).getByRole("link", { name })).toHaveAttribute("href", /^https:\/\/example\.com\//);
    for (const name of ["Instagram", "Facebook", "YouTube", "Loja parceira", "Feed nas redes"])
      await expect(footer(page).getByRole("link", { name: new RegExp(`^${name} ?exemplo$`) })).toBeVisible();
    for (const text of ["Brasil", "(00) 0000-0000exemplo", "contato@example.comexemplo", "CNPJ a informarexemplo"])
      await expect(footer(page)).toContainText(text);
    await expect(footer(page).locator("a[href^='tel:'], a[href='']")).toHaveCount(0);
    await expect(footer(page).getByRole("img", { name: /publicação de eventos/ })).toHaveCount(1);
    await expect(footer(page).getByRole("img", { name: /rede social/ })).toHaveCount(1);
    expect((await request.get("/qrcode/rede-social.svg")).status()).toBe(200);
  });

  test("the menu opens shop and blog in a new tab", async ({ page, sql, visitorAs }) => {
    await store(sql, visitorAs, CONTACTS);
    for (const path of ["/home", "/sc/home"]) {
      await openCurrent(page, path);
      for (const name of [/^Loja/, /^Blog/]) {
        const outside = menu(page).getByRole("link", { name });
        await expect(outside).toHaveAttribute("target", "_blank");
        await expect(outside).toHaveAttribute("href", /^https:\/\//);
        await expect(outside).toHaveAttribute("rel", /noopener/);
      }
    }
  });

  test("a low rating offers a contact", async ({ page, sql, visitorAs }) => {
    await store(sql, visitorAs, CONTACTS);
    await openCurrent(page, "/enviar-avaliacao");
    await page.getByRole("button", { name: "Enviar avaliação" }).click();
    await expect(page.getByText("Escolha uma opção.")).toBeVisible();
    await page.getByText("2 ★").click();
    await page.getByRole("button", { name: "Enviar avaliação" }).click();
    await expect(page.getByRole("link", { name: "Escrever para a equipe" })).toHaveAttribute(
      "href",
      `mailto:${CONTACTS.contact_email}`,
    );
  });

  test("the about page links the e-mail address", async ({ page, sql, visitorAs }) => {
    await store(sql, visitorAs, CONTACTS);
    await openCurrent(page, "/sobre");
    const link = page.locator("main").getByRole("link", { name: CONTACTS.contact_email }).first();
    await expect(link).toHaveAttribute("href", `mailto:${CONTACTS.contact_email}`);
  });

  test("two QR codes of 112 pixels link to event publishing and to the social network", async ({
    page,
    request,
    sql,
    visitorAs,
  }) => {
    await store(sql, visitorAs, CONTACTS);
    await openCurrent(page, "/home");
    for (const name of ["QR Code que abre a página de publicação de eventos", "QR Code que abre nossa rede social"]) {
      const code = footer(page).getByRole("img", { name });
      await code.scrollIntoViewIfNeeded();
      await expect
        .poll(() => code.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
        .toBe(112);
      expect(await code.boundingBox()).toMatchObject({ width: 112, height: 112 });
      const source = await request.get((await code.getAttribute("src")) ?? "");
      expect(source.headers()["content-type"]).toContain("image/svg+xml");
    }
  });

  test("contact, company, year and version are at the end, external links open a new tab", async ({
    page,
    sql,
    visitorAs,
  }) => {
    await store(sql, visitorAs, CONTACTS);
    await openCurrent(page, "/home");
    for (const text of ["Brasil", CONTACTS.contact_phone, CONTACTS.contact_email, CONTACTS.company_legal_line])
      await expect(footer(page)).toContainText(text);
    await expect(footer(page)).toContainText(`© ${new Date().getFullYear()}`);
    await expect(footer(page)).toContainText("Versão 9.0.1");
    for (const [name, key] of [
      ["Instagram", "social_instagram"],
      ["Loja parceira", "url_marketplace"],
      ["Feed nas redes", "url_social_feed"],
    ] as const) {
      const link = footer(page).getByRole("link", { name });
      await expect(link).toHaveAttribute("href", CONTACTS[key]);
      await expect(link).toHaveAttribute("target", "_blank");
    }
  });
});
