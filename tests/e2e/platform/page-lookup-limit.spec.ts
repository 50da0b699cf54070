import type { APIRequestContext, PlaywrightWorkerArgs } from "@playwright/test";
import { repetitions } from "../../support/repetitions";
import { cookieHeader, demoAccount, openSession } from "../support/accounts";
import { guideRate, mixedRate } from "../support/load";
import { diskBytes, startOwnServer, type OwnServer } from "../support/own-server";
import { startReverseProxy, type ReverseProxy } from "../support/reverse-proxy";
import { expect, test } from "../support/test";
import { variable } from "../support/variable";

/** All kinds of addresses without a page, in three languages; `N` is a different number each time. */
const UNKNOWN = [
  "/nada-N",
  "/sc/rota/nada-N",
  "/english/blog/nada-N",
  "/espanol/sc/cidade/nada-N",
  "/blog/tag/nada-N",
  "/revista-digital/nada-N",
  "/sc/servicos/pagina/9N",
  "/sc/rota/nada-N/gpx",
  "/sitemap/nada-N.xml",
  "/nada-N.png",
  "/api/nada-N",
  "/_next/static/nada-N.js",
];
const GUIDE = ["/", "/home", "/sc/home", "/sc/regioes", "/sc/rota/serra-do-rio-do-rastro", "/english/sc/home", "/blog"];

let server: OwnServer;
let visitor: APIRequestContext;

// Pages without a database take long to fail.
test.describe.configure({ mode: "serial" });

async function start(playwright: PlaywrightWorkerArgs["playwright"], settings: Record<string, string>): Promise<void> {
  server = await startOwnServer(settings);
  visitor = await playwright.request.newContext({
    baseURL: server.url,
    maxRedirects: 0,
    extraHTTPHeaders: { "x-forwarded-for": "10.60.0.1" },
  });
}

/** Revalidates pages that read regions, as the panel's own actions do. */
async function revalidate(): Promise<void> {
  const { cookies } = await openSession(demoAccount("editor"));
  const answer = await visitor.post("/api/revalidate", {
    data: { tags: ["regions", "regions:PI"] },
    headers: { cookie: cookieHeader(cookies), origin: server.url },
  });
  expect(answer.status()).toBe(204);
}

/** Requests unknown addresses until this visitor has no look-ups left. */
async function useUpLookUps(): Promise<void> {
  for (let n = 0; n < 100; n++) {
    const answer = await visitor.get(`/sc/rota/nada-${crypto.randomUUID()}`);
    if (answer.headers()["x-page-cache"] === "limited") return;
  }
  throw new Error("100 look-ups were allowed");
}

const addRoute = (slug: string) => ({ name: "Rota de prova", slug, state_abbr: "PI", status: "published" });

