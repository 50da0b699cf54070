import type { APIRequestContext } from "@playwright/test";
import { GUEST_VOUCHERS_KEY, OWN_VOUCHERS_KEY } from "../../../lib/platform/device-storage/rules";
import { addOffered, allowGuests, removeOffered } from "../../database/partners/download-rows";
import { OFFLINE_ERRORS, test } from "../support/gate-test";
import { workerIsActive } from "../support/page";
import { textOfQrCode } from "../support/qr-image";
import { expect, type Page } from "../support/test";

test.use({ serviceWorkers: "allow", expectedErrors: OFFLINE_ERRORS });

const card = (page: Page, voucher: string) => page.locator(`[id="voucher-${voucher}"]`);
const download = (page: Page, voucher: string) => card(page, voucher).getByRole("button", { name: /Baixar voucher/ });
const dialog = (page: Page) => page.getByRole("dialog");
const code = (page: Page) => page.getByRole("img", { name: "QR code do voucher" });

/** The list and the settings are cached; the rows of the test come from the database itself. */
async function renew(editor: APIRequestContext): Promise<void> {
  const answer = await editor.post("/api/revalidate", { data: { tags: ["vouchers:SC", "services:SC", "settings"] } });
  expect(answer.status()).toBe(204);
}

test("a voucher is downloaded once, opens without a network and leaves the device at sign-out", async ({
  page,
  siteProxy,
  sql,
  visitorAs,
  account,
}) => {
  const offered = await addOffered(sql, { total: 2, days: [-1, 3], guests: false });
  const { voucher } = offered;
  try {
    await renew(await visitorAs("editor"));
    await test.step("a visitor sees what is left and is led to the sign-in", async () => {
      await page.goto(`${siteProxy.url}/sc/vouchers?prazo=termina`);
      await expect(card(page, voucher)).toContainText("Restam 2");
      await expect(card(page, voucher)).toContainText("Termina em breve");
      await download(page, voucher).click();
      await expect(page).toHaveURL(/\/login\?next=/);
      expect(new URL(page.url()).searchParams.get("next")).toBe(`/sc/vouchers#voucher-${voucher}`);
    });
    await test.step("the directory filters the places with a voucher", async () => {
      await page.goto(`${siteProxy.url}/sc/servicos?atributo=voucher`);
      await expect(page.getByRole("checkbox", { name: /^Com voucher/ })).toBeChecked();
      const shown = page.locator("main li[data-marks]:visible");
      await expect(shown.first()).toContainText("Com voucher");
      expect(await shown.filter({ hasNotText: "Com voucher" }).count()).toBe(0);
    });
    await page.context().addCookies(account.session.cookies.map((cookie) => ({ ...cookie, url: siteProxy.url })));
    const id = await test.step("an account downloads it once", async () => {
      await page.goto(`${siteProxy.url}/sc/vouchers#voucher-${voucher}`);
      await workerIsActive(page);
      await download(page, voucher).dblclick();
      await expect(dialog(page).getByRole("heading", { name: "Voucher baixado" })).toBeVisible();
      const [row] = await sql<{ id: string }[]>`select id from public.voucher_downloads where voucher_id = ${voucher}`;
      await expect(dialog(page).getByRole("link", { name: "Abrir o voucher" })).toHaveAttribute(
        "href",
        `/voucher/redeem/${row!.id}`,
      );
      expect(await textOfQrCode(dialog(page).getByRole("img"))).toMatch(
        new RegExp(`/voucher/redeem/${row!.id}#LCV1[A-Z2-7]{162}$`),
      );
      await page.getByRole("button", { name: "Fechar" }).click();
      await download(page, voucher).click();
      await expect(dialog(page).getByRole("heading", { name: "Você já baixou este voucher" })).toBeVisible();
      await expect(dialog(page).getByRole("link", { name: "Abrir o que você já tem" })).toHaveAttribute(
        "href",
        `/voucher/redeem/${row!.id}`,
      );
      return row!.id;
    });
    await test.step("the panel shows it, and without a network the offline page does", async () => {
      await page.goto(`${siteProxy.url}/painel`);
      await expect(page.locator(`[data-held="${id}"]`)).toContainText("Pronto para usar");
      await siteProxy.stop();
      await page.goto(`${siteProxy.url}/painel`);
      await expect(page.getByRole("heading", { name: "Meus vouchers" })).toBeVisible();
      await page.locator(`[data-held="${id}"] summary`).click();
      expect(await textOfQrCode(code(page))).toContain(`/voucher/redeem/${id}#LCV1`);
      await siteProxy.restart();
    });
    await test.step("it is given back after a confirmation", async () => {
      await page.goto(`${siteProxy.url}/painel`);
      await page.getByRole("button", { name: "Devolver", exact: true }).click();
      await page.getByRole("button", { name: "Sim, devolver" }).click();
      await expect(page.locator(`[data-held="${id}"]`)).toHaveCount(0);
      await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), OWN_VOUCHERS_KEY)).toBe("[]");
    });
    await test.step("sign-out removes the vouchers of the account", async () => {
      await page.goto(`${siteProxy.url}/sc/vouchers`);
      await download(page, voucher).click();
      await expect(code(page)).toBeVisible();
      await page.goto(`${siteProxy.url}/painel`);
      await page.getByRole("main").getByRole("button", { name: "Sair da conta" }).click();
      await expect(page).not.toHaveURL(/painel/);
      expect(await page.evaluate((key) => localStorage.getItem(key), OWN_VOUCHERS_KEY)).toBeNull();
    });
  } finally {
    await removeOffered(sql, offered);
  }
});

