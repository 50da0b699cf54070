import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { expect, test, type Page } from "../support/test";
import { demoAccount, openSession } from "../support/accounts";
import { openAlive, toast } from "../support/page";

/** Rate limits are per client IP: behind a trusted proxy every test has its own. */
test.beforeEach(({ context }) =>
  context.setExtraHTTPHeaders({
    "x-forwarded-for": `request-${test.info().testId}-${test.info().retry}-${process.ppid}`,
  }),
);

/** The browser logs every refused photo. */
test.use({ expectedErrors: /\/api\/request-photos/ });

const protocol = (page: Page) => page.getByText(/^LC-\d{4}-\d{6,}-[A-Z]{6}$/);

test("a place is submitted step by step, keeps its input after a reload and can be tracked", async ({ page }) => {
  await openAlive(page, "/sc/cadastro");
  await test.step("each step shows what is missing", async () => {
    await page.getByRole("button", { name: "Continuar" }).click();
    await expect(page.getByText("Escolha uma opção.")).toBeVisible();
    await page.getByLabel("Categoria").selectOption("workshop");
    await page.getByRole("button", { name: "Continuar" }).click();
    await page.getByLabel("Nome do lugar").fill("Oficina do Platinado");
    await page.getByRole("combobox", { name: "Cidade" }).fill("Urubici");
    await page.getByLabel("Telefone do lugar").fill("12");
    await page.getByRole("button", { name: "Continuar" }).click();
    await expect(page.getByText("Confira o telefone")).toBeVisible();
    await page.getByLabel("Telefone do lugar").fill("");
    await page.getByLabel("Ponto no mapa").fill("https://maps.example/@-28.0148,-49.5925,15z");
  });
  await test.step("the input is kept after a reload", async () => {
    // The draft is stored a moment after the last input.
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain("-28.0148,-49.5925");
    await page.reload();
    await expect(page.getByText("Recuperamos o que você tinha começado")).toBeVisible();
    await expect(page.getByLabel("Nome do lugar")).toHaveValue("Oficina do Platinado");
  });
  await test.step("a photo is added, another file is refused", async () => {
    await page.getByRole("button", { name: "Continuar" }).click();
    await page.getByLabel("Carburador").check();
    await page.getByRole("button", { name: "Continuar" }).click();
    const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#7a4a21" } })
      .jpeg()
      .toBuffer();
    await page.getByLabel("Escolher fotos").setInputFiles([
      { name: "frente.jpg", mimeType: "image/jpeg", buffer: photo },
      { name: "texto.jpg", mimeType: "image/jpeg", buffer: Buffer.from("não é foto") },
    ]);
    await expect(page.getByAltText("Foto 1")).toBeVisible();
    await expect(page.getByText("texto.jpg: o arquivo não é uma foto")).toBeVisible();
  });
  await test.step("the application is sent once", async () => {
    await page.getByRole("button", { name: "Continuar" }).click();
    await page.getByLabel("Seu nome").fill("Ana da Serra");
    await page.getByLabel("E-mail").fill("ana@");
    await page.getByLabel("Concordo").check();
    await page.getByRole("button", { name: "Enviar pedido" }).click();
    await expect(page.getByText("Confira o e-mail")).toBeVisible();
    await page.getByLabel("E-mail").fill("ana@exemplo.com");
    await page.getByRole("button", { name: "Enviar pedido" }).dblclick();
    await expect(page.getByRole("heading", { name: "Pedido recebido" })).toBeFocused();
  });
  await test.step("the application is found by its protocol", async () => {
    const code = await protocol(page).innerText();
    await page.getByRole("link", { name: "Acompanhar", exact: true }).click();
    await expect(page).toHaveURL(`/sc/cadastro?protocolo=${code}`);
    await expect(page.getByRole("heading", { name: `Novo lugar · ${code}` })).toBeVisible();
    await expect(page.getByText("Recuperamos")).toBeHidden();
  });
});

test("a correction refers to a place in the guide", async ({ page }) => {
  await openAlive(page, "/sc/cadastro");
  await page.getByLabel("Corrigir um dado").check();
  await page.getByRole("button", { name: "Continuar" }).click();
  await expect(page.getByText("Procure e escolha o lugar na lista.")).toBeVisible();
  await page.getByLabel("Qual lugar").fill("museu");
  await page.getByRole("button", { name: "Procurar", exact: true }).click();
  await page.getByRole("list").getByRole("button", { name: /museu/i }).first().click();
  await page.getByRole("button", { name: "Continuar" }).click();
  await page.getByLabel("O que está errado").fill("Mudou de endereço em outubro.");
  await page.getByRole("button", { name: "Continuar" }).click();
  await page.getByRole("button", { name: "Continuar" }).click();
  await page.getByLabel("Seu nome").fill("Ana");
  await page.getByLabel("E-mail").fill("ana@exemplo.com");
  await page.getByLabel("Concordo").check();
  await page.getByRole("button", { name: "Enviar pedido" }).click();
  await expect(protocol(page)).toBeVisible();
});

