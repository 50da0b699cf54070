import { randomUUID } from "node:crypto";
import { addDays, brazilianDay } from "../../../lib/platform/dates";
import { gateStatus, read, result, waitUntilKept } from "../support/gate-page";
import { OFFLINE_ERRORS, test } from "../support/gate-test";
import { createAccount, deleteAccount, pageOf } from "../support/own-account";
import { workerIsActive } from "../support/page";
import { textOfQrCode } from "../support/qr-image";
import { expect, type Page } from "../support/test";

test.use({ serviceWorkers: "allow", expectedErrors: OFFLINE_ERRORS });

const MARK = randomUUID().slice(0, 8);
const NAME = `Café da Serra ${MARK}`;
const TITLE = `Café colonial ${MARK}`;
const field = (page: Page, name: string) => page.locator(`main [name="${name}"]`);

test("a place is claimed, offers a voucher, and redeems without a network what a traveller shows without a network", async ({
  page,
  browser,
  baseURL,
  siteProxy,
  signIn,
  sql,
}) => {
  test.slow();
  const [owner, traveller] = [await createAccount(sql, "user"), await createAccount(sql, "user")];
  const [row] = await sql<{ id: string }[]>`
    insert into public.services (category_key, name, slug, state_abbr, status, source, check_date)
    values ('other', ${NAME}, ${`cafe-da-serra-${MARK}`}, 'SC', 'published', 'ensaio', current_date) returning id`;
  const place = row!.id;
  const panel = `/painel/lugares/${place}`;
  let voucher = "";
  try {
    await test.step("the owner claims the place, and the team approves", async () => {
      await sql`
        insert into public.service_requests (kind, payload, service_id, requester_name, requester_email, state_abbr)
        values ('claim', '{"message": "Sou a dona"}', ${place}, 'Rita', ${owner.email}, 'SC')`;
      await signIn("admin");
      await page.goto("/admin/service-requests");
      const request = page.getByRole("article", { name: NAME });
      await request.getByRole("button", { name: "Aprovar" }).click();
      await expect(request).toContainText(/Aprovado|Desfazer/);
    });

    const desk = await pageOf(browser, owner, siteProxy.url);
    await test.step("the owner offers a voucher, which an editor publishes", async () => {
      const today = brazilianDay(Date.now());
      await desk.goto(`${siteProxy.url}/sc/cadastro-voucher`);
      await field(desk, "place").selectOption(place);
      await field(desk, "title").fill(TITLE);
      await field(desk, "benefit_value").fill("15");
      await field(desk, "valid_from").fill(today);
      await field(desk, "valid_until").fill(addDays(today, 60));
      await desk.getByRole("button", { name: "Enviar para aprovação" }).click();
      await expect(desk.getByRole("heading", { name: /^Enviado para aprovação/ })).toBeVisible();
      const [stored] = await sql<{ id: string }[]>`select id from public.vouchers where service_id = ${place}`;
      voucher = stored!.id;
      await signIn("editor");
      await page.goto("/admin/vouchers?aba=voucher");
      const item = page.locator(`[data-inbox-item="${voucher}"]`);
      await item.getByRole("button", { name: "Publicar", exact: true }).click();
      await expect(item.getByText("Ativo", { exact: true })).toBeVisible();
    });

    const holder = await pageOf(browser, traveller, siteProxy.url);
    const download = await test.step("a traveller downloads it", async () => {
      await holder.goto(`${siteProxy.url}/sc/vouchers#voucher-${voucher}`);
      await workerIsActive(holder);
      await holder
        .locator(`[id="voucher-${voucher}"]`)
        .getByRole("button", { name: /Baixar voucher/ })
        .click();
      await expect(holder.getByRole("dialog").getByRole("heading", { name: "Voucher baixado" })).toBeVisible();
      const [held] = await sql<{ id: string }[]>`select id from public.voucher_downloads where voucher_id = ${voucher}`;
      await holder.goto(`${siteProxy.url}/painel`);
      await expect(holder.locator(`[data-held="${held!.id}"]`)).toContainText("Pronto para usar");
      return held!.id;
    });

    await test.step("the desk keeps its page, then both lose the network", async () => {
      await desk.goto(`${siteProxy.url}${panel}/balcao/ler`);
      await expect(desk.getByText("Últimas 24 horas")).toBeVisible();
      await waitUntilKept(desk);
      await siteProxy.stop();
    });

    await test.step("the traveller shows the code, and the desk redeems it", async () => {
      await holder.goto(`${siteProxy.url}/painel`);
      await holder.locator(`[data-held="${download}"] summary`).click();
      const code = await textOfQrCode(holder.getByRole("img", { name: "QR code do voucher" }));
      await read(desk, code);
      await expect(result(desk)).toHaveAttribute("data-result", "redeemed");
      await desk.getByRole("button", { name: "Validar agora" }).click();
      await expect(result(desk)).toHaveAttribute("data-result", "done");
      await expect(desk.getByText("Será enviado quando houver internet")).toBeVisible();
      await desk.getByRole("button", { name: "Próximo" }).click();
    });

    await test.step("back on the network the redemption is recorded, and both see it", async () => {
      await siteProxy.restart();
      await desk.getByRole("button", { name: "Atualizar", exact: true }).click();
      await expect(gateStatus(desk, "Todas as validações enviadas")).toBeVisible();
      const readings = await sql`select result, is_offline from public.voucher_redemptions where service_id = ${place}`;
      expect([...readings]).toEqual([{ result: "redeemed", is_offline: true }]);
      await holder.goto(`${siteProxy.url}/painel`);
      await expect(holder.locator(`[data-held="${download}"]`)).toContainText(/Usado/);
      const partner = await pageOf(browser, owner, baseURL!);
      await partner.goto(`${panel}/vouchers`);
      await expect(partner.locator(`[data-voucher="${voucher}"]`)).toContainText("1 usado");
      await partner.context().close();
    });
    await desk.context().close();
    await holder.context().close();
  } finally {
    await sql`delete from public.service_requests where service_id = ${place}`;
    await sql`delete from public.services where id = ${place}`;
    for (const account of [owner, traveller]) await deleteAccount(sql, account);
  }
});
