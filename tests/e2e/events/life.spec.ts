import { gateStatus, next, openGate, read, result, waitUntilKept } from "../support/gate-page";
import {
  beginLife,
  emailOf,
  endLife,
  fillEvent,
  openBadge,
  PEOPLE,
  REFUSED_TOKEN,
  registerAs,
  signInOwner,
  status,
  test,
  TITLE,
  type Kind,
  type Life,
  VOLUNTEER,
} from "../support/event-life";
import { mailsTo } from "../support/mailbox";
import { openAlive, renderedText } from "../support/page";
import { offer } from "../support/paying";
import { textOfQrCode } from "../support/qr-image";
import { refusedToOthers } from "../support/refused-calls";
import { startReverseProxy } from "../support/reverse-proxy";
import { expect } from "../support/test";
import { variable } from "../support/variable";
import { answerQuestions } from "../support/questions";
import { JOB_MS } from "../support/job-wait";

let life: Life;

/** Stripe's script is on another host and does not load in this test; refused calls and a cut network log errors. */
test.use({ expectedErrors: /js\.stripe\.com|Failed to load resource|net::ERR|ERR_NAME_NOT_RESOLVED/ });
test.describe.configure({ mode: "serial" });

// A portal that is already running must use the Stripe double.
test.beforeAll(async ({ sql }) => {
  variable("STRIPE_API_BASE");
  life = await beginLife(sql);
});
test.beforeEach(({ context }) => context.route("https://js.stripe.com/**", (route) => route.abort()));
test.afterAll(({ sql }) => endLife(sql, life));

test("the owner of a club writes an event and sends it to the team", async ({ page, sql, visitorAs }) => {
  await offer(sql, visitorAs);
  const [stranger, nobody] = [await visitorAs("user"), await visitorAs(null)];
  const form = `/clubes/${life.club}/novo-evento`;
  await test.step("the form is closed to others", async () => {
    const [other, anonymous] = [await stranger.get(form), await nobody.get(form)];
    expect(other.status()).toBe(200);
    expect(await other.text()).toContain("Só a equipe publica em nome de");
    expect(await other.text()).not.toContain('name="startDay"');
    expect([anonymous.status(), anonymous.headers().location]).toEqual([307, expect.stringContaining("/login")]);
    expect((await nobody.post("/api/event-posters", { data: "x" })).status()).toBe(401);
  });
  await signInOwner(page, life);
  await page.goto(form);
  await fillEvent(page);
  await refusedToOthers(
    page,
    [stranger, nobody],
    () => page.getByRole("button", { name: "Salvar e ver a prévia" }).click(),
    TITLE,
  );
  await expect(page).toHaveURL(/\/publicar-evento\/preview\/[0-9a-f-]{36}$/);
  const events = await sql<{ id: string; slug: string; status: string }[]>`
    select id, slug, status from public.events where title = ${TITLE}`;
  expect(events.map(({ status }) => status)).toEqual(["draft"]);
  [life.event, life.slug] = [events[0]!.id, events[0]!.slug];

  expect((await stranger.get(new URL(page.url()).pathname)).status()).toBe(404);
  await refusedToOthers(page, [nobody], () => page.getByRole("button", { name: "Enviar para aprovação" }).click());
  await expect(page.getByRole("region", { name: "Situação do evento" }).getByText("Em análise")).toBeVisible();
  expect((await nobody.get(`/eventos/lacambeche/${life.slug}`)).status()).toBe(404);
});

test("a moderator publishes the event from the inbox", async ({ page, sql, signIn, visitorAs }) => {
  const [stranger, seller, nobody] = [await visitorAs("user"), await visitorAs("vendedor"), await visitorAs(null)];
  for (const visitor of [stranger, seller, nobody]) expect((await visitor.get("/admin?fila=event")).status()).toBe(307);
  await signIn("editor");
  await page.goto("/admin?fila=event");
  const card = page.locator(`[data-inbox-item="${life.event}"]`);
  await expect(card).toContainText(TITLE);
  await refusedToOthers(page, [stranger, seller, nobody], () =>
    card.getByRole("button", { name: "Publicar", exact: true }).click(),
  );
  await expect(card.getByText("Publicado")).toBeVisible();
  expect([...(await sql`select status from public.events where id = ${life.event}`)]).toEqual([
    { status: "published" },
  ]);
  await expect.poll(() => renderedText(nobody, `/eventos/lacambeche/${life.slug}`)).toContain(TITLE);
});

