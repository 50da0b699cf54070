import { randomUUID } from "node:crypto";
import type { BrowserContext } from "@playwright/test";
import type { Sql } from "postgres";
import { encodeLine } from "../../../lib/geo/roads/rules";
import { waitUntilKept } from "../support/gate-page";
import { OFFLINE_ERRORS, test } from "../support/gate-test";
import { ask, createAccount, deleteAccount, type OwnAccount } from "../support/own-account";
import { answerQuestions } from "../support/questions";
import { expect, type Page } from "../support/test";

test.use({ serviceWorkers: "allow", expectedErrors: OFFLINE_ERRORS });

/** The drive: north at ten metres a second, with a position a second. */
const [LAT, LNG, SPEED, METRES_PER_DEGREE] = [-28.5, -50.3, 10, 111_195];
const latAt = (metres: number) => LAT + metres / METRES_PER_DEGREE;

type Rally = { event: string; slug: string; stage: string; open: string; secret: string; crew: string };

/** A published rally of `owner` that began an hour ago: 10 km at 36 km/h, an open control at 3 km, a secret one at 5 km. */
async function addRally(sql: Sql, owner: OwnAccount, driver: OwnAccount): Promise<Rally> {
  const [event, stage, open, secret, crew, registration, type] = Array.from({ length: 7 }, () => randomUUID());
  const slug = `rally-${event!.slice(0, 8)}`;
  await sql`
    insert into public.events (id, slug, title, kind, organizer_id, organizer_name, state_abbr, municipality_ibge, town, starts_at, ends_at, status)
    values (${event!}, ${slug}, 'Rally da serra', 'rally', ${owner.id}, 'Clube', 'SC', 4205407, 'Florianópolis', now() - interval '2 hours', now() + interval '1 day', 'published')`;
  await sql`
    insert into public.event_registration_types (id, event_id, kind, name) values (${type!}, ${event!}, 'expositor', 'Carro')`;
  await sql`
    insert into public.event_registrations (id, code, event_id, type_id, user_id, full_name, email, status, confirmed_at, shows_vehicle)
    values (${registration!}, private.new_registration_code(), ${event!}, ${type!}, ${driver.id}, 'Ana Piloto', ${driver.email}, 'confirmed', now(), true)`;
  await sql`
    insert into public.registration_vehicles (registration_id, position, make, model, year, class_name)
    values (${registration!}, 1, 'VW', 'Fusca', 1972, 'Clássicos')`;
  await sql`
    insert into public.rallies (event_id, authority, authorisation_number, max_average_kmh, missing_points, published_at)
    values (${event!}, 'PRF', '08/2027', 60, 100, now())`;
  await sql`
    insert into public.rally_stages (id, event_id, name, starts_at)
    values (${stage!}, ${event!}, 'Serra', date_trunc('second', now()) - interval '1 hour')`;
  const line = encodeLine([0, 5000, 10_000].map((metres) => [latAt(metres), LNG] as const));
  await sql`
    insert into public.rally_sections (stage_id, position, kind, metres, average_kmh, line, instructions)
    values (${stage!}, 1, 'regularity', 10000, 36, ${line}, ${sql.json([{ metres: 6000, text: "Ponte de pedra", tulip: null }])})`;
  for (const [id, kind, metres] of [
    [open!, "open", 3000],
    [secret!, "secret", 5000],
  ] as const)
    await sql`
      insert into public.rally_controls (id, stage_id, kind, metres, lat, lng, bearing)
      values (${id}, ${stage!}, ${kind}, ${metres}, ${latAt(metres)}, ${LNG}, 0)`;
  await sql`
    insert into public.rally_crews (id, event_id, registration_id, number, class_name)
    values (${crew!}, ${event!}, ${registration!}, 1, 'Clássicos')`;
  return { event: event!, slug, stage: stage!, open: open!, secret: secret!, crew: crew! };
}

