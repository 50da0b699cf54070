import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { encodeLine } from "../../../lib/geo/roads/rules";
import type { LinePoint } from "../../../lib/geo/geo/lines";
import { publishableKey } from "../support/accounts";
import { mailsTo } from "../support/mailbox";
import { ask, createAccount, deleteAccount, pageOf } from "../support/own-account";
import { expect, test, type Page } from "../support/test";
import { variable } from "../support/variable";
import { answerQuestions } from "../support/questions";

// Pages of links that have ended are answered with 410, those of other roles with 403 or 404.
test.use({ expectedErrors: /status of (?:403|404|410)/ });

/** A straight line instead of the routing engine, which this test is not about. */
const answerStraight = (page: Page) =>
  page.route("**/api/road-route?*", (request) => {
    const points = new URL(request.request().url()).searchParams
      .get("points")!
      .split(";")
      .map((pair) => pair.split(",").map(Number) as unknown as LinePoint);
    const sections = points.slice(1).map((to, index) => ({
      kind: "road",
      line: encodeLine([points[index]!, to]),
      roadClass: "secondary",
      ref: "SC-390",
      km: 110,
      source: "osm",
    }));
    const legs = sections.map(({ km }, index) => ({
      from: index,
      to: index + 1,
      km,
      estimatedKm: 0,
      minutes: km,
      firstSection: index,
      endSection: index + 1,
    }));
    const km = legs.reduce((sum, leg) => sum + leg.km, 0);
    const [estimatedKm, tolls, unavoidable, unsupported, credits] = [0, [], [], [], ["© OpenStreetMap contributors"]];
    return request.fulfill({
      json: { sections, legs, km, minutes: km, estimatedKm, tolls, unavoidable, unsupported, credits },
    });
  });

const requestOf = async (sql: Sql, email: string) =>
  (
    await sql<
      { id: string; status: string }[]
    >`select id, status from public.trip_panel_requests where email = ${email}`
  )[0];

async function askForPanel(page: Page, email: string): Promise<void> {
  await page.goto("/solicitar-painel-viagem");
  const field = (name: string) => page.locator(`main [name="${name}"]`).first();
  await field("origin").fill("Lages, SC");
  await field("destination").fill("Urubici/SC");
  await field("name").fill("Ana");
  await field("email").fill(email);
  await field("consent").check();
  await page.getByRole("button", { name: "Pedir meu painel" }).click();
  await expect(page.getByRole("heading", { name: "Pedido recebido" })).toBeVisible({ timeout: 20_000 });
}