test("a visitor registers from the event page and opens the badge of the mail", async ({ page, sql, visitorAs }) => {
  await openAlive(page, `/eventos/lacambeche/${life.slug}`);
  await page.getByRole("article").filter({ hasText: "Público" }).getByRole("link").click();
  await registerAs(page, "publico");
  const badge = async () =>
    (await mailsTo(emailOf("publico"))).find(({ subject }) => subject.startsWith("Inscrição confirmada"))?.link ?? "";
  await expect.poll(badge, { timeout: JOB_MS }).toContain("/cracha");
  await page.goto(new URL(await badge()).pathname);
  await expect(page.locator("[data-badge=a6]")).toContainText(PEOPLE.publico);
  life.codes.publico = await textOfQrCode(page.getByAltText("QR code da entrada"));

  await test.step("others find neither the registration nor the badge", async () => {
    const [row] = await sql<{ id: string; code: string }[]>`
      select id, code from public.event_registrations where email = ${emailOf("publico")}`;
    for (const visitor of [await visitorAs(null), await visitorAs("user"), await visitorAs("vendedor")]) {
      const paths = [`/eventos/inscricao/${row!.id}/cracha`, `/eventos/inscricao/status/${REFUSED_TOKEN}`];
      for (const path of paths) expect((await visitor.get(path)).status(), path).toBe(404);
      const lookedUp = await visitor.post("/api/registrations/status", {
        data: { code: row!.code, contact: "other@example.org" },
      });
      expect(lookedUp.status()).toBe(404);
    }
  });
});

test("an exhibitor gets the badge after the team approved the car", async ({ page, openAs, visitorAs }) => {
  await openAlive(page, `/inscricao-expositor?evento=${life.slug}`);
  await page.getByLabel("Marca").fill("Volkswagen");
  await page.getByLabel("Modelo").fill("Fusca");
  await page.getByLabel("Ano", { exact: true }).fill("1972");
  await page.getByLabel("Li e aceito o regulamento do evento").check();
  await registerAs(page, "expositor");
  await page.getByRole("link", { name: "Ver a situação" }).click();
  await expect(status(page)).toHaveAttribute("data-status", "pending");
  await expect(page.getByRole("link", { name: "Abrir o crachá" })).toHaveCount(0);

  const list = `/admin/events/${life.event}/registrations`;
  const others = [await visitorAs("user"), await visitorAs("vendedor"), await visitorAs(null)];
  for (const visitor of others) {
    expect((await visitor.get(list)).status()).toBe(307);
    expect([401, 403]).toContain((await visitor.get(`/api/event-registrations/${life.event}/csv`)).status());
  }
  const editor = await openAs("editor");
  await editor.goto(list);
  await editor.getByRole("link", { name: PEOPLE.expositor }).click();
  await refusedToOthers(editor, others, () => editor.getByRole("button", { name: "Aprovar" }).click());
  await expect(editor.getByText("Confirmada").first()).toBeVisible();
  await page.reload();
  await expect(status(page)).toHaveAttribute("data-status", "confirmed");
  await openBadge(page, life, "expositor");
});

