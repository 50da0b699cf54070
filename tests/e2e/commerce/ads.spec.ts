import { addLink } from "../../support/link-rows";
import { banner, fileOf, sendArt } from "../support/artwork";
import { openAlive } from "../support/page";
import { expect, test, type Locator, type Page } from "../support/test";

type Sql = Parameters<Parameters<typeof test>[2]>[0]["sql"];

const DAY = 86_400_000;
async function addAd(sql: Sql, advertiser: string, values: Record<string, unknown> = {}) {
  const row = {
    advertiser,
    starts_at: new Date(Date.now() - DAY),
    ends_at: new Date(Date.now() + 30 * DAY),
    ...values,
  };
  const [ad] = await sql<{ id: string }[]>`insert into public.ads ${sql(row)} returning id`;
  return { id: ad!.id, report_token: await addLink(sql, "report", ad!.id) };
}

const totals = async (sql: Sql, id: string) =>
  (
    await sql<
      { impressions: number; clicks: number }[]
    >`select coalesce(sum(impressions), 0)::int as impressions, coalesce(sum(clicks), 0)::int as clicks from public.ad_daily_stats where ad_id = ${id}`
  )[0]!;

/** The requests with events that a page sends from now on. */
function recordEventRequests(page: Page): string[] {
  const sent: string[] = [];
  page.on(
    "request",
    (request) => request.url().endsWith("/api/ad-events") && sent.push(request.postData() ?? "no body"),
  );
  return sent;
}

test("art is submitted, approved, displayed, clicked, reported and paused", async ({ page, signIn, sql, context }) => {
  const name = `Oficina do Teste ${Date.now()}`;
  const ad = await addAd(sql, name, { states: ["AC"] });
  await test.step("the advertiser sends the art", async () => {
    await page.goto(`/anuncio/${ad.report_token}`);
    await sendArt(page, "Oficina do Teste");
    await expect(page.getByText("Em análise", { exact: true })).toBeVisible();
  });

  const row = page.getByRole("listitem").filter({ hasText: name });
  await test.step("an editor approves it", async () => {
    await signIn("editor");
    await page.goto(`/admin/ads?busca=${encodeURIComponent(name)}`);
    await row.getByRole("button", { name: "Aprovar" }).click();
    await expect(row.getByText("Aprovado", { exact: true })).toBeVisible();
    await context.clearCookies();
  });

  await context.route("https://example.org/**", (route) => route.fulfill({ body: "oficina" }));
  const slot = page.getByRole("complementary", { name: "Publicidade" });
  const link = slot.getByRole("link", { name: "Oficina do Teste" });
  await test.step("the banner is shown and counted once", async () => {
    await openAlive(page, "/ac/home");
    const box = await slot.boundingBox();
    await slot.scrollIntoViewIfNeeded();
    await expect(link).toHaveAttribute("rel", "sponsored noopener");
    // The other shares are free.
    await expect(slot.getByRole("link", { name: "Anuncie aqui" })).toHaveAttribute("href", "/ac/anuncie-aqui");
    await expect(link).toHaveAttribute("href", "https://example.org/oficina");
    expect((await slot.boundingBox())?.height).toBe(box?.height);
    await expect.poll(() => totals(sql, ad.id)).toEqual({ impressions: 1, clicks: 0 });
  });

  await test.step("a click is counted", async () => {
    const opened = context.waitForEvent("page");
    await link.click();
    await (await opened).close();
    await expect.poll(() => totals(sql, ad.id)).toEqual({ impressions: 1, clicks: 1 });
  });

  await test.step("a second view and click of the same visitor are not counted", async () => {
    // The same visitor again: shown and clicked, but not counted twice.
    const sent = recordEventRequests(page);
    await page.clock.install();
    await openAlive(page, "/ac/home");
    await slot.scrollIntoViewIfNeeded();
    await expect(link).toBeVisible();
    const openedAgain = context.waitForEvent("page");
    await link.click();
    await (await openedAgain).close();
    // A view counts after a second, and events are sent three seconds later; the second request shows that none is on its way.
    await page.clock.fastForward(10_000);
    await page.evaluate(async () => void (await fetch("/robots.txt")));
    expect(sent).toEqual([]);
    expect(await totals(sql, ad.id)).toEqual({ impressions: 1, clicks: 1 });
  });

  await test.step("the report shows one view and one click", async () => {
    await page.goto(`/anuncio/${ad.report_token}`);
    await expect(page.getByRole("definition").nth(0)).toHaveText("1");
    await expect(page.getByRole("definition").nth(1)).toHaveText("1");
    await expect(page.getByRole("row", { name: /Página do estado 1 1/ })).toBeVisible();
    await expect(page.getByRole("row", { name: /Acre 1 1/ })).toBeVisible();
    const csv = await page.request.get(`/api/ad-report/${ad.report_token}`);
    expect((await csv.text()).trim().split("\r\n").at(-1)).toMatch(/^\d{2}\/\d{2}\/\d{4};1;1$/);
  });

  await test.step("an editor pauses the banner, which is no longer shown", async () => {
    await signIn("editor");
    await page.goto(`/admin/ads?busca=${encodeURIComponent(name)}`);
    await row.getByRole("button", { name: "Pausar" }).click();
    await row.getByRole("textbox").fill("Telefone errado na arte");
    await row.getByRole("button", { name: "Pausar" }).click();
    await expect(row.getByText("Pausado", { exact: true })).toBeVisible();
    await context.clearCookies();
    await openAlive(page, "/ac/home");
    await expect(page.getByRole("complementary", { name: "Espaço para anunciar" })).toBeVisible();
    await expect(slot).toHaveCount(0);
  });
  await sql`delete from public.ads where id = ${ad.id}`;
});

