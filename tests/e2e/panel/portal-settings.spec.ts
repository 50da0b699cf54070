import type { Sql } from "postgres";
import { demoAccount, openSession, publishableKey } from "../support/accounts";
import { toast } from "../support/page";
import { expect, test, type Page } from "../support/test";

// Feature flags are shared with all other tests; the one that can be tested in isolation is in requests.spec.ts.
const HOMES = ["/home", "/english/home", "/espanol/home", "/", "/english", "/espanol"];
const MARK = { featured: '/sc/regioes"', post: 'id="blog"', magazine: '/revista-digital"' };

const stored = async (sql: Sql, key: string) =>
  (await sql<{ value: string }[]>`select value from public.app_settings where key = ${key}`)[0]?.value;
const order = (page: Page) => page.getByRole("group", { name: "Seções da página inicial" });
const save = (page: Page) => page.getByRole("button", { name: "Salvar" }).click();

/** The sections of a rendered home page from top to bottom. */
function sectionsOf(html: string): string[] {
  const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
  const places = Object.entries(MARK).map(([name, mark]) => [name, main.indexOf(mark)] as const);
  expect(places.filter(([, place]) => place < 0)).toEqual([]);
  return places.toSorted(([, a], [, b]) => a - b).map(([name]) => name);
}

test("sections are reordered by keyboard, and every home page changes in three languages", async ({
  page,
  signIn,
  sql,
  visitorAs,
}) => {
  const before = await stored(sql, "home_sections");
  const [visitor, editor] = [await visitorAs(null), await visitorAs("editor")];
  try {
    await signIn("main_admin");
    await page.goto("/admin/portal-settings");
    await expect(page.getByRole("button", { name: "Salvar" })).toBeEnabled();
    const up = order(page).getByRole("button", { name: "Subir: Edição atual da revista" });
    for (const place of [4, 3, 2]) {
      await up.press("Enter");
      await expect(order(page).getByRole("status")).toHaveText(`Edição atual da revista: lugar ${place} de 5`);
      await expect(up).toBeFocused();
    }
    await up.press("Enter");
    await expect(order(page).getByRole("button", { name: "Descer: Edição atual da revista" })).toBeFocused();
    await expect(order(page).getByRole("checkbox", { name: /Rotas em destaque/ })).toBeDisabled();
    await save(page);
    await expect(toast(page, "Feito")).toBeVisible();
    expect(await stored(sql, "home_sections")).toBe("magazine,ad,featured,events,post");
    for (const path of HOMES)
      expect(sectionsOf(await (await visitor.get(path)).text()), path).toEqual(["magazine", "featured", "post"]);
  } finally {
    if (before === undefined) await sql`delete from public.app_settings where key = 'home_sections'`;
    else await sql`update public.app_settings set value = ${before} where key = 'home_sections'`;
    expect((await editor.post("/api/revalidate", { data: { tags: ["settings"] } })).status()).toBe(204);
  }
  for (const path of HOMES)
    expect(sectionsOf(await (await visitor.get(path)).text()), path).toEqual(["featured", "post", "magazine"]);
});

test.describe("access refused", () => {
  test.use({ expectedErrors: /\/admin/ });

  test("a role without the permission cannot save, neither in an open form nor by a direct request", async ({
    page,
    context,
    signIn,
    sql,
    visitorAs,
  }) => {
    const before = await stored(sql, "feature_radio");
    await signIn("main_admin");
    await page.goto("/admin/portal-settings");
    await expect(page.getByRole("button", { name: "Salvar" })).toBeEnabled();
    await context.clearCookies();
    await signIn("admin");
    await page.getByLabel("Rádio", { exact: true }).selectOption("Desligado");
    // The guard redirects the action's request to a page this role may open, which does not have the action.
    const sent = (path: string) =>
      page.waitForResponse((answer) => answer.request().method() === "POST" && new URL(answer.url()).pathname === path);
    const answers = Promise.all([sent("/admin/portal-settings"), sent("/admin")]);
    await save(page);
    expect((await answers)[0].status()).toBe(307);
    expect(await stored(sql, "feature_radio")).toBe(before);
    const { accessToken } = await openSession(demoAccount("admin"));
    const past = await (
      await visitorAs(null)
    ).post("/rest/v1/app_settings", {
      headers: {
        apikey: publishableKey(),
        authorization: `Bearer ${accessToken}`,
        prefer: "resolution=merge-duplicates",
      },
      data: { key: "feature_radio", value: "false", group: "portal", is_public: true },
    });
    expect(past.status()).toBe(403);
    expect(await stored(sql, "feature_radio")).toBe(before);
  });
});