test.describe("a separate web server", () => {
  let backendProxy: ReverseProxy;

  test.beforeAll(async ({ playwright }) => {
    backendProxy = await startReverseProxy(new URL(variable("TEST_MAILBOX_URL")).origin, "127.0.0.1");
    await start(playwright, { NEXT_PUBLIC_SUPABASE_URL: backendProxy.url });
  });

  test.afterAll(async () => {
    await visitor.dispose();
    await server.stop();
    await backendProxy.stop();
  });

  test("/ is served from the cache, and redirects to the stored language", async () => {
    for (const path of ["/", "/english", "/espanol"])
      // Tests that run at the same time may expire the page in between.
      await expect(async () => {
        await visitor.get(path);
        const answer = await visitor.get(`${path}?utm=x`);
        expect([answer.status(), answer.headers()["x-page-cache"]], path).toEqual([200, "hit"]);
      }).toPass();
    expect((await visitor.get("/")).headers()["cache-control"]).toBe("private, no-cache");
    for (const [language, location] of [
      ["en-US", "/english"],
      ["es-419", "/espanol"],
    ] as const) {
      const answer = await visitor.get("/?utm=x", { headers: { cookie: `a=b; lacambeche-language=${language}` } });
      expect([answer.status(), answer.headers().location], language).toEqual([307, `${location}?utm=x`]);
    }
    const portuguese = await visitor.get("/", { headers: { cookie: "lacambeche-language=pt-BR" } });
    expect([portuguese.status(), await portuguese.text()]).toEqual([200, await (await visitor.get("/")).text()]);
  });

  test("a removed page is not served again while the database fails", async ({ sql }) => {
    const path = "/pi/rota/prova-retirada";
    await sql`insert into public.regions ${sql(addRoute("prova-retirada"))}`;
    await revalidate();
    for (const prefix of ["", "/english"]) expect((await visitor.get(prefix + path)).status()).toBe(200);
    await sql`delete from public.regions where slug = 'prova-retirada'`;
    await revalidate();
    expect((await visitor.get(path)).status()).toBe(410);
    // Makes Next read the rows again.
    await revalidate();
    backendProxy.failRequests(/./);
    try {
      // Neither at the address where the removal was requested nor at one not requested since.
      const answers = await Promise.all(
        ["", "/english"].map((prefix) => visitor.get(prefix + path, { timeout: 90_000 })),
      );
      for (const answer of answers)
        expect([answer.status() === 200, (await answer.text()).includes("Rota de prova")], answer.url()).toEqual([
          false,
          false,
        ]);
    } finally {
      await backendProxy.stop();
      await backendProxy.restart();
      await sql`delete from public.redirects where from_path = ${path}`;
      await revalidate();
    }
  });

  test("unknown addresses get the 404 page, never 429, and write nothing to disk @stress", async () => {
    test.setTimeout(300_000 + repetitions(120, 3000) * 200);
    const before = diskBytes();
    const states: Record<string, number> = {};
    for (let n = 0; n < repetitions(120, 3000); n++) {
      const path = UNKNOWN[n % UNKNOWN.length]!.replace("N", String(n));
      const answer = await visitor.get(path);
      expect(answer.status(), path).toBe(404);
      const state = answer.headers()["x-page-cache"] ?? "none";
      if (state !== "none") expect(answer.headers()["cache-control"], path).toBe("private, no-cache");
      states[state] = (states[state] ?? 0) + 1;
    }
    expect(states.limited).toBeGreaterThan(0);
    expect(diskBytes() - before).toBeLessThan(10_000);
  });

  test("after the limit, known pages and new pages are still served", async ({ sql }) => {
    await useUpLookUps();
    // Not in the sitemap and not requested before.
    const [town] = await sql<
      { slug: string }[]
    >`select slug from public.cities where state_abbr = 'RR' and not is_published limit 1`;
    expect((await visitor.get(`/rr/cidade/${town!.slug}`)).status()).toBe(200);
    expect((await visitor.get(`/pi/rota/prova-nova`)).status()).toBe(404);
    await sql`insert into public.regions ${sql(addRoute("prova-nova"))}`;
    await revalidate();
    for (const prefix of ["", "/english", "/espanol"]) {
      const answer = await visitor.get(`${prefix}/pi/rota/prova-nova`);
      expect([answer.status(), await answer.text()]).toEqual([200, expect.stringContaining("Rota de prova")]);
    }
    await sql`delete from public.regions where slug = 'prova-nova'`;
    await sql`delete from public.redirects where from_path = '/pi/rota/prova-nova'`;
  });

  test("after the limit, no method, header or data request reaches Next for unknown addresses", async () => {
    await useUpLookUps();
    // Pages accept these methods only with a server action header.
    for (const method of ["POST", "PUT"])
      expect((await visitor.fetch(`/sc/rota/por-outra-via-${method}`, { method })).status(), method).toBe(405);
    for (const [method, headers] of [
      ["HEAD", {}],
      ["GET", { rsc: "1" }],
      ["GET", { "next-action": "x" }],
      ["GET", { rsc: "1", "next-router-prefetch": "1" }],
    ] as const) {
      const answer = await visitor.fetch(`/sc/rota/por-outra-via-${method}`, { method, headers });
      expect([answer.status(), answer.headers()["x-page-cache"]], `${method} ${JSON.stringify(headers)}`).toEqual([
        404,
        "limited",
      ]);
    }
  });

  test("a 404 for data of a page does not hide the page", async () => {
    const path = "/sc/rota/serra-do-rio-do-rastro";
    const headers = { rsc: "1", "next-router-prefetch": "1", "next-router-segment-prefetch": "/nope" };
    const led = await visitor.get(path, { headers });
    const part = await visitor.get(led.headers().location ?? path, { headers });
    expect(part.status()).toBe(404);
    expect((await visitor.get(`${path}?utm=x`)).status()).toBe(200);
    await revalidate();
    expect((await visitor.get(path)).status()).toBe(200);
  });

  test("a GET with a server action header is a normal GET", async () => {
    const answer = await visitor.get("/sc/home", { headers: { "next-action": "x" } });
    expect([answer.status(), answer.headers()["content-security-policy"]]).toEqual([
      200,
      expect.not.stringMatching(/script-src[^;]*'unsafe-inline'/),
    ]);
  });
});

test.describe("a web server under load", () => {
  test.beforeAll(({ playwright }) => start(playwright, {}));

  test.afterAll(async () => {
    await visitor.dispose();
    await server.stop();
  });

  test("memory and disk usage are limited with unknown addresses, and guide pages keep their request rate @stress", async () => {
    const seconds = repetitions(2, 180);
    test.setTimeout(300_000 + seconds * 4000);
    for (const path of GUIDE) await visitor.get(path);
    const disk = diskBytes();
    const alone = await guideRate(server.url, GUIDE, Math.min(seconds, 60));
    const under = await mixedRate(server.url, GUIDE, UNKNOWN, seconds);
    console.log(
      `guide pages per second: ${alone.guide} beside guide pages, ${under.guide} beside ${under.other} unknown addresses; ${server.memory().toFixed(0)} MB`,
    );
    expect([alone.failures, under.failures]).toEqual([0, 0]);
    expect(diskBytes() - disk).toBeLessThan(10_000);
    expect(server.memory()).toBeLessThan(600);
    if (process.env.STRESS) expect(under.guide / alone.guide).toBeGreaterThanOrEqual(0.8);
  });

  test("memory stays below 600 MB while every page is requested once @stress", async ({ sql }) => {
    const wanted = repetitions(30, 6000);
    test.setTimeout(300_000 + wanted * 2000);
    const towns = await sql<
      { state_abbr: string; slug: string }[]
    >`select lower(state_abbr) as state_abbr, slug from public.cities order by ibge_code`;
    const paths = ["", "/english"]
      .flatMap((prefix) => towns.map(({ state_abbr, slug }) => `${prefix}/${state_abbr}/cidade/${slug}`))
      .slice(0, wanted);
    let highest = 0;
    const worker = async () => {
      for (let path = paths.shift(); path; path = paths.shift()) {
        expect((await visitor.get(path)).status(), path).toBe(200);
        highest = Math.max(highest, server.memory());
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    console.log(`${wanted} pages: ${server.memory().toFixed(0)} MB, at most ${highest.toFixed(0)} MB`);
    expect(highest).toBeLessThanOrEqual(600);
  });
});
