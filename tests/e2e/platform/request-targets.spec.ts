import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { repetitions } from "../../support/repetitions";
import { demoAccount, publishableKey, serverKey } from "../support/accounts";
import { browserPath, numbersFrom, oddRequest } from "../support/odd-targets";
import { getRaw } from "../support/raw-request";
import { expect, test } from "../support/test";
import { variable } from "../support/variable";

const MISSING = /<h1[^>]*>Página não encontrada/;
/** Text that only the mailbox, the account administration and the studio of the backend contain. */
const PRIVATE = /token_hash|Caixa de e-mails|@lacambeche\.local|encrypted_password|Supalite/;

const TO_THE_MAILBOX = [
  "/rest/v1/../../mailbox.json",
  "/rest/v1/%2e%2e/%2e%2e/mailbox.json",
  "/rest/v1/..%2f..%2fmailbox.json",
  "/rest/v1/..%5c..%5cmailbox.json",
  "/rest/v1/..\\..\\mailbox.json",
  "/rest/v1/%252e%252e/%252e%252e/mailbox.json",
  "/rest/v1/x/../../../mailbox",
  "/storage/v1//../../mailbox.json",
  "/Auth/v1/../../mailbox.json",
  "/auth%2Fv1/../../mailbox.json",
  "//rest/v1/../../mailbox.json",
  "/rest/v1/../../_system/studio",
  "/rest/v1/../auth/v1/admin/users",
];

/** Puts a mail with a sign-in link into the mailbox, so that a leak would be visible. */
async function sendSignInLink(address: string): Promise<void> {
  const body = JSON.stringify({ email: address, create_user: false });
  const answer = await fetch(new URL("/auth/v1/otp", variable("TEST_MAILBOX_URL")), {
    method: "POST",
    headers: { apikey: publishableKey(), "content-type": "application/json" },
    body,
  });
  expect(answer.status).toBe(200);
}

test("no spelling of a backend path gives access to the mailbox or the studio", async ({ baseURL }) => {
  await sendSignInLink(demoAccount("editor").email);
  for (const target of TO_THE_MAILBOX) {
    const answer = await getRaw(baseURL!, target, [`apikey: ${publishableKey()}`]);
    expect([answer.status, answer.headers["content-type"]], target).toEqual([400, "application/json"]);
    expect(answer.body, target).not.toMatch(PRIVATE);
  }
  for (const target of ["/mailbox.json", "/mailbox", "/_system/studio", "/healthz", "/sc/../mailbox.json"]) {
    expect((await getRaw(baseURL!, target)).status, target).toBe(404);
  }
});

test("the account administration is not forwarded, even with the secret key", async ({ baseURL }) => {
  const key = [`apikey: ${serverKey()}`, `authorization: Bearer ${serverKey()}`];
  expect((await getRaw(baseURL!, "/auth/v1/admin/users", key)).status).toBe(404);
  expect((await getRaw(baseURL!, "/auth/v1/settings", [`apikey: ${publishableKey()}`])).status).toBe(200);
});

for (const [target, location] of [
  ["/sc//home", "/sc/home"],
  ["/sc/home/?utm=x", "/sc/home?utm=x"],
  ["/sc/%2e%2e/home", "/home"],
  ["/%73c/home", "/sc/home"],
  ["/sc\\home", "/sc/home"],
  ["//home", "/home"],
  ["/english//sc/home", "/english/sc/home"],
  ["/blog/tag/caf%c3%a9", "/blog/tag/caf%C3%A9"],
  ["/./painel", "/painel"],
] as const) {
  test(`${target} redirects to ${location}`, async ({ baseURL }) => {
    const answer = await getRaw(baseURL!, target);
    expect([answer.status, answer.headers.location]).toEqual([308, location]);
  });
}

test("malformed escapes, encoded separators and overlong paths answer 404, other forms of a target 400", async ({
  baseURL,
}) => {
  for (const target of [
    "/sc/%",
    "/sc/rota/%E0%A4",
    "/sc%2fhome",
    "/admin%5cusers",
    "/sc/%00",
    "/%c0%ae%c0%ae/home",
    `/sc/rota/${"a".repeat(3000)}`,
    "/api/exports/%E0",
    "/sitemap/%E0.xml",
    "//evil.example/x",
    "/sc/home?a#b",
  ]) {
    const answer = await getRaw(baseURL!, target);
    expect(answer.status, target).toBe(404);
    if (!/^\/(?:api|sitemap)\//.test(target)) expect(answer.body, target).toMatch(MISSING);
  }
  for (const target of [
    "*",
    "http://evil.example/home",
    "http://evil.example/rest/v1/../../mailbox.json",
    "/auth/v1/settings?x=1#&grant_type=password",
  ]) {
    expect((await getRaw(baseURL!, target)).status, target).toBe(400);
  }
});

test("encoded object names work in the storage API", async ({ baseURL }) => {
  for (const name of ["a%20b.png", "caf%C3%A9.png", "a+b,c=d@e.png", "pasta/a(1).png"]) {
    const answer = await getRaw(baseURL!, `/storage/v1/object/public/media/${name}`, [`apikey: ${publishableKey()}`]);
    expect(answer.body, name).not.toContain("bad_path");
    expect([400, 404], name).toContain(answer.status);
  }
});

test("of 200 parallel guesses from 200 addresses, five are checked @stress", async ({ baseURL, sql }) => {
  const email = `palpite-${crypto.randomUUID()}@example.org`;
  const server = { apikey: serverKey(), authorization: `Bearer ${serverKey()}`, "content-type": "application/json" };
  const admin = (path: string, body: object) =>
    fetch(new URL(`/auth/v1/admin/${path}`, variable("TEST_MAILBOX_URL")), {
      method: "POST",
      headers: server,
      body: JSON.stringify(body),
    });
  expect((await admin("users", { email, password: crypto.randomUUID(), email_confirm: true })).status).toBe(200);
  const made = (await (await admin("generate_link", { email, type: "magiclink" })).json()) as { email_otp: string };
  const guess = (code: string, caller: string) =>
    fetch(`${baseURL}/auth/v1/verify`, {
      method: "POST",
      headers: { apikey: publishableKey(), "content-type": "application/json", "x-forwarded-for": caller },
      body: JSON.stringify({ email, token: code, type: "magiclink" }),
    });
  const wrong = (n: number) => String((Number(made.email_otp) + n) % 1e10).padStart(10, "0");
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) => guess(wrong(n + 1), `10.77.${n >> 8}.${n & 255}`)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
  const [judged] =
    await sql`select tries from auth.users join auth.mailed_tokens on code_hash = recovery_token where email = ${email}`;
  expect(judged).toEqual({ tries: 5 });
  expect((await guess(made.email_otp, "10.77.9.9")).status).toBe(403);
  await sql`delete from auth.users where email = ${email}`;
});

