import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test, type Page } from "@playwright/test";

type Mail = { to: string; subject: string; text: string; link?: string };
type DemoAccount = { role: string; email: string; password: string };

const PASSWORD = "meu fusca azul 1969";
const demo = (role: string): DemoAccount => {
  const list = JSON.parse(readFileSync(process.env.TEST_DEMO_ACCOUNTS!, "utf8")) as DemoAccount[];
  return list.find((account) => account.role === role)!;
};

/** A unique suffix for tests, retries and runs, without random numbers. */
const mark = () => `${test.info().testId.slice(-8)}-${test.info().retry}-${process.ppid}`;
const address = (name: string) => `${name}-${mark()}@exemplo.com`;

/** Rate limits are per client IP, also those of the auth server: behind a trusted proxy every test has its own. */
const ownCaller = () => {
  const [first, second, third] = createHash("sha256").update(mark()).digest();
  return { "x-forwarded-for": `10.${first}.${second}.${third}` };
};

const notice = (page: Page, text: string) => page.locator("[data-slot=toast]").filter({ hasText: text });

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(ownCaller()));

async function mailsTo(email: string): Promise<Mail[]> {
  const { href } = new URL(process.env.TEST_MAILBOX_URL!);
  const answer = await fetch(href.endsWith(".json") ? href : `${href}.json`);
  return ((await answer.json()) as Mail[]).filter((mail) => mail.to === email);
}

async function newestLink(email: string, type: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => (link = (await mailsTo(email)).find((mail) => mail.link?.includes(`type=${type}`))?.link))
    .toBeTruthy();
  const { pathname, search } = new URL(link!);
  return pathname + search;
}

async function signUp(page: Page, email: string) {
  await page.goto("/register-user");
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Senha", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Li e aceito").check();
  await page.getByRole("button", { name: "Criar minha conta" }).click();
  await expect(notice(page, "Cadastro realizado com sucesso!")).toBeVisible();
  await expect(page).toHaveURL("/login");
}

