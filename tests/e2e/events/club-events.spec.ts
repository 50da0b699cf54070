import { demoAccount } from "../support/accounts";
import { toast } from "../support/page";
import { expect, test } from "../support/test";
import { answerQuestions } from "../support/questions";

const CLUB = "Clube do ensaio de encontros";
const SLUG = "clube-do-ensaio-de-encontros";

test.describe.configure({ mode: "serial" });

let club = "";
test.beforeAll(async ({ sql }) => {
  const [row] = await sql<{ id: string }[]>`
    insert into public.clubs (name, slug, state_abbr, meeting_rule, sources, status)
    values (${CLUB}, ${SLUG}, 'AC', 'Último domingo do mês, às 9h', '{jornal}', 'published') returning id`;
  club = row!.id;
  await sql`
    update public.profiles set email_verified_at = now()
    where id = (select id from auth.users where email = ${demoAccount("user").email})`;
});
test.afterAll(async ({ sql }) => {
  await sql`delete from public.events where club_id = ${club}`;
  await sql`delete from public.clubs where id = ${club}`;
});

test("an account that does not run the club sees how to publish in its own name", async ({ page, signIn }) => {
  await signIn("user");
  await page.goto(`/clubes/${club}/novo-evento`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Só a equipe publica em nome de ${CLUB}`);
  await expect(page.locator("input[name=startDay]")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Publicar em meu nome" })).toHaveAttribute("href", "/publicar-evento");
});

test("the team makes an account the owner of a club by its e-mail", async ({ page, signIn }) => {
  await signIn("editor");
  await page.goto(`/admin/clubes/${club}`);
  await page.getByLabel("E-mail da conta").fill(demoAccount("user").email);
  await page.getByLabel("Função").selectOption("owner");
  await page.getByRole("button", { name: "Adicionar ou mudar a função" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Proprietário" })).toBeVisible();
});

test("an unknown e-mail adds nobody", async ({ page, signIn }) => {
  await signIn("editor");
  await page.goto(`/admin/clubes/${club}`);
  await page.getByLabel("E-mail da conta").fill("ninguem@example.org");
  await page.getByRole("button", { name: "Adicionar ou mudar a função" }).click();
  await expect(toast(page, "Conta não encontrada").first()).toBeVisible();
});

test("the owner starts an event on the next last Sunday from the panel", async ({ page, signIn }) => {
  await signIn("user");
  await page.goto("/painel");
  await page.getByRole("listitem").filter({ hasText: CLUB }).getByRole("link", { name: "Novo evento" }).click();
  await expect(page.getByRole("heading", { name: `Novo evento de ${CLUB}` })).toBeVisible();
  const dates = page.getByRole("list", { name: "Próximas datas" }).getByRole("link");
  await expect(dates).toHaveCount(6);
  await dates.first().click();
  await expect(page).toHaveURL(/data=\d{4}-\d{2}-\d{2}/);
  const day = new URL(page.url()).searchParams.get("data")!;
  expect(new Date(`${day}T00:00:00Z`).getUTCDay()).toBe(0);
  await expect(page.locator("input[name=startDay]")).toHaveValue(day);
  await expect(page.locator("input[name=organizer_name]")).toHaveValue(CLUB);
});

test("the last edition is copied to a new date without its identity", async ({ page, signIn, sql }) => {
  await sql`
    insert into public.events (slug, title, club_id, organizer_name, state_abbr, municipality_ibge, town, starts_at, ends_at, status)
    values (${SLUG}, 'Encontro do ensaio', ${club}, ${CLUB}, 'AC', 1200401, 'Rio Branco', now() - interval '40 days', now() - interval '39 days 18 hours', 'published')`;
  await signIn("user");
  await page.goto(`/clubes/${club}/novo-evento`);
  await page.getByRole("link", { name: "Copiar a última edição" }).click();
  await expect(page.locator("input[name=title]")).toHaveValue("Encontro do ensaio");
  await expect(page.locator("input[name=id]")).toHaveValue("");
  const day = await page.locator("input[name=startDay]").inputValue();
  expect(Date.parse(day)).toBeGreaterThan(Date.now() - 86_400_000);
});

test("a member who was removed sees how to publish in their own name instead of the form", async ({ page, signIn }) => {
  await signIn("editor");
  await page.goto(`/admin/clubes/${club}`);
  await answerQuestions(page, "confirm", "next");
  await page.getByRole("button", { name: "Retirar" }).click();
  await expect(page.getByText("Nenhuma conta está ligada a este clube.")).toBeVisible();
  await signIn("user");
  await page.goto(`/clubes/${club}/novo-evento`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Só a equipe publica em nome de ${CLUB}`);
  await expect(page.locator("input[name=startDay]")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Publicar em meu nome" })).toHaveAttribute("href", "/publicar-evento");
});
