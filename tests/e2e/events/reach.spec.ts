import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { addEntrant, addMeeting } from "../../database/events/certificate-rows";
import { fileOf } from "../support/artwork";
import { JOB_MS } from "../support/job-wait";
import type { OwnAccount } from "../support/own-account";
import { renderedText } from "../support/page";
import { answerQuestions } from "../support/questions";
import { expect, test } from "../support/test";

const slugOf = () => `alcance-${randomUUID().slice(0, 8)}`;
const pageOf = (slug: string) => `/eventos/lacambeche/${slug}`;

/** An event of the account whose voting is closed; `isOver`: the event is over too. */
async function addOwnMeeting(sql: Sql, { id }: OwnAccount, isOver = false) {
  const slug = slugOf();
  const meeting = await addMeeting(sql, { slug, votes: [-2, -1] });
  await sql`update public.events set organizer_id = ${id}, title = ${slug} where id = ${meeting.event}`;
  if (isOver)
    await sql`
      update public.events set starts_at = now() - interval '2 days', ends_at = now() - interval '1 day'
      where id = ${meeting.event}`;
  return { ...meeting, slug };
}

const removeMeeting = async (sql: Sql, event: string) => {
  await sql`delete from public.event_registrations where event_id = ${event}`;
  await sql`delete from public.events where id = ${event}`;
};

test("an organiser publishes, describes, sorts and removes pictures of an event that is over", async ({
  sql,
  account,
  accountPage: page,
  visitorAs,
}) => {
  const { event, slug } = await addOwnMeeting(sql, account, true);
  const visitor = await visitorAs(null);
  await page.goto(`/painel/eventos/${event}`);
  await page.getByRole("link", { name: "Fotos e votos", exact: true }).click();
  await expect(page.getByText("Nenhuma foto publicada ainda.")).toBeVisible();
  await page
    .locator("input[type=file]")
    .setInputFiles([await fileOf("opalas", 900, 600), await fileOf("fuscas", 900, 600)]);
  const texts = page.getByLabel("O que aparece na foto, para quem não a vê");
  await expect(texts).toHaveCount(2);
  await texts.nth(0).fill("Opalas na praça");
  await texts.nth(1).fill("Fuscas em fila");
  await page.getByLabel("Quem fotografou", { exact: true }).last().fill("Ana Souza");
  // Without the consent the browser sends nothing.
  await page.getByRole("button", { name: "Publicar 2 fotos" }).click();
  await expect(texts).toHaveCount(2);
  await page.getByRole("checkbox", { name: /^Quem fotografou autorizou/ }).check();
  await page.getByRole("button", { name: "Publicar 2 fotos" }).click();
  await expect(page.getByRole("img", { name: "Opalas na praça" })).toBeVisible();

  await page.getByRole("button", { name: "Mover para antes: Fuscas em fila" }).click();
  await expect(page.getByRole("button", { name: "Mover para depois: Fuscas em fila" })).toBeVisible();
  await expect
    .poll(() => renderedText(visitor, pageOf(slug)), { timeout: JOB_MS })
    .toMatch(/Fuscas em fila[\s\S]*Opalas na praça/);
  expect(await renderedText(visitor, pageOf(slug))).toContain("Ana Souza");

  await answerQuestions(page);
  await page.getByRole("button", { name: "Retirar a foto: Fuscas em fila" }).click();
  await expect(page.getByRole("img", { name: "Fuscas em fila" })).toHaveCount(0);
  await expect.poll(() => renderedText(visitor, pageOf(slug)), { timeout: JOB_MS }).not.toContain("Fuscas em fila");
  await removeMeeting(sql, event);
});

