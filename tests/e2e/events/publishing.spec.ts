import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { addDays, brazilianDay } from "../../../lib/platform/dates";
import { fileOf } from "../support/artwork";
import { createAccount, deleteAccount, type OwnAccount } from "../support/own-account";
import { renderedText } from "../support/page";
import { expect, test, type Page } from "../support/test";
import { variable } from "../support/variable";
import { answerQuestions } from "../support/questions";

const MARK = randomUUID().slice(0, 8);
const [BY_INBOX, BY_LINK, INVITED] = ["da caixa", "do link", "do convite"].map(
  (name) => `Encontro ${name} ${MARK}`,
) as [string, string, string];
let organiser: OwnAccount;

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ sql }) => {
  organiser = await createAccount(sql, "user");
});
test.afterAll(async ({ sql }) => {
  const events = await sql<{ id: string }[]>`delete from public.events where title like ${`%${MARK}%`} returning id`;
  await sql`delete from public.approval_tokens where subject_id = any (${events.map(({ id }) => id)})`;
  await sql`delete from public.event_publish_links where label = ${`Convite ${MARK}`}`;
  await deleteAccount(sql, organiser);
});

const field = (page: Page, name: string) => page.locator(`main [name="${name}"]`);
const onward = (page: Page) => page.getByRole("button", { name: "Continuar" }).click();

const signInOrganiser = (page: Page) =>
  page.context().addCookies(organiser.session.cookies.map((cookie) => ({ ...cookie, url: variable("E2E_BASE_URL") })));

/** The first three steps of the form: what, where and when. */
async function fillNeeded(page: Page, title: string): Promise<void> {
  await field(page, "title").fill(title);
  await field(page, "description").fill("Carros antigos, peças e música o dia inteiro na praça.");
  await field(page, "organizer_name").fill("Clube do ensaio");
  await field(page, "organizer_phone").fill("48 99999-0000");
  await field(page, "municipality_ibge").selectOption("Florianópolis");
  await onward(page);
  await field(page, "venue").fill("Praça XV");
  await field(page, "pin").fill("-27.59700, -48.54900");
  await onward(page);
  const day = addDays(brazilianDay(Date.now()), 45);
  await field(page, "startDay").fill(day);
  await field(page, "startTime").fill("09:00");
  await field(page, "endTime").fill("17:00");
}

/** Saves the form from its last step and sends the event to the team. */
async function sendEvent(page: Page): Promise<string> {
  await page.getByRole("button", { name: /Revisão$/ }).click();
  await page.getByRole("button", { name: "Salvar e ver a prévia" }).click();
  await expect(page).toHaveURL(/\/publicar-evento\/preview\/[0-9a-f-]{36}$/);
  await page.getByRole("button", { name: "Enviar para aprovação" }).click();
  await expect(page.getByRole("region", { name: "Situação do evento" }).getByText("Em análise")).toBeVisible();
  return page.url().split("/").at(-1)!;
}

const slugOf = async (sql: Sql, title: string) =>
  (await sql<{ slug: string }[]>`select slug from public.events where title = ${title}`)[0]!.slug;

test("the draft of an event survives a reload and a lost session", async ({ page }) => {
  await signInOrganiser(page);
  await page.goto("/sc/publicar-evento");
  await expect(page.getByText("Escolha primeiro o estado.")).toBeHidden();
  await field(page, "title").fill(BY_INBOX);
  await field(page, "state_abbr").selectOption("PR");
  await field(page, "municipality_ibge").selectOption("Curitiba");
  // The draft is stored 400 ms after the last change.
  const stored = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  await expect.poll(stored).toContain("4106902");
  await page.reload();
  await expect(page.getByText("Continuamos de onde você parou neste aparelho.")).toBeVisible();
  await expect(field(page, "title")).toHaveValue(BY_INBOX);
  await expect(field(page, "municipality_ibge")).toHaveValue("4106902");
  await expect(field(page, "municipality_ibge").locator("option:checked")).toHaveText("Curitiba");

  await page.context().clearCookies();
  await page.goto("/sc/publicar-evento");
  await expect(page).toHaveURL(/\/login\?/);
  await page.getByLabel("E-mail").fill(organiser.email);
  await page.getByLabel("Senha", { exact: true }).fill(organiser.password);
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
  await expect(page).toHaveURL(/\/sc\/publicar-evento$/);
  await expect(field(page, "title")).toHaveValue(BY_INBOX);
});

