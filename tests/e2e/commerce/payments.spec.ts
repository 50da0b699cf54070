import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { hashOf } from "../../support/link-rows";
import { sendArt } from "../support/artwork";
import { openAlive } from "../support/page";
import { offer, phoneOf, sellTo, state } from "../support/paying";
import { sell } from "../support/sale-rows";
import { apply, traveller } from "../support/selling";
import { expect, test } from "../support/test";
import { variable } from "../support/variable";
import { answerQuestions } from "../support/questions";
import { JOB_MS } from "../support/job-wait";

/** Stripe's script is on another host and does not load in this test. */
test.use({ expectedErrors: /js\.stripe\.com|ERR_FAILED|ERR_NAME_NOT_RESOLVED|api\/payment-receipts/ });
test.describe.configure({ mode: "serial" });

// A portal that is already running must use the Stripe double; otherwise these tests prove nothing.
test.beforeAll(() => void variable("STRIPE_API_BASE"));

test.beforeEach(async ({ context }) => {
  await context.setExtraHTTPHeaders({ "x-forwarded-for": `payment-${test.info().testId}-${process.ppid}` });
  await context.route("https://js.stripe.com/**", (route) => route.abort());
});

test("two sellers sell to one client, who pays by card and by Pix; an administrator processes the commissions", async ({
  page,
  sql,
  browser,
  baseURL,
  signIn,
  visitorAs,
}) => {
  await offer(sql, visitorAs);
  const mark = randomUUID().slice(0, 8);
  const [ana, beto] = [`Ana ${mark}`, `Beto ${mark}`] as const;
  const company = `Pousada ${mark}`;
  const sellers = [await traveller(browser, sql, baseURL!), await traveller(browser, sql, baseURL!)] as const;
  await test.step("two travellers apply as sellers", async () => {
    for (const [index, name] of [ana, beto].entries()) {
      await apply(sellers[index]!.page, name);
      await expect(sellers[index]!.page.getByRole("heading", { name: "Cadastro em análise" })).toBeVisible();
    }
  });

  await answerQuestions(page);
  await test.step("an administrator approves both applications", async () => {
    await signIn("main_admin");
    await page.goto("/admin/sellers");
    for (const name of [ana, beto])
      await page.getByRole("article", { name }).getByRole("button", { name: "Aprovar" }).click();
    await expect
      .poll(
        async () =>
          (await sql`select from public.sellers where full_name in (${ana}, ${beto}) and status = 'active'`).count,
      )
      .toBe(2);
  });

  const [byCard, byPix] = await test.step("each seller sells to the client", async () =>
    [await sellTo(sellers[0], company), await sellTo(sellers[1], company)] as const);
  const [first] = sellers;
  const row = (seller: (typeof sellers)[number]) => seller.page.getByRole("row", { name: new RegExp(company) });
  for (const seller of sellers) await expect(row(seller)).toContainText("Pendente");

  const client = await phoneOf(browser, baseURL!);

  await test.step("the client downloads the contract and pays by card", async () => {
    await openAlive(client.page, byCard);
    expect((await client.page.request.get(`${byCard}/contrato`)).headers()["content-type"]).toBe("application/pdf");
    await expect(client.page.getByRole("link", { name: "Baixar o contrato assinado (PDF)" })).toBeVisible();
    await client.page.getByRole("button", { name: "Pagar com cartão" }).click();
    await client.page.getByRole("button", { name: "Pagar com cartão" }).click();
    await expect(state(client.page)).toHaveAttribute("data-state", "paid");
  });

  await test.step("only the paid sale has a receipt", async () => {
    expect((await client.page.request.get(`${byPix}/recibo`, { maxRedirects: 0 })).status()).toBe(303);
    expect((await client.page.request.get(`${byCard}/recibo`)).headers()).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": expect.stringMatching(/recibo-lacambeche-\d+\.pdf/),
    });
    await expect(client.page.getByRole("link", { name: "Baixar o recibo (PDF)" })).toBeVisible();
  });
  await test.step("the client pays the other sale by Pix and sends the receipt", async () => {
    await openAlive(client.page, byPix);
    await client.page.getByRole("button", { name: "Gerar código Pix" }).click();
    await expect(client.page.getByLabel("Pix copia e cola")).toHaveValue(/^000201/);
    await client.page.locator("input[type=file]").setInputFiles({
      name: "comprovante.png",
      mimeType: "image/png",
      buffer: await sharp({ create: { width: 300, height: 500, channels: 3, background: "#f7b733" } })
        .png()
        .toBuffer(),
    });
    await client.page.getByRole("button", { name: "Enviar comprovante" }).click();
    await expect(state(client.page)).toHaveAttribute("data-state", "review");
  });

  await test.step("an administrator confirms the Pix", async () => {
    const [pix] = await sql<
      { id: string }[]
    >`select payments.id from public.payments join public.sales on sales.id = payments.subject_id join public.link_tokens on link_tokens.sale_id = sales.id where token_hash = ${hashOf(byPix.split("/").at(-1)!)}`;
    await page.goto("/admin/financials?parte=pix");
    await page.locator(`[data-inbox-item="${pix!.id}"]`).getByRole("button", { name: "Confirmar recebimento" }).click();
    await expect(state(client.page)).toHaveAttribute("data-state", "paid", { timeout: JOB_MS });
  });

  await test.step("both sellers see the paid sale", async () => {
    for (const seller of sellers) {
      await seller.page.reload();
      await expect(row(seller)).toHaveCount(1);
      await expect(row(seller)).toContainText("Pago");
    }
  });

  const commissions = async () =>
    (
      await sql<
        { status: string }[]
      >`select commissions.status from public.commissions join public.sales on sales.id = sale_id where client_company_name = ${company}`
    ).map(({ status }) => status);
  await test.step("each commission is approved, then paid, once", async () => {
    expect(await commissions()).toEqual(["pending", "pending"]);
    for (const [button, status] of [
      ["Aprovar selecionadas", "approved"],
      ["Marcar como pago", "paid"],
    ] as const) {
      await page.goto("/admin/financials?parte=commissions");
      for (const box of await page.getByRole("checkbox", { name: /^Escolher/ }).all())
        await box.setChecked(new RegExp(mark).test((await box.getAttribute("aria-label")) ?? ""));
      await page.getByRole("button", { name: button }).click();
      await expect.poll(commissions).toEqual([status, status]);
    }
  });

  await test.step("the seller's statement is a tab of the dashboard and a file", async () => {
    await first.page.goto("/vendedor/dashboard?aba=extrato");
    const line = first.page.getByRole("row", { name: new RegExp(company) });
    await expect(line).toContainText("Comissão");
    await expect(line).toContainText("Pago");
    const sheet = await first.page.request.get("/api/exports/commissions");
    expect(await sheet.text()).toContain(company);
  });

  await test.step("the client sends the art of the banner", async () => {
    await client.page.getByRole("link", { name: "Enviar a arte e acompanhar o anúncio" }).click();
    await expect(client.page).toHaveURL(/\/anuncio\//);
    await sendArt(client.page, company);
  });
  await test.step("the approved banner is shown", async () => {
    await page.goto(`/admin/ads?busca=${encodeURIComponent(company)}`);
    const art = page.getByRole("listitem").filter({ hasText: company });
    await art.getByRole("button", { name: "Aprovar" }).click();
    await expect(art.getByText("Aprovado", { exact: true })).toBeVisible();
    await openAlive(client.page, "/sp/home");
    const slot = client.page.getByRole("complementary", { name: "Publicidade" });
    await slot.scrollIntoViewIfNeeded();
    await expect(slot.getByRole("link", { name: company })).toBeVisible();
  });
  await sql`update public.ads set status = 'ended' where advertiser = ${company}`;
  await Promise.all([client.context.close(), ...sellers.map((seller) => seller.context.close())]);
});

