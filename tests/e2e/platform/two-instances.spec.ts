import type { APIRequestContext, PlaywrightWorkerArgs } from "@playwright/test";
import { cookieHeader, demoAccount, openSession } from "../support/accounts";
import { actionIds } from "../support/action-ids";
import { startOwnServer, type OwnServer } from "../support/own-server";
import { expect, test } from "../support/test";

const PORT = "3223";
/** Much shorter than the lifetimes of cached pages and queries (an hour and five minutes here). */
const SOON = { timeout: 60_000, intervals: [100] };
const CALLER = "203.0.113.77";

// The site of all browser tests is one web process, and this is the other.
let server: OwnServer;
let other: APIRequestContext;
let editorCookies: string;

test.describe.configure({ mode: "serial" });

async function start(playwright: PlaywrightWorkerArgs["playwright"]): Promise<void> {
  server = await startOwnServer({ PORT, PAGE_CACHE_SECONDS: "3600", PAGE_LOOKUPS_PER_MINUTE: "100000" });
  other = await playwright.request.newContext({
    baseURL: server.url,
    maxRedirects: 0,
    extraHTTPHeaders: { "x-forwarded-for": CALLER },
  });
}

async function stop(): Promise<void> {
  await other.dispose();
  await server.stop();
}

test.beforeAll(async ({ playwright }) => {
  editorCookies = cookieHeader((await openSession(demoAccount("editor"))).cookies);
  await start(playwright);
});
test.afterAll(stop);

/** Expires tags on one process, as saving in the panel does. */
async function revalidate(visitor: APIRequestContext, origin: string, tags: string[]): Promise<void> {
  const answer = await visitor.post("/api/revalidate", {
    data: { tags },
    headers: { cookie: editorCookies, origin },
  });
  expect(answer.status()).toBe(204);
}

const textOf = async (visitor: APIRequestContext, path: string) => (await visitor.get(path)).text();

test("what one process saves is shown by the other, in both directions", async ({ sql, visitorAs, baseURL }) => {
  const site = await visitorAs(null);
  const path = "/pi/rota/em-dois-processos";
  await sql`
    insert into public.regions (name, slug, state_abbr, status) values ('Nome um', 'em-dois-processos', 'PI', 'published')`;
  await revalidate(site, baseURL!, ["regions:PI"]);
  await expect.poll(() => textOf(other, path), SOON).toContain("Nome um");
  for (const [name, visitor, origin] of [
    ["Nome dois", site, baseURL!],
    ["Nome três", other, server.url],
  ] as const) {
    // Both have a copy of the page.
    await Promise.all([textOf(site, path), textOf(other, path)]);
    await sql`update public.regions set name = ${name} where slug = 'em-dois-processos'`;
    await revalidate(visitor, origin, ["regions:PI"]);
    expect(await textOf(visitor, path)).toContain(name);
    for (const one of [site, other]) await expect.poll(() => textOf(one, path), SOON).toContain(name);
  }
  await sql`delete from public.regions where slug = 'em-dois-processos'`;
  await sql`delete from public.redirects where from_path = ${path}`;
  await revalidate(site, baseURL!, ["regions:PI"]);
});

test("a post that the worker publishes is shown by both processes", async ({ sql, visitorAs, baseURL }) => {
  const site = await visitorAs(null);
  await Promise.all([textOf(site, "/blog"), textOf(other, "/blog")]);
  await sql`
    insert into public.blog_posts (slug, title, category_key, state_abbr, status, publish_at)
    values ('em-dois-processos', 'Post em dois processos', 'viagem', 'PI', 'scheduled', now() + interval '2 seconds')`;
  for (const visitor of [site, other])
    await expect.poll(() => textOf(visitor, "/blog"), SOON).toContain("Post em dois processos");
  await sql`delete from public.blog_posts where slug = 'em-dois-processos'`;
  await sql`delete from public.redirects where from_path = '/blog/em-dois-processos'`;
  await revalidate(site, baseURL!, ["blog", "blog:PI"]);
});

/** A context of the site of all browser tests with the address of `CALLER`. */
const siteAs = (playwright: PlaywrightWorkerArgs["playwright"], baseURL: string) =>
  playwright.request.newContext({ baseURL, maxRedirects: 0, extraHTTPHeaders: { "x-forwarded-for": CALLER } });

test("sign-ins are counted for both processes together, and a restart does not reset them", async ({
  playwright,
  baseURL,
}) => {
  const id = [...actionIds()].find(([name]) => name.endsWith("signInAction"))![1];
  const signIn = async (visitor: APIRequestContext, origin: string) => {
    const answer = await visitor.post("/login", {
      headers: { "next-action": id, "content-type": "text/plain;charset=UTF-8", origin, accept: "text/x-component" },
      data: JSON.stringify([
        { identifier: `n${crypto.randomUUID()}@example.org`, password: "errada", locale: "pt-BR" },
      ]),
    });
    return /"serverError":"([\w.]+)"/.exec(await answer.text())?.[1];
  };
  const site = await siteAs(playwright, baseURL!);
  for (let n = 0; n < 5; n++) {
    expect(await signIn(site, baseURL!)).toBe("login.failed");
    expect(await signIn(other, server.url)).toBe("login.failed");
  }
  expect([await signIn(site, baseURL!), await signIn(other, server.url)]).toEqual(["rate.limited", "rate.limited"]);
  await stop();
  await start(playwright);
  expect(await signIn(other, server.url)).toBe("rate.limited");
  await site.dispose();
});

test("registrations are counted for both processes together", async ({ playwright, baseURL }) => {
  const register = async (visitor: APIRequestContext, origin: string) =>
    (await visitor.post("/api/registrations/first", { data: {}, headers: { origin } })).status();
  const site = await siteAs(playwright, baseURL!);
  for (let n = 0; n < 30; n++) {
    expect(await register(site, baseURL!)).toBe(400);
    expect(await register(other, server.url)).toBe(400);
  }
  expect([await register(site, baseURL!), await register(other, server.url)]).toEqual([429, 429]);
  await site.dispose();
});