test("a flea-market seller pays by Pix, which the financial team confirms", async ({
  page,
  sql,
  openAs,
  visitorAs,
}) => {
  await offer(sql, visitorAs);
  await openAlive(page, `/inscricao-mercado-pulga?evento=${life.slug}`);
  await page.getByLabel("O que vai vender").fill("Peças e miniaturas");
  await page.getByLabel("Espaço necessário, em metros de frente").fill("3");
  await page.getByLabel(/origem lícita/).check();
  await registerAs(page, "mercado_pulga");
  await page.getByRole("link", { name: "Pagar agora" }).click();
  await page.getByRole("button", { name: "Gerar código Pix" }).click();
  await expect(page.getByLabel("Pix copia e cola")).toHaveValue(/^000201/);
  await page.locator("input[type=file]").setInputFiles({
    name: "comprovante.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"),
  });
  await page.getByRole("button", { name: "Enviar comprovante" }).click();
  await expect(page.getByText("Uma pessoa da equipe está conferindo o comprovante.")).toBeVisible();

  const [pix] = await sql<{ id: string }[]>`
    select payments.id from public.payments
    join public.event_registrations on event_registrations.id = subject_id where email = ${emailOf("mercado_pulga")}`;
  const others = [await visitorAs("user"), await visitorAs("editor"), await visitorAs("admin"), await visitorAs(null)];
  for (const visitor of others) {
    expect((await visitor.get("/admin/financials?parte=pix")).status()).toBe(307);
    expect([401, 403]).toContain((await visitor.get(`/api/payment-receipts/${pix!.id}`)).status());
    expect((await visitor.post("/api/pix", { data: { token: REFUSED_TOKEN } })).status()).toBe(404);
  }
  const finance = await openAs("main_admin");
  await answerQuestions(finance);
  await finance.goto("/admin/financials?parte=pix");
  const item = finance.locator(`[data-inbox-item="${pix!.id}"]`);
  await refusedToOthers(finance, others, () => item.getByRole("button", { name: "Confirmar recebimento" }).click());
  await expect(item.getByText("Pago", { exact: true })).toBeVisible();
  await page.reload();
  await expect(status(page)).toHaveAttribute("data-status", "confirmed", { timeout: JOB_MS });
  await openBadge(page, life, "mercado_pulga");
});

test("a food truck pays by card", async ({ page, sql, visitorAs }) => {
  await offer(sql, visitorAs);
  await openAlive(page, `/inscricao-food-truck?evento=${life.slug}`);
  await page.getByLabel("Nome da empresa").fill("Pastel da Serra");
  await page.getByLabel("CPF ou CNPJ").fill("12.345.678/0001-95");
  await page.getByLabel("Cardápio e preços").fill("Pastel R$ 10");
  await page.getByLabel("Comprimento do veículo ou da tenda, em metros").fill("6,5");
  await page.getByLabel("Largura, em metros").fill("2,2");
  await registerAs(page, "food_truck");
  await page.getByRole("link", { name: "Pagar agora" }).click();
  await expect(status(page)).toHaveAttribute("data-status", "awaiting_payment");
  await test.step("the token of another registration does not open the checkout", async () => {
    const url = page.url();
    const [row] = await sql<{ id: string }[]>`
      select id from public.event_registrations where email = ${emailOf("food_truck")}`;
    const data = {
      priceId: null,
      successUrl: url,
      cancelUrl: url,
      metadata: { registration_id: row!.id },
      token: REFUSED_TOKEN,
    };
    const answer = await (await visitorAs("user")).post("/api/create-checkout-session", { data });
    expect([404, 422]).toContain(answer.status());
  });
  await page.getByRole("button", { name: "Pagar com cartão" }).click();
  await page.getByRole("button", { name: "Pagar com cartão" }).click();
  await expect(status(page)).toHaveAttribute("data-status", "confirmed", { timeout: JOB_MS });
  await openBadge(page, life, "food_truck");
});

