import { setTimeout as sleep } from "node:timers/promises";
import { Secret, TOTP } from "otpauth";
import { openSession, publishableKey } from "../support/accounts";
import { createAccount, type OwnAccount } from "../support/own-account";
import { toast } from "../support/page";
import { expect, test, type Page } from "../support/test";
import { variable } from "../support/variable";

/** The current code, or the previous one; waits for the next period when the current one would expire while a slow form is sent. */
async function codeOf(secret: string, offsetSeconds = 0): Promise<string> {
  const left = 30_000 - (Date.now() % 30_000);
  if (left < 12_000) await sleep(left + 100);
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + offsetSeconds * 1000 });
}

async function enterPassword(page: Page, { email, password }: OwnAccount, signInPath = "/login"): Promise<void> {
  await page.goto(signInPath);
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Senha", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
}

async function newestLink(email: string): Promise<string> {
  let link: string | undefined;
  const read = async () => {
    const mails = (await (await fetch(`${variable("TEST_MAILBOX_URL")}.json`)).json()) as {
      to: string;
      link?: string;
    }[];
    return (link = mails.find((mail) => mail.to === email)?.link);
  };
  await expect.poll(read).toBeTruthy();
  const { pathname, search } = new URL(link!);
  return pathname + search;
}

/** Sets up the factor in the panel with the previous code, so that the current code is still unused. */
async function setUp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole("button", { name: "Configurar aplicativo" }).click();
  const qrCode = page.getByAltText("Código QR da sua conta");
  await expect.poll(() => qrCode.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const secret = (await page.locator("code").innerText()).replaceAll(" ", "");
  await page.getByLabel("Código de 6 números").fill("000000");
  await page.getByRole("button", { name: "Ligar a verificação" }).click();
  await expect(page.getByText("Código incorreto.")).toBeVisible();
  await page.getByLabel("Código de 6 números").fill(await codeOf(secret, -30));
  await page.getByRole("button", { name: "Ligar a verificação" }).click();
  await expect(page.getByRole("heading", { name: "Guarde seus códigos de recuperação" })).toBeVisible();
  const codes = await page.locator("ol.font-mono li").allInnerTexts();
  await page.getByRole("button", { name: "Já guardei os códigos" }).click();
  await expect(page.getByText("Códigos de recuperação que restam: 10.")).toBeVisible();
  return { secret, codes };
}

// Long timeout, because the test waits for new codes.

test("a traveller enables the second factor, signs in with a code and, without the phone, with a recovery code", async ({
  page,
  context,
  sql,
}) => {
  const account = await createAccount(sql, "user");
  await enterPassword(page, account);
  await expect(page).toHaveURL("/painel");
  const { secret, codes } = await setUp(page);
  expect(codes).toHaveLength(10);

  await test.step("signing in requires the code of the app", async () => {
    await context.clearCookies();
    await enterPassword(page, account);
    await expect(page.getByRole("heading", { name: "Código de verificação" })).toBeVisible();
    expect((await page.request.get("/painel", { maxRedirects: 0 })).headers().location).toBe(
      "/auth/second-factor?area=traveller&next=%2Fpainel",
    );
    expect((await page.request.get(`/api/account-export?account=${account.id}`)).status()).toBe(401);
    await page.getByLabel("Código de 6 números").fill(await codeOf(secret));
    await page.getByRole("button", { name: "Confirmar código" }).click();
    await expect(page).toHaveURL("/painel");
  });

  await test.step("a recovery code replaces the app and disables the factor", async () => {
    await context.clearCookies();
    await enterPassword(page, account);
    await page.getByRole("button", { name: "Usar um código de recuperação" }).click();
    await page.getByLabel("Código de recuperação", { exact: true }).fill("AAAA-AAAA-AAAA-AAAA");
    await page.getByRole("button", { name: "Confirmar código" }).click();
    await expect(page.getByText("Código de recuperação incorreto.")).toBeVisible();
    await page.getByLabel("Código de recuperação", { exact: true }).fill(codes[0]!.toLowerCase());
    await page.getByRole("button", { name: "Confirmar código" }).click();
    await expect(page).toHaveURL("/painel");
    await expect(page.getByRole("button", { name: "Configurar aplicativo" })).toBeVisible();
  });
});

