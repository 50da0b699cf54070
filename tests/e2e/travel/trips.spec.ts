import { randomUUID } from "node:crypto";
import { encodeLine } from "../../../lib/geo/roads/rules";
import type { SavedTrip, SaveTripInput } from "../../../lib/travel/trips/schema";
import { publishableKey } from "../support/accounts";
import { ask, createAccount, deleteAccount, pageOf } from "../support/own-account";
import { toast } from "../support/page";
import { expect, test, type Page } from "../support/test";
import { addLink, addTrip, PLAN, ROUTE, storedTrip } from "../support/trip-rows";
import { variable } from "../support/variable";
import { answerQuestions } from "../support/questions";

// A save with an old version is answered with 409, pages of links that have ended with 410, others with 404.
test.use({ expectedErrors: /status of (?:403|404|409|410)/ });

/** Saves through the portal, as the planner does. */
const post = (page: Page, input: SaveTripInput, token: string | null = null) =>
  page.request.post("/api/trips", { data: { token, input } });

const nameField = (page: Page) => page.getByLabel("Nome da viagem").first();

/** Makes a link in the panel of an open trip and returns its address. */
async function share(page: Page, scope: string, count: number): Promise<string> {
  await page.getByLabel("Quem abre o link pode").selectOption({ label: scope });
  await page.getByRole("button", { name: "Criar link" }).click();
  const links = page.locator('main a[href*="/viagem/"]:not([href*="whatsapp"])').filter({ hasText: "/viagem/" });
  await expect(links).toHaveCount(count);
  return (await links.first().getAttribute("href"))!;
}