test("a trade exhibitor waits and takes the place that becomes free", async ({ page, openAs, visitorAs, sql }) => {
  const list = `/admin/events/${life.event}/registrations`;
  const editor = await openAs("editor");
  await test.step("the team registers a company that takes the only place", async () => {
    await editor.goto(list);
    await editor.getByText("Inscrever manualmente").click();
    await editor.locator("select[name=type]").last().selectOption({ label: "Expositor comercial" });
    await editor.getByLabel("Nome completo").fill("Empresa que Desiste");
    await editor.getByRole("textbox", { name: "E-mail" }).fill(emailOf("desiste"));
    await editor.getByRole("button", { name: "Inscrever", exact: true }).click();
    await expect(editor.getByRole("link", { name: "Empresa que Desiste" })).toBeVisible();
  });
  await openAlive(page, `/inscricao-expositor-comercial?evento=${life.slug}`);
  await expect(page.getByText("As vagas acabaram: com o envio, você entra na lista de espera.")).toBeVisible();
  await page.getByLabel("Nome da empresa").fill("Cera Boa");
  await page.getByLabel("CPF ou CNPJ").fill("12345678909");
  await page.getByLabel("Marca", { exact: true }).fill("Cera Boa");
  await page.getByLabel("Produtos ou serviços").fill("Ceras");
  await registerAs(page, "expositor_comercial");
  await page.getByRole("link", { name: "Ver a situação" }).click();
  await expect(status(page)).toHaveAttribute("data-status", "waitlisted");

  await test.step("the team cancels the company, and nobody else may", async () => {
    await editor.getByRole("link", { name: "Empresa que Desiste" }).click();
    const button = editor.getByRole("button", { name: "Cancelar a inscrição" });
    await editor.locator("form").filter({ has: button }).getByRole("textbox").fill("A empresa desistiu");
    await refusedToOthers(editor, [await visitorAs("user"), await visitorAs("vendedor"), await visitorAs(null)], () =>
      button.click(),
    );
    await expect(editor.getByText("Cancelada").first()).toBeVisible();
  });
  const [row] = await sql<{ status: string }[]>`
    select status from public.event_registrations where email = ${emailOf("expositor_comercial")}`;
  expect(row!.status).toBe("offered");
  const guess = { change: "accept", token: REFUSED_TOKEN };
  expect((await (await visitorAs(null)).post("/api/registrations/changes", { data: guess })).status()).toBe(404);
  await page.reload();
  await page.getByRole("button", { name: "Aceitar a vaga" }).click();
  await expect(status(page)).toHaveAttribute("data-status", "confirmed");
  await openBadge(page, life, "expositor_comercial");
});

test("a volunteer admits all five at the gate, three of them with the network cut", async ({
  page,
  sql,
  signIn,
  openAs,
  visitorAs,
  baseURL,
  extraHTTPHeaders,
}) => {
  await sql`
    update public.events set starts_at = now() - interval '1 hour', ends_at = now() + interval '1 day' where id = ${life.event}`;
  const panel = `/admin/event-checkin?evento=${life.event}`;
  const others = [await visitorAs("user"), await visitorAs("vendedor"), await visitorAs(null)];
  for (const visitor of others) {
    expect((await visitor.get(panel)).status()).toBe(307);
    expect((await visitor.get("/eventos/checkin-externo")).status()).toBe(307);
    expect([401, 403]).toContain((await visitor.get(`/api/gate/list?event=${life.event}`)).status());
    expect((await visitor.get(`/eventos/portaria/${REFUSED_TOKEN}`)).status()).toBe(404);
    const headers = { authorization: `Device ${REFUSED_TOKEN}` };
    expect((await visitor.get("/api/gate/list", { headers })).status()).toBe(403);
  }
  await signIn("admin");
  await page.goto(`/admin/events/${life.event}/edit?aba=equipe`);
  await page.getByRole("link", { name: `Criar aparelho para ${VOLUNTEER}` }).click();
  await expect(page.getByLabel("Nome do aparelho")).toHaveValue(VOLUNTEER);
  await refusedToOthers(page, [...others, await visitorAs("editor")], () =>
    page.getByRole("button", { name: "Criar link" }).click(),
  );
  const link = new URL(await page.locator("code").innerText()).pathname;

  const proxy = await startReverseProxy(baseURL!, extraHTTPHeaders?.["x-forwarded-for"] ?? "");
  const volunteer = await openAs(null, { url: proxy.url, serviceWorkers: "allow" });
  const admit = async (kind: Kind) => {
    await read(volunteer, life.codes[kind]);
    await expect(result(volunteer)).toHaveAttribute("data-result", "ok");
    await expect(result(volunteer)).toContainText(PEOPLE[kind]);
    await next(volunteer);
  };
  await openGate(volunteer, proxy.url + link);
  await waitUntilKept(volunteer);
  await admit("publico");
  await admit("mercado_pulga");

  await proxy.stop();
  await volunteer.reload();
  await expect(volunteer.getByLabel("Buscar por nome ou carro")).toBeVisible();
  for (const kind of ["expositor", "food_truck", "expositor_comercial"] as const) await admit(kind);
  await read(volunteer, life.codes.publico);
  await expect(result(volunteer)).toHaveAttribute("data-result", "duplicate");
  await next(volunteer);
  await expect(gateStatus(volunteer, "4 leituras para enviar")).toBeVisible();

  await proxy.restart();
  await volunteer.getByRole("button", { name: "Atualizar a lista" }).click();
  await expect(gateStatus(volunteer, "Todas as leituras enviadas")).toBeVisible();
  const entries = await sql<{ result: string; is_offline: boolean; people: number }[]>`
    select checkin.result, is_offline, count(distinct registration_id)::int as people
    from public.event_checkins as checkin join public.event_checkin_lists as list on list.id = list_id
    where list.event_id = ${life.event} group by 1, 2 order by 1, 2`;
  expect([...entries]).toEqual([
    { result: "duplicate", is_offline: true, people: 1 },
    { result: "ok", is_offline: false, people: 2 },
    { result: "ok", is_offline: true, people: 3 },
  ]);
  await proxy.stop();
});