declare global {
  interface Window {
    shifts: { sum: number; observer: PerformanceObserver };
  }
}

const observeLayoutShifts = (page: Page) =>
  page.evaluate(() => {
    const add = (entries: PerformanceEntryList) =>
      entries.forEach((entry) => (window.shifts.sum += (entry as PerformanceEntry & { value: number }).value));
    window.shifts = { sum: 0, observer: new PerformanceObserver((list) => add(list.getEntries())) };
    window.shifts.observer.observe({ type: "layout-shift" });
  });

/** The sum of all layout shifts up to the second frame after the image is decoded. */
const layoutShiftAfterPaint = (image: Locator) =>
  image.evaluate(async (element: HTMLImageElement) => {
    await element.decode();
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let frames = 0; frames < 3; frames++) await frame();
    const late = window.shifts.observer.takeRecords() as (PerformanceEntry & { value: number })[];
    return late.reduce((sum, { value }) => sum + value, window.shifts.sum);
  });

test("a page has no layout shift when its banner loads @phone", async ({ page, sql, visitorAs }) => {
  const art = {
    image_desktop: "/arte/2026-11/00000000-0000-4000-8000-00000000e2e1.webp",
    image_mobile: "/arte/2026-11/00000000-0000-4000-8000-00000000e2e2.webp",
    alt: "Pousada",
    link_url: "https://example.org/",
  };
  const ad = await addAd(sql, "Pousada parada", { ...art, status: "approved", states: ["RR"] });
  await page.route("**/*.woff2", (route) => route.fulfill({ contentType: "font/woff2", body: "" }));
  await page.route("**/arte/**", async (route) =>
    route.fulfill({ contentType: "image/png", body: await banner("Pousada", 640, 320) }),
  );
  expect((await (await visitorAs("editor")).post("/api/revalidate", { data: { tags: ["ads"] } })).status()).toBe(204);
  await openAlive(page, "/rr/home");
  const slot = page.getByRole("complementary", { name: "Publicidade" });
  await expect(slot.getByRole("img")).toHaveCount(0);
  await observeLayoutShifts(page);
  await slot.scrollIntoViewIfNeeded();
  await expect(slot.getByRole("img", { name: "Pousada" })).toBeVisible();
  expect(await layoutShiftAfterPaint(slot.getByRole("img"))).toBeLessThan(0.001);
  await sql`delete from public.ads where id = ${ad.id}`;
});

test("the team's list filters by state, including banners for all states", async ({ visitorAs, sql }) => {
  const stamp = `Filtro ${Date.now()}`;
  for (const [name, states] of [
    ["aqui", ["AC"]],
    ["com outro", ["AC", "RO"]],
    ["todo lugar", []],
    ["longe", ["RO"]],
  ] as const)
    await addAd(sql, `${stamp} ${name}`, { states: [...states] });
  const html = await (
    await (await visitorAs("editor")).get(`/admin/ads?uf=AC&busca=${encodeURIComponent(stamp)}`)
  ).text();
  expect(new Set([...html.matchAll(/Filtro \d+ (aqui|com outro|todo lugar|longe)/g)].map(([, name]) => name))).toEqual(
    new Set(["aqui", "com outro", "todo lugar"]),
  );
  await sql`delete from public.ads where advertiser like ${`${stamp}%`}`;
});

