import type { Sql } from "postgres";
import sharp from "sharp";
import type { Role } from "../../../lib/platform/auth/permissions";
import { repetitions } from "../../support/repetitions";
import { cookieHeader, demoAccount, openSession } from "../support/accounts";
import { startOwnServer, type OwnServer } from "../support/own-server";
import { call, longest, p95, repeat, statuses } from "../support/pressure";
import { expect, test } from "../support/test";

const PORT = "3217";
const PAGES = ["/sc/home", "/sc/rota/serra-do-rio-do-rastro", "/blog"];
const ATTACKER = 1;
/** Chuí and Uiramutã, the ends of the country. */
const ENDS = ["-33.69,-53.45", "4.6,-60.2"];
const across = (points: number) => Array.from({ length: points }, (_, index) => ENDS[index % 2]).join(";");
const towns = "-26.3,-48.85;-26.92,-49.07;-27.1,-48.92;-27.59,-48.55";

let server: OwnServer;
let visitor = 100;
/** A caller that has sent nothing before. */
const newVisitor = () => ++visitor;

/** A photo that does not compress well, as those of a camera. */
async function photo(width: number, height: number, progressive = false): Promise<Blob> {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const grain = await sharp({
    create: { width: width / 8, height: height / 8, channels: 3, background: "#000", noise },
  })
    .png()
    .toBuffer();
  const picture = sharp(grain).resize(width, height).jpeg({ quality: 80, progressive });
  return new Blob([new Uint8Array(await picture.toBuffer())]);
}

/** The line of a long trip as the planner sends it. */
function factsOf(points: number): { body: string; headers: Record<string, string> } {
  let [line, lat, lng] = ["", 0, 0];
  const part = (value: number) => {
    let [rest, text] = [value < 0 ? ~(value << 1) : value << 1, ""];
    for (; rest >= 32; rest >>>= 5) text += String.fromCharCode((32 | (rest & 31)) + 63);
    return text + String.fromCharCode(rest + 63);
  };
  for (let index = 0; index < points; index++) {
    const next = [Math.round((-30 + (25 * index) / points) * 1e5), Math.round((-51 + Math.sin(index) / 900) * 1e5)];
    line += part(next[0]! - lat) + part(next[1]! - lng);
    [lat, lng] = next as [number, number];
  }
  const input = { line, km: 0, tollClass: "car", tolls: [] };
  return { body: JSON.stringify(input), headers: { "content-type": "application/json" } };
}

// In order on one server; a failed endpoint does not skip the others.
test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
  server = await startOwnServer({ PORT, NEXT_PUBLIC_SITE_URL: `http://localhost:${PORT}` });
  // The road network is loaded once, before the measurements.
  await call(server.url, `/api/road-route?points=${towns}`, ATTACKER);
});

test.afterAll(() => server.stop());

test("a picture with too many pixels and one with too many parallel uploads are refused with a reason", async () => {
  const large = await photo(6000, 4800);
  expect(await call(server.url, "/api/request-photos", newVisitor(), { body: large })).toMatchObject({ status: 422 });
  // A progressive picture costs twice its pixels.
  const progressive = await photo(4800, 3200, true);
  expect(await call(server.url, "/api/request-photos", newVisitor(), { body: progressive })).toMatchObject({
    status: 422,
  });
  const usual = await photo(4000, 3000);
  const many = newVisitor();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => call(server.url, "/api/request-photos", many, { body: usual })),
  );
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, retryAfter } of refused) expect([status, Number(retryAfter) > 0]).toEqual([429, true]);
  expect(await call(server.url, "/api/request-photos", many, { body: usual })).toMatchObject({ status: 201 });
});

test("a route or a line over the limit of kilometres is an input error", async () => {
  expect(await call(server.url, `/api/road-route?points=${across(25)}`, newVisitor())).toMatchObject({ status: 400 });
  const facts = factsOf(20_000);
  expect(await call(server.url, "/api/trip-facts", newVisitor(), facts)).toMatchObject({ status: 400 });
});