test("a client pays by card and returns to a paid order, and an administrator refunds it", async ({
  page,
  sql,
  signIn,
  visitorAs,
}) => {
  await offer(sql, visitorAs);
  const sale = await sell(sql, 45_000);
  await test.step("the payment page shows the amount", async () => {
    await openAlive(page, `/pagamento/${sale.token}`);
    await expect(page.getByRole("heading", { name: "Pagamento do anúncio" })).toBeVisible();
    await expect(page.getByText("R$ 450,00")).toBeVisible();
    await expect(page.getByText(/script de proteção do cartão não carregou/)).toBeVisible();
  });
  await test.step("leaving the card page keeps the order open", async () => {
    await page.getByRole("button", { name: "Pagar com cartão" }).click();
    await expect(page.getByRole("heading", { name: /Pagamento de teste: R\$\s450,00/ })).toBeVisible();
    await page.getByRole("link", { name: "Voltar sem pagar" }).click();
    await expect(page.getByText("Você saiu da página do cartão sem pagar")).toBeVisible();
  });
  await test.step("the client continues and pays", async () => {
    await page.getByRole("button", { name: "Continuar no cartão" }).click();
    await page.getByRole("button", { name: "Pagar com cartão" }).click();
    await expect(state(page)).toHaveAttribute("data-state", "paid");
    const [row] =
      await sql`select payment_status, (select status from public.commissions where sale_id = sales.id) as commission, (select count(*)::int from public.payments where subject_id = sales.id) as payments from public.sales where id = ${sale.id}`;
    expect(row).toEqual({ payment_status: "paid", commission: "pending", payments: 1 });
  });
  await test.step("page views store no token", async () => {
    const views = await sql`select page_path from public.page_views where page_path like '/pagamento/%'`;
    expect(new Set(views.map(({ page_path: path }) => path as string))).toEqual(new Set(["/pagamento/:token"]));
  });

  await test.step("an administrator refunds the payment", async () => {
    await signIn("main_admin");
    await answerQuestions(page);
    await page.goto("/admin/financials?metodo=card&situacao=paid");
    const paid = page.getByRole("row").filter({ hasText: `Venda nº ${sale.number}` });
    await paid.getByText("Devolver", { exact: true }).click();
    await paid.getByLabel("Motivo").fill("cliente desistiu");
    await paid.getByRole("button", { name: "Devolver no cartão" }).click();
    await expect
      .poll(
        async () =>
          (await sql`select cancel_reason from public.sales where id = ${sale.id}`)[0]?.cancel_reason as string,
      )
      .toBe("refunded");
  });
  await test.step("the refund is in the list, the export and on the payment page", async () => {
    await page.goto("/admin/financials?metodo=card&situacao=refunded");
    await expect(page.getByRole("row").filter({ hasText: `Venda nº ${sale.number}` })).toContainText(/-R\$\s450,00/);
    expect(await (await page.request.get("/api/exports/payments?metodo=card")).text()).toMatch(/[^']-450,00/);
    const month = new Date().toLocaleDateString("sv-SE", { timeZone: "America/Sao_Paulo" }).slice(0, 7);
    const closing = await page.request.get(`/api/month-closings/${month}/csv`);
    expect(closing.headers()["content-disposition"]).toContain(`fechamento-${month}.csv`);
    const text = await closing.text();
    expect(text).toMatch(/^\uFEFFData;Parte;/);
    expect(text).toContain("Devoluções e contestações");
    expect(text).toContain("Comissões dos vendedores");
    const workbook = await page.request.get(`/api/month-closings/${month}/xlsx`);
    expect((await workbook.body()).subarray(0, 2).toString()).toBe("PK");
    await expect(page.getByRole("heading", { name: "Dinheiro do mês" })).toBeVisible();
    await page.goto(`/pagamento/${sale.token}`);
    await expect(state(page)).toHaveAttribute("data-state", "refunded");
  });
});

test("a client pays by Pix, sends the receipt, and sees the confirmation without reloading", async ({
  page,
  sql,
  browser,
  baseURL,
  signIn,
  visitorAs,
}) => {
  await offer(sql, visitorAs);
  const sale = await sell(sql, 12_345);
  const { context, page: client } = await phoneOf(browser, baseURL!);
  await test.step("the page shows the Pix code", async () => {
    await openAlive(client, `/pagamento/${sale.token}`);
    await client.getByRole("button", { name: "Gerar código Pix" }).click();
    const code = client.getByLabel("Pix copia e cola");
    await expect(code).toHaveValue(/^000201.*5406123\.45.*Portal LACAMBECHE.*Florianopolis.*6304[0-9A-F]{4}$/);
    const qr = client.getByAltText(/QR Code do Pix de R\$\s123,45/);
    await expect(qr).toBeVisible();
    const [copy, image] = [
      await client.getByRole("button", { name: "Copiar código" }).boundingBox(),
      await qr.boundingBox(),
    ];
    expect(copy!.y).toBeLessThan(image!.y);
    await expect(client.getByText("uma pessoa da equipe confere e confirma o pagamento")).toBeVisible();
  });
  const choose = client.locator("input[type=file]");
  await test.step("a file that is no picture is refused", async () => {
    await choose.setInputFiles({
      name: "nota.png",
      mimeType: "image/png",
      buffer: Buffer.from("<svg onload=alert(1)>"),
    });
    await client.getByRole("button", { name: "Enviar comprovante" }).click();
    await expect(client.getByText("Este arquivo não é uma foto")).toBeVisible();
  });
  await test.step("the receipt is sent", async () => {
    await choose.setInputFiles({
      name: "comprovante.png",
      mimeType: "image/png",
      buffer: await sharp({ create: { width: 300, height: 500, channels: 3, background: "#f7b733" } })
        .png()
        .toBuffer(),
    });
    await client.getByRole("button", { name: "Enviar comprovante" }).click();
    await expect(state(client)).toHaveAttribute("data-state", "review");
  });
  await test.step("the list of payments offers no second payment", async () => {
    const list = await context.newPage();
    await list.goto("/sc/pagamento");
    await expect(list.getByRole("link", { name: "Ver", exact: true })).toHaveAttribute(
      "href",
      `/pagamento/${sale.token}`,
    );
    await expect(list.getByRole("link", { name: "Pagar", exact: true })).toHaveCount(0);
    await list.close();
  });

  await test.step("an administrator sees the receipt and confirms it", async () => {
    await signIn("main_admin");
    await answerQuestions(page);
    await page.goto("/admin/financials?parte=pix");
    const [payment] = await sql<{ id: string }[]>`select id from public.payments where subject_id = ${sale.id}`;
    const card = page.locator(`[data-inbox-item="${payment!.id}"]`);
    await expect(card.getByText(/R\$\s123,45/)).toBeVisible();
    await expect
      .poll(() => card.getByAltText("Foto 1").evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(300);
    await card.getByRole("button", { name: "Confirmar recebimento" }).click();
  });
  await test.step("the client sees the confirmation without reloading", async () => {
    // The client's page is not reloaded.
    await expect(state(client)).toHaveAttribute("data-state", "paid", { timeout: JOB_MS });
    await client.goto("/sc/pagamento");
    await expect(client.getByText("Nenhum pagamento em aberto")).toBeVisible();
    await expect(client.getByText("Pagamento confirmado")).toBeVisible();
  });
  await context.close();
});

test("a Pix is confirmed without a receipt; a PDF receipt names company and sale, blocks a second payment and can be replaced although Pix was switched off @alone", async ({
  page,
  sql,
  signIn,
  visitorAs,
}) => {
  await offer(sql, visitorAs);
  const [silent, sent] = [await sell(sql, 20_001), await sell(sql, 20_002)];
  await test.step("the client of the first sale only opens the code", async () => {
    await openAlive(page, `/pagamento/${silent.token}`);
    await page.getByRole("button", { name: "Gerar código Pix" }).click();
    await expect(page.getByLabel("Pix copia e cola")).toBeVisible();
  });
  await test.step("the client of the second sale sends a PDF", async () => {
    await openAlive(page, `/pagamento/${sent.token}`);
    await page.getByRole("button", { name: "Gerar código Pix" }).click();
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "comprovante.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\n%%EOF") });
    await page.getByRole("button", { name: "Enviar comprovante" }).click();
    await expect(state(page)).toHaveAttribute("data-state", "review");
  });
  await test.step("a sent receipt blocks a card payment", async () => {
    const url = page.url();
    const card = await (
      await visitorAs(null)
    ).post("/api/create-checkout-session", {
      data: {
        priceId: null,
        successUrl: url,
        cancelUrl: url,
        metadata: { sale_id: sent.id, type: "ad_banner" },
        token: sent.token,
      },
    });
    expect([card.status(), ((await card.json()) as { error: { code: string } }).error.code]).toEqual([
      409,
      "in.progress",
    ]);
  });

  await test.step("an administrator confirms the first sale without a receipt", async () => {
    await signIn("main_admin");
    await answerQuestions(page);
    await page.goto("/admin/financials?metodo=pix&situacao=pending");
    await page
      .getByRole("row")
      .filter({ hasText: `Venda nº ${silent.number}` })
      .getByRole("button", { name: "Confirmar Pix sem comprovante" })
      .click();
    await expect
      .poll(
        async () =>
          (await sql`select payment_status from public.sales where id = ${silent.id}`)[0]?.payment_status as string,
      )
      .toBe("paid");
  });
  const [payment] = await sql<
    { id: string; company: string }[]
  >`select payments.id, client_company_name as company from public.payments join public.sales on sales.id = subject_id where subject_id = ${sent.id}`;
  await page.goto("/admin/financials?parte=pix");
  const item = page.locator(`[data-inbox-item="${payment!.id}"]`);
  await expect(item.getByRole("heading")).toContainText(payment!.company);
  await expect(item.getByText(sent.number, { exact: true })).toBeVisible();
  await expect(item.getByRole("link", { name: "Abrir o PDF" })).toHaveAttribute(
    "href",
    `/api/payment-receipts/${payment!.id}`,
  );

  await sql`update public.payments set status = 'pending', note = 'ilegível', receipt_path = null, receipt_sent_at = null where id = ${payment!.id}`;
  await offer(sql, visitorAs, { card: false, pix: false });
  await page.goto(`/pagamento/${sent.token}`);
  await expect(page.getByText("O comprovante anterior foi devolvido: ilegível")).toBeVisible();
  await expect(page.getByLabel("Pix copia e cola")).toHaveValue(/^000201/);
  await offer(sql, visitorAs);
});