test("the events endpoint accepts only batches", async ({ visitorAs }) => {
  const visitor = await visitorAs(null);
  const event = { ad: "00000000-0000-4000-8000-000000000000", placement: "home_top", state: null, kind: "view" };
  for (const [body, status] of [
    [[event], 204],
    [[], 400],
    [{}, 400],
    [[{ ...event, user: "x" }], 400],
    [[{ ...event, kind: "sale" }], 400],
    [[{ ...event, state: "XX" }], 400],
    [Array.from({ length: 41 }, () => event), 400],
    ["x".repeat(9000), 400],
  ] as const) {
    expect((await visitor.post("/api/ad-events", { data: body })).status(), JSON.stringify(body).slice(0, 80)).toBe(
      status,
    );
  }
});

test("a report opens only with its token, and art is accepted only for banners that wait for it", async ({
  page,
  visitorAs,
  sql,
}) => {
  const visitor = await visitorAs(null);
  for (const token of ["nada", "0".repeat(64), "..%2f..", "%00"])
    expect((await visitor.get(`/api/ad-report/${token}`)).status(), token).not.toBe(200);
  const ad = await addAd(sql, "Art errada", { states: ["AP"] });
  const post = async (files: Record<string, string | { name: string; mimeType: string; buffer: Buffer }>) =>
    (
      await visitor.post("/api/ad-art", {
        multipart: { token: ad.report_token, alt: "Texto", link: "https://example.org/x", ...files },
      })
    ).status();
  // A unique text, so that the files differ from those of parallel tests.
  const words = `Certo ${Date.now()}`;
  const good = { desktop: await fileOf(words, 1200, 300), mobile: await fileOf(words, 640, 320) };
  expect(await post({ ...good, link: "http://example.org" })).toBe(400);
  expect(await post({ ...good, link: "javascript:alert(1)" })).toBe(400);
  expect(await post({ ...good, alt: "" })).toBe(400);
  expect(await post({ ...good, desktop: await fileOf("Pequeno", 100, 30) })).toBe(400);
  expect(
    await post({
      ...good,
      desktop: {
        name: "a.png",
        mimeType: "image/png",
        buffer: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>"),
      },
    }),
  ).toBe(400);
  expect(await post({ ...good, token: "0".repeat(64) })).toBe(404);
  expect(await post(good)).toBe(200);
  const [file] = await sql<
    { tag: string }[]
  >`select metadata ->> 'eTag' as tag from storage.objects join public.ads on image_desktop like '%' || name where bucket_id = 'ad-art' and ads.id = ${ad.id}`;
  const stored = async () =>
    (await sql`select from storage.objects where bucket_id = 'ad-art' and metadata ->> 'eTag' = ${file!.tag}`).count;
  expect(await post(good)).toBe(200);
  expect(await stored(), "replaced files are gone").toBe(1);
  await sql`update public.ads set status = 'approved' where id = ${ad.id}`;
  expect(await post(good)).toBe(409);
  expect(await stored()).toBe(1);
  await page.goto(`/anuncio/${ad.report_token}`);
  await expect(page.getByRole("button", { name: "Enviar para análise" })).toHaveCount(0);
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/);
  await sql`delete from public.ads where id = ${ad.id}`;
});

test("plans entered by the team are shown on the page for advertisers; without plans no prices are shown", async ({
  page,
  sql,
  visitorAs,
}) => {
  const editor = await visitorAs("editor");
  const fresh = async () =>
    expect((await editor.post("/api/revalidate", { data: { tags: ["plans"] } })).status()).toBe(204);
  const name = `Plano de teste ${Date.now()}`;
  const [plan] = await sql<
    { id: string }[]
  >`insert into public.publication_plans (name, price, duration_days, states_limit, placements) values (${name}, 249.9, 30, 2, ${["state_home"]}) returning id`;
  await fresh();
  await page.goto("/sc/anuncie-aqui");
  const card = page.getByRole("listitem").filter({ hasText: name });
  await expect(card).toContainText(/R\$\s249,90/);
  await expect(card).toContainText("30 dias · até 2 estados");
  await expect(card).toContainText("Página do estado");
  await expect(card.getByRole("link", { name: "Falar com um vendedor" })).toBeVisible();
  await sql`update public.publication_plans set is_active = false where id = ${plan!.id}`;
  await fresh();
  await page.goto("/sc/anuncie-aqui");
  await expect(page.getByText(name)).toHaveCount(0);
  await sql`delete from public.publication_plans where id = ${plan!.id}`;
});