test("a trip is saved, reloaded, shared, edited by link and asked about when the own copy is old", async ({
  browser,
  baseURL,
  sql,
  account,
  accountPage: page,
}) => {
  test.setTimeout(180_000);
  const guest = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  try {
    const id = await addTrip(sql, account);
    await page.goto("/planejador-rota");
    await page.getByRole("link", { name: PLAN.title }).click();
    await expect(page).toHaveURL(new RegExp(`viagem=${id}`));
    await nameField(page).fill("Serra salva");
    await page.getByRole("button", { name: "Salvar", exact: false }).first().click();
    await expect.poll(() => storedTrip(sql, id)).toEqual({ title: "Serra salva", version: 2 });
    await page.reload();
    await expect(nameField(page)).toHaveValue("Serra salva");

    await page.getByText("Compartilhar", { exact: true }).click();
    const view = await share(page, "só ver", 1);
    const edit = await share(page, "ver e mudar", 2);

    const seen = await guest.goto(view);
    expect(seen!.status()).toBe(200);
    expect(seen!.headers()["cache-control"]).toContain("no-store");
    await expect(guest.getByRole("heading", { name: "Serra salva" })).toBeVisible();
    await expect(guest.getByRole("img", { name: "Mapa da viagem" })).toBeVisible();
    await expect(guest.getByRole("heading", { name: "Dia 2" })).toBeVisible();
    await expect(guest.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
    const gpx = await guest.request.get(`${view}/gpx`);
    expect(gpx.status()).toBe(200);
    expect(await gpx.text()).toContain("<trkpt");
    expect(await (await guest.request.get(`${view}/ics`)).text()).toContain("DTSTART:20270110T080000");
    await guest.getByRole("link", { name: "Roteiro para imprimir" }).click();
    await expect(guest.getByRole("cell", { name: "SC-114" })).toBeVisible();
    await expect(guest.getByRole("link", { name: "190" })).toBeVisible();

    await guest.goto(edit);
    await nameField(guest).fill("Serra do amigo");
    await guest.getByRole("button", { name: "Salvar", exact: false }).first().click();
    await expect.poll(() => storedTrip(sql, id)).toEqual({ title: "Serra do amigo", version: 3 });

    await nameField(page).fill("Serra antiga");
    await page.getByRole("button", { name: "Salvar", exact: false }).first().click();
    await expect(page.getByRole("alert").filter({ has: page.getByRole("button") })).toBeVisible();
    expect(await storedTrip(sql, id)).toEqual({ title: "Serra do amigo", version: 3 });

    await answerQuestions(page);
    const end = page.getByRole("button", { name: "Encerrar link" });
    await end.first().click();
    await expect(end).toHaveCount(1);
    await end.first().click();
    await expect(end).toHaveCount(0);
    for (const link of [view, edit]) {
      const ended = await guest.goto(link);
      expect(ended!.status()).toBe(410);
      await expect(guest.getByRole("heading", { name: "Este link terminou" })).toBeVisible();
      expect((await guest.goto(`${link}/roteiro`))!.status()).toBe(410);
      for (const file of ["gpx", "kml", "ics"]) {
        const answer = await guest.goto(`${link}/${file}`);
        expect([answer!.status(), answer!.headers()["x-robots-tag"]]).toEqual([410, "noindex"]);
        await expect(guest.getByRole("heading", { name: "Este link terminou" })).toBeVisible();
      }
    }
    const token = edit.split("/").at(-1)!;
    const late = await post(guest, { id, version: 3, plan: PLAN, route: ROUTE }, token);
    expect(late.status()).toBe(410);
    expect((await guest.goto(`/viagem/${"x".repeat(43)}`))!.status()).toBe(404);
    await expect(guest.getByRole("heading", { name: "Não achamos esta viagem" })).toBeVisible();
  } finally {
    await Promise.all([page.context().close(), guest.context().close()]);
  }
});

test("a trip in English and Spanish, expired links and links of deleted trips", async ({ page, sql, account }) => {
  const id = await addTrip(sql, account);
  const token = await addLink(sql, id, account, "view");
  await page.goto(`/english/viagem/${token}`);
  await expect(page.getByRole("heading", { name: "Day 1" })).toBeVisible();
  await expect(page.getByText("January 10, 2027, 08:00")).toBeVisible();
  await page.goto(`/espanol/viagem/${token}/roteiro`);
  await expect(page.getByText("Teléfonos de emergencia")).toBeVisible();
  await expect(page.locator("thead").first()).toContainText("10 de enero de 2027");
  await sql`update public.trips set deleted_at = now() where id = ${id}`;
  expect((await page.goto(`/english/viagem/${token}`))!.status()).toBe(410);
  await expect(page.getByText("The trip of this link was deleted.")).toBeVisible();
  await sql`update public.trips set deleted_at = null where id = ${id}`;
  await sql`update public.trip_shares set expires_at = now() - interval '1 minute' where trip_id = ${id}`;
  expect((await page.goto(`/viagem/${token}`))!.status()).toBe(410);
  await expect(page.getByText("O prazo deste link passou.")).toBeVisible();
});

test("another account is refused at the page, the files, the save and the API", async ({ browser, baseURL, sql }) => {
  const [owner, other] = [await createAccount(sql, "user"), await createAccount(sql, "superadministrador")];
  const page = await pageOf(browser, other, baseURL!);
  try {
    const id = await addTrip(sql, owner);
    const paths = [`/planejador-rota?viagem=${id}`, `/planejador-rota/${id}/roteiro`, `/planejador-rota/${id}/gpx`];
    for (const path of paths) {
      expect((await page.request.get(path)).status(), path).toBe(404);
      expect((await ask(new URL(path, baseURL).href, null)).status, path).toBe(307);
    }
    const saved = await post(page, { id, version: 1, plan: { ...PLAN, title: "Invadida" }, route: ROUTE });
    expect(saved.status()).toBe(403);
    expect(await saved.json()).toEqual({ outcome: "refused", field: null, reason: "forbidden" });
    const rest = new URL(`/rest/v1/trips?id=eq.${id}&select=id`, variable("TEST_MAILBOX_URL"));
    const headers = { apikey: publishableKey(), authorization: `Bearer ${other.session.accessToken}` };
    expect(await (await fetch(rest, { headers })).json()).toEqual([]);
    expect(await storedTrip(sql, id)).toEqual({ title: PLAN.title, version: 1 });
  } finally {
    await page.context().close();
    await Promise.all([deleteAccount(sql, owner), deleteAccount(sql, other)]);
  }
});

test("the list renames, copies, deletes and restores, and the panel counts down", async ({
  sql,
  account,
  accountPage: page,
}) => {
  const titles = async () =>
    (
      await sql`select title from public.trips where owner_id = ${account.id} and deleted_at is null order by title`
    ).map(({ title }) => title as string);

  const id = await addTrip(sql, account);
  await page.goto("/planejador-rota");
  await expect(page.getByText("10 de janeiro de 2027").first()).toBeVisible();
  await page.getByRole("button", { name: `Duplicar: ${PLAN.title}` }).click();
  await expect.poll(titles).toEqual([PLAN.title, `${PLAN.title} (cópia)`]);
  await page.getByRole("button", { name: `Renomear: ${PLAN.title} (cópia)` }).click();
  await page.locator('input[name="title"]').fill("Outra serra");
  await page.getByRole("button", { name: "Guardar nome" }).click();
  await expect.poll(titles).toEqual(["Outra serra", PLAN.title]);
  await page.getByRole("button", { name: "Apagar: Outra serra" }).click();
  await expect(toast(page, "Viagem na lixeira por 30 dias")).toBeVisible();
  await expect.poll(titles).toEqual([PLAN.title]);
  await page.getByRole("button", { name: "Desfazer" }).last().click();
  await expect.poll(titles).toEqual(["Outra serra", PLAN.title]);
  await page.getByRole("button", { name: "Apagar: Outra serra" }).click();
  await page.getByText("Lixeira (1)").click();
  await page.getByRole("button", { name: "Restaurar: Outra serra" }).click();
  await expect.poll(titles).toEqual(["Outra serra", PLAN.title]);

  await sql`update public.trips set start_on = (now() at time zone 'America/Sao_Paulo')::date + 3 where id = ${id}`;
  await page.goto("/painel");
  const start = new Intl.DateTimeFormat("pt-BR", { timeZone: "America/Sao_Paulo", dateStyle: "long" });
  await expect(page.getByText(`${start.format(Date.now() + 3 * 86_400_000)} · faltam 3 dias`)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Minhas viagens" })).toBeVisible();
  const trip = (await (await page.request.get(`/planejador-rota/${id}/kml`)).text()).includes("<LineString>");
  expect(trip).toBe(true);
});

test("a trip that is saved twice is stored once", async ({ accountPage: page }) => {
  const id = randomUUID();
  const input = { id, version: null, plan: PLAN, route: null };
  for (const answer of [await post(page, input), await post(page, input)])
    expect(await answer.json()).toMatchObject({ outcome: "saved", version: 1 });
  const stale = await post(page, { ...input, version: 7 });
  expect(stale.status()).toBe(409);
  const { theirs } = (await stale.json()) as { theirs: SavedTrip };
  expect(theirs).toMatchObject({ id, version: 1, plan: { title: PLAN.title }, route: null });
});

test("a plan survives a session that ends before it is saved", async ({ sql, account, accountPage: page }) => {
  const id = await addTrip(sql, account);
  await page.goto(`/planejador-rota?viagem=${id}`);
  await nameField(page).fill("Sem sessão");
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Salvar mudanças" }).click();
  await expect(page.getByText("Sua sessão terminou. Entre de novo e salve")).toBeVisible();
  await page.getByRole("link", { name: "Entrar de novo" }).click();
  await expect(page).toHaveURL(/\/login\?next=%2Fplanejador-rota%3Fviagem%3D/);
  await page.context().addCookies(cookies);
  await page.goto(`/planejador-rota?viagem=${id}`);
  await expect(nameField(page)).toHaveValue("Sem sessão");
  await page.getByRole("button", { name: "Salvar mudanças" }).click();
  await expect.poll(() => storedTrip(sql, id)).toEqual({ title: "Sem sessão", version: 2 });
});

test("a day of an own trip opens in navigation apps, and the roadbook draws its turns", async ({
  sql,
  account,
  accountPage: page,
}) => {
  const id = await addTrip(sql, account);
  await page.goto(`/planejador-rota?viagem=${id}`);
  const days = page.getByRole("region", { name: "Dia a dia" });
  await expect(days.getByRole("link", { name: "Abrir no Google Maps" })).toHaveCount(2);
  const google = await days.getByRole("link", { name: "Abrir no Google Maps" }).first().getAttribute("href");
  expect(new URL(google!).searchParams.get("destination")).toBe("-28.29,-49.93");
  const waze = await days.getByRole("link", { name: "Abrir no Waze" }).last().getAttribute("href");
  expect(new URL(waze!).searchParams.get("ll")).toBe("-28.01,-49.59");
  // One stage on two roads that meet at a right angle.
  const corner = [-27.81, -50] as const;
  const east = { line: encodeLine([[-27.81, -50.32], corner]), km: 32 };
  const north = { line: encodeLine([corner, [-27.5, -50]]), km: 34 };
  const route = {
    ...ROUTE,
    sections: [{ ...ROUTE.sections[0]!, ...east }, { ...ROUTE.sections[1]!, ...north }, ROUTE.sections[1]!],
    legs: [
      { ...ROUTE.legs[0]!, endSection: 2 },
      { ...ROUTE.legs[1]!, firstSection: 2, endSection: 3 },
    ],
  };
  const stops = PLAN.stops.map((stop) => ({ ...stop, note: `Nota de ${stop.name}` }));
  const plan = { ...PLAN, stops };
  await sql`update public.trips set plan = ${sql.json(plan)}, route = ${sql.json(route)} where id = ${id}`;
  await page.goto(`/planejador-rota/${id}/roteiro`);
  for (const { note } of stops) await expect(page.getByText(note)).toHaveCount(1);
  await expect(page.locator("svg[data-turn]")).toHaveAttribute("data-turn", "-90");
  await expect(page.getByRole("cell", { name: "à esquerda" })).toBeVisible();
});
