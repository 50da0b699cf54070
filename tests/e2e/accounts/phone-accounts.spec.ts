import { randomInt } from "node:crypto";
import { openAlive, toast } from "../support/page";
import { expect, test, type Page } from "../support/test";
import { variable } from "../support/variable";

const [PASSWORD, OTHER, NEW] = ["meu opala preto 1975", "outra senha qualquer", "senha nova de verdade"];

const newDigits = () => `489${String(randomInt(10 ** 8)).padStart(8, "0")}`;

/** The code of the newest SMS to a number. */
async function codeTo(digits: string): Promise<string> {
  const messages = (await (await fetch(`${variable("TEST_MAILBOX_URL")}.json`)).json()) as {
    to: string;
    text: string;
  }[];
  return /\d{10}$/.exec(messages.find(({ to }) => to === `+55${digits}`)?.text ?? "")?.[0] ?? "";
}

async function askForSignUp(page: Page, digits: string, password: string) {
  await openAlive(page, "/register-user");
  await page.getByRole("button", { name: "Usar celular" }).click();
  await page.getByLabel("Celular com DDD").pressSequentially(digits);
  await page.getByLabel("Senha", { exact: true }).fill(password);
  await page.getByLabel("Li e aceito").check();
  await page.getByRole("button", { name: "Enviar código" }).click();
  await expect(page.getByRole("heading", { name: "Código por SMS" })).toBeFocused();
}

async function confirm(page: Page, code: string) {
  await page.getByLabel("Código do SMS").fill(code);
  await page.getByRole("button", { name: "Confirmar código" }).click();
}

async function signIn(page: Page, digits: string, password: string) {
  await openAlive(page, "/login");
  await page.getByRole("button", { name: "Usar celular" }).click();
  await page.getByLabel("Celular com DDD").fill(`+55${digits}`);
  await page.getByLabel("Senha", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
}

test.describe("accounts with a phone number", () => {
  test.describe.configure({ mode: "serial" });
  const digits = newDigits();

  test("sign up with a code by SMS and sign in with number and password", async ({ page, sql }) => {
    await askForSignUp(page, digits, PASSWORD);
    await expect(page.getByText(`(48) ${digits.slice(2, 7)}-${digits.slice(7)}`)).toBeVisible();
    expect((await sql`select encrypted_password from auth.users where phone = ${`55${digits}`}`)[0]).toEqual({
      encrypted_password: null,
    });
    const code = await codeTo(digits);
    await confirm(page, code === "0000000000" ? "1111111111" : "0000000000");
    await expect(page.getByText("Código incorreto ou vencido.")).toBeVisible();
    await confirm(page, code);
    await expect(toast(page, "Cadastro realizado com sucesso!")).toBeVisible();
    await expect(page).toHaveURL("/login");
    const [profile] =
      await sql`select profiles.role, username, profiles.phone, terms_accepted_at is not null as agreed, email_verified_at from public.profiles join auth.users using (id) where users.phone = ${`55${digits}`}`;
    expect(profile).toEqual({
      role: "user",
      username: "Usuário",
      phone: `+55${digits}`,
      agreed: true,
      email_verified_at: null,
    });

    await signIn(page, digits, PASSWORD);
    await expect(page).toHaveURL("/painel");
    await expect(page.getByRole("heading", { level: 1, name: "Olá, Usuário" })).toBeVisible();
    await expect(page.getByLabel("Telefone com DDD")).toHaveValue(`+55${digits}`);
    await expect(page.getByRole("heading", { name: "E-mail", exact: true })).toHaveCount(0);
  });

  test("keep their password when the number signs up again, and the page looks the same", async ({ page, sql }) => {
    const passwordHash = async () =>
      (await sql`select encrypted_password from auth.users where phone = ${`55${digits}`}`)[0]
        ?.encrypted_password as string;
    const before = await passwordHash();
    await askForSignUp(page, digits, OTHER);
    await confirm(page, await codeTo(digits));
    await expect(toast(page, "Cadastro realizado com sucesso!")).toBeVisible();
    expect(await passwordHash()).toBe(before);
  });

  test("reset the password with a code by SMS; a number without an account gets no SMS", async ({ page }) => {
    const unknown = newDigits();
    for (const number of [unknown, digits]) {
      await openAlive(page, "/forgot-password");
      await page.getByRole("button", { name: "Usar celular" }).click();
      await page.getByLabel("Celular com DDD").fill(number);
      await page.getByRole("button", { name: "Enviar código" }).click();
      await expect(page.getByRole("heading", { name: "Código por SMS" })).toBeVisible();
    }
    expect(await codeTo(unknown)).toBe("");
    await page.getByLabel("Nova senha").fill(NEW);
    await confirm(page, await codeTo(digits));
    await expect(toast(page, "Senha alterada")).toBeVisible();
    await signIn(page, digits, PASSWORD);
    await expect(toast(page, "Falha no Login")).toBeVisible();
    await signIn(page, digits, NEW);
    await expect(page).toHaveURL("/painel");
  });
});
