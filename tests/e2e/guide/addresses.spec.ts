import { expect, test } from "../support/test";

const LANGUAGES = [
  ["pt-BR", ""],
  ["en", "/english"],
  ["es", "/espanol"],
] as const;

test("/es is Espírito Santo in Portuguese, /espanol/es is Espírito Santo in Spanish", async ({ page }) => {
  for (const [path, lang, season] of [
    ["/es/home", "pt-BR", "Melhor época"],
    ["/espanol/es/home", "es-419", "Mejor época"],
    ["/english/es/home", "en-US", "Best season"],
  ] as const) {
    await page.goto(path);
    await expect(page.locator("html")).toHaveAttribute("lang", lang);
    await expect(page.getByRole("heading", { level: 1, name: "Espírito Santo" })).toBeVisible();
    await expect(page.getByText(season)).toBeVisible();
  }
});

for (const path of [
  "/xx/home",
  "/xx/regioes",
  "/sc/rota/nao-existe",
  "/espanol/sc/rota/nao-existe",
  "/english/zz/home",
  "/nada",
  "/sc/nada",
  "/sc/rota/a/b",
]) {
  test(`${path} answers 404 with its text in the HTML`, async ({ visitorAs }) => {
    const answer = await (await visitorAs(null)).get(path);
    expect(answer.status()).toBe(404);
    const text = { "/espanol": "Página no encontrada", "/english": "Page not found" }[
      /^\/(?:espanol|english)/.exec(path)?.[0] ?? ""
    ];
    expect(await answer.text()).toMatch(new RegExp(`<h1[^>]*>${text ?? "Página não encontrada"}`));
    expect(await answer.text()).toMatch(/<meta name="robots" content="noindex/);
  });
}

test.describe("the 404 page", () => {
  test.use({ expectedErrors: /404/ });

  test("lists every state with its number of routes, a search and the footer", async ({ page, sql }) => {
    // No other test adds routes of this state.
    const [row] = await sql<
      { count: number }[]
    >`select count(*)::int as count from public.regions where status = 'published' and deleted_at is null and state_abbr = 'ES'`;
    await page.goto("/nada-por-aqui");
    await expect(page.locator("#state-list").getByRole("link", { name: /^Espírito Santo/ })).toContainText(
      `${row!.count} rotas`,
    );
    await expect(page.getByRole("contentinfo").getByText(/9\.0\.1/)).toBeVisible();
    await page.getByRole("searchbox", { name: "O que você procura?" }).fill("serra");
    await page.getByRole("main").getByRole("button", { name: "Buscar", exact: true }).click();
    await expect(page).toHaveURL(/\/busca\?q=serra/);
  });
});

for (const path of ["/home", "/sc/home", "/sc/regioes", "/sc/rota/serra-do-rio-do-rastro"]) {
  test(`${path} links to its address in every language`, async ({ page, baseURL }) => {
    for (const [, prefix] of LANGUAGES) {
      await page.goto(prefix + path);
      await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", baseURL + prefix + path);
      for (const [hreflang, other] of [...LANGUAGES, ["x-default", ""] as const]) {
        await expect(page.locator(`link[rel=alternate][hreflang="${hreflang}"]`)).toHaveAttribute(
          "href",
          baseURL + other + path,
        );
      }
    }
  });
}

test("an internal language id and capital letters redirect to the one public address", async ({ visitorAs }) => {
  const visitor = await visitorAs(null);
  for (const [asked, kept] of [
    ["/pt-BR/sc/home", "/sc/home"],
    ["/es-419/sc/home", "/espanol/sc/home"],
    ["/SC/home", "/sc/home"],
    ["/sc", "/sc/home"],
    ["/english/ES", "/english/es/home"],
  ] as const) {
    const answer = await visitor.get(asked);
    expect([answer.status(), answer.headers()["location"]], asked).toEqual([308, kept]);
  }
});
