import { demoAccount, openSession, publishableKey } from "../support/accounts";
import { openAlive, renderedText } from "../support/page";
import { expect, test as base, type Page } from "../support/test";

const HOSTILE = "</script><script>window.hacked=1</script>]]>";
const PREFIXES = ["", "/english", "/espanol"] as const;

/** Deletes the posts with these slugs, and the redirects from them, at the end of the test; those of other tests stay. */
const test = base.extend<{ deleteLater: (...slugs: string[]) => void }>({
  deleteLater: async ({ sql }, use) => {
    const slugs: string[] = [];
    await use((...added) => void slugs.push(...added));
    await sql`delete from public.blog_posts where slug = any (${slugs})`;
    await sql`delete from public.redirects where from_path like any (${slugs.map((slug) => `%/blog/${slug}`)})`;
  },
});

// Runs in order, because the lists show the posts of all tests.
test.describe.configure({ mode: "default" });

test.afterAll(async ({ playwright, baseURL }) => {
  const { cookies } = await openSession(demoAccount("editor"));
  const editor = await playwright.request.newContext({
    baseURL,
    extraHTTPHeaders: { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") },
  });
  await editor.post("/api/revalidate", { data: { tags: ["blog"] } });
  await editor.dispose();
});

const cards = (page: Page) => page.getByRole("main").getByRole("article").filter({ visible: true });

type Fresh = (
  role: "editor",
) => Promise<{ post: (path: string, options: { data: unknown }) => Promise<{ status: () => number }> }>;
async function refresh(visitorAs: Fresh, ...tags: string[]) {
  expect(
    (
      await (await visitorAs("editor")).post("/api/revalidate", { data: { tags: ["blog", "redirects", ...tags] } })
    ).status(),
  ).toBe(204);
}

test("navigates from the list to an article, through it and back", async ({ page, sql }) => {
  const [newest] = await sql<{ slug: string; title: string }[]>`
    select slug, title from public.blog_posts where status <> 'draft' and publish_at <= now() and deleted_at is null order by publish_at desc, id desc limit 1`;
  await openAlive(page, "/blog");
  await cards(page).first().getByRole("link", { name: newest!.title }).click();
  await expect(page).toHaveURL(`/blog/${newest!.slug}`);
  await expect(page.getByRole("heading", { level: 1, name: newest!.title })).toBeVisible();
  await page.getByRole("navigation", { name: "Neste artigo" }).getByRole("link").last().click();
  await expect(page).toHaveURL(/#.+/);
  await expect(page.getByRole("article").getByText("Redação LACAMBECHE").first()).toBeVisible();
  const sources = page.getByRole("region", { name: "Fontes" }).getByRole("link");
  expect(await sources.count()).toBeGreaterThan(1);
  await expect(page.getByRole("link", { name: "Enviar no WhatsApp" })).toHaveAttribute(
    "href",
    new RegExp(encodeURIComponent(`/blog/${newest!.slug}`)),
  );
  await page.getByRole("link", { name: /^Artigo anterior/ }).click();
  await page.getByRole("link", { name: /^Próximo artigo/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: newest!.title })).toBeVisible();
  await page.getByRole("navigation", { name: "Você está aqui" }).getByRole("link", { name: "Blog" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Blog do antigomobilismo" })).toBeVisible();
});

test("a scheduled post is published within a minute of its time, without an editor or a visitor", async ({
  visitorAs,
  sql,
  deleteLater,
}) => {
  deleteLater("teste-horario");
  const visitor = await visitorAs(null);
  const isListed = async () => (await (await visitor.get("/blog")).text()).includes("Teste no horário");
  await sql`
    insert into public.blog_posts (slug, title, category_key, status, publish_at) values ('teste-horario', 'Teste no horário', 'viagem', 'scheduled', now() + interval '4 seconds')`;
  // The list is rendered and cached before the time of the post.
  expect(await isListed()).toBe(false);
  await expect
    .poll(
      async () =>
        (await sql`select 1 from public.blog_posts where slug = 'teste-horario' and status = 'published'`).length,
      { timeout: 60_000 },
    )
    .toBe(1);
  await expect.poll(isListed, { timeout: 60_000 }).toBe(true);
});

test("the QR code of an article is requested with its address filled in", async ({ page }) => {
  await page.goto("/english/blog/idade-do-pneu-codigo-dot");
  await page.getByRole("link", { name: "QR code", exact: true }).click();
  await expect(page.locator("input[list]")).toHaveValue("/english/blog/idade-do-pneu-codigo-dot");
});

test("categories and tags have addresses, and search filters the page", async ({ page, sql }) => {
  const [count] = await sql<{ safety: number; revision: number }[]>`
    select count(*) filter (where category_key = 'seguranca')::int as safety, count(*) filter (where 'revisao' = any (tags))::int as revision
    from public.blog_posts where status <> 'draft' and publish_at <= now() and deleted_at is null`;
  await openAlive(page, "/blog");
  await page.getByRole("navigation", { name: "Assuntos" }).getByRole("link", { name: "Segurança" }).click();
  await expect(page).toHaveURL("/blog/categoria/seguranca");
  await expect(cards(page)).toHaveCount(count!.safety);
  await expect(page.getByRole("link", { name: "Segurança", exact: true })).toHaveAttribute("aria-current", "page");
  await page.goto("/blog");
  await page.getByRole("navigation", { name: "Etiquetas" }).getByRole("link", { name: "#revisao" }).click();
  await expect(page).toHaveURL("/blog/tag/revisao");
  await expect(cards(page)).toHaveCount(count!.revision);
  await openAlive(page, "/blog");
  await page.getByRole("searchbox", { name: "Procurar nesta página" }).fill("PNEU");
  await expect(page).toHaveURL("/blog?q=PNEU");
  await expect(cards(page)).toHaveCount(1);
  await page.getByRole("searchbox").fill("nada disso existe");
  await expect(page.getByText("Nenhum artigo desta página fala disso.")).toBeVisible();
  await page.getByRole("button", { name: "Limpar a busca" }).click();
  await expect(page).toHaveURL("/blog");
});

test("the whole list is in the HTML, page by page", async ({ visitorAs, sql, deleteLater }) => {
  const posts = await sql<{ slug: string }[]>`
    insert into public.blog_posts (slug, title, category_key, status, publish_at)
    select 'teste-lista-' || n, 'Teste ' || n, 'cultura', 'published', timestamptz '2001-01-01' + n * interval '1 day' from generate_series(1, 30) as n returning slug`;
  deleteLater(...posts.map(({ slug }) => slug));
  await refresh(visitorAs);
  const visitor = await visitorAs(null);
  let html = "";
  for (const path of ["/blog", "/blog/pagina/2", "/blog/pagina/3"]) {
    const answer = await visitor.get(path);
    expect(answer.status(), path).toBe(200);
    html += await answer.text();
  }
  for (const { slug } of posts) expect(html).toContain(`/blog/${slug}"`);
  expect(html).toContain('href="/blog/pagina/3"');
  const first = await visitor.get("/english/blog/pagina/1");
  expect([first.status(), first.headers()["location"]]).toEqual([308, "/english/blog"]);
  for (const path of [
    "/blog/pagina/4",
    "/blog/pagina/0",
    "/blog/pagina/x",
    "/blog/pagina/99999",
    "/blog/categoria/nada",
    "/blog/tag/nada-disso",
    "/blog/tag/%22%7D",
    "/sc/blog/categoria/a,b",
    "/xx/blog",
  ]) {
    expect((await visitor.get(path)).status(), path).toBe(404);
  }
});

test("a post of a state has its address there, a national post has a national address", async ({
  page,
  visitorAs,
  sql,
  deleteLater,
  baseURL,
}) => {
  deleteLater("teste-do-acre");
  await sql`
    insert into public.blog_posts (slug, title, category_key, state_abbr, status, publish_at, body)
    values ('teste-do-acre', 'Teste do Acre', 'viagem', 'AC', 'published', now() - interval '1 hour', 'Texto.')`;
  await refresh(visitorAs, "blog:AC");
  const canonical = page.locator('link[rel="canonical"]');
  for (const [path, target] of [
    ["/ac/blog/teste-do-acre", "/ac/blog/teste-do-acre"],
    ["/blog/teste-do-acre", "/ac/blog/teste-do-acre"],
    ["/english/blog/teste-do-acre", "/english/ac/blog/teste-do-acre"],
    ["/ac/blog/idade-do-pneu-codigo-dot", "/blog/idade-do-pneu-codigo-dot"],
    ["/ac/blog/categoria/viagem", "/blog/categoria/viagem"],
    ["/ac/blog", "/ac/blog"],
  ] as const) {
    await page.goto(path);
    await expect(canonical, path).toHaveAttribute("href", `${baseURL}${target}`);
  }
  const visitor = await visitorAs(null);
  const stranger = await visitor.get("/espanol/pr/blog/teste-do-acre");
  expect([stranger.status(), stranger.headers()["location"]]).toEqual([308, "/espanol/ac/blog/teste-do-acre"]);
  await page.goto("/ac/blog");
  await expect(cards(page).first()).toContainText("Teste do Acre");
  await expect(cards(page).filter({ hasText: "Brasil" }).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Tem história para contar?" })).toBeVisible();
  await page.goto("/ap/blog");
  await expect(page.getByRole("main")).not.toContainText("Teste do Acre");
  await expect(page.getByRole("heading", { name: "Escreva a primeira história de Amapá" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Indicar um lugar" })).toHaveAttribute("href", "/ap/cadastro");
  await page.goto("/ac/home");
  await expect(page.getByRole("main").getByRole("link", { name: "Teste do Acre" })).toHaveAttribute(
    "href",
    "/ac/blog/teste-do-acre",
  );
});

test("the feed is valid in three languages, is linked from the pages and escapes hostile text", async ({
  page,
  visitorAs,
  sql,
  deleteLater,
  baseURL,
}) => {
  deleteLater("teste-feed");
  await sql`
    insert into public.blog_posts (slug, title, excerpt, category_key, status, publish_at) values ('teste-feed', ${`${HOSTILE}\u0001`}, ${HOSTILE}, 'viagem', 'published', now() - interval '1 hour')`;
  await refresh(visitorAs);
  const visitor = await visitorAs(null);
  for (const [prefix, language] of [
    ["", "pt-BR"],
    ["/english", "en"],
    ["/espanol", "es"],
  ] as const) {
    await page.goto(`${prefix}/blog`);
    await expect(page.locator('link[rel="alternate"][type="application/rss+xml"]')).toHaveAttribute(
      "href",
      `${baseURL}${prefix}/blog/rss.xml`,
    );
    const answer = await visitor.get(`${prefix}/blog/rss.xml`);
    expect(answer.headers()["content-type"]).toContain("application/rss+xml");
    const feed = await page.evaluate(
      (xml) => {
        const document = new DOMParser().parseFromString(xml, "application/xml");
        const items = [...document.querySelectorAll("item")].map((item) => ({
          title: item.querySelector("title")?.textContent,
          link: item.querySelector("link")?.textContent ?? "",
          date: item.querySelector("pubDate")?.textContent ?? "",
        }));
        return {
          broken: document.querySelector("parsererror") !== null,
          language: document.querySelector("channel > language")?.textContent,
          items,
        };
      },
      await answer.text(),
    );
    expect(feed).toMatchObject({ broken: false, language });
    expect(feed.items.find(({ link }) => link.endsWith("/blog/teste-feed"))?.title).toBe(HOSTILE);
    for (const { link, date } of feed.items.slice(0, 3)) {
      expect(Number.isNaN(Date.parse(date))).toBe(false);
      expect((await visitor.get(new URL(link).pathname)).status(), link).toBe(200);
    }
  }
});

test("a hostile post is displayed as text and never executed", async ({ page, visitorAs, sql, deleteLater }) => {
  deleteLater("teste-hostil");
  const body = `## ${HOSTILE}\n\n${HOSTILE}\n\n[clique](javascript:window.hacked=1)\n\n<img src=x onerror="window.hacked=1">`;
  await sql`
    insert into public.blog_posts (slug, title, excerpt, category_key, author_name, state_abbr, tags, status, publish_at, body, cover_url, sources)
    values ('teste-hostil', ${HOSTILE}, ${HOSTILE}, 'viagem', ${HOSTILE}, 'RR', ${[HOSTILE, 'a"b,{c}']}, 'published', now() - interval '1 hour', ${body},
      'javascript:window.hacked=1', ${sql.json([{ title: HOSTILE, url: "javascript:window.hacked=1" }])})`;
  await refresh(visitorAs, "blog:RR");
  for (const path of ["/rr/blog/teste-hostil", "/espanol/blog/teste-hostil", "/blog", "/rr/blog", "/rr/home"]) {
    await page.goto(path);
    await expect(page.getByRole("main").getByText(HOSTILE).first(), path).toBeVisible();
    expect(await page.evaluate(() => "hacked" in window), path).toBe(false);
    expect(await page.locator('main a[href^="javascript:"], main img[onerror]').count(), path).toBe(0);
  }
});

test("an unknown article answers 404 with suggestions, a renamed one redirects, a deleted one answers 410", async ({
  visitorAs,
  sql,
  deleteLater,
}) => {
  deleteLater("teste-velho", "teste-novo");
  const visitor = await visitorAs(null);
  await sql`insert into public.blog_posts (slug, title, category_key, status, publish_at) values ('teste-velho', 'Teste velho', 'viagem', 'published', now() - interval '1 hour')`;
  await sql`update public.blog_posts set slug = 'teste-novo' where slug = 'teste-velho'`;
  await refresh(visitorAs);
  for (const prefix of PREFIXES) {
    for (const path of ["/blog/teste-velho", "/pr/blog/teste-velho"]) {
      const moved = await visitor.get(prefix + path);
      expect([moved.status(), moved.headers()["location"]], prefix + path).toEqual([308, `${prefix}/blog/teste-novo`]);
    }
  }
  await sql`delete from public.blog_posts where slug = 'teste-novo'`;
  await refresh(visitorAs);
  expect((await visitor.get("/blog/teste-novo")).status()).toBe(410);
  for (const path of [
    "/blog/nada-assim",
    "/sc/blog/nada-assim",
    "/english/blog/a/b/c",
    "/blog/%E0%A4%A",
    "/blog/tag/%E0%A4%A",
    "/sc/rota/%E0%A4%A",
    "/blog/..%2fadmin",
  ]) {
    expect((await visitor.get(path)).status(), path).toBe(404);
  }
  const answer = await visitor.get("/sc/blog/nada-assim");
  expect(await answer.text()).toMatch(/<h1[^>]*>Este artigo não está aqui/);
  expect((await answer.text()).match(/<article/g)?.length).toBe(3);
});

test("an editor's change is in the list, article, feed and home page with the next request", async ({
  visitorAs,
  sql,
  deleteLater,
}) => {
  deleteLater("teste-salvo");
  const [row] = await sql<{ id: string }[]>`
    insert into public.blog_posts (slug, title, category_key, status, publish_at, translations)
    values ('teste-salvo', 'Nome velho', 'viagem', 'published', now() - interval '1 minute', ${sql.json({ en: { title: "Old name" }, es: { title: "Nombre viejo" } })}) returning id`;
  await refresh(visitorAs);
  const [visitor, session] = [await visitorAs(null), await openSession(demoAccount("editor"))];
  const pages = (prefix: string) =>
    ["/blog/teste-salvo", "/blog", "/pi/blog", "/blog/rss.xml", "/home"].map((path) => prefix + path);
  for (const prefix of PREFIXES)
    for (const path of pages(prefix))
      expect(await renderedText(visitor, path), path).toMatch(/Nome velho|Old name|Nombre viejo/);
  const saved = await visitor.patch(`/rest/v1/blog_posts?id=eq.${row!.id}`, {
    headers: { apikey: publishableKey(), authorization: `Bearer ${session.accessToken}` },
    data: { title: "Nome novo", translations: { en: { title: "New name" }, es: { title: "Nombre nuevo" } } },
  });
  expect(saved.ok()).toBe(true);
  await refresh(visitorAs);
  for (const [prefix, name] of [
    ["", "Nome novo"],
    ["/english", "New name"],
    ["/espanol", "Nombre nuevo"],
  ] as const) {
    for (const path of pages(prefix)) {
      const text = await renderedText(visitor, path);
      expect(text, path).toContain(name);
      expect(text, path).not.toMatch(/Nome velho|Old name|Nombre viejo/);
    }
  }
});

test("a draft, a future post and one in the trash cannot be read by anyone", async ({
  visitorAs,
  sql,
  deleteLater,
}) => {
  deleteLater("teste-rascunho", "teste-futuro", "teste-lixo");
  await sql`
    insert into public.blog_posts (slug, title, category_key, status, publish_at, deleted_at) values
    ('teste-rascunho', 'Segredo um', 'viagem', 'draft', null, null),
    ('teste-futuro', 'Segredo dois', 'viagem', 'scheduled', now() + interval '1 day', null),
    ('teste-lixo', 'Segredo três', 'viagem', 'published', now() - interval '1 day', now())`;
  await refresh(visitorAs);
  const visitor = await visitorAs(null);
  for (const slug of ["teste-rascunho", "teste-futuro", "teste-lixo"])
    expect([404, 410], slug).toContain((await visitor.get(`/blog/${slug}`)).status());
  for (const path of ["/blog", "/blog/rss.xml", "/sitemap/posts.xml"])
    expect(await renderedText(visitor, path), path).not.toMatch(/Segredo|teste-futuro/);
});

test("structured data describes the article and the list", async ({ page, baseURL }) => {
  const dataOf = async () =>
    (await page.locator('script[type="application/ld+json"]').allTextContents()).map(
      (text) => JSON.parse(text) as Record<string, unknown>,
    );
  await page.goto("/english/blog/idade-do-pneu-codigo-dot");
  const article = (await dataOf()).find((data) => data["@type"] === "BlogPosting");
  expect(article).toMatchObject({
    headline: "Good-looking and out of date: read the tire's birthday before you go",
    url: `${baseURL}/english/blog/idade-do-pneu-codigo-dot`,
    inLanguage: "pt-BR",
    image: [expect.stringMatching(/\.png$/)],
    author: { "@type": "Organization" },
    publisher: { "@type": "Organization" },
  });
  await expect(page.getByText("content in Portuguese").first()).toBeVisible();
  await page.goto("/blog");
  const list = (await dataOf()).find((data) => data["@type"] === "Blog");
  expect(list?.blogPost).toHaveLength(await cards(page).count());
});

test("prints the article and its sources without navigation", async ({ page }) => {
  await page.goto("/blog/idade-do-pneu-codigo-dot");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Fontes" })).toBeVisible();
  for (const hidden of [
    page.getByRole("navigation", { name: "Neste artigo" }),
    page.getByRole("button", { name: "Copiar link" }),
    page.getByRole("navigation", { name: "Outros artigos" }),
    page.getByRole("contentinfo"),
  ])
    await expect(hidden).toBeHidden();
});

test("list and article fit a phone screen @phone", async ({ page }) => {
  for (const path of ["/blog", "/espanol/sc/blog", "/blog/placa-preta-o-que-a-lei-pede"]) {
    await openAlive(page, path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0);
  }
  await page.getByRole("navigation", { name: "Neste artigo" }).getByText("Neste artigo").tap();
  await expect(page.getByRole("navigation", { name: "Neste artigo" }).getByRole("link").first()).toBeHidden();
});
