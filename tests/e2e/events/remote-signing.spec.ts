import { openAlive, toast } from "../support/page";
import { phoneOf, state } from "../support/paying";
import { fillSale, openSeller, PHONE, save, sign } from "../support/selling";
import { expect, test } from "../support/test";

// The browser logs a lost connection to the console.
test.use({ expectedErrors: /ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to load resource/, viewport: PHONE });

test("a client signs on their own phone, after a lost connection, and can only then pay", async ({
  browser,
  sql,
  baseURL,
}) => {
  const seller = await openSeller(browser, sql, baseURL!);
  const company = `Oficina à distância ${seller.id.slice(0, 8)}`;
  await fillSale(seller.page, company);
  await seller.page.getByRole("radio", { name: "Depois, no celular do cliente" }).check();
  await expect(seller.page.getByRole("group", { name: "Assinatura do cliente" })).toHaveCount(0);
  const messenger = seller.context.waitForEvent("page");
  await save(seller.page).click();
  await expect(toast(seller.page, "A assinatura do vendedor é obrigatória.")).toBeVisible();
  await sign(seller.page, "Assinatura do vendedor");
  await save(seller.page).click();
  await expect(seller.page).toHaveURL(/\/vendedor\/dashboard\?venda=/);
  const words = decodeURIComponent((await messenger).url());
  expect(words).toContain("Segue o link para assinar o contrato e fazer o pagamento");
  const row = seller.page.getByRole("row").filter({ hasText: company });
  await expect(row.getByText("aguarda a assinatura do cliente")).toBeVisible();
  await expect(row.getByRole("link", { name: "Contrato" })).toHaveCount(0);

  const client = await phoneOf(browser, baseURL!);
  const path = new URL(/https?:\S+\/pagamento\/[\w-]+/.exec(words)![0]).pathname;
  const submit = client.page.getByRole("button", { name: "Assinar o contrato" });
  await test.step("the client reads the contract, and signing requires acceptance and a signature", async () => {
    await openAlive(client.page, path);
    await expect(state(client.page)).toHaveAttribute("data-state", "unsigned");
    await expect(client.page.getByText("11.444.777/0001-61")).toBeVisible();
    await expect(client.page.getByRole("button", { name: "Gerar código Pix" })).toHaveCount(0);
    await submit.click();
    await expect(client.page.getByText("Os termos de venda devem ser aceitos.")).toBeVisible();
    await client.page.getByRole("checkbox", { name: "Li o contrato e aceito os termos" }).check();
    await submit.click();
    await expect(client.page.getByText("Assine no quadro acima ou escolha o nome digitado.")).toBeVisible();
  });
  await test.step("a signature sent offline is not lost", async () => {
    await sign(client.page, "Sua assinatura");
    await client.context.setOffline(true);
    await submit.click();
    await expect(client.page.getByText(/^Sem conexão\. Nada se perdeu/)).toBeVisible();
    await client.context.setOffline(false);
  });
  await test.step("signing again after a lost response finds the contract signed", async () => {
    await client.page.route(
      "**/api/contract-signatures",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await submit.click();
    await expect(client.page.getByText(/^Sem conexão\. Nada se perdeu/)).toBeVisible();
    await submit.click();
    await expect(state(client.page)).toHaveAttribute("data-state", "open");
    await expect(client.page.getByRole("link", { name: "Baixar o contrato assinado (PDF)" })).toBeVisible();
  });

  await test.step("the contract is a PDF and its code proves that it is authentic", async () => {
    const contract = await client.context.request.get(`${path}/contrato`);
    expect(contract.headers()["content-type"]).toBe("application/pdf");
    const [sale] = await sql<
      { hash: string; name: string; picture: boolean }[]
    >`select contract_sha256 as hash, client_signed_name as name, client_signature_url is not null as picture from public.sales where client_company_name = ${company}`;
    expect(sale).toMatchObject({ name: "João Lima", picture: true });
    await client.page.goto(`/contrato/${sale!.hash}`);
    await expect(client.page.getByRole("heading", { name: "Contrato autêntico" })).toBeVisible();
    await expect(client.page.getByText(company)).toBeVisible();
    await client.page.goto(`/contrato/${"0".repeat(64)}`);
    await expect(client.page.getByRole("heading", { name: "Nenhum contrato com este código" })).toBeVisible();
  });
  await seller.context.close();
  await client.context.close();
});