test("the event of an ordinary account waits in the inbox, where an editor publishes it", async ({
  page,
  sql,
  signIn,
  visitorAs,
}) => {
  await signInOrganiser(page);
  await page.goto("/sc/publicar-evento");
  await fillNeeded(page, BY_INBOX);
  const id = await sendEvent(page);
  await expect(page.getByRole("heading", { level: 1, name: BY_INBOX })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Inscrições" })).toBeVisible();

  const [nobody, stranger] = [await visitorAs(null), await visitorAs("user")];
  const slug = await slugOf(sql, BY_INBOX);
  expect((await nobody.get(`/eventos/lacambeche/${slug}`)).status()).toBe(404);
  expect((await stranger.get(`/publicar-evento/preview/${id}`)).status()).toBe(404);
  for (const visitor of [nobody, stranger]) expect((await visitor.get("/admin?fila=event")).status()).toBe(307);

  await signIn("editor");
  await page.goto("/admin?fila=event");
  const card = page.locator(`[data-inbox-item="${id}"]`);
  await card.getByRole("button", { name: "Publicar", exact: true }).click();
  await expect(card.getByText("Publicado")).toBeVisible();
  await expect.poll(() => renderedText(nobody, `/eventos/lacambeche/${slug}`)).toContain(BY_INBOX);
});

test("a person without an account publishes an event through an approval link", async ({
  page,
  browser,
  sql,
  signIn,
  visitorAs,
}) => {
  await signInOrganiser(page);
  await page.goto("/sc/publicar-evento");
  await fillNeeded(page, BY_LINK);
  const id = await sendEvent(page);
  await signIn("editor");
  await page.goto("/admin?fila=event");
  const card = page.locator(`[data-inbox-item="${id}"]`);
  await card.getByRole("button", { name: "Enviar link de aprovação" }).click();
  const address = await card.getByRole("textbox", { name: "Link de aprovação" }).inputValue();

  const context = await browser.newContext({ baseURL: variable("E2E_BASE_URL") });
  const decider = await context.newPage();
  await decider.goto(new URL(address).pathname);
  await expect(decider.getByText(BY_LINK)).toBeVisible();
  await decider.getByRole("textbox", { name: "Seu nome" }).fill("Maria");
  await decider.getByRole("button", { name: "Confirmar decisão" }).click();
  await expect(decider.getByText(/^Aprovado/)).toBeVisible();
  await context.close();
  const path = `/eventos/lacambeche/${await slugOf(sql, BY_LINK)}`;
  const nobody = await visitorAs(null);
  await expect.poll(() => renderedText(nobody, path)).toContain(BY_LINK);
});

test("a new place of a published event waits for the team", async ({ page, sql, signIn, visitorAs }) => {
  const [event] = await sql<{ id: string; slug: string }[]>`
    select id, slug from public.events where title = ${BY_INBOX}`;
  await signInOrganiser(page);
  await page.goto(`/publicar-evento?evento=${event!.id}`);
  await page.getByRole("button", { name: /Lugar$/ }).click();
  await field(page, "venue").fill("Parque da Luz");
  await page.getByRole("button", { name: "Salvar e ver a prévia" }).click();
  const bar = page.getByRole("region", { name: "Situação do evento" });
  await expect(bar.getByText("Uma alteração espera a decisão da equipe: lugar.")).toBeVisible();
  await page.goto(`/publicar-evento?evento=${event!.id}`);
  await expect(field(page, "venue")).toHaveValue("Parque da Luz");
  const nobody = await visitorAs(null);
  expect(await renderedText(nobody, `/eventos/lacambeche/${event!.slug}`)).toContain("Praça XV");

  await signIn("editor");
  await page.goto("/admin?fila=event_change");
  const card = page.getByRole("article", { name: BY_INBOX });
  await expect(card).toContainText("Parque da Luz");
  await answerQuestions(page, "confirm", "next");
  await card.getByRole("button", { name: "Publicar a alteração" }).click();
  await expect(card.getByText("Aprovado")).toBeVisible();
  await expect.poll(() => renderedText(nobody, `/eventos/lacambeche/${event!.slug}`)).toContain("Parque da Luz");
});

test("an editor whose form was overtaken is asked, and nothing is overwritten meanwhile", async ({
  page,
  sql,
  signIn,
}) => {
  const [event] = await sql<{ id: string }[]>`select id from public.events where title = ${BY_LINK}`;
  const rules = async () =>
    (await sql<{ rules: string }[]>`select rules from public.events where id = ${event!.id}`)[0]!.rules;
  await signIn("editor");
  await page.goto(`/publicar-evento?evento=${event!.id}`);
  await page.getByRole("button", { name: /Regras$/ }).click();
  await field(page, "rules").fill("Minha versão");
  await sql`update public.events set rules = 'Outra versão' where id = ${event!.id}`;
  await page.getByRole("button", { name: "Salvar e ver a prévia" }).click();
  await expect(page.getByText(/Outra pessoa salvou este evento/)).toBeVisible();
  expect(await rules()).toBe("Outra versão");
  await expect(field(page, "rules")).toHaveValue("Minha versão");
  await page.getByRole("button", { name: "Salvar a minha por cima" }).click();
  await expect(page).toHaveURL(/\/preview\//);
  expect(await rules()).toBe("Minha versão");
});

test("an invited organiser uploads and crops the poster without an account, which is private until it is published", async ({
  page,
  sql,
  visitorAs,
}) => {
  const token = randomBytes(32).toString("base64url");
  await sql`
    insert into public.event_publish_links (token_hash, label, state_abbr, expires_at)
    values (${createHash("sha256").update(token).digest("hex")}, ${`Convite ${MARK}`}, 'SC', now() + interval '1 day')`;
  await page.goto(`/eventos/publicar/${token}`);
  await fillNeeded(page, INVITED);
  await page.getByRole("button", { name: /Cartaz$/ }).click();
  await page.getByRole("button", { name: /^Escolher o cartaz/ }).setInputFiles(await fileOf("Cartaz", 1200, 1600));
  await page.getByRole("radio", { name: "3:2" }).click();
  await page.getByRole("button", { name: "Enviar imagem" }).click();
  const poster = page.getByAltText("Cartaz do evento");
  const isDrawn = () => poster.evaluate((image: HTMLImageElement) => image.naturalWidth > 0);
  await expect.poll(isDrawn).toBe(true);
  await page.getByRole("button", { name: /Revisão$/ }).click();
  await page.getByRole("button", { name: "Salvar o evento" }).click();
  await expect(page.getByRole("heading", { name: INVITED })).toBeVisible();
  const [event] = await sql<{ poster_path: string; status: string }[]>`
    select poster_path, status from public.events where title = ${INVITED}`;
  expect(event).toEqual({ poster_path: expect.stringMatching(/\.webp$/), status: "draft" });
  // Before the decision only the holder of the link and the team open the picture.
  const address = `/arquivo-evento/${event!.poster_path}`;
  const [nobody, editor] = [await visitorAs(null), await visitorAs("editor")];
  const answers = async () =>
    Promise.all(
      [nobody, editor].map(async (visitor) => {
        const answer = await visitor.get(address);
        return [answer.status(), answer.headers()["cache-control"]];
      }),
    );
  expect(await answers()).toEqual([
    [404, "no-store"],
    [200, "private, no-store"],
  ]);
  expect((await nobody.get(`/storage/v1/object/public/event-files/${event!.poster_path}`)).status()).not.toBe(200);
  const [saved] = await sql<{ id: string }[]>`select id from public.events where title = ${INVITED}`;
  await page.goto(`/eventos/publicar/${token}?evento=${saved!.id}`);
  await page.getByRole("button", { name: /Cartaz$/ }).click();
  await expect.poll(isDrawn).toBe(true);
  await sql`update public.events set status = 'published' where id = ${saved!.id}`;
  const immutable = [200, "public, max-age=31536000, immutable"];
  expect(await answers()).toEqual([immutable, immutable]);
});