test("a mailed link also requires the second factor, and continues to the requested page", async ({
  page,
  context,
  sql,
}) => {
  const account = await createAccount(sql, "user");
  await enterPassword(page, account);
  const { secret } = await setUp(page);
  await context.clearCookies();
  await page.goto("/login?next=%2Fsc%2Fhome");
  await page.getByRole("button", { name: "Receber link por e-mail" }).click();
  await page.getByLabel("E-mail", { exact: true }).fill(account.email);
  await page.getByRole("button", { name: "Enviar link" }).click();
  await page.goto(await newestLink(account.email));
  await page.getByRole("button", { name: "Continuar" }).click();
  await expect(page).toHaveURL(/\/auth\/second-factor/);
  await page.getByLabel("Código de 6 números").fill(await codeOf(secret));
  await page.getByRole("button", { name: "Confirmar código" }).click();
  await expect(page).toHaveURL("/sc/home");
});

test("sensitive actions require the password again ten minutes after the sign-in, keep the form and continue @alone", async ({
  page,
  sql,
}) => {
  const account = await createAccount(sql, "main_admin");
  await enterPassword(page, account, "/admin/login");
  await expect(page).toHaveURL("/admin");
  await sql`update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes' where session_id in (select id from auth.sessions where user_id = ${account.id})`;
  await page.goto("/admin/payment-settings");
  const holder = page.getByLabel("Nome de quem recebe");
  await holder.fill("Portal de teste");
  await page.locator("form").filter({ has: holder }).getByRole("button", { name: "Salvar" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirme que é você" });
  await dialog.getByLabel("Senha").fill("errada");
  await dialog.getByRole("button", { name: "Confirmar" }).click();
  await expect(dialog.getByText("Senha incorreta.")).toBeVisible();
  await dialog.getByLabel("Senha").fill(account.password);
  await dialog.getByRole("button", { name: "Confirmar" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel("Nome de quem recebe")).toHaveValue("Portal de teste");
  await expect
    .poll(
      async () =>
        (await sql`select value ->> 'recipient_name' as name from public.payment_settings where key = 'pix_config'`)[0]
          ?.name as string,
    )
    .toBe("Portal de teste");
});

test("a staff session that was idle for 30 minutes is redirected to the sign-in page, which shows why", async ({
  page,
  context,
  sql,
  baseURL,
}) => {
  const account = await createAccount(sql, "editor");
  const { cookies } = await openSession(account);
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: baseURL })));
  // Requested without a browser: requests that a page sends after loading count as activity too, and could arrive after the update.
  expect((await page.request.get("/admin/blog", { maxRedirects: 0 })).status()).toBe(200);
  await sql`update auth.sessions set created_at = now() - interval '2 hours' where user_id = ${account.id}`;
  await sql`update private.session_activity set seen_at = now() - interval '31 minutes' where session_id in (select id from auth.sessions where user_id = ${account.id})`;
  await page.goto("/admin/blog");
  await expect(page).toHaveURL("/admin/login?next=%2Fadmin%2Fblog");
  await expect(toast(page, "Sua sessão terminou depois de 30 minutos sem uso.")).toBeVisible();
});

test("the panel lists the own sessions and ends another one, whose token is invalid afterwards", async ({
  page,
  sql,
  baseURL,
}) => {
  const account = await createAccount(sql, "user");
  await enterPassword(page, account);
  await page.getByRole("button", { name: "Encerrar", exact: true }).click();
  await expect(page.getByRole("button", { name: "Encerrar", exact: true })).toBeHidden();
  await expect(page.getByText("Este aparelho, agora")).toBeVisible();
  const headers = { apikey: publishableKey(), authorization: `Bearer ${account.session.accessToken}` };
  await expect
    .poll(async () => (await page.request.get(`${baseURL}/rest/v1/profiles?select=id`, { headers })).json())
    .toEqual([]);
});
