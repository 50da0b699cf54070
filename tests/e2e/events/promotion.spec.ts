import { toast } from "../support/page";
import { expect, test } from "../support/test";

const NAME = "Clube do ensaio de contatos";
const SLUG = "ensaio-de-divulgacao";

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ sql }) => {
  await sql`
    insert into public.events (slug, title, organizer_name, state_abbr, municipality_ibge, town, lat, lng, starts_at, ends_at, status)
    select name, 'Ensaio ' || name, 'Clube do ensaio', 'AC', 1200401, 'Rio Branco', -9.97, -67.81,
      date_trunc('week', now()) + interval '47 days 14 hours', date_trunc('week', now()) + interval '47 days 18 hours', 'published'
    from unnest(${[SLUG, `${SLUG}-2`]}::text[]) as name`;
});
test.afterAll(async ({ sql }) => {
  await sql`delete from public.events where slug like ${`${SLUG}%`}`;
  await sql`delete from public.event_leads where name like ${`${NAME}%`}`;
  await sql`delete from public.event_publish_links where label like ${`${NAME}%`}`;
});

test("the calendar names two events on the same weekend and the free weekends of a state", async ({ page, signIn }) => {
  await signIn("admin");
  await page.goto("/admin/events/synergy?uf=AC&km=50");
  const same = page.getByRole("table", { name: "Mesmo fim de semana" });
  await expect(same.getByRole("link", { name: `Ensaio ${SLUG}`, exact: true })).toBeVisible();
  await expect(page.getByRole("table", { name: "Fins de semana livres por estado" })).toContainText("1 com evento");
  await page.getByLabel("Distância máxima (km)").fill("1");
  await page.getByLabel("Estado").selectOption("SC");
  await page.getByRole("button", { name: "Calcular" }).click();
  await expect(page.getByText("Nenhum par de eventos no mesmo fim de semana a até 1 km.")).toBeVisible();
});

test("a contact gets an activity, and an equal contact is named", async ({ page, signIn, sql, visitorAs }) => {
  const [lead] = await sql<{ id: string }[]>`
    insert into public.event_leads (kind, name, phone) values ('club', ${NAME}, '48 99999-7701'), ('club', ${`${NAME} dois`}, '+55 48 99999-7701') returning id`;
  await signIn("admin");
  await page.goto("/admin/events/prospecting");
  await expect(page.getByRole("heading", { name: "Contatos por etapa" })).toBeVisible();
  await page.goto(`/admin/events/prospecting/${lead!.id}`);
  await expect(page.getByRole("link", { name: `${NAME} dois (Novo)` })).toBeVisible();
  await expect(page.getByRole("link", { name: "Escrever no WhatsApp" })).toHaveAttribute(
    "href",
    /^https:\/\/wa\.me\/5548999997701\?text=/,
  );
  await page.getByLabel("O que foi feito").fill("Falei com a presidente do clube");
  await page.getByRole("button", { name: "Registrar atividade" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Falei com a presidente do clube" })).toBeVisible();
  await page.getByRole("button", { name: "Criar convite para publicar" }).click();
  const link = await page.getByText(/\/eventos\/publicar\/[\w-]{43}$/).textContent();
  const guest = await visitorAs(null);
  expect(await (await guest.get(new URL(link!).pathname)).text()).toContain(NAME);
  await page.reload();
  await expect(page.getByRole("listitem").filter({ hasText: "Convite para publicar um evento criado." })).toBeVisible();
});

test("a text is made, corrected and approved, and only then is in the promotion kit", async ({ page, signIn, sql }) => {
  const [event] = await sql<{ id: string }[]>`select id from public.events where slug = ${SLUG}`;
  await signIn("admin");
  await page.goto(`/admin/events/ai-ads?evento=${event!.id}`);
  await page.getByRole("button", { name: "Criar rascunho" }).click();
  const card = page.getByRole("article").filter({ hasText: `Ensaio ${SLUG}` });
  await card.getByLabel("Texto (até 1000 caracteres)").fill("Texto corrigido por uma pessoa");
  await card.getByRole("button", { name: "Salvar texto" }).click();
  await expect(toast(page, "Feito").first()).toBeVisible();
  await page.goto(`/admin/events/${event!.id}/promotion`);
  await expect(page.getByText("Nenhum texto aprovado para este evento.")).toBeVisible();
  await page.getByRole("link", { name: "Criar e aprovar textos" }).click();
  await card.getByRole("button", { name: "Aprovar" }).click();
  await expect(card.getByText("Aprovado por administradora", { exact: false })).toBeVisible();
  await page.goto(`/admin/events/${event!.id}/promotion`);
  const text = page.getByText("Texto corrigido por uma pessoa");
  await page.locator("details").filter({ has: text }).locator("summary").click();
  await expect(text).toBeVisible();
  await expect(page.getByRole("img", { name: /QR Code que abre .*ensaio-de-divulgacao/ }).first()).toBeVisible();
});