test("the place can be marked on the map", async ({ page }) => {
  await openAlive(page, "/sc/cadastro");
  await page.getByLabel("Categoria").selectOption("lodging");
  await page.getByRole("button", { name: "Continuar" }).click();
  await page.getByRole("combobox", { name: "Cidade" }).fill("Urubici");
  await page.getByRole("button", { name: "Marcar no mapa" }).click();
  const region = page.getByRole("region", { name: "Mapa interativo" });
  const map = region.locator("canvas");
  // The town's marker is placed by the running map.
  await expect(region.getByText("Urubici", { exact: true })).toBeVisible();
  await map.click({ position: { x: 150, y: 150 } });
  const typed = page.getByLabel("Ponto no mapa");
  await expect(typed).toHaveValue(/^-2\d\.\d{5}, -\d\d\.\d{5}$/);
  const clicked = await typed.inputValue();
  await typed.fill("-28.0, -49.6");
  await map.focus();
  await page.keyboard.press("Enter");
  await expect(typed).toHaveValue(/^-2\d\.\d{5}, -\d\d\.\d{5}$/);
  expect(await typed.inputValue()).not.toBe(clicked);
  await page.getByRole("button", { name: "Marcar o centro do mapa" }).click();
  await expect(typed).toHaveValue(/^-2\d\.\d{5}, -\d\d\.\d{5}$/);
});

test("a trip panel is requested and found by its protocol", async ({ page }) => {
  await openAlive(page, "/english/solicitar-painel-viagem");
  await page.getByLabel("Start", { exact: true }).fill("Lages, SC");
  await page.getByLabel("Destination").fill("Urubici");
  await page.getByLabel("First day").fill("2027-03-10");
  await page.getByLabel("Last day").fill("2027-03-01");
  await page.getByLabel("Your name").fill("Ana");
  await page.getByLabel("E-mail").fill("ana@exemplo.com");
  await page.getByLabel("I agree").check();
  await page.getByRole("button", { name: "Ask for my panel" }).click();
  await expect(page.getByText("The end cannot come before the start.")).toBeVisible();
  await page.getByLabel("Last day").fill("2027-03-14");
  await page.getByRole("button", { name: "Ask for my panel" }).click();
  const code = await protocol(page).innerText();
  await page.getByLabel("Protocol", { exact: true }).fill(code.toLowerCase());
  await page.getByRole("button", { name: "Look up" }).click();
  await expect(page.getByRole("heading", { name: `Trip panel · ${code}` })).toBeVisible();
});

test("an advertiser's contact is stored", async ({ page }) => {
  await openAlive(page, "/sc/anuncie-aqui?ref=ana-vende");
  await page.getByLabel("Empresa").fill("Café da Serra");
  await page.getByLabel("Seu nome").fill("Ana");
  await page.getByLabel("E-mail").fill("ana@exemplo.com");
  await page.getByRole("button", { name: "Quero uma proposta" }).click();
  await expect(protocol(page)).toBeVisible();
});

test("a takedown request is stored after its declaration is confirmed", async ({ page }) => {
  await openAlive(page, "/direitos-autorais");
  await page.getByLabel("Onde está no portal").fill("/sc/home");
  await page.getByLabel("Qual é a obra").fill("A foto é minha.");
  await page.getByLabel("Seu nome").fill("Ana");
  await page.getByLabel("E-mail").fill("ana@exemplo.com");
  await page.getByRole("button", { name: "Enviar pedido" }).click();
  await expect(page.getByText("Sem este acordo")).toBeVisible();
  await page.getByLabel("Declaro").check();
  await page.getByRole("button", { name: "Enviar pedido" }).click();
  await expect(protocol(page)).toBeVisible();
});

