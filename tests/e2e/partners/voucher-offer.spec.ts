import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { addDays, brazilianDay } from "../../../lib/platform/dates";
import { fileOf } from "../support/artwork";
import { createAccount, deleteAccount, type OwnAccount } from "../support/own-account";
import { expect, test, type Page } from "../support/test";
import { variable } from "../support/variable";
import { answerQuestions } from "../support/questions";

const MARK = randomUUID().slice(0, 8);
const PLACE = randomUUID();
const TITLE = `Café da manhã ${MARK}`;
let owner: OwnAccount;
let stranger: OwnAccount;

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ sql }) => {
  owner = await createAccount(sql, "user");
  stranger = await createAccount(sql, "user");
  await sql`
    insert into public.services (id, category_key, name, slug, state_abbr, status, source, check_date)
    values (${PLACE}, 'other', ${`Pousada ${MARK}`}, ${`pousada-${MARK}`}, 'SC', 'published', 'teste', current_date)`;
  await sql`insert into public.service_members (service_id, account_id, role) values (${PLACE}, ${owner.id}, 'owner')`;
});
test.afterAll(async ({ sql }) => {
  const vouchers = await sql<{ id: string }[]>`delete from public.vouchers where service_id = ${PLACE} returning id`;
  await sql`delete from public.approval_tokens where subject_id = any (${vouchers.map(({ id }) => id)})`;
  await sql`delete from public.services where id = ${PLACE}`;
  await deleteAccount(sql, owner);
  await deleteAccount(sql, stranger);
});

const field = (page: Page, name: string) => page.locator(`main [name="${name}"]`);
const signInAs = (page: Page, account: OwnAccount) =>
  page.context().addCookies(account.session.cookies.map((cookie) => ({ ...cookie, url: variable("E2E_BASE_URL") })));
const panelPath = `/painel/lugares/${PLACE}/vouchers`;
const storedVoucher = async (sql: Sql) =>
  (
    await sql<{ id: string; status: string; image_url: string | null }[]>`
    select id, status, image_url from public.vouchers where service_id = ${PLACE} and title = ${TITLE}`
  )[0];

test("a visitor is asked to sign in, and an account without a place how to get one", async ({ page }) => {
  await page.goto("/sc/cadastro-voucher");
  await expect(page.getByRole("heading", { name: "Entre para oferecer" })).toBeVisible();
  await expect(page.locator("main").getByRole("link", { name: "Entrar", exact: true })).toHaveAttribute(
    "href",
    `/login?next=${encodeURIComponent("/sc/cadastro-voucher")}`,
  );
  await signInAs(page, stranger);
  await page.goto("/sc/cadastro-voucher");
  await expect(page.getByRole("link", { name: "Cadastrar ou reivindicar um lugar" })).toHaveAttribute(
    "href",
    "/sc/cadastro",
  );
});

test.describe("a lost session", () => {
  test.use({ expectedErrors: /401|Failed to load resource/ });

  test("keeps what was typed, and wrong values are named at their fields", async ({ page }) => {
    await signInAs(page, owner);
    await page.goto("/sc/cadastro-voucher");
    await field(page, "title").fill(TITLE);
    await field(page, "benefit_value").fill("150");
    await page.getByRole("button", { name: "Enviar para aprovação" }).click();
    await expect(page.getByText("Use um número inteiro de 1 a 100.")).toBeVisible();
    await expect(field(page, "valid_from")).toHaveAttribute("aria-invalid", "true");
    await expect(field(page, "title")).toHaveValue(TITLE);
    await page.context().clearCookies();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Entre para oferecer" })).toBeVisible();
    await signInAs(page, owner);
    await page.goto("/sc/cadastro-voucher");
    await expect(page.getByText("Recuperamos o que você digitou neste aparelho.")).toBeVisible();
    await expect(field(page, "title")).toHaveValue(TITLE);
  });
});