test("routes whose client disconnected do not keep the next client waiting", async () => {
  for (let wave = 0; wave < 4; wave++) {
    const abort = new AbortController();
    const sent = Array.from({ length: 6 }, () =>
      call(server.url, `/api/road-route?points=${across(4)}`, newVisitor(), { signal: abort.signal }).catch(() => null),
    );
    setTimeout(() => abort.abort(), 50);
    await Promise.all(sent);
  }
  expect(await call(server.url, `/api/road-route?points=${towns}`, newVisitor())).toMatchObject({ status: 200 });
});

type Sent = { body?: BodyInit; headers?: Record<string, string> };
/** What the attacker sends, and what another caller asks of the same endpoint meanwhile. */
type Load = { path: string | ((turn: number) => string); sent?: Sent; other?: string; sentByOther?: Sent };

/** Headers of the demo account of a role. */
const sentAs = async (role: Role): Promise<Sent> => ({
  headers: { cookie: cookieHeader((await openSession(demoAccount(role))).cookies) },
});

const ENDPOINTS: Record<string, (sql: Sql) => Promise<Load>> = {
  "road-route": async () => ({
    path: `/api/road-route?points=${across(4)}&n=N`,
    other: `/api/road-route?points=${towns}&n=N`,
  }),
  "trip-facts": async () => ({ path: "/api/trip-facts", sent: factsOf(4000) }),
  "request-photos": async () => ({ path: "/api/request-photos", sent: { body: await photo(5600, 4200) } }),
  postcard: async () => ({ path: "/cartao-postal/litoral~pressao-N.png" }),
  // More images than the server keeps.
  "share image": async (sql) => {
    const routes = await sql<{ uf: string; slug: string }[]>`
      select lower(state_abbr) as uf, slug from public.regions where status = 'published' order by id`;
    return {
      path: (turn) => {
        const { uf, slug } = routes[turn % routes.length]!;
        return `/imagem-rota/${uf}/${slug}~pt-BR~000000.jpg`;
      },
      other: `/imagem-rota/${routes[0]!.uf}/${routes[0]!.slug}~en-US~000000.jpg`,
    };
  },
  "offline-pack": async () => ({ path: "/api/offline-pack/sc?locale=pt-BR&n=N" }),
  "magazine PDF": async () => ({ path: "/revista-digital/edicao-1/pdf?n=N" }),
  "account export": async () => ({
    path: "/api/account-export",
    sent: await sentAs("user"),
    sentByOther: await sentAs("editor"),
  }),
};

for (const [name, loadOf] of Object.entries(ENDPOINTS))
  test(`one caller at ${name} delays no other caller @stress`, async ({ sql }) => {
    const seconds = repetitions(2, 60);
    test.setTimeout(240_000 + seconds * 3000);
    const { path, sent = {}, sentByOther = sent, ...load } = await loadOf(sql);
    const pathOf = typeof path === "string" ? () => path : path;
    const other = load.other ?? pathOf(0);
    const pages = (until: number) => {
      let turn = 0;
      return repeat(() => call(server.url, PAGES[turn++ % PAGES.length]!, newVisitor()), until, 50);
    };
    for (const page of PAGES) await call(server.url, page, newVisitor());
    const idle = await pages(Date.now() + Math.min(seconds, 20) * 1000);
    const until = Date.now() + seconds * 1000;
    let turn = 0;
    const [attack, beside, same] = await Promise.all([
      repeat(() => call(server.url, pathOf(turn++), ATTACKER, sent), until, 20, 8),
      pages(until),
      repeat(() => call(server.url, other, newVisitor(), sentByOther), until, 400),
    ]);
    console.log(
      `${name} | attacker ${JSON.stringify(statuses(attack))} | pages p95 idle ${p95(idle)} ms, beside ${p95(beside)} ms | same endpoint p95 ${p95(same)} ms, longest ${longest(same)} ms ${JSON.stringify(statuses(same))} | ${server.memory().toFixed(0)} MB`,
    );
    for (const { status } of [...beside, ...same]) expect(status).toBeLessThan(300);
    for (const { status } of attack) expect(status).toBeLessThan(500);
    if (!process.env.STRESS) return;
    expect(p95(beside)).toBeLessThanOrEqual(p95(idle) + 200);
    expect(p95(same)).toBeLessThanOrEqual(2000);
  });