test("a sale paid by Pix expires its open card page at Stripe", async ({ page, sql, signIn, visitorAs }) => {
  await offer(sql, visitorAs);
  const sale = await sell(sql, 30_003);
  await openAlive(page, `/pagamento/${sale.token}`);
  await page.getByRole("button", { name: "Pagar com cartão" }).click();
  await expect(page.getByRole("heading", { name: /Pagamento de teste/ })).toBeVisible();
  await openAlive(page, `/pagamento/${sale.token}`);
  await page.getByRole("button", { name: "Gerar código Pix" }).click();
  await expect(page.getByLabel("Pix copia e cola")).toBeVisible();
  await signIn("main_admin");
  await answerQuestions(page);
  await page.goto("/admin/financials?metodo=pix&situacao=pending");
  await page
    .getByRole("row")
    .filter({ hasText: `Venda nº ${sale.number}` })
    .getByRole("button", { name: "Confirmar Pix sem comprovante" })
    .click();
  await expect
    .poll(
      async () =>
        (
          await sql`select type from public.payment_webhook_events where payment_id in (select id from public.payments where subject_id = ${sale.id})`
        ).map(({ type }) => type as string),
      { timeout: JOB_MS },
    )
    .toContain("checkout.session.expired");
});

test("a receipt can be opened by the financial team only", async ({ sql, visitorAs }) => {
  const [payment] = await sql<{ id: string }[]>`select id from public.payments where receipt_path is not null limit 1`;
  const statuses = await Promise.all(
    ([null, "user", "vendedor", "admin", "main_admin"] as const).map(async (role) =>
      (await (await visitorAs(role)).get(`/api/payment-receipts/${payment!.id}`)).status(),
    ),
  );
  expect(statuses).toEqual([401, 403, 403, 403, 200]);
});

