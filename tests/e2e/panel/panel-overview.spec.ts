import { randomUUID } from "node:crypto";
import { createAccount, deleteAccount } from "../support/own-account";
import { expect, test } from "../support/test";
import { answerQuestions } from "../support/questions";

test("an outdated price is listed, its new price is imported, and the plaza is on the map", async ({
  page,
  signIn,
  sql,
}) => {
  const name = `Praça ${randomUUID().slice(0, 8)}`;
  const [toll] = await sql<
    { id: string }[]
  >`insert into public.tolls (name, road, state_abbr, status, lat, lng) values (${name}, 'BR-101', 'SC', 'published', -26.4, -48.8) returning id`;
  const year = new Date().getUTCFullYear();
  try {
    await sql`insert into public.toll_prices (toll_id, vehicle_class, price, valid_from) values (${toll!.id}, 'car', 9.9, ${`${year - 2}-01-01`})`;
    await signIn("main_admin");
    await page.goto(`/admin/tolls?old=1&map=1&state_abbr=SC`);
    const row = page.getByRole("row", { name });
    await expect(row).toContainText("há mais de 12 meses");
    await expect(
      page.getByRole("region", { name: "Mapa desta página da lista" }).getByRole("link", { name }),
    ).toHaveAttribute("href", `/admin/tolls/${toll!.id}`);

    await page.getByRole("link", { name: "Tarifas de pedágio" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Tarifas de pedágio" })).toBeVisible();
    await page.getByRole("button", { name: "Importar CSV" }).click();
    const today = new Date().toISOString().slice(0, 10);
    const file = `toll_id,vehicle_class,price,valid_from\n${toll!.id},car,12.5,${today}\n${toll!.id},avião,1,${today}\n`;
    await page
      .getByRole("dialog")
      .getByLabel("Arquivo", { exact: true })
      .setInputFiles({ name: "tarifas.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
    await page.getByRole("button", { name: "Importar 1 linha" }).click();
    await expect(page.locator("[data-slot=toast]").first()).toBeVisible();
    await expect
      .poll(
        async () =>
          (await sql`select priced_on::text as day from public.tolls where id = ${toll!.id}`)[0]!.day as string,
      )
      .toBe(today);
    await page.goto(`/admin/tolls?old=1&state_abbr=SC&q=${encodeURIComponent(name)}`);
    await expect(page.getByText("Nada combina com esta busca.")).toBeVisible();
  } finally {
    await sql`delete from public.tolls where id = ${toll!.id}`;
  }
});

test("the dashboard links the contact settings that are empty, for accounts that may edit them", async ({
  page,
  signIn,
  visitorAs,
}) => {
  await signIn("main_admin");
  await page.goto("/admin");
  const missing = page.getByRole("region", { name: "Falta preencher" });
  await expect(missing.getByRole("link")).not.toHaveCount(0);
  await missing.getByRole("link", { name: "YouTube" }).click();
  await expect(page).toHaveURL(/\/admin\/settings#social_youtube$/);
  const editorPage = await (await visitorAs("editor")).get("/admin");
  expect(await editorPage.text()).not.toContain("Falta preencher");
});

test("the search works within the filter for unchecked rows", async ({ visitorAs }) => {
  const html = await (await (await visitorAs("editor")).get("/admin/services?old=1&q=xyzqw")).text();
  expect(html).toContain("Nada combina com esta busca.");
});

test("a manager sees open sessions and ends one of an account of lower rank", async ({ page, signIn, sql }) => {
  const editor = await createAccount(sql, "editor");
  try {
    await signIn("main_admin");
    await page.goto("/admin/acesso");
    await answerQuestions(page);
    const row = page.getByRole("table", { name: "Sessões abertas" }).getByRole("row", { name: editor.name });
    await row.getByRole("button", { name: "Encerrar", exact: true }).click();
    await expect(row).toHaveCount(0);
    expect(await sql`select 1 from auth.sessions where user_id = ${editor.id}`).toHaveLength(0);
  } finally {
    await deleteAccount(sql, editor);
  }
});

test("every subpage of a page in the sidebar is linked from it", async ({ visitorAs }) => {
  const visitor = await visitorAs("superadministrador");
  for (const [parent, ...pages] of [
    ["/admin", "/admin/management"],
    ["/admin/conteudo-estados", "/admin/city-gallery"],
    ["/admin/users", "/admin/acesso"],
    ["/admin/app-reviews", "/admin/avaliacoes"],
    ["/admin/settings", "/admin/payment-settings", "/admin/system-algorithms", "/admin/system-config"],
    ["/admin/all-cities", "/admin/city-installer"],
    ["/admin/system-health", "/admin/system-repair"],
  ]) {
    const html = await (await visitor.get(parent!)).text();
    for (const page of pages) {
      expect(html, parent).toContain(`href="${page}"`);
      expect((await visitor.get(page)).status(), page).toBe(200);
    }
  }
});

test("an editor sees what content each state lacks", async ({ page, signIn }) => {
  await signIn("editor");
  await page.goto("/admin/conteudo-estados");
  const states = page.locator("details").filter({ hasText: "O que falta em cada estado" });
  await expect(states.getByRole("listitem")).toHaveCount(27);
  await expect(states.getByRole("link", { name: "Santa Catarina" })).toHaveAttribute(
    "href",
    "/admin/conteudo-estados/SC",
  );
});

test("every hit of a redirect is counted, also repeated ones", async ({ visitorAs, sql }) => {
  const from = `/sc/rota/ensaio-${randomUUID().slice(0, 8)}`;
  await sql`insert into public.redirects (from_path, to_path) values (${from}, '/sc/regioes')`;
  try {
    const visitor = await visitorAs(null);
    for (const prefix of ["", "/english", ""])
      expect((await visitor.get(prefix + from, { maxRedirects: 0 })).status()).toBe(308);
    await expect
      .poll(async () => (await sql`select hits from public.redirects where from_path = ${from}`)[0]!.hits as number)
      .toBe(3);
  } finally {
    await sql`delete from public.redirects where from_path = ${from}`;
  }
});