async function removeRally(sql: Sql, event: string): Promise<void> {
  await sql`delete from public.event_registrations where event_id = ${event}`;
  await sql`delete from public.events where id = ${event}`;
}

const signInAs = (context: BrowserContext, account: OwnAccount, baseURL: string) =>
  context.addCookies(account.session.cookies.map((cookie) => ({ ...cookie, url: baseURL })));

type Emitter = { emitFixes?: (from: number, count: number) => void; isWatched?: () => boolean };

/** Replaces the GPS by the drive; the position of a second has the time of the stage, which began an hour ago. */
async function simulate(context: BrowserContext, start: number): Promise<void> {
  await context.addInitScript(
    ({ lat, lng, speed, perDegree, since }) => {
      sessionStorage.setItem("splash", "shown");
      sessionStorage.setItem("gpsAsked", "1");
      let tell: PositionCallback | null = null;
      navigator.geolocation.watchPosition = (found) => {
        tell = found;
        return 1;
      };
      navigator.geolocation.clearWatch = () => {
        tell = null;
      };
      (window as Emitter).isWatched = () => tell !== null;
      (window as Emitter).emitFixes = (from, count) => {
        for (let second = from; second < from + count; second++) {
          const coords = { latitude: lat + (second * speed) / perDegree, longitude: lng, accuracy: 5 };
          tell?.({ coords, timestamp: since + second * 1000 } as unknown as GeolocationPosition);
        }
      };
    },
    { lat: LAT, lng: LNG, speed: SPEED, perDegree: METRES_PER_DEGREE, since: start },
  );
}

async function emit(page: Page, from: number, count: number): Promise<void> {
  await page.waitForFunction(() => (window as Emitter).isWatched!());
  await page.evaluate(([first, seconds]) => (window as Emitter).emitFixes!(first, seconds), [from, count] as const);
}

const passes = (sql: Sql, { stage }: Rally) => sql<{ control: string; late: number }[]>`
  select pass.control_id as control, extract(epoch from pass.passed_at - stage.starts_at)::double precision as late
  from public.rally_passes as pass join public.rally_controls as control on control.id = pass.control_id
  join public.rally_stages as stage on stage.id = control.stage_id
  where stage.id = ${stage} and pass.source = 'position' order by late`;

test("a stage is followed with the network cut, and its passes are exact to a second @phone", async ({
  page,
  context,
  siteProxy,
  sql,
}) => {
  const [owner, driver] = [await createAccount(sql, "user"), await createAccount(sql, "user")];
  const rally = await addRally(sql, owner, driver);
  try {
    const [row] = await sql<{ at: Date }[]>`select starts_at as at from public.rally_stages where id = ${rally.stage}`;
    await simulate(context, row!.at.getTime());
    await signInAs(context, driver, siteProxy.url);
    await answerQuestions(page);

    await test.step("the book on the device has no secret control", async () => {
      await page.goto(`${siteProxy.url}/painel/rally/${rally.event}`);
      await expect(page.getByText("Esta tela é para o navegador.")).toBeVisible();
      await expect(page.getByRole("heading", { name: "Rally da serra" })).toBeVisible();
      const book = await (await ask(`${siteProxy.url}/api/rally/${rally.event}`, driver.session)).text();
      expect(book).toContain(rally.open);
      expect(book).not.toContain(rally.secret);
      const pdf = await ask(`${siteProxy.url}/painel/eventos/${rally.event}/rally/livro`, driver.session);
      expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
      await waitUntilKept(page);
    });

    await test.step("distance, next instruction and passes without the network", async () => {
      await siteProxy.stop();
      await page.reload();
      await expect(page.getByText("Sem rede: este é o livro guardado no aparelho.")).toBeVisible();
      await expect(page.getByRole("cell", { name: "Ponte de pedra" })).toBeVisible();
      await page.getByRole("button", { name: "Acompanhar a etapa" }).click();
      await emit(page, 0, 320);
      const pass = page.locator(`[data-pass="${rally.open}"]`);
      await expect(pass).toBeVisible();
      expect(Math.abs(Number(await pass.getAttribute("data-difference")))).toBeLessThanOrEqual(1000);
      await expect(page.locator("[data-value=distance]")).toHaveText(/^3,(?:18|19|20)$/);
      await expect(page.locator("[data-value=to-go]")).toHaveText(/^6,8\d$/);
      await expect(page.locator("[data-value=next]")).toContainText("Ponte de pedra");
      await emit(page, 320, 230);
      // Every position is written to the disk of the device.
      await expect(page.locator("[data-stored]")).toHaveAttribute("data-stored", "550", { timeout: 60_000 });
      expect(await passes(sql, rally)).toHaveLength(0);
    });

    await test.step("positions arrive later, and the server finds the secret control too", async () => {
      await siteProxy.restart();
      await page.getByRole("button", { name: "Parar" }).click();
      await expect
        .poll(async () => (await passes(sql, rally)).map(({ control }) => control), { timeout: 60_000 })
        .toEqual([rally.open, rally.secret]);
      expect(await page.content()).not.toContain(rally.secret);
      const [open, secret] = await passes(sql, rally);
      expect(Math.abs(open!.late - 300)).toBeLessThanOrEqual(1);
      expect(Math.abs(secret!.late - 500)).toBeLessThanOrEqual(1);
      await expect(page.locator("[data-unsent]")).toHaveAttribute("data-unsent", "0");
    });
  } finally {
    await removeRally(sql, rally.event);
    for (const account of [owner, driver]) await deleteAccount(sql, account);
  }
});

