import type { BrowserContext } from "@playwright/test";
import { createAccount, deleteAccount, pageOf, type OwnAccount } from "../support/own-account";
import { expect, test, type Page } from "../support/test";
import { answerQuestions } from "../support/questions";

test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|Failed to load resource/ });

const PLACE = { latitude: -28.39, longitude: -49.55, accuracy: 12 };

/** Lets pages of the context read a position. */
async function locate(context: BrowserContext, latitude = PLACE.latitude): Promise<void> {
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ ...PLACE, latitude });
}

async function start(page: Page): Promise<string> {
  await page.goto("/comboio");
  const form = page.locator("form").filter({ has: page.getByLabel("Nome do comboio") });
  await form.getByLabel("Nome do comboio").fill("Serra no sábado");
  await form.getByLabel("Como os outros veem você").fill("Ana");
  await form.getByLabel("Carro").fill("Opala 74");
  await form.getByRole("button", { name: "Formar comboio" }).click();
  await expect(page.getByRole("heading", { name: "Serra no sábado" })).toBeVisible();
  return new URL(page.url()).pathname.split("/").at(-1)!;
}

test("a convoy is joined by its code, shares positions, shows who needs help and ends for everybody @phone", async ({
  browser,
  baseURL,
  sql,
}) => {
  const accounts: OwnAccount[] = [await createAccount(sql, "user"), await createAccount(sql, "user")];
  const [leader, member] = await Promise.all(accounts.map((account) => pageOf(browser, account, baseURL!)));
  try {
    const code = await start(leader!);
    await test.step("a wrong code is refused and a right one, typed in lower case, opens the convoy", async () => {
      await member!.goto(`/comboio/${code}`);
      await expect(member!.getByLabel("Código")).toHaveValue(code);
      await member!.getByLabel("Como os outros veem você").fill("Beto");
      await member!.getByLabel("Código").fill("ZZZZ-ZZZZ");
      await member!.getByRole("button", { name: "Entrar no comboio" }).click();
      await expect(member!.getByText("Não há comboio com este código.")).toBeVisible();
      await member!.getByLabel("Código").fill(code.toLowerCase());
      await member!.getByRole("button", { name: "Entrar no comboio" }).click();
      await expect(member!.getByRole("heading", { name: "Serra no sábado" })).toBeVisible();
      await expect(member!.getByText("Opala 74")).toBeVisible();
      // The embedded backend has no Realtime.
      await expect(member!.getByText("buscamos mudanças a cada 10 segundos")).toBeVisible();
    });
    await test.step("positions and a call for help reach the other one", async () => {
      await locate(leader!.context());
      await locate(member!.context(), PLACE.latitude - 0.1);
      await leader!.getByRole("button", { name: "Compartilhar minha posição" }).click();
      await member!.getByRole("button", { name: "Compartilhar minha posição" }).click();
      await expect(leader!.getByText("11,1 km em linha reta")).toBeVisible();
      await member!.getByRole("button", { name: "Preciso de ajuda" }).click();
      await expect(leader!.getByText("Precisa de ajuda")).toBeVisible();
      await expect(leader!.getByRole("listitem").filter({ hasText: "Precisa de ajuda" })).toContainText("Beto");
    });
    await test.step("without a connection the last state stays and a status is sent later", async () => {
      await member!.context().setOffline(true);
      await member!.getByRole("button", { name: "Parei" }).click();
      await expect(member!.getByText("Sem sinal: mostramos")).toBeVisible();
      await member!.context().setOffline(false);
      await expect(leader!.getByRole("listitem").filter({ hasText: "Beto" })).toContainText("Parado");
    });
    await test.step("hiding removes the position, and the end removes the convoy", async () => {
      await member!.getByRole("button", { name: "Parar de compartilhar" }).click();
      await expect(leader!.getByRole("listitem").filter({ hasText: "Beto" })).toContainText(
        "Sem posição compartilhada",
      );
      await answerQuestions(leader!);
      await leader!.getByRole("button", { name: "Encerrar e apagar o comboio" }).click();
      await expect(leader!).toHaveURL(/\/comboio$/);
      await expect(member!.getByText("Este comboio foi encerrado")).toBeVisible();
      expect(await sql`select from public.convoys where code = ${code}`).toHaveLength(0);
    });
  } finally {
    for (const page of [leader, member]) await page?.context().close();
    for (const account of accounts) await deleteAccount(sql, account);
  }
});

test("without an account a convoy shows nothing but the form of a guest, and its handler refuses visitors", async ({
  page,
  visitorAs,
}) => {
  await page.goto("/comboio");
  await expect(page).toHaveURL(/\/login/);
  await page.goto("/comboio/ABCDEFGH");
  await expect(page.getByRole("button", { name: "Entrar como convidado" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Já tem conta? Entrar com ela" })).toHaveAttribute("href", /next=/);
  const visitor = await visitorAs(null);
  const data = { status: null, place: null, hide: false };
  expect((await visitor.post("/api/convoys/ABCDEFGH", { data })).status()).toBe(401);
  expect((await visitor.post("/api/convoys/ABCDEFGH/guest", { data })).status()).toBe(404);
});
