import { randomUUID } from "node:crypto";
import { hashOf } from "../../support/link-rows";
import { createAccount, deleteAccount, pageOf } from "../support/own-account";
import { openAlive, toast } from "../support/page";
import { apply, cpf, fillSale, PHONE, save, sign, traveller } from "../support/selling";
import { expect, test, type Page } from "../support/test";

const ink = (page: Page, label: string) =>
  page
    .getByRole("group", { name: label })
    .locator("canvas")
    .evaluate((canvas: HTMLCanvasElement) =>
      canvas
        .getContext("2d")!
        .getImageData(0, 0, canvas.width, canvas.height)
        .data.some((value, index) => index % 4 === 3 && value > 0),
    );

test.describe.configure({ mode: "serial" });
test.use({ viewport: PHONE });

test("an account without a confirmed address sends its link again from the form, which keeps what was typed", async ({
  browser,
  sql,
  baseURL,
}) => {
  const account = await createAccount(sql, "user");
  await sql`update public.profiles set email_verified_at = null where id = ${account.id}`;
  const page = await pageOf(browser, account, baseURL!);
  await openAlive(page, "/vendedor/cadastro");
  await expect(page.getByText("10% de comissão")).toBeVisible();
  await expect(page.getByText(`abra o link que mandamos para ${account.email}`)).toBeVisible();
  await page.getByLabel("Nome completo").fill("Rita Digitada");
  await page.getByRole("button", { name: "Reenviar link" }).click();
  await expect(page.getByText("Link enviado.")).toBeVisible();
  await sql`update public.profiles set email_verified_at = now() where id = ${account.id}`;
  await page.reload();
  await expect(page.getByText("abra o link que mandamos")).toHaveCount(0);
  await expect(page.getByLabel("Nome completo")).toHaveValue("Rita Digitada");
  await page.context().close();
  await deleteAccount(sql, account);
});

test("an application is submitted and approved, and its seller sells with two signatures", async ({
  page,
  signIn,
  browser,
  sql,
  baseURL,
}) => {
  const name = `Rita ${randomUUID().slice(0, 8)}`;
  const company = `Pousada ${randomUUID().slice(0, 8)}`;
  const rita = await traveller(browser, sql, baseURL!);
  await test.step("an application with an invalid document is corrected and stored", async () => {
    await apply(rita.page, name, "529.982.247-24");
    await expect(rita.page.getByText("algum dígito não bate")).toBeVisible();
    await rita.page.getByLabel("CPF ou CNPJ").fill(cpf());
    await rita.page.getByRole("button", { name: "Enviar cadastro" }).click();
    await expect(rita.page.getByRole("heading", { name: "Cadastro em análise" })).toBeVisible();
    expect((await sql`select role from public.profiles where id = ${rita.id}`)[0]?.role).toBe("user");
  });

  await test.step("an administrator approves it", async () => {
    await signIn("main_admin");
    await page.goto("/admin/sellers");
    const card = page.getByRole("article", { name });
    await card.getByRole("button", { name: "Aprovar" }).click();
    await expect
      .poll(async () => (await sql`select role from public.profiles where id = ${rita.id}`)[0]?.role)
      .toBe("vendedor");
  });

  await test.step("a sale without acceptance or with one signature is refused", async () => {
    await rita.page.goto("/vendedor/dashboard");
    await expect(rita.page.getByText("Nenhuma venda registrada ainda.")).toBeVisible();
    await fillSale(rita.page, company);
    await save(rita.page).click();
    await expect(toast(rita.page, "Os termos de venda devem ser aceitos.")).toBeVisible();
    await rita.page.getByRole("checkbox", { name: "Li e aceito os termos de venda" }).check();
    await sign(rita.page, "Assinatura do vendedor");
    await save(rita.page).click();
    await expect(toast(rita.page, "Ambas as assinaturas são obrigatórias.")).toBeVisible();
    await sign(rita.page, "Assinatura do cliente");
  });

  await test.step("rotating the phone or returning later keeps the draft", async () => {
    await rita.page.setViewportSize({ width: 844, height: 390 });
    await expect.poll(() => ink(rita.page, "Assinatura do vendedor")).toBe(true);
    await rita.page.setViewportSize(PHONE);
    await rita.page.reload();
    await expect(rita.page.getByText("Continuamos de onde você parou neste aparelho.")).toBeVisible();
    await expect(rita.page.getByLabel("Nome da empresa")).toHaveValue(company);
    await expect.poll(() => ink(rita.page, "Assinatura do cliente")).toBe(true);
  });

  await test.step("without a connection the form stays and shows a message", async () => {
    await rita.page.waitForLoadState("networkidle");
    await rita.context.setOffline(true);
    await save(rita.page).click();
    await expect(toast(rita.page, "Erro ao registrar venda")).toBeVisible();
    await expect(rita.page.getByText(/Sem conexão. Nada se perdeu/).first()).toBeVisible();
    await rita.context.setOffline(false);
  });

  await rita.context.route("https://wa.me/**", (route) => route.fulfill({ body: "WhatsApp" }));
  const message = await test.step("the sale is saved and its link is shared", async () => {
    const messenger = rita.context.waitForEvent("page");
    await save(rita.page).click();
    await expect(toast(rita.page, "Venda Registrada!")).toBeVisible();
    const whatsapp = await messenger;
    await whatsapp.waitForURL(/wa\.me\/5549988880000/);
    await expect(rita.page).toHaveURL(/\/vendedor\/dashboard/);
    await expect(rita.page.getByRole("row", { name: new RegExp(company) })).toContainText("Pendente");
    return new URL(whatsapp.url()).searchParams.get("text") ?? "";
  });

  const token = /\/pagamento\/([\w-]{43})$/.exec(message)?.[1] ?? "";
  await test.step("the message contains the link of the one stored sale, and the draft is removed", async () => {
    const sales = await sql<
      { token_hash: string }[]
    >`select token_hash from public.sales left join public.link_tokens on sale_id = sales.id where client_company_name = ${company}`;
    expect(sales.map(({ token_hash: hash }) => hash)).toEqual([hashOf(token)]);
    expect(message).toContain("João Lima");
    await expect(rita.page.getByText(`/pagamento/${token}`)).toBeVisible();
    expect(
      await rita.page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("sale-draft"))),
    ).toEqual([]);
  });

  await test.step("the signed contract is a PDF", async () => {
    const contract = await page.request.get(`/pagamento/${token}/contrato`);
    expect(contract.headers()["content-type"]).toBe("application/pdf");
    expect((await contract.body()).subarray(0, 5).toString()).toBe("%PDF-");
    expect((await page.request.get(`/pagamento/${"0".repeat(64)}/contrato`)).status()).toBe(404);
  });

  await test.step("another seller does not see the sale", async () => {
    await page.context().clearCookies();
    await signIn("vendedor");
    await page.goto("/vendedor/dashboard");
    await expect(page.getByRole("heading", { name: "Minhas Vendas" })).toBeVisible();
    await expect(page.getByText(company)).toHaveCount(0);
  });
  await rita.context.close();
});

