import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { ART_SIZES, artPath, SHARE_SIZES } from "../../../lib/events/promotion/kit/rules";
import { toast } from "../support/page";
import { expect, test } from "../support/test";
import { answerQuestions } from "../support/questions";

const SLUG = "ensaio-do-material";
const TITLE = `Ensaio do material de divulgação ${"com um título muito comprido ".repeat(3)}`.trim();
const QUESTIONS = [
  { name: "marca", label: "Marca do carro", kind: "text", required: true },
  { name: "lado", label: "Lado do pátio", kind: "choice", options: ["Direito", "Esquerdo"] },
];
const event = randomUUID();
const type = randomUUID();

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ sql }) => {
  await sql`
    insert into public.events (id, slug, title, organizer_name, state_abbr, municipality_ibge, town, lat, lng, starts_at, ends_at, status, published_at)
    values (${event}, ${SLUG}, ${TITLE}, 'Clube do ensaio', 'SC', 4205407, 'Florianópolis', -27.59, -48.55,
      now() + interval '20 days', now() + interval '21 days', 'published', now())`;
  await sql`
    insert into public.event_registration_types (id, event_id, kind, name) values (${type}, ${event}, 'publico', 'Público')`;
});
test.afterAll(async ({ sql }) => {
  await sql`delete from public.event_registrations where event_id = ${event}`;
  await sql`delete from public.notification_campaigns where link = ${`/eventos/lacambeche/${SLUG}`}`;
  await sql`delete from public.events where id = ${event}`;
  await sql`delete from public.form_templates where key = ${SLUG}`;
});

test("pictures have the size and type of their format, for event managers only", async ({ visitorAs }) => {
  const [editor, user, guest] = [await visitorAs("editor"), await visitorAs("user"), await visitorAs(null)];
  for (const size of SHARE_SIZES)
    for (const type of ["png", "jpg"] as const) {
      const answer = await editor.get(artPath(event, { size, locale: "pt-BR", type }));
      expect(answer.headers()["content-type"]).toBe(type === "png" ? "image/png" : "image/jpeg");
      const { width, height, format } = await sharp(await answer.body()).metadata();
      expect({ width, height, format }).toEqual({ ...ART_SIZES[size], format: type === "png" ? "png" : "jpeg" });
    }
  const address = artPath(event, { size: "square", locale: "pt-BR", type: "png" });
  const etag = (await editor.get(address)).headers().etag!;
  expect((await editor.get(address, { headers: { "if-none-match": etag } })).status()).toBe(304);
  expect((await user.get(address)).status()).toBe(404);
  expect((await guest.get(address)).status()).toBe(401);
  expect((await editor.get(artPath(randomUUID(), { size: "square", locale: "pt-BR", type: "png" }))).status()).toBe(
    404,
  );
});

test("the kit is closed to accounts without the permission", async ({ page, signIn }) => {
  await signIn("user");
  await page.goto(`/admin/events/${event}/promotion`);
  await expect(page).not.toHaveURL(/promotion/);
});

test("a featured event appears on the page of its state and leaves it", async ({ page, signIn, visitorAs }) => {
  await signIn("editor");
  await page.goto(`/admin/events/${event}/promotion`);
  await expect(page.getByRole("img", { name: `Story vertical: ${TITLE}` })).toHaveJSProperty("complete", true);
  const guest = await visitorAs(null);
  const home = async () => (await guest.get("/sc/home")).text();
  const box = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Página inicial de SC" }) })
    .last();
  const today = await box.getByLabel("Do dia").getAttribute("min");
  await box.getByLabel("Do dia").fill(today!);
  await box.getByLabel("Até o dia").fill(today!);
  await box.getByRole("button", { name: "Reservar" }).click();
  await expect(box.getByText("no ar")).toBeVisible();
  await expect.poll(home).toContain("Evento em destaque");
  expect(await home()).toContain(TITLE);
  await box.getByLabel("Do dia").fill(today!);
  await box.getByLabel("Até o dia").fill(today!);
  await box.getByRole("button", { name: "Reservar" }).click();
  await expect(toast(page, "Período já reservado").first()).toBeVisible();
  await answerQuestions(page);
  await box.getByRole("button", { name: "Tirar do ar" }).click();
  await expect(box.getByText("Nenhum período reservado.")).toBeVisible();
  await expect.poll(home).not.toContain("Evento em destaque");
});