test("a traveller asks for a trip panel, the team plans and delivers it, and it arrives in the account and by link", async ({
  browser,
  baseURL,
  sql,
}) => {
  test.setTimeout(240_000);
  const [traveller, staff] = [await createAccount(sql, "user"), await createAccount(sql, "admin")];
  const [editor, other] = [await createAccount(sql, "editor"), await createAccount(sql, "user")];
  const [page, desk] = [await pageOf(browser, traveller, baseURL!), await pageOf(browser, staff, baseURL!)];
  const stranger = await pageOf(browser, other, baseURL!);
  const guest = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  try {
    await test.step("the application belongs to the account", async () => {
      await page.goto("/painel");
      await expect(page.getByText("Nenhum pedido feito com esta conta ainda.")).toBeVisible();
      await askForPanel(page, traveller.email);
      await page.goto("/painel#pedidos");
      await expect(page.getByText("Painel de viagem · Lages, SC → Urubici/SC")).toBeVisible();
      await stranger.goto("/painel");
      await expect(stranger.getByText("Nenhum pedido feito com esta conta ainda.")).toBeVisible();
    });
    const request = (await requestOf(sql, traveller.email))!;
    const planner = `/admin/service-requests/${request.id}/planejador`;

    await test.step("the planner of the application is refused for other roles", async () => {
      expect((await ask(new URL(planner, baseURL).href, null)).status).toBe(307);
      for (const account of [traveller, editor]) {
        const answer = await ask(new URL(planner, baseURL).href, account.session);
        expect([307, 403]).toContain(answer.status);
        expect(await answer.text()).not.toContain("Lages, SC");
      }
      const input = { id: randomUUID(), version: null, plan: null, route: null };
      expect(
        (await stranger.request.post("/api/trips", { data: { token: null, application: request.id, input } })).status(),
      ).toBe(400);
    });

    await test.step("the team finds the plan prepared, saves and delivers it", async () => {
      await answerStraight(desk);
      await sql`update public.trip_panel_requests set created_at = now() - interval '300 days' where id = ${request.id}`;
      await desk.goto("/admin/service-requests?aba=trip_panel");
      const card = desk.locator(`[data-inbox-item="${request.id}"]`);
      await card.getByRole("link", { name: "Montar no planejador" }).click();
      await expect(desk).toHaveURL(planner);
      await expect(desk.locator("[data-stop]")).toHaveCount(2);
      await expect(desk.getByLabel("Nome da viagem").first()).toHaveValue("Lages, SC → Urubici/SC");
      await expect(desk.getByRole("button", { name: "Entregar o painel" })).toBeDisabled();
      await expect(desk.getByRole("heading", { name: "Resultado" })).toBeVisible();
      await desk.getByRole("button", { name: "Salvar", exact: false }).first().click();
      await expect.poll(async () => (await requestOf(sql, traveller.email))!.status).toBe("in_progress");
      const [trip] = await sql<{ id: string }[]>`select id from public.trips where request_id = ${request.id}`;
      expect((await stranger.request.get(`/planejador-rota?viagem=${trip!.id}`)).status()).toBe(404);
      expect((await page.request.get(`/planejador-rota?viagem=${trip!.id}`)).status()).toBe(404);
      const rest = new URL(`/rest/v1/trips?id=eq.${trip!.id}&select=id`, variable("TEST_MAILBOX_URL"));
      const headers = { apikey: publishableKey(), authorization: `Bearer ${traveller.session.accessToken}` };
      expect(await (await fetch(rest, { headers })).json()).toEqual([]);
      await desk.reload();
      await desk.getByRole("textbox", { name: "Mensagem para quem pediu" }).fill("Boa estrada, Ana!");
      await desk.getByRole("button", { name: "Entregar o painel" }).click();
      await expect(desk.getByText("Entregue: a viagem já está na conta de quem pediu.")).toBeVisible();
    });

    const link = (await desk.locator('main a[href*="/viagem/"]').first().getAttribute("href"))!;
    await test.step("it arrives in the account, by link and by mail, and is printed", async () => {
      await page.goto("/painel");
      const parts = page.getByRole("navigation", { name: "Partes do painel" });
      await parts.getByRole("link", { name: "Pedidos" }).focus();
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/#pedidos$/);
      const answer = page.locator("#pedidos");
      await expect(answer.getByText("Boa estrada, Ana!")).toBeVisible();
      await expect(page.locator("#viagens").getByRole("link", { name: "Lages, SC → Urubici/SC" })).toBeVisible();
      await answer.getByRole("link", { name: "Roteiro para imprimir" }).click();
      await expect(page.getByRole("cell", { name: "SC-390" })).toBeVisible();
      await page.emulateMedia({ media: "print" });
      await expect(page.getByRole("cell", { name: "SC-390" })).toBeVisible();
      await expect(page.getByRole("button", { name: "Imprimir" })).toBeHidden();
      expect((await guest.goto(link))!.status()).toBe(200);
      await expect(guest.getByRole("heading", { name: "Lages, SC → Urubici/SC" })).toBeVisible();
      await sql`update public.trip_panel_requests set decided_at = now() - interval '3 minutes' where id = ${request.id}`;
      await sql`select private.answer_requests()`;
      await expect
        .poll(async () => (await mailsTo(traveller.email)).map((mail) => mail.link ?? ""), { timeout: 30_000 })
        .toContainEqual(expect.stringContaining(link));
    });

    await test.step("an undone delivery ends the link and leaves the copy", async () => {
      await answerQuestions(desk);
      await desk.getByRole("button", { name: "Desfazer a entrega" }).click();
      await expect(desk.getByRole("button", { name: "Entregar o painel" })).toBeVisible();
      expect((await guest.goto(link))!.status()).toBe(410);
      await expect(guest.getByRole("heading", { name: "Este link terminou" })).toBeVisible();
      expect((await guest.goto(`${link}/roteiro`))!.status()).toBe(410);
      await page.emulateMedia({ media: "screen" });
      await page.goto("/painel");
      await expect(page.locator("#viagens").getByRole("link", { name: "Lages, SC → Urubici/SC" })).toBeVisible();
    });
  } finally {
    for (const one of [page, desk, stranger, guest]) await one.context().close();
    await sql`delete from public.trip_panel_requests where email = ${traveller.email}`;
    for (const account of [traveller, staff, editor, other]) await deleteAccount(sql, account);
  }
});