async function fillOffer(page: Page): Promise<void> {
  const today = brazilianDay(Date.now());
  await field(page, "place").selectOption(PLACE);
  await field(page, "title").fill(TITLE);
  await field(page, "benefit_value").fill("15");
  await field(page, "rules").fill("Um por mesa, com reserva.");
  await field(page, "valid_from").fill(today);
  await field(page, "valid_until").fill(addDays(today, 60));
  await page.getByRole("checkbox", { name: "segunda-feira" }).check();
  await page.getByRole("checkbox", { name: "terça-feira" }).check();
  await field(page, "starts_at").fill("08:00");
  await field(page, "ends_at").fill("10:30");
  await field(page, "total_limit").fill("40");
  await page.locator('main input[type="file"]').setInputFiles(await fileOf("Pousada", 1200, 675));
  await expect(field(page, "image_url")).toHaveValue(/^\/imagem-voucher\//);
}

test("an owner offers a voucher, which an editor publishes from the inbox", async ({
  page,
  sql,
  signIn,
  visitorAs,
}) => {
  await signInAs(page, owner);
  await page.goto("/sc/cadastro-voucher");
  await fillOffer(page);
  const preview = page.getByRole("complementary", { name: "Como vai aparecer" });
  await expect(preview.getByText("15% de desconto")).toBeVisible();
  const send = (await page.getByRole("button", { name: "Enviar para aprovação" }).elementHandle())!;
  const isAfter = (element: Element, other: Node) =>
    (element.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  expect(await preview.evaluate(isAfter, send as never), "the preview is above the submit button").toBe(true);
  await expect(preview.getByText("Aceito segunda-feira, terça-feira, das 08:00 às 10:30")).toBeVisible();
  await page.getByRole("button", { name: "Enviar para aprovação" }).click();
  await expect(page.getByRole("heading", { name: /^Enviado para aprovação/ })).toBeVisible();
  const { id, status, image_url: image } = (await storedVoucher(sql))!;
  expect(status).toBe("pending");
  const nobody = await visitorAs(null);
  expect((await nobody.get(image!)).status()).toBe(404);
  const own = await page.request.get(image!);
  expect([own.status(), own.headers()["cache-control"]]).toEqual([200, "private, no-store"]);
  expect((await nobody.get(panelPath)).status()).toBe(307);

  await signIn("editor");
  await page.goto("/admin/vouchers?aba=voucher");
  const card = page.locator(`[data-inbox-item="${id}"]`);
  await expect(card.getByText("Um por mesa, com reserva.")).toBeVisible();
  await card.getByRole("button", { name: "Publicar", exact: true }).click();
  await expect(card.getByText("Ativo", { exact: true })).toBeVisible();
  expect((await storedVoucher(sql))!.status).toBe("active");
  const shown = await nobody.get(image!);
  expect([shown.headers()["content-type"], shown.headers()["cache-control"]]).toEqual([
    "image/webp",
    "public, max-age=31536000, immutable",
  ]);
  await page.goto(`/admin/vouchers?lugar=${MARK}`);
  await page.locator(`[data-voucher="${id}"]`).getByText("Limites", { exact: true }).click();
  await field(page, "total_limit").fill("55");
  await page.getByRole("button", { name: "Salvar limites" }).click();
  await expect
    .poll(async () => (await sql`select total_limit from public.vouchers where id = ${id}`)[0]!.total_limit)
    .toBe(55);
  const csv = await page.request.get(`/api/exports/vouchers?lugar=${MARK}`);
  expect(await csv.text()).toContain(TITLE);
  for (const tab of ["partners", "suspects"]) {
    await page.goto(`/admin/vouchers?aba=${tab}`);
    await expect(page.getByRole("heading", { level: 1, name: "Vouchers" })).toBeVisible();
  }
});

test("the place sees its vouchers, pauses one, and shares the figures by a private link", async ({
  page,
  sql,
  visitorAs,
}) => {
  const { id } = (await storedVoucher(sql))!;
  await sql`
    insert into public.voucher_downloads (voucher_id, account_id, request_id, expires_at)
    values (${id}, ${stranger.id}, gen_random_uuid(), now() + interval '60 days')`;
  await sql`update private.voucher_counts set downloads = 1 where voucher_id = ${id}`;
  await signInAs(page, owner);
  await page.goto(panelPath);
  const row = page.locator(`[data-voucher="${id}"]`);
  await expect(row.getByText("1 de 55 baixados")).toBeVisible();
  await row.getByRole("button", { name: "Pausar" }).click();
  await expect(row).toHaveAttribute("data-status", "paused");
  await row.getByRole("button", { name: "Voltar ao ar" }).click();
  await expect(row).toHaveAttribute("data-status", "active");

  await page.getByRole("button", { name: "Criar link" }).click();
  const link = page.getByRole("link", { name: /\/voucher\/relatorio\// });
  await expect(link).toBeVisible();
  const path = new URL((await link.textContent())!).pathname;
  const nobody = await visitorAs(null);
  const report = await nobody.get(path);
  expect(report.headers()["cache-control"]).toContain("no-store");
  const text = await report.text();
  expect(text).toContain(TITLE);
  expect(text).not.toContain(stranger.name);
  await answerQuestions(page);
  await page.getByRole("button", { name: "Revogar" }).click();
  await expect(link).toHaveCount(0);
  const revoked = await nobody.get(path);
  expect(revoked.status()).toBe(410);
  expect(await revoked.text()).toContain("Este link foi revogado.");

  await signInAs(page, stranger);
  expect((await page.request.get(panelPath)).status()).toBe(404);
});

test("an edit that somebody else overtook is asked, and a downloaded promise does not change", async ({
  page,
  sql,
}) => {
  const { id } = (await storedVoucher(sql))!;
  await signInAs(page, owner);
  await page.goto(`/sc/cadastro-voucher?voucher=${id}`);
  await field(page, "total_limit").fill("60");
  await sql`update public.vouchers set per_person_limit = 2 where id = ${id}`;
  await page.getByRole("button", { name: "Enviar para aprovação" }).click();
  await expect(page.getByText("Outra pessoa salvou este voucher enquanto você editava.")).toBeVisible();
  await page.getByRole("button", { name: "Salvar a minha versão" }).click();
  await expect(page.getByRole("heading", { name: "Mudança publicada." })).toBeVisible();
  await page.goto(`/sc/cadastro-voucher?voucher=${id}`);
  await field(page, "rules").fill("Outra regra");
  await page.getByRole("button", { name: "Enviar para aprovação" }).click();
  await expect(page.getByText(/^Pessoas já baixaram este voucher/)).toBeVisible();
  await expect(field(page, "rules")).toHaveValue("Outra regra");
});