test("a client has thirty attempts for all addresses of its /64 and all spellings of the path", async ({ baseURL }) => {
  const network = `2001:db8:${(process.ppid & 0xffff).toString(16)}:${Math.floor(Math.random() * 0xffff).toString(16)}`;
  const call = (n: number) =>
    getRaw(
      baseURL!,
      n % 2 ? "/auth/v1/%76erify" : "/auth/v1/verify",
      [`apikey: ${publishableKey()}`, `X-Forwarded-For: ${network}::${n.toString(16)}`, "Content-Length: 0"],
      { method: "POST" },
    );
  const statuses: number[] = [];
  for (let n = 0; n < 70; n++) statuses.push((await call(n)).status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  expect(statuses.filter((_, n) => n % 2).every((status) => status === 400)).toBe(true);
});

test("an idle connection stays open for the next request", async ({ baseURL }) => {
  const { hostname, port, host } = new URL(baseURL!);
  const socket = net.connect(Number(port), hostname);
  const answers: string[] = [];
  socket.on("data", (chunk) => answers.push(...(chunk.toString("latin1").match(/^HTTP\/1\.1 \d{3}/gm) ?? [])));
  const ask = () => socket.write(`HEAD /robots.txt HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  ask();
  await expect.poll(() => answers).toHaveLength(1);
  await sleep(7_000);
  ask();
  await expect.poll(() => answers).toEqual(["HTTP/1.1 200", "HTTP/1.1 200"]);
  socket.destroy();
});

test("requests refused before their body is read do not break requests of other clients @stress", async ({
  baseURL,
}) => {
  const [rounds, body] = [repetitions(40, 1000), "x".repeat(500_000)];
  test.setTimeout(300_000 + rounds * 200);
  const innocent = () =>
    fetch(`${baseURL}/rest/v1/states?select=abbr&limit=1`, { headers: { apikey: publishableKey() } });
  // Without an API key; the result of this request is irrelevant.
  const refused = () => fetch(`${baseURL}/rest/v1/states`, { method: "POST", body }).catch(() => undefined);
  const answers = await Promise.all([
    ...Array.from({ length: 6 }, async () => {
      for (let round = 0; round < rounds; round++) await refused();
      return [];
    }),
    ...Array.from({ length: 6 }, async () => {
      const statuses = [];
      for (let round = 0; round < rounds * 3; round++) statuses.push((await innocent()).status);
      return statuses;
    }),
  ]);
  expect(new Set(answers.flat())).toEqual(new Set([200]));
});

test("malformed targets and headers return nothing beyond the canonical path, and no 5xx @stress", async ({
  baseURL,
}) => {
  const total = repetitions(400, 20_000);
  test.setTimeout(300_000 + total * 300);
  await sendSignInLink(demoAccount("admin").email);
  const random = numbersFrom(11);
  const counts: Record<number, number> = {};
  for (let batch = 0; batch < total / 8; batch++) {
    const requests = Array.from({ length: 8 }, () => oddRequest(random));
    const answers = await Promise.all(
      requests.map(({ target, headers, ...rest }) => getRaw(baseURL!, target, headers, rest)),
    );
    for (const [n, { status, headers, body }] of answers.entries()) {
      const { target } = requests[n]!;
      const shown = JSON.stringify(requests[n]).slice(0, 300);
      counts[status] = (counts[status] ?? 0) + 1;
      expect(status, shown).toBeLessThan(500);
      expect(body, shown).not.toMatch(PRIVATE);
      // Spaces before the target of a request line are skipped; a space after it ends the target.
      const sent = target.replace(/^ +/, "").split(/[? ]/, 1)[0] ?? "";
      if (status === 200) expect(browserPath(sent), shown).toBe(sent.replaceAll(/[$&+,;=:@]/g, encodeURIComponent));
      if (headers.location) expect(new URL(headers.location, baseURL).origin, shown).toBe(new URL(baseURL!).origin);
    }
  }
  console.log(`answers by status: ${JSON.stringify(counts)}`);
});