test.describe("reviews of the portal", () => {
  // In order, because the last test disables the form for all.
  test.describe.configure({ mode: "default" });

  test("a report of wrong information arrives with the address of its page", async ({ page, sql }) => {
    const path = "/sc/rota/caminhos-da-neve";
    const text = `O asfalto acabou antes (${randomUUID()})`;
    await openAlive(page, path);
    await page.getByRole("link", { name: "Informação errada?" }).click();
    await expect(page).toHaveURL(/\/enviar-avaliacao\?pagina=/);
    await page.getByText("4 ★").click();
    await page.getByLabel("O que você achou").fill(text);
    await page.getByRole("button", { name: "Enviar avaliação" }).click();
    await expect(page.getByRole("heading", { name: "Obrigado!" })).toBeVisible();
    const sent = await sql`
      delete from public.app_reviews where starts_with(text, ${path}) and right(text, ${text.length}) = ${text}`;
    expect(sent.count).toBe(1);
  });

  test("text that is too long shows an error under its field and keeps the input", async ({ page }) => {
    await openAlive(page, "/enviar-avaliacao");
    await page.getByText("5 ★").click();
    await page
      .getByLabel("O que você achou")
      .evaluate((area: HTMLTextAreaElement) => (area.value = "x".repeat(10_000_000)));
    await page.getByRole("button", { name: "Enviar avaliação" }).click();
    await expect(page.getByText("Texto longo demais.")).toBeVisible();
    expect(await page.getByLabel("O que você achou").evaluate((area: HTMLTextAreaElement) => area.value.length)).toBe(
      10_000_000,
    );
  });

  test("a bot that fills the honeypot field stores nothing", async ({ page }) => {
    await openAlive(page, "/enviar-avaliacao");
    await page.getByText("5 ★").click();
    await page.locator("[name=homepage]").evaluate((input: HTMLInputElement) => (input.value = "https://spam.exemplo"));
    await page.getByRole("button", { name: "Enviar avaliação" }).click();
    await expect(toast(page, "Confira os campos")).toBeVisible();
  });

  test("after the team disables the form, an open form is refused and the page shows it in three languages", async ({
    page,
    browser,
    baseURL,
    sql,
    visitorAs,
  }) => {
    const [visitor, editor] = [await visitorAs(null), await visitorAs("editor")];
    const team = await browser.newContext({ baseURL });
    const { cookies } = await openSession(demoAccount("main_admin"));
    await team.addCookies(cookies.map((cookie) => ({ ...cookie, url: baseURL })));
    const panel = await team.newPage();
    const turn = async (state: "Ligado" | "Desligado") => {
      await panel.goto("/admin/portal-settings");
      await panel.getByLabel("Avaliações do portal").selectOption(state);
      await panel.getByRole("button", { name: "Salvar" }).click();
      await expect(toast(panel, "Feito")).toBeVisible();
    };
    const shown = async (path: string) => (await visitor.get(path)).text();
    try {
      await openAlive(page, "/enviar-avaliacao");
      await page.getByText("5 ★").click();
      await page.getByLabel("O que você achou").fill("Ainda dá tempo?");
      await turn("Desligado");
      await page.getByRole("button", { name: "Enviar avaliação" }).click();
      await expect(toast(page, "Fechado por enquanto")).toBeVisible();
      await expect(page.getByLabel("O que você achou")).toHaveValue("Ainda dá tempo?");
      expect((await sql`select from public.app_reviews where text = 'Ainda dá tempo?'`).count).toBe(0);
      for (const [path, says] of [
        ["/enviar-avaliacao", "As avaliações estão fechadas"],
        ["/english/enviar-avaliacao", "Reviews are closed"],
        ["/espanol/enviar-avaliacao", "Las opiniones están cerradas"],
      ] as const) {
        const html = await shown(path);
        expect(html, path).toContain(says);
        expect(html, path).not.toContain('name="rating"');
      }
      expect(await shown("/sobre")).not.toContain('href="/enviar-avaliacao"');
      await turn("Ligado");
      expect(await shown("/enviar-avaliacao")).toContain('name="rating"');
    } finally {
      await sql`delete from public.app_settings where key = 'feature_reviews'`;
      expect((await editor.post("/api/revalidate", { data: { tags: ["settings"] } })).status()).toBe(204);
      await team.close();
    }
  });
});

test("photos are limited in type and size", async ({ request }) => {
  const send = (data: Buffer) =>
    request.post("/api/request-photos", { data, headers: { "content-type": "image/jpeg" } });
  expect((await send(Buffer.from("não é foto"))).status()).toBe(400);
  expect((await send(Buffer.alloc(6 * 1024 * 1024))).status()).toBe(400);
  expect((await send(Buffer.alloc(0))).status()).toBe(400);
});