test("with no method enabled, the page shows a contact, and the payment API refuses payments @alone", async ({
  page,
  sql,
  visitorAs,
}) => {
  await offer(sql, visitorAs, { card: false, pix: false });
  const sale = await sell(sql, 10_000);
  const warned = page.waitForEvent(
    "console",
    (message) => message.type() === "warning" && message.text().includes("Stripe"),
  );
  await page.goto(`/pagamento/${sale.token}`);
  await warned;
  await expect(page.getByRole("heading", { name: "Combine o pagamento com a equipe" })).toBeVisible();
  const answers = await Promise.all(
    [
      ["/api/pix", { token: sale.token }] as const,
      [
        "/api/create-checkout-session",
        {
          priceId: null,
          successUrl: page.url(),
          cancelUrl: page.url(),
          metadata: { sale_id: sale.id, type: "ad_banner" },
          token: sale.token,
        },
      ] as const,
    ].map(async ([path, data]) => (await (await visitorAs(null)).post(path, { data })).status()),
  );
  expect(answers).toEqual([409, 409]);
  await offer(sql, visitorAs);
});

test("a sale after its period cannot be paid", async ({ page, sql, visitorAs }) => {
  const sale = await sell(sql, 10_000);
  await sql`update public.sales set start_date = current_date - 40, end_date = current_date - 10 where id = ${sale.id}`;
  await page.goto(`/pagamento/${sale.token}`);
  await expect(state(page)).toHaveAttribute("data-state", "over");
  await expect(page.getByRole("heading", { name: "O período deste anúncio terminou" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Gerar código Pix" })).toHaveCount(0);
  const answer = await (await visitorAs(null)).post("/api/pix", { data: { token: sale.token } });
  expect([answer.status(), await answer.json()]).toEqual([409, { code: "period.over" }]);
});

test("checkout rejects a body that does not match the sale", async ({ sql, visitorAs, baseURL }) => {
  const sale = await sell(sql, 10_000);
  const url = `${baseURL}/pagamento/${sale.token}`;
  const body = {
    priceId: null as string | null,
    successUrl: url,
    cancelUrl: url,
    metadata: { sale_id: sale.id, type: "ad_banner" },
    token: sale.token,
  };
  const stranger = await visitorAs(null);
  const ask = async (data: unknown, headers: Record<string, string> = {}) =>
    (await stranger.post("/api/create-checkout-session", { data, headers })).status();
  expect(await ask({ ...body, priceId: "price_other" })).toBe(422);
  expect(await ask({ ...body, metadata: { sale_id: sale.id, type: "voucher_campaign" } })).toBe(422);
  expect(await ask({ ...body, metadata: { sale_id: randomUUID(), type: "ad_banner" } })).toBe(422);
  expect(await ask({ ...body, successUrl: "https://evil.example/" })).toBe(422);
  expect(await ask({ ...body, amount: 1 })).toBe(400);
  expect(await ask({ ...body, token: "0".repeat(64) })).toBe(404);
  expect(await ask({ ...body, token: undefined })).toBe(401);
  expect(await ask(body, { "sec-fetch-site": "cross-site" })).toBe(403);
  expect(
    await (
      await visitorAs("user")
    )
      .post("/api/create-checkout-session", { data: { ...body, token: undefined } })
      .then((answer) => answer.status()),
  ).toBe(404);
  expect(await sql`select 1 from public.payments where subject_id = ${sale.id}`).toHaveLength(0);
});

test("the webhook stores no unsigned event", async ({ request, sql }) => {
  const body = JSON.stringify({
    id: "evt_forged",
    object: "event",
    type: "checkout.session.completed",
    created: 1,
    data: { object: { id: "cs_x" } },
  });
  const statuses = [];
  for (const signature of [undefined, "t=1,v1=00", `t=${Math.floor(Date.now() / 1000)},v1=${"0".repeat(64)}`]) {
    statuses.push(
      (
        await request.post("/api/webhooks/stripe", {
          data: body,
          headers: { "content-type": "application/json", ...(signature && { "stripe-signature": signature }) },
        })
      ).status(),
    );
  }
  expect(statuses).toEqual([400, 400, 400]);
  expect(await sql`select 1 from public.payment_webhook_events where event_id = 'evt_forged'`).toHaveLength(0);
});