test("an organiser checks and publishes the result of the votes", async ({
  sql,
  account,
  accountPage: page,
  visitorAs,
}) => {
  const meeting = await addOwnMeeting(sql, account);
  const [car, voter] = [await addEntrant(sql, meeting, { user: null }), await addEntrant(sql, meeting, { user: null })];
  await sql`
    insert into public.event_votes (event_id, vehicle_id, registration_id)
    values (${meeting.event}, ${car.vehicle}, ${voter.registration})`;
  const visitor = await visitorAs(null);
  await page.goto(`/painel/eventos/${meeting.event}/galeria`);
  await expect(page.getByText("Só a organização vê este resultado.")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Volkswagen Fusca 1968" })).toContainText("1 voto");
  expect(await renderedText(visitor, pageOf(meeting.slug))).not.toContain("data-vote-result");
  await page.getByRole("button", { name: "Publicar o resultado" }).click();
  await expect(page.getByText("O resultado está na página do evento.")).toBeVisible();
  await expect
    .poll(() => renderedText(visitor, pageOf(meeting.slug)), { timeout: JOB_MS })
    .toContain("data-vote-result");
  await removeMeeting(sql, meeting.event);
});

test("an organiser links editions, and visitors of a past one follow the next ones", async ({
  page: visitor,
  sql,
  account,
  accountPage: page,
}) => {
  const [past, next] = [await addOwnMeeting(sql, account, true), await addOwnMeeting(sql, account)];
  await page.goto(`/painel/eventos/${next.event}/divulgacao`);
  await page.getByLabel("Outro evento seu").selectOption(past.event);
  await page.getByRole("button", { name: "Ligar como edição" }).click();
  await expect(page.getByText("Ninguém segue as edições ainda.")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: past.slug })).toBeVisible();

  await expect(async () => {
    await visitor.goto(pageOf(past.slug));
    await expect(visitor.getByRole("heading", { name: "Próximas edições", exact: true })).toBeVisible({
      timeout: 1000,
    });
  }).toPass({ timeout: JOB_MS });
  const email = `eva-${randomUUID().slice(0, 8)}@example.org`;
  await visitor.getByLabel("Seu e-mail").fill(email);
  await visitor.getByRole("button", { name: "Me avise", exact: true }).click();
  await expect(visitor.getByRole("heading", { name: "Confira seu e-mail" })).toBeVisible();
  const [row] = await sql`
    select event_follows.series_id = events.series_id as is_followed
    from public.event_follows, public.events where email = ${email} and events.id = ${next.event}`;
  expect(row).toEqual({ is_followed: true });
  // The page of the next edition offers both.
  await visitor.goto(pageOf(next.slug));
  await expect(visitor.getByRole("button", { name: "Me avise deste evento" })).toBeVisible();
  await expect(visitor.getByRole("button", { name: "Me avise das próximas edições" })).toBeVisible();
  await sql`delete from public.event_follows where email = ${email}`;
  for (const { event } of [past, next]) await removeMeeting(sql, event);
});

test("the kit of the organiser has texts, pictures, QR codes and short links, and none of another event", async ({
  sql,
  account,
  accountPage: page,
  baseURL,
}) => {
  const [own, other] = [await addOwnMeeting(sql, account), await addMeeting(sql, { slug: slugOf() })];
  await page.goto(`/painel/eventos/${own.event}/divulgacao`);
  for (const name of ["WhatsApp · Português", "WhatsApp · English", "Legenda do Instagram · Español"])
    await expect(page.getByRole("heading", { name })).toBeVisible();
  // The texts are folded; each can be copied without opening it.
  const post = page.getByRole("article").filter({ has: page.getByRole("heading", { name: "WhatsApp · Português" }) });
  await expect(post.getByRole("button", { name: "Copiar texto" })).toBeVisible();
  await expect(post.getByRole("link", { name: "Enviar por WhatsApp" })).toBeHidden();
  await post.getByRole("heading").click();
  await expect(post.getByRole("link", { name: "Enviar por WhatsApp" })).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Baixar QR Code (PNG)" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.png$/);
  await page.getByRole("button", { name: "Criar link" }).click();
  await expect(page.getByText(/\/e\/[a-z2-9]{8}$/)).toBeVisible();
  const art = (event: string) => page.request.get(`${baseURL}/api/event-art/${event}/square~pt-BR.png`);
  expect([(await art(own.event)).status(), (await art(other.event)).status()]).toEqual([200, 404]);
  const answer = await page.request.get(`${baseURL}/painel/eventos/${other.event}/divulgacao`);
  expect(answer.status()).toBe(404);
  for (const { event } of [own, other]) await removeMeeting(sql, event);
});

test("an organiser sets a sponsor with a logo, and takes it out", async ({
  sql,
  account,
  accountPage: page,
  visitorAs,
}) => {
  const { event, slug } = await addOwnMeeting(sql, account);
  const visitor = await visitorAs(null);
  await page.goto(`/painel/eventos/${event}/pagina`);
  const section = page.locator("section").filter({ has: page.getByRole("heading", { name: "Patrocinadores" }) });
  await section.getByLabel("Nome", { exact: true }).fill("Oficina Silva");
  await section.getByLabel("Categoria").selectOption("gold");
  await section.locator("input[type=file]").setInputFiles(await fileOf("logo", 400, 200));
  await section.getByRole("button", { name: "Enviar imagem" }).click();
  await expect(section.getByRole("button", { name: "Tirar o logotipo" })).toBeVisible();
  await section.getByRole("button", { name: "Adicionar patrocinador" }).click();
  await expect(section.getByText("Editar: Oficina Silva")).toBeVisible();
  await expect.poll(() => renderedText(visitor, pageOf(slug)), { timeout: JOB_MS }).toContain('alt="Oficina Silva"');
  await answerQuestions(page);
  await section.getByRole("button", { name: "Retirar: Oficina Silva" }).click();
  await expect(section.getByText("Nenhum patrocinador ainda.")).toBeVisible();
  await removeMeeting(sql, event);
});