test("an organiser is refused a high average, taps a pass, ends the stage and publishes the results", async ({
  page,
  context,
  siteProxy,
  sql,
}) => {
  const [owner, driver] = [await createAccount(sql, "user"), await createAccount(sql, "user")];
  const rally = await addRally(sql, owner, driver);
  try {
    await context.addInitScript(() => {
      sessionStorage.setItem("splash", "shown");
      sessionStorage.setItem("gpsAsked", "1");
    });
    await signInAs(context, owner, siteProxy.url);
    await answerQuestions(page);
    await page.goto(`${siteProxy.url}/painel/eventos/${rally.event}/rally`);

    await test.step("an average above the declared maximum is refused", async () => {
      await page.getByText("1. 10,000 km a 36 km/h").click();
      const form = page.locator("form", { has: page.getByRole("button", { name: "Salvar trecho" }) });
      await form.getByLabel("Média (km/h)").fill("61");
      await form.getByRole("button", { name: "Salvar trecho" }).click();
      await expect(form.getByRole("alert")).toHaveText("A média passa da máxima declarada para este rally.");
    });

    await test.step("a marshal taps a car", async () => {
      await page.getByRole("button", { name: /^Carro 1 passou/ }).click();
      // The name of the button stays; its text says that the car passed.
      await expect(page.getByRole("button", { name: /^Carro 1 passou/ })).toBeDisabled();
      const taps = await sql`select from public.rally_passes where crew_id = ${rally.crew} and source = 'tap'`;
      expect(taps).toHaveLength(1);
    });

    await test.step("visitors see open controls, and all of them after the stage", async () => {
      await page.getByRole("button", { name: "Publicar os resultados" }).click();
      const results = `${siteProxy.url}/eventos/lacambeche/${rally.slug}/rally`;
      const heads = async () => ((await (await ask(results, null)).text()).match(/Serra · \d/g) ?? []).toSorted();
      await expect.poll(async () => new Set(await heads()).size).toBe(1);
      await page.getByRole("button", { name: "Encerrar etapa" }).click();
      await expect(page.getByText("Etapa encerrada: os controles secretos já aparecem.")).toBeVisible();
      await expect.poll(async () => new Set(await heads()).size).toBe(2);
      expect(await (await ask(results, null)).text()).toContain("08/2027");
    });
  } finally {
    await removeRally(sql, rally.event);
    for (const account of [owner, driver]) await deleteAccount(sql, account);
  }
});