async function signIn(page: Page, account: { email: string; password: string }, signInPath = "/login") {
  await page.goto(signInPath);
  await page.getByLabel("E-mail", { exact: true }).fill(account.email);
  await page.getByLabel("Senha", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
}

test("a new account is signed in immediately and verifies its address with the mailed link", async ({ page }) => {
  const email = address("nova");
  await signUp(page, email);
  await expect(notice(page, "Você já pode fazer login.")).toBeVisible();
  await signIn(page, { email, password: PASSWORD });
  await expect(page).toHaveURL("/painel");
  await expect(page.getByText("não confirmado")).toBeVisible();

  const link = await newestLink(email, "magiclink");
  expect((await page.request.get(link)).status()).toBe(200);
  await page.goto(link);
  await page.getByRole("button", { name: "Continuar" }).click();
  await expect(page).toHaveURL("/painel");
  await expect(notice(page, "E-mail confirmado")).toBeVisible();
  await expect(page.getByText("não confirmado")).toBeHidden();

  await page.goto(link);
  await page.getByRole("button", { name: "Continuar" }).click();
  await expect(page.getByRole("heading", { name: "Link expirado" })).toBeVisible();
});

test("the mailed link confirms the address in the browser that signed up, without a new password", async ({ page }) => {
  const email = address("mesmo");
  await signUp(page, email);
  const link = await newestLink(email, "magiclink");
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(["Confirme seu e-mail no Portal LACAMBECHE"]);
  // A scanner that opens the link confirms nothing.
  expect((await page.request.get(link)).status()).toBe(200);
  await page.goto(link);
  await page.getByRole("button", { name: "Continuar" }).click();
  await expect(page).toHaveURL("/painel");
  await expect(notice(page, "E-mail confirmado")).toBeVisible();
  await expect(page.getByText("não confirmado")).toBeHidden();
});

test("an account registered with another person's address loses access when the owner sets a password", async ({
  page,
  browser,
  baseURL,
}) => {
  const email = address("dona");
  await signUp(page, email);
  await signIn(page, { email, password: PASSWORD });
  await expect(page).toHaveURL("/painel");

  const owner = await (await browser.newContext({ baseURL, extraHTTPHeaders: ownCaller() })).newPage();
  await owner.goto(await newestLink(email, "magiclink"));
  await owner.getByRole("button", { name: "Continuar" }).click();
  await expect(owner).toHaveURL(/\/update-password/);
  // Until then, the old password is valid and the address unconfirmed.
  await page.goto("/painel");
  await expect(page.getByText("não confirmado")).toBeVisible();
  await owner.getByLabel("Nova senha", { exact: true }).fill("ilovegod");
  await owner.getByLabel("Repita a nova senha").fill("ilovegod");
  await owner.getByRole("button", { name: "Salvar nova senha" }).click();
  await expect(owner.getByLabel("Nova senha", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await owner.getByLabel("Nova senha", { exact: true }).fill("Estrada-nova-77");
  await owner.getByLabel("Repita a nova senha").fill("Estrada-nova-77");
  await owner.getByRole("button", { name: "Salvar nova senha" }).click();
  await expect(notice(owner, "E-mail confirmado")).toBeVisible();
  await page.goto("/painel");
  await expect(page).toHaveURL(/\/login\?next=/);
  await signIn(page, { email, password: PASSWORD });
  await expect(notice(page, "Falha no Login")).toBeVisible();
  await owner.context().close();
});

test("signing up with a registered address shows the same page and mails its owner", async ({ page }) => {
  const { email } = demo("user");
  const before = (await mailsTo(email)).length;
  await signUp(page, email);
  await expect.poll(async () => (await mailsTo(email)).length).toBeGreaterThan(before);
  const [mail] = await mailsTo(email);
  expect(mail!.subject).toBe("Você já tem conta no Portal LACAMBECHE");
  expect(mail!.text).toContain("/forgot-password");
  expect(new URL(mail!.link!).pathname).toBe("/login");
  await signIn(page, { email, password: PASSWORD });
  await expect(notice(page, "Falha no Login")).toBeVisible();
});

test("a double click creates one account and sends one mail", async ({ page }) => {
  const email = address("duplo");
  await page.goto("/register-user");
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Senha", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Li e aceito").check();
  await page.getByRole("button", { name: "Criar minha conta" }).dblclick();
  await expect(page).toHaveURL("/login");
  await newestLink(email, "magiclink");
  expect(await mailsTo(email)).toHaveLength(1);
});

test("an incomplete sign-up shows what is missing, keeps the other values and focuses the first invalid field", async ({
  page,
}) => {
  await page.goto("/register-user");
  await page.getByLabel("Nome completo").fill("Maria da Serra");
  await page.getByRole("button", { name: "Criar minha conta" }).click();
  await expect(notice(page, "Falha no Cadastro")).toBeVisible();
  await expect(notice(page, "You must provide either an email or phone number and a password")).toBeVisible();
  await expect(page.getByLabel("E-mail", { exact: true })).toBeFocused();
  await expect(page.getByLabel("Nome completo")).toHaveValue("Maria da Serra");
});

test("a wrong password shows a general error and keeps the e-mail address", async ({ page }) => {
  await signIn(page, { email: demo("user").email, password: "errada demais" });
  await expect(notice(page, "E-mail ou senha inválidos. Por favor, verifique e tente novamente.")).toBeVisible();
  await expect(page.getByLabel("E-mail", { exact: true })).toHaveValue(demo("user").email);
});

test("recovery responds in the same way for every address, and its link sets a new password", async ({ page }) => {
  const email = address("esqueceu");
  await signUp(page, email);
  for (const asked of [address("ninguem"), email]) {
    await page.goto("/forgot-password");
    await page.getByLabel("E-mail", { exact: true }).fill(asked);
    await page.getByRole("button", { name: "Enviar link" }).click();
    await expect(page.getByText(`Se houver uma conta com ${asked}`)).toBeVisible();
    await expect(page.getByRole("button", { name: /Enviar de novo em \d+ s/ })).toBeDisabled();
  }
  expect(await mailsTo(address("ninguem"))).toEqual([]);
  await page.goto(await newestLink(email, "recovery"));
  await page.getByRole("button", { name: "Continuar" }).click();
  await expect(page).toHaveURL("/update-password");
  await page.getByLabel("Nova senha", { exact: true }).fill("kombi verde 1974");
  await page.getByLabel("Repita a nova senha").fill("kombi verde 1974");
  await page.getByRole("button", { name: "Salvar nova senha" }).click();
  await expect(notice(page, "Senha alterada")).toBeVisible();
  await expect(page).toHaveURL("/painel");
});

test("a new password without a session offers a new link", async ({ page }) => {
  await page.goto("/update-password");
  await expect(page.getByRole("heading", { name: "Link expirado" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Enviar link" })).toBeVisible();
});

test("signing in returns to the requested page, in its language", async ({ page }) => {
  await page.goto("/espanol/painel");
  await expect(page).toHaveURL("/espanol/login?next=%2Fespanol%2Fpainel");
  const { email, password } = demo("user");
  await page.getByLabel("Correo electrónico", { exact: true }).fill(email);
  await page.getByLabel("Contraseña", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
  await expect(page).toHaveURL("/espanol/painel");
});

for (const [role, signInPath, landing] of [
  ["user", "/admin/login", "/home"],
  ["vendedor", "/admin/login", "/vendedor/dashboard"],
  ["user", "/vendedor/login", "/home"],
] as const) {
  test(`${role} is refused at ${signInPath}`, async ({ page }) => {
    await signIn(page, demo(role), signInPath);
    await expect(page).toHaveURL(landing);
    await expect(notice(page, "Acesso Negado")).toBeVisible();
    await expect(notice(page, "Você não tem permissão para acessar esta página.")).toBeVisible();
  });
}

for (const [role, signInPath, landing] of [
  ["editor", "/admin/login", "/admin"],
  ["vendedor", "/vendedor/login", "/vendedor/dashboard"],
] as const) {
  test(`${role} can sign in at ${signInPath}`, async ({ page }) => {
    await signIn(page, demo(role), signInPath);
    await expect(page).toHaveURL(landing);
  });
}

for (const [role, next] of [
  ["admin", "https://evil.example"],
  ["main_admin", "//evil.example"],
  ["superadministrador", "/\\evil.example"],
  ["editor", "javascript:alert(1)"],
  ["admin", "/api/session"],
] as const) {
  test(`signing in does not redirect to ${next}`, async ({ page }) => {
    await signIn(page, demo(role), `/login?next=${encodeURIComponent(next)}`);
    await expect(page).toHaveURL("/painel");
  });
}

test("one click signs out, in the browser and on the server", async ({ page, context }) => {
  await signIn(page, demo("user"));
  await expect(page).toHaveURL("/painel");
  const session = (await context.cookies()).filter((cookie) => cookie.name.startsWith("lacambeche-auth"));
  expect(session.every((cookie) => cookie.httpOnly)).toBe(true);
  await page.getByRole("main").getByRole("button", { name: "Sair da conta" }).click();
  await expect(page).toHaveURL("/home");
  expect((await context.cookies()).map((cookie) => cookie.name)).not.toContain("logged");
  await context.addCookies(session);
  await page.goto("/painel");
  await expect(page).toHaveURL(/\/login\?next=/);
});

test("signing out works without JavaScript", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, extraHTTPHeaders: ownCaller() });
  const page = await context.newPage();
  await signIn(page, demo("user"));
  await expect(page).toHaveURL("/painel");
  const plain = await browser.newContext({
    baseURL,
    javaScriptEnabled: false,
    storageState: await context.storageState(),
  });
  const still = await plain.newPage();
  await still.goto("/painel");
  await still.getByRole("main").getByRole("button", { name: "Sair da conta" }).click();
  await expect(still).toHaveURL("/home");
  await still.goto("/painel");
  await expect(still).toHaveURL(/\/login\?next=/);
  await Promise.all([context.close(), plain.close()]);
});

test("/api/session returns the signed-in account and is never cached", async ({ page }) => {
  const anonymous = await page.request.get("/api/session");
  expect(await anonymous.json()).toEqual({ account: null, unread: 0 });
  expect(anonymous.headers()["cache-control"]).toBe("private, no-store");
  await signIn(page, demo("editor"));
  await expect(page).toHaveURL("/painel");
  const answer = (await (await page.request.get("/api/session")).json()) as { account: { role: string } };
  expect(answer.account.role).toBe("editor");
});