test("the terms of sale can be scrolled in their box, also by keyboard", async ({ page, signIn }) => {
  await signIn("vendedor");
  await openAlive(page, "/vendedor/nova-venda");
  const box = page.getByRole("region", { name: "Termos de venda" });
  await expect(box.getByRole("listitem")).toHaveCount(4);
  const lastTerm = box.getByRole("listitem").last();
  for (const size of [PHONE, { width: 1280, height: 900 }]) {
    await page.setViewportSize(size);
    await box.evaluate((element) => element.scrollTo(0, 0));
    const hiddenPixels = () =>
      lastTerm.evaluate((element) =>
        Math.round(
          element.getBoundingClientRect().bottom - element.closest("[role=region]")!.getBoundingClientRect().bottom,
        ),
      );
    expect(await hiddenPixels()).toBeGreaterThan(0);
    // The height of the box changes until the page has its new layout.
    await expect(async () => {
      await box.press("End");
      expect(await hiddenPixels()).toBeLessThan(0);
    }).toPass();
  }
});

test("a document that is already registered shows an error", async ({ browser, sql, baseURL }) => {
  const taken = cpf();
  const owner = await traveller(browser, sql, baseURL!);
  await apply(owner.page, "Dona do CPF", taken);
  await expect(owner.page.getByRole("heading", { name: "Cadastro em análise" })).toBeVisible();
  await owner.context.close();
  const other = await traveller(browser, sql, baseURL!);
  await apply(other.page, "Outra pessoa", taken);
  await expect(other.page.getByText(/^Este CPF ou CNPJ já está cadastrado\./)).toBeVisible();
  await other.context.close();
});

test("the application is linked from sign-in, footer and media kit", async ({ page }) => {
  for (const path of ["/vendedor/login", "/anuncie-aqui"]) {
    await page.goto(path);
    await expect(page.getByRole("main").getByRole("link", { name: "Cadastre-se como vendedor" }), path).toHaveAttribute(
      "href",
      "/vendedor/cadastro",
    );
  }
  await expect(page.getByRole("contentinfo").getByRole("link", { name: "Quero ser vendedor" })).toHaveAttribute(
    "href",
    "/vendedor/cadastro",
  );
  await expect(page.getByRole("row", { name: /^Lista de rotas/ })).toContainText("1200 × 300 · 640 × 320");
});

test("a visitor's application is stored until there is an account", async ({ page }) => {
  await openAlive(page, "/vendedor/cadastro");
  await expect(page.getByText("O cadastro é ligado à sua conta.")).toBeVisible();
  await page.getByLabel("Nome completo").fill("Rita de Cássia");
  await page.reload();
  await expect(page.getByLabel("Nome completo")).toHaveValue("Rita de Cássia");
  await expect(page.getByRole("button", { name: "Enviar cadastro" })).toBeDisabled();
});

test("staff who are not sellers see why they cannot sell", async ({ page, signIn }) => {
  await signIn("admin");
  await page.goto("/vendedor/nova-venda");
  await expect(page.locator("#conteudo").getByText("ainda não tem cadastro de vendedor")).toBeVisible();
});

test("unknown addresses of the seller portal redirect to the dashboard, unfinished pages show a placeholder", async ({
  page,
  signIn,
}) => {
  await signIn("admin");
  await page.goto("/vendedor/qualquer/coisa");
  await expect(page).toHaveURL(/\/vendedor\/dashboard$/);
  await page.goto("/vendedor/relatorios");
  await expect(page.getByRole("heading", { name: "Página em Construção" })).toBeVisible();
});