test("a guest downloads where the portal and the voucher allow it, and the last one is sold out for others", async ({
  page,
  baseURL,
  sql,
  visitorAs,
}) => {
  const editor = await visitorAs("editor");
  const [open, closed] = [await addOffered(sql, { total: 1 }), await addOffered(sql, { guests: false })];
  await allowGuests(sql);
  try {
    await renew(editor);
    await page.goto("/sc/vouchers");
    await download(page, open.voucher).click();
    await expect(dialog(page).getByRole("heading", { name: "Baixar sem conta" })).toBeVisible();
    await page.getByLabel("Nome", { exact: true }).fill("Rui");
    await page.getByLabel("WhatsApp com DDD").fill("48 99999-0001");
    await dialog(page).getByRole("button", { name: "Baixar voucher" }).click();
    await expect(dialog(page).getByRole("heading", { name: "Voucher baixado" })).toBeVisible();
    await page.reload();
    await expect(card(page, open.voucher)).toContainText("Esgotado");
    await expect(download(page, open.voucher)).toBeDisabled();
    await expect(page.getByRole("heading", { name: "Meus vouchers" })).toBeVisible();
    expect(await page.evaluate((key) => localStorage.getItem(key), GUEST_VOUCHERS_KEY)).not.toMatch(/Rui|99999/);
    await download(page, closed.voucher).click();
    await expect(page).toHaveURL(
      `${baseURL}/login?next=${encodeURIComponent(`/sc/vouchers#voucher-${closed.voucher}`)}`,
    );
  } finally {
    await sql`delete from public.app_settings where key = 'feature_guest_vouchers'`;
    for (const offered of [open, closed]) await removeOffered(sql, offered);
    await renew(editor);
  }
});

test("the page of an event lists the vouchers near it that are valid on its days", async ({ sql, visitorAs }) => {
  const editor = await visitorAs("editor");
  const [near, over] = [await addOffered(sql, { days: [-1, 40] }), await addOffered(sql, { days: [-1, 3] })];
  for (const { place } of [near, over])
    await sql`update public.services set lat = -27.6, lng = -48.54 where id = ${place}`;
  const slug = `encontro-${near.voucher}`;
  await sql`
    insert into public.events (slug, title, organizer_name, state_abbr, municipality_ibge, town, lat, lng, starts_at, ends_at, status, published_at)
    values (${slug}, 'Encontro do Teste', 'Clube', 'SC', 4205407, 'Florianópolis', -27.59, -48.55, now() + interval '20 days', now() + interval '21 days', 'published', now())`;
  try {
    await renew(editor);
    const html = await (await editor.get(`/eventos/lacambeche/${slug}`)).text();
    expect(html).toContain("Vouchers a até 30 km");
    expect(html).toContain(`/sc/vouchers#voucher-${near.voucher}`);
    expect(html).not.toContain(`/sc/vouchers#voucher-${over.voucher}`);
  } finally {
    await sql`delete from public.events where slug = ${slug}`;
    for (const offered of [near, over]) await removeOffered(sql, offered);
    await renew(editor);
  }
});
