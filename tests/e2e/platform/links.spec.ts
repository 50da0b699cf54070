import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import sharp from "sharp";
import { addLink, daysFromNow, hashOf, newToken } from "../../support/link-rows";
import { serverKey } from "../support/accounts";
import { openAlive, toast } from "../support/page";
import { sell } from "../support/sale-rows";
import { expect, test, type Page } from "../support/test";
import { variable } from "../support/variable";
import { answerQuestions } from "../support/questions";

/** An invalid link answers 404, which the browser logs to its console. */
test.use({ expectedErrors: /404 \(Not Found\)|js\.stripe\.com/ });

type Mail = { to: string; subject: string; text: string; link?: string };

async function mailsTo(address: string): Promise<Mail[]> {
  const mails = (await (await fetch(`${variable("TEST_MAILBOX_URL")}.json`)).json()) as Mail[];
  return mails.filter(({ to }) => to === address);
}

/** The newest mail to an address, after `count` mails have arrived. */
async function mailTo(address: string, count = 1): Promise<Mail> {
  await expect.poll(async () => (await mailsTo(address)).length).toBe(count);
  return (await mailsTo(address))[0]!;
}

/** Stores the two signature files like the seller's form does. */
async function storeSignatures(sql: Sql, sale: string): Promise<void> {
  const png = await sharp({ create: { width: 60, height: 30, channels: 3, background: "#000000" } })
    .png()
    .toBuffer();
  const [row] = await sql<
    { paths: string[] }[]
  >`select array[seller_signature_url, client_signature_url] as paths from public.sales where id = ${sale}`;
  for (const path of row!.paths) {
    const headers = { apikey: serverKey(), authorization: `Bearer ${serverKey()}`, "content-type": "image/png" };
    const answer = await fetch(new URL(`/storage/v1/object/sales-assets/${path}`, variable("TEST_MAILBOX_URL")), {
      method: "POST",
      headers,
      body: new Uint8Array(png),
    });
    expect(answer.status).toBe(200);
  }
}

const newAddress = () => `cliente-${randomUUID()}@example.org`;
const typeOf = async (page: Page, path: string) => (await page.request.get(path)).headers()["content-type"];

test("a payment link older than 90 days opens its contract only after a new link by e-mail", async ({ page, sql }) => {
  const email = newAddress();
  const old = await sell(sql, 10_000, { email, link: { issued_at: daysFromNow(-91) } });
  await storeSignatures(sql, old.id);
  const young = await addLink(sql, "payment", old.id, { version: 2, issued_at: daysFromNow(-89) });
  expect(await typeOf(page, `/pagamento/${young}/contrato`)).toBe("application/pdf");

  await test.step("the old link shows no contract", async () => {
    const refused = await page.request.get(`/pagamento/${old.token}/contrato`);
    expect([refused.headers()["content-type"], new URL(refused.url()).pathname]).toEqual([
      expect.stringContaining("text/html"),
      `/pagamento/${old.token}`,
    ]);
    await openAlive(page, `/pagamento/${old.token}`);
    await expect(page.getByRole("heading", { name: "Contrato assinado" })).toBeVisible();
    await expect(page.getByText("c***@example.org")).toBeVisible();
    expect(await page.content()).not.toContain(email);
    await expect(page.getByRole("link", { name: "Baixar o contrato assinado (PDF)" })).toHaveCount(0);
  });
  await test.step("a new link is requested", async () => {
    await page.getByRole("button", { name: "Receber o contrato por e-mail" }).click();
    await expect(page.getByText("Se este link já foi válido, um novo chega em instantes")).toBeVisible();
  });

  const mail = await mailTo(email);
  expect(mail.subject).toBe("Seu contrato assinado");
  const link = new URL(mail.link!);
  expect(link.pathname).toMatch(/^\/pagamento\/[\w-]{43}\/contrato$/);
  expect(await typeOf(page, link.pathname)).toBe("application/pdf");
  const stored = async () =>
    (
      await sql<
        { token_hash: string }[]
      >`select token_hash from public.link_tokens where kind = 'contract' and sale_id = ${old.id}`
    ).map(({ token_hash: hash }) => hash);
  expect(await stored()).toEqual([hashOf(link.pathname.split("/")[2]!)]);

  await test.step("a second request computes the same link again and stores nothing new", async () => {
    await page.reload();
    await page.getByRole("button", { name: "Receber o contrato por e-mail" }).click();
    expect((await mailTo(email, 2)).link).toBe(mail.link);
    expect(await stored()).toHaveLength(1);
  });

  await test.step("a contract link does not open the payment page and expires after a week", async () => {
    expect((await page.request.get(`/pagamento/${link.pathname.split("/")[2]!}`)).status()).toBe(404);
    await sql`update public.link_tokens set issued_at = now() - interval '8 days', expires_at = now() - interval '1 day' where kind = 'contract' and sale_id = ${old.id}`;
    expect((await page.request.get(link.pathname)).status()).toBe(404);
  });
});

test("a contract with a missing signature file shows a message", async ({ page, sql }) => {
  const sale = await sell(sql, 10_000);
  const answer = await page.request.get(`/pagamento/${sale.token}/contrato`);
  expect([answer.status(), answer.headers()["content-type"]]).toEqual([500, "text/html; charset=utf-8"]);
  expect(await answer.text()).toContain(`Uma das assinaturas do contrato nº ${sale.number} não pôde ser lida.`);
});

