import { openAlive } from "../support/page";
import { fillSale, openSeller, PHONE, save, sign } from "../support/selling";
import { expect, test } from "../support/test";

test.use({ viewport: PHONE });

test("a paid sale names its next step and is renewed with the old facts", async ({ browser, sql, baseURL }) => {
  const { context, page, id } = await openSeller(browser, sql, baseURL!);
  await fillSale(page, "Pousada da Renovação");
  await page.getByRole("checkbox", { name: "Li e aceito os termos de venda" }).check();
  await sign(page, "Assinatura do vendedor");
  await sign(page, "Assinatura do cliente");
  const messenger = context.waitForEvent("page");
  await save(page).click();
  await expect(page).toHaveURL(/\/vendedor\/dashboard\?venda=/);
  await (await messenger).close();
  await expect(page.getByText("Próximo passo: o cliente paga.")).toBeVisible();
  await sql`
    with sale as (
      select sales.id, price_cents from public.sales join public.sellers on sellers.id = sales.seller_id
      where sellers.user_id = ${id}
    ), payment as (
      insert into public.payments (subject_type, subject_id, method, amount_cents, provider, status, paid_at)
      select 'sale', sale.id, 'pix', price_cents, 'pix', 'paid', now() from sale returning id, subject_id
    )
    update public.sales set payment_status = 'paid', paid_at = now(), payment_id = payment.id
    from payment where sales.id = payment.subject_id`;
  await openAlive(page, "/vendedor/dashboard");
  await expect(page.getByText("Próximo passo: o cliente envia a arte.")).toBeVisible();
  await page.getByRole("link", { name: "Renovar" }).click();
  await expect(page.getByText(/^Renovação da venda nº/)).toBeVisible();
  await expect(page.getByLabel("Nome da empresa")).toHaveValue("Pousada da Renovação");
  await context.close();
});