test("a short link counts a person once, no robot, and the registration it brought", async ({
  page,
  signIn,
  sql,
  visitorAs,
}) => {
  await signIn("editor");
  await page.goto(`/admin/events/${event}/promotion`);
  await page.getByLabel("Onde será usado (opcional)").fill("Rádio");
  await page.getByRole("button", { name: "Criar link" }).click();
  await expect(page.getByRole("cell", { name: "Visitantes · Rádio" })).toBeVisible();
  const [link] = await sql<{ id: string; code: string }[]>`
    select id, code from public.event_links where event_id = ${event}`;
  const visits = async () => {
    const [row] = await sql<{ visits: number }[]>`
      select coalesce(sum(visits), 0)::int as visits from public.event_link_days where link_id = ${link!.id}`;
    return row!.visits;
  };
  const robot = await visitorAs(null);
  const seen = await robot.get(`/e/${link!.code}`, { headers: { "user-agent": "Googlebot/2.1" } });
  expect(seen.status()).toBe(302);
  expect(seen.headers().location).toBe(`/eventos/lacambeche/${SLUG}?via=${link!.code}`);
  expect((await robot.get("/e/zzzzzzzz")).status()).toBe(404);
  expect(await visits()).toBe(0);
  await page.goto(`/e/${link!.code}`);
  await expect(page).toHaveURL(new RegExp(`/eventos/lacambeche/${SLUG}\\?via=${link!.code}$`));
  await page.goto(`/e/${link!.code}`);
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("eventLink"))).toBe(link!.code);
  expect(await visits()).toBe(1);
  const status = await page.evaluate(
    async ([kind, id, via]) => {
      const body = {
        request_id: id,
        type: kind,
        full_name: "Ana Ensaio",
        email: "ana-ensaio@example.org",
        consent: true,
      };
      const answer = await fetch("/api/registrations", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...body, locale: "pt-BR", via }),
      });
      return answer.status;
    },
    [type, randomUUID(), link!.code] as const,
  );
  expect(status).toBe(201);
  await page.goto(`/admin/events/${event}/promotion`);
  await expect(page.getByRole("row").filter({ hasText: "Rádio" })).toContainText(/Visitas1Inscrições1$/);
});

test("the form of notices is filled in for the event and saves a draft", async ({ page, signIn, sql }) => {
  await signIn("admin");
  await page.goto(`/admin/events/${event}/promotion`);
  await page.getByRole("link", { name: "Avisar inscritos deste evento" }).click();
  await expect(page.getByLabel("Título", { exact: true })).toHaveValue(
    TITLE.slice(0, 119).trimEnd() + (TITLE.length > 120 ? "…" : ""),
  );
  await page.getByRole("button", { name: "Guardar aviso" }).click();
  await expect
    .poll(() => sql`select status, audience from public.notification_campaigns where audience_event = ${event}`)
    .toEqual([{ status: "draft", audience: "event" }]);
});

test("an art is drawn, approved and offered in the kit", async ({ page, signIn }) => {
  await signIn("admin");
  await page.goto(`/admin/events/ai-ads?evento=${event}`);
  await page.getByLabel("Formato").selectOption("leaderboard");
  await page.getByRole("button", { name: "Criar rascunho" }).click();
  const card = page.getByRole("article").filter({ hasText: "Faixa para sites" });
  await expect(card).toBeVisible();
  // A new document has no toast of the step before and the version of the draft that the next step changes.
  await page.reload();
  await card.getByLabel("Linha da arte (até 90 caracteres)").fill("Traga a família");
  await card.getByRole("button", { name: "Salvar texto" }).click();
  await expect(toast(page, "Feito").first()).toBeVisible();
  await page.reload();
  await expect(card.getByRole("link", { name: "Baixar PNG" })).toBeHidden();
  await card.getByRole("button", { name: "Aprovar" }).click();
  await expect(card.getByRole("link", { name: "Baixar PNG" })).toBeVisible();
  await page.goto(`/admin/events/${event}/promotion`);
  const picture = page.getByRole("img", { name: `Faixa para sites: ${TITLE}` });
  await picture.scrollIntoViewIfNeeded();
  await expect(picture).toHaveJSProperty("naturalWidth", ART_SIZES.leaderboard.width);
});

test("a corrected answer is checked, shown and named in the history", async ({ page, signIn, sql }) => {
  // An inactive template of its own: forms of other tests do not show its questions.
  const [template] = await sql<{ id: string }[]>`
    insert into public.form_templates (key, name, kind, registration_kind, is_active)
    values (${SLUG}, 'Ensaio', 'registration', 'publico', false) returning id`;
  const [version] = await sql<{ id: string }[]>`
    insert into public.form_template_versions (template_id, version, title, schema, published_at)
    values (${template!.id}, 1, ${SLUG}, ${sql.json(QUESTIONS)}, now()) returning id`;
  const [one] = await sql<{ id: string }[]>`
    insert into public.event_registrations (code, event_id, type_id, full_name, email, places, price_cents, status, source, form_version_id, answers, request_id)
    values (private.new_registration_code(), ${event}, ${type}, 'Beto Ensaio', 'beto-ensaio@example.org', 1, 0, 'pending', 'form', ${version!.id},
      '{"marca": "Opala", "lado": "Direito"}', ${randomUUID()}) returning id`;
  await signIn("editor");
  await page.goto(`/admin/events/${event}/registrations?inscricao=${one!.id}`);
  await page.getByText("Corrigir as respostas").click();
  await page.getByLabel("Marca do carro").fill("");
  await page.getByLabel("Motivo da correção").fill("Pediu por telefone");
  await page.getByRole("button", { name: "Salvar respostas" }).click();
  await expect(page.getByLabel("Marca do carro")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Marca do carro").fill("Fusca");
  await page.getByRole("button", { name: "Salvar respostas" }).click();
  await expect(page.getByText("Respostas corrigidas: Marca do carro · Pediu por telefone")).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: "Fusca" })).toBeVisible();
});