test("an administrator issues the certificates, and anybody validates one", async ({
  page,
  sql,
  signIn,
  openAs,
  visitorAs,
}) => {
  const panel = `/admin/certificates?evento=${life.event}`;
  const others = [
    await visitorAs("user"),
    await visitorAs("vendedor"),
    await visitorAs("editor"),
    await visitorAs(null),
  ];
  for (const visitor of others) expect((await visitor.get(panel)).status()).toBe(307);
  await signIn("admin");
  await page.goto(panel);
  await expect(page.getByText("5 pessoas escolhidas")).toBeVisible();
  await refusedToOthers(page, others, () => page.getByRole("button", { name: "Emitir certificados" }).click());
  await expect(page.getByText("5 de 5 pessoas, 5 novos certificados")).toBeVisible({ timeout: JOB_MS });

  const row = page.getByRole("row").filter({ hasText: PEOPLE.expositor });
  const whatsapp = new URL((await row.getByRole("link", { name: "WhatsApp" }).getAttribute("href"))!);
  const path = (await row.getByRole("link", { name: "Página de validação" }).getAttribute("href"))!;
  expect(whatsapp.searchParams.get("text")).toBe(
    `Olá, ${PEOPLE.expositor}! O seu certificado de participação em ${TITLE} está pronto: ${variable("E2E_BASE_URL")}${path}\n\nUm abraço da equipe LACAMBECHE`,
  );
  const [certificate] = await sql<{ id: string }[]>`
    select id from public.certificates where event_id = ${life.event} and full_name = ${PEOPLE.expositor}`;
  for (const visitor of others)
    expect([401, 404]).toContain((await visitor.get(`/api/certificates/${certificate!.id}`)).status());

  const anybody = await openAs(null);
  await anybody.goto(path);
  await expect(anybody.getByRole("heading", { name: "Certificado válido" })).toBeVisible();
  await expect(anybody.getByText(PEOPLE.expositor)).toBeVisible();
  await expect(anybody.getByText(TITLE)).toBeVisible();
  const pdf = await anybody.request.get(`${path}/pdf`);
  expect((await pdf.body()).subarray(0, 5).toString()).toBe("%PDF-");
  await anybody.getByLabel("Código do certificado").fill("AAAAAAAAAA");
  await anybody.getByRole("button", { name: "Validar" }).click();
  await expect(anybody.getByRole("heading", { name: "Código desconhecido" })).toBeVisible();
});
