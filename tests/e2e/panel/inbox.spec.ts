import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { expect, test } from "../support/test";

/** A request that no other test uses. */
async function request(sql: Sql) {
  const name = `Museu ${randomUUID().slice(0, 8)}`;
  const payload = { name, category_key: "museum", city: "Lages" };
  const [row] = await sql<{ id: string }[]>`
    insert into public.service_requests (kind, payload, requester_name, requester_email, state_abbr)
    values ('new', ${sql.json(payload)}, 'Ana', 'ana@example.org', 'SC') returning id`;
  return {
    id: row!.id,
    name,
    status: async () =>
      (await sql<{ status: string }[]>`select status from public.service_requests where id = ${row!.id}`)[0]?.status,
  };
}

test.describe.configure({ mode: "serial" });

test("the second of two moderators sees that the first one has decided", async ({ page, signIn, sql }) => {
  const session = await signIn("admin");
  const { id, name } = await request(sql);
  await page.goto("/admin/service-requests");
  await sql`update public.service_requests set status = 'rejected', decided_by = ${session.userId}, decided_at = now() where id = ${id}`;
  const late = page.getByRole("article", { name });
  await late.getByRole("button", { name: "Aprovar" }).click();
  await expect(late.getByText(/Já decidido por administradora/)).toBeVisible();
  await sql`delete from public.service_requests where id = ${id}`;
});

test("an approval link is used once, by a button and not by opening it", async ({
  page,
  browser,
  signIn,
  sql,
  baseURL,
}) => {
  await signIn("admin");
  const { id, name, status } = await request(sql);
  await page.goto("/admin/service-requests");
  await page.getByRole("article", { name }).getByRole("button", { name: "Enviar link de aprovação" }).click();
  const address = await page.getByRole("textbox", { name: "Link de aprovação" }).inputValue();
  const link = new URL(new URL(address).pathname, baseURL).href;

  const stranger = await browser.newPage();
  for (let times = 0; times < 2; times++) expect((await stranger.request.get(link)).status()).toBe(200);
  expect(await status()).toBe("received");
  await stranger.goto(link);
  await expect(stranger.getByText(name)).toBeVisible();
  await expect(stranger.getByText("ana@example.org")).toHaveCount(0);
  await stranger.getByRole("textbox", { name: "Seu nome" }).fill("Maria");
  await stranger.getByRole("button", { name: "Confirmar decisão" }).click();
  await expect(stranger.getByText(/^Aprovado/)).toBeVisible();
  expect(await status()).toBe("approved");
  await stranger.reload();
  await expect(stranger.getByText(/já foi usado por Maria/)).toBeVisible();
  expect((await stranger.request.get(`${link.slice(0, -3)}abc`)).status()).toBe(404);
  await stranger.close();
  await sql`delete from public.approval_tokens where subject_id = ${id}`;
  await sql`delete from public.services where name = ${name}`;
  await sql`delete from public.service_requests where id = ${id}`;
});

test("an editor cannot see requests or analytics", async ({ visitorAs }) => {
  const editor = await visitorAs("editor");
  for (const path of [
    "/admin/service-requests",
    "/admin/analytics",
    "/admin/app-reviews",
    "/admin/avaliacoes",
    "/admin/notifications",
  ])
    expect((await editor.get(path)).status(), path).toBe(307);
  expect((await editor.get("/api/exports/page-views")).status()).toBe(403);
  expect((await (await visitorAs(null)).get("/api/exports/app-reviews")).status()).toBe(401);
});

test("a notice is delivered to an account and counted in its menu", async ({ visitorAs, sql }) => {
  const user = await visitorAs("user");
  const [row] = await sql<
    { id: string }[]
  >`insert into public.notification_campaigns (title, body, status, scheduled_at) values ('Aviso de teste', 'Olá', 'scheduled', now() - interval '1 minute') returning id`;
  // The account may have unread notices of other tests, so the list is waited for and not their number.
  await expect.poll(async () => (await user.get("/painel")).text()).toContain("Aviso de teste");
  expect(((await (await user.get("/api/session")).json()) as { unread: number }).unread).toBeGreaterThan(0);
  await sql`delete from public.notifications where campaign_id = ${row!.id}`;
  await sql`delete from public.notification_campaigns where id = ${row!.id}`;
});
