import { expect, test } from "../support/test";

const TOKEN = "segredo-que-nao-se-guarda";

const view = (path: string, locale = "pt-BR") => ({ data: { path, locale } });

test("a page view is stored without language prefix and query, and with the pattern instead of a token", async ({
  visitorAs,
  sql,
}) => {
  const visitor = await visitorAs(null);
  const mark = `/blog/visita-${process.ppid}-${Date.now()}`;
  const [start] = await sql<{ last: string }[]>`select coalesce(max(id), 0) as last from public.page_views`;
  const sent = [
    [`/espanol${mark}?utm=1`, mark],
    [`${mark}#secao`, mark],
    [`/approval/${TOKEN}`, "/approval/:token"],
    [`/english/eventos/publicar/${TOKEN}`, "/eventos/publicar/:token"],
    [`/voucher/redeem/${TOKEN}`, "/voucher/redeem/:downloadId"],
    [`/diario-de-bordo/checklist/${TOKEN}`, "/diario-de-bordo/checklist/:checklistId"],
  ] as const;
  for (const [path] of sent) expect((await visitor.post("/api/page-views", view(path, "es-419"))).status()).toBe(204);
  const rows = await sql<{ page_path: string; user_id: string | null }[]>`
    select page_path, user_id from public.page_views where id > ${start!.last} and locale = 'es-419' order by id`;
  const paths = rows.map((row) => row.page_path);
  for (const [, stored] of sent) expect(paths).toContain(stored);
  expect(paths.join()).not.toContain(TOKEN);
  expect(rows.filter((row) => row.page_path === mark).map((row) => row.user_id)).toEqual([null, null]);
});

test("administration and API calls are not counted in any language", async ({ visitorAs, sql }) => {
  const visitor = await visitorAs(null);
  for (const path of ["/admin", "/admin/users", "/api/health", "/espanol/admin/users", "/english/api/x"]) {
    expect((await visitor.post("/api/page-views", view(path))).status(), path).toBe(204);
  }
  const [stored] = await sql<{ count: number }[]>`
    select count(*)::int as count from public.page_views where page_path ~ '^/((english|espanol)/)?(admin|api)(/|$)'`;
  expect(stored?.count).toBe(0);
});

test("the signed-in account is read from the session, never from the body", async ({ page, signIn, sql }) => {
  const { userId } = await signIn("user");
  const [editor] = await sql<{ id: string }[]>`select id from public.profiles where username = 'editor'`;
  const counted = page.waitForResponse("**/api/page-views");
  await page.goto("/to/regioes");
  expect((await counted).status()).toBe(204);
  await page.request.post("/api/page-views", {
    data: { path: "/to/home", locale: "pt-BR", user_id: editor?.id, userId: editor?.id },
  });
  const rows = await sql<{ user_id: string; state_abbr: string }[]>`
    select user_id, state_abbr from public.page_views where page_path in ('/to/regioes', '/to/home') and user_id is not null`;
  expect(new Set(rows.map((row) => row.user_id))).toEqual(new Set([userId]));
  expect(rows[0]?.state_abbr).toBe("TO");
});

test("an invalid page view is rejected", async ({ visitorAs }) => {
  const visitor = await visitorAs(null);
  const headers = { "content-type": "application/json" };
  const bodies = [
    "",
    "{",
    "[]",
    "null",
    '"/home"',
    '{"path":"/home"}',
    '{"path":"/home","locale":"fr"}',
    '{"path":"home","locale":"pt-BR"}',
    '{"path":7,"locale":"pt-BR"}',
  ];
  for (const data of bodies)
    expect((await visitor.post("/api/page-views", { headers, data })).status(), data).toBe(400);
  const long = await visitor.post("/api/page-views", view(`/${"a".repeat(400)}`));
  expect(long.status()).toBe(400);
});

test("a body of ten megabytes is rejected without being read", async ({ visitorAs }) => {
  const visitor = await visitorAs(null);
  const huge = Buffer.alloc(10 * 1024 * 1024, "a");
  const status = await visitor
    .post("/api/page-views", { headers: { "content-type": "application/json" }, data: huge })
    .then(
      (answer) => answer.status(),
      () => "connection closed",
    );
  expect([400, 413, "connection closed"]).toContain(status);
});

test("a flood is rate limited, only for the client that sends it", async ({ visitorAs, playwright, baseURL }) => {
  const visitor = await visitorAs(null);
  const statuses = await Promise.all(
    Array.from({ length: 150 }, async () => (await visitor.post("/api/page-views", view("/admin"))).status()),
  );
  expect(statuses).toContain(204);
  expect(statuses).toContain(429);
  const other = await playwright.request.newContext({
    baseURL,
    extraHTTPHeaders: { "x-forwarded-for": "10.255.255.1" },
  });
  expect((await other.post("/api/page-views", view("/admin"))).status()).toBe(204);
  await other.dispose();
});

test.describe("offline", () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ });

  test("a failed request is attempted three times and delays nothing", async ({ page }) => {
    let attempts = 0;
    await page.route("**/api/page-views", (route) => {
      attempts++;
      return route.abort("internetdisconnected");
    });
    await page.clock.install();
    await page.goto("/sobre");
    await expect.poll(() => attempts).toBe(1);
    await page.clock.fastForward(1100);
    await expect.poll(() => attempts).toBe(2);
    await page.clock.fastForward(2100);
    await expect.poll(() => attempts).toBe(3);
    await page.clock.fastForward(60_000);
    await page.getByRole("contentinfo").getByRole("link", { name: "Como funciona" }).click();
    await expect(page).toHaveURL("/como-funciona");
    await page.clock.fastForward(600);
    await expect.poll(() => attempts).toBe(4);
  });
});