test("wrong, expired and revoked links get the same page, and a new link by e-mail", async ({ page, sql }) => {
  const email = newAddress();
  const sale = await sell(sql, 10_000, { email, link: { issued_at: daysFromNow(-200), expires_at: daysFromNow(-1) } });
  const revoked = await addLink(sql, "payment", sale.id, { version: 2, revoked_at: new Date() });
  const shown: string[] = [];
  for (const token of [newToken(), revoked, sale.token]) {
    expect((await page.goto(`/pagamento/${token}`))?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Este link não está mais disponível" })).toBeVisible();
    shown.push(await page.locator("#conteudo").innerText());
  }
  expect(new Set(shown).size).toBe(1);
  await page.getByRole("button", { name: "Receber um novo link por e-mail" }).click();
  await expect(page.getByText("Se este link já foi válido, um novo chega em instantes")).toBeVisible();
  const mail = await mailTo(email);
  expect(mail.subject).toBe("Seu novo link de pagamento");
  await page.goto(new URL(mail.link!).pathname);
  await expect(page.getByRole("heading", { name: "Pagamento do anúncio" })).toBeVisible();
});

test("the endpoint for new links gives every token the same answer and sends at most three mails an hour per sale", async ({
  sql,
  visitorAs,
}) => {
  const email = newAddress();
  const sale = await sell(sql, 10_000, { email, link: { issued_at: daysFromNow(-200), expires_at: daysFromNow(-1) } });
  const revoked = await addLink(sql, "payment", sale.id, { version: 2, revoked_at: new Date() });
  const visitor = await visitorAs(null);
  const ask = async (data: object, headers = {}) => {
    const answer = await visitor.post("/api/fresh-links", { data, headers });
    return `${answer.status()} ${await answer.text()}`;
  };
  const answers = [];
  for (const token of [newToken(), revoked, sale.token, "x", "0".repeat(64)])
    answers.push(await ask({ token, locale: "pt-BR" }));
  expect(new Set(answers)).toEqual(new Set(['202 {"accepted":true}']));
  expect(await ask({ token: 5, locale: "pt-BR" })).toBe("400 ");
  expect(await ask({ token: "x", locale: "pt-BR" }, { "sec-fetch-site": "cross-site" })).toBe("403 ");
  // Of these, two belong to the sale; the limit is three mails an hour per sale, for all clients together.
  await mailTo(email, 2);
  for (let attempt = 0; attempt < 6; attempt++) await ask({ token: sale.token, locale: "pt-BR" });
  expect(await ask({ token: newToken(), locale: "pt-BR" })).toBe("429 ");
  await mailTo(email, 3);
});

test("an expired report link shows a message in the page's language and is renewed by e-mail", async ({
  page,
  sql,
}) => {
  const email = newAddress();
  const sale = await sell(sql, 10_000, { email });
  const [ad] = await sql<{ id: string }[]>`select id from public.ads where sale_id = ${sale.id}`;
  const token = await addLink(sql, "report", ad!.id, { issued_at: daysFromNow(-200), expires_at: daysFromNow(-1) });
  expect((await page.request.get(`/api/ad-report/${token}`)).status()).toBe(404);
  expect((await page.goto(`/english/anuncio/${token}`))?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "This link is no longer available" })).toBeVisible();
  await page.getByRole("button", { name: "Get a new link by e-mail" }).click();
  const mail = await mailTo(email);
  expect(mail.subject).toBe("Your new link to the ad");
  expect((await page.goto(new URL(mail.link!).pathname))?.status()).toBe(200);
});

test("a seller copies a new link for an earlier sale, and replaces one sent to the wrong person", async ({
  page,
  sql,
  signIn,
  context,
}) => {
  const sale = await sell(sql, 10_000);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn("vendedor");
  await page.goto("/vendedor/dashboard");
  const [{ company } = { company: "" }] = await sql<
    { company: string }[]
  >`select client_company_name as company from public.sales where id = ${sale.id}`;
  const row = page.getByRole("row").filter({ hasText: company });
  await row.getByRole("button", { name: "Copiar link" }).click();
  await expect(toast(page, "Link copiado")).toBeVisible();
  const copied = new URL(await page.evaluate(() => navigator.clipboard.readText())).pathname;
  expect(copied).not.toBe(`/pagamento/${sale.token}`);
  // The earlier link stays valid until it expires.
  for (const path of [copied, `/pagamento/${sale.token}`])
    expect((await page.request.get(path)).status(), path).toBe(200);

  await answerQuestions(page);
  await row.getByRole("button", { name: "Trocar o link" }).click();
  await expect(toast(page, "Link trocado")).toBeVisible();
  for (const path of [copied, `/pagamento/${sale.token}`])
    expect((await page.request.get(path)).status(), path).toBe(404);
  await row.getByRole("button", { name: "Copiar link" }).click();
  await expect
    .poll(async () =>
      (await page.request.get(new URL(await page.evaluate(() => navigator.clipboard.readText())).pathname)).status(),
    )
    .toBe(200);
});

test("the contract of a sale opens for its seller and its managers without a link", async ({ sql, visitorAs }) => {
  const sale = await sell(sql, 10_000);
  await storeSignatures(sql, sale.id);
  const statuses = await Promise.all(
    ([null, "user", "vendedor", "editor", "main_admin"] as const).map(async (role) =>
      (await (await visitorAs(role)).get(`/api/contracts/${sale.id}`)).status(),
    ),
  );
  expect(statuses).toEqual([401, 404, 200, 404, 200]);
  expect((await (await visitorAs("vendedor")).get("/api/contracts/x")).status()).toBe(404);
});
