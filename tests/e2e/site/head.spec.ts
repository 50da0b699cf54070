import { expect, test } from "../support/test";

const TITLE = "Portal LACAMBECHE - Guia Digital do Antigomobilismo no Brasil";

test("the head contains the portal's name, manifest, icons and colour", async ({ page, request }) => {
  await page.goto("/");
  await expect(page).toHaveTitle(TITLE);
  await expect(page.locator("meta[name=description]")).toHaveAttribute(
    "content",
    /rotas.*hotéis.*restaurantes.*oficinas/i,
  );
  await expect(page.locator("meta[name=theme-color]")).toHaveAttribute("content", "#3b82f6");
  const apple = await page.locator("link[rel=apple-touch-icon]").getAttribute("href");
  expect((await request.get(apple ?? "")).headers()["content-type"]).toBe("image/png");
  await expect(page.locator("html")).toHaveAttribute("lang", "pt-BR");
});

test("the manifest is installable: name, start URL, colours and all icons exist", async ({ page, request }) => {
  await page.goto("/home");
  const address = await page.locator("link[rel=manifest]").getAttribute("href");
  const answer = await request.get(address ?? "");
  expect(answer.ok()).toBe(true);
  const manifest = (await answer.json()) as {
    name: string;
    start_url: string;
    display: string;
    theme_color: string;
    icons: { src: string; sizes: string }[];
  };
  expect(manifest).toMatchObject({ name: TITLE, start_url: "/home", display: "standalone", theme_color: "#3b82f6" });
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(["192x192", "512x512"]));
  for (const { src } of manifest.icons) expect((await request.get(src)).headers()["content-type"]).toBe("image/png");
});
