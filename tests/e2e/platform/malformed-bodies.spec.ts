import { randomUUID } from "node:crypto";
import { expect, type APIRequestContext } from "@playwright/test";
import type { Sql } from "postgres";
import { HANDLERS } from "../../support/access/handlers";
import { repetitions } from "../../support/repetitions";
import { test } from "../support/gate-test";
import { numbersFrom } from "../support/odd-targets";

/** Handlers of event pages that read a body; the access table lists every handler of the source. */
const SUBJECTS = /registration|event-|gate|certificate|publish-link|contract|fresh-link|event-vote/;
const HANDLERS_WITH_BODY = Object.entries(HANDLERS).flatMap(([name, line]) => {
  const [method = "", route = ""] = name.split(" ");
  const path = typeof line.path === "string" ? line.path : route.includes("[") ? null : route;
  return method !== "GET" && SUBJECTS.test(route) && path ? [{ method, path }] : [];
});

const FIELDS =
  "request_id type full_name title email vehicles companions answers token change code contact stand payload id ids seen state ticket vehicle list nonce readings raw kind event reason locale consent status".split(
    " ",
  );
const marker = `malformed ${randomUUID()}`;
const ODD = [
  null,
  [],
  {},
  "",
  "\u0000",
  "\ud800",
  "é".repeat(3000),
  -1,
  1e300,
  true,
  "{",
  [[[]]],
  { a: 1 },
  "../../x",
  marker,
  [marker],
  { full_name: marker },
  [{ nonce: marker, raw: marker }],
];
const BROKEN = ["{", "", "[]", "null", "\u0000", "[".repeat(5000), '"', "--x\r\n\r\n--x--", "a=1&b=2"];
const INVALID_UTF8 = Buffer.concat([
  Buffer.from(`{"full_name":"${marker}`),
  Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0x22, 0x7d]),
]);
const TYPES = [
  "application/json",
  "text/plain",
  "multipart/form-data; boundary=x",
  "application/x-www-form-urlencoded",
];
const TOKEN_PAGES = [
  "/eventos/inscricao/status/",
  "/eventos/portaria/",
  "/eventos/publicar/",
  "/eventos/certificado/",
  "/eventos/presenca/",
  "/eventos/contrato/",
  "/eventos/votar/",
  "/approval/",
];
const TOKENS = ["a", "0".repeat(64), "%00", "%F0%9F%9A%97", "a".repeat(1500), "..%2F..%2Fadmin", "'", "null", "[x]"];

const random = numbersFrom(11);
const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;

/** Without an e-mail address no registration, follow or draft is complete, whatever the other fields contain. */
function oddBody(type: string): string | Buffer {
  const chance = random();
  if (chance < 0.05) return INVALID_UTF8;
  if (chance < 0.2) return pick(BROKEN);
  const fields = Array.from({ length: 6 }, () => [pick(FIELDS), pick(ODD)] as const);
  const complete = { request_id: randomUUID(), type, locale: "pt-BR", consent: true, full_name: marker, title: marker };
  return JSON.stringify({ ...complete, ...Object.fromEntries(fields), email: pick(ODD) });
}

/** The tables with a row that contains the marker. */
async function tablesWithMarker(sql: Sql): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private')`;
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await sql`
        select from ${sql.unsafe(name)} as stored where strpos(stored::text, ${marker}) > 0 limit 1`;
      return rows.length > 0 ? [name] : [];
    }),
  );
  return found.flat();
}

test("malformed bodies and links never cause a server error or a row @stress", async ({ visitorAs, sql, gate }) => {
  const turns = repetitions(6, 2000);
  // The full size sends some 50,000 requests, one after the other.
  test.setTimeout(300_000 + turns * 2000);
  expect(HANDLERS_WITH_BODY.length).toBeGreaterThan(15);
  const device = (await gate.enrol("Portão ruim")).split("/").at(-1)!;
  const [anonymous, admin] = [await visitorAs(null), await visitorAs("admin")];
  const callers: { visitor: APIRequestContext; headers: Record<string, string> }[] = [
    { visitor: anonymous, headers: {} },
    { visitor: admin, headers: {} },
    { visitor: anonymous, headers: { authorization: `Device ${device}` } },
  ];
  let address = 0;
  // Each request has its own IP address, so that the rate limit refuses none.
  const nextAddress = () => `10.${40 + (++address >> 16)}.${(address >> 8) & 255}.${address & 255}`;
  for (let turn = 0; turn < turns; turn++) {
    for (const { method, path } of HANDLERS_WITH_BODY) {
      const { visitor, headers } = callers[turn % callers.length]!;
      const data = oddBody(gate.typeId);
      const answer = await visitor.fetch(path, {
        method,
        data,
        headers: { ...headers, "x-forwarded-for": nextAddress(), "content-type": pick(TYPES) },
      });
      expect(answer.status(), `${method} ${path} ${String(data).slice(0, 300)}`).toBeLessThan(500);
    }
    const page = pick(TOKEN_PAGES) + pick(TOKENS);
    const answer = await anonymous.get(page, { headers: { "x-forwarded-for": nextAddress() } });
    expect(answer.status(), page).toBeLessThan(500);
  }
  expect(await tablesWithMarker(sql)).toEqual([]);
  expect(await gate.readings()).toEqual([]);
  const wrong = { authorization: `Device ${"A".repeat(43)}` };
  expect((await anonymous.get("/api/gate/list", { headers: wrong })).status()).toBe(403);
});

test("refused codes are counted by day and caller", async ({ visitorAs, sql }) => {
  const visitor = await visitorAs(null);
  const count = async () => {
    const [row] = await sql<{ attempts: number }[]>`
      select coalesce(sum(attempts), 0)::int as attempts from public.failed_attempts where subject = 'registration'`;
    return row!.attempts;
  };
  const before = await count();
  for (let index = 0; index < 3; index++) {
    const data = { code: "ZYXW9876", contact: "nobody@example.org" };
    expect((await visitor.post("/api/registrations/status", { data })).status()).toBe(404);
  }
  // Other tests guess codes at the same time.
  expect(await count()).toBeGreaterThanOrEqual(before + 3);
});
