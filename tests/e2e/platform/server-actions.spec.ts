import { readFileSync } from "node:fs";
import path from "node:path";
import { getRaw, type RawAnswer } from "../support/raw-request";
import { expect, test } from "../support/test";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const MULTIPART = "Content-Type: multipart/form-data; boundary=x";
const PAGES = ["/sc/home", "/login", "/nada", "/admin", "/api/nada", "/_next/nada.js"];

/** The id of a server action in the build. */
function idOf(name: string): string {
  const manifest = JSON.parse(readFileSync(path.join(ROOT, ".next/server/server-reference-manifest.json"), "utf8")) as {
    node: Record<string, { exportedName: string }>;
  };
  const id = Object.keys(manifest.node).find((key) => manifest.node[key]?.exportedName === name);
  if (!id) throw new Error(`no action ${name}`);
  return id;
}

const part = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const END = "--x--\r\n";

function post(origin: string, target: string, headers: string[], body = ""): Promise<RawAnswer> {
  return getRaw(origin, target, [`Content-Length: ${Buffer.byteLength(body)}`, ...headers], { method: "POST", body });
}

type Call = [name: string, headers: string[], body: string];

/** Malformed calls that no browser sends; Next answers most of them with 500. */
function malformedCalls(): Call[] {
  const id = idOf("signOutAction");
  const action = `Next-Action: ${id}`;
  const big = "a".repeat(1_200_000);
  return [
    ["a form that is none", [MULTIPART], "garbage"],
    ["an empty form", [MULTIPART], ""],
    ["a form without a boundary", ["Content-Type: multipart/form-data"], "garbage"],
    ["a form that ends early", [MULTIPART], part("a", "b")],
    ["a form of no action", [MULTIPART], part("a", "b") + END],
    ["an unknown action", [MULTIPART], part(`$ACTION_ID_${"0".repeat(42)}`, "") + END],
    ["an action of another form", [MULTIPART], part("$ACTION_ID_zz", "") + END],
    [
      "arguments that refer to nothing",
      [MULTIPART],
      part("$ACTION_REF_1", "") + part("$ACTION_1:0", `{"id":"${id}","bound":"$@1"}`) + END,
    ],
    ["a large form", [MULTIPART], part("a", big) + END],
    ["an id that is none", ["Next-Action: x"], "[]"],
    ["an unknown id", [`Next-Action: ${"0".repeat(42)}`], "[]"],
    ["an empty id", ["Next-Action: "], "[]"],
    ["two ids", [action, action], "[]"],
    ["no arguments", [action], ""],
    ["arguments that are not JSON", [action], "["],
    ["arguments that are no list", [action], "5"],
    ["a list that lies about its length", [action], '{"length":1000000000}'],
    ["too many arguments", [action], JSON.stringify(Array(2000).fill(1))],
    ["deep arguments", [action], "[".repeat(20_000) + "]".repeat(20_000)],
    ["a large argument", [action], `["${big}"]`],
    ...["$F1", "$Q1", "$1", "$nabc", "$A1", "$i1", "$B1", "$h1", "$0:x:y"].map((reference): Call => [
      `the argument ${reference}`,
      [action],
      JSON.stringify([reference]),
    ]),
    ["a form of arguments that is none", [action, MULTIPART], "garbage"],
    ["a form of arguments without any", [action, MULTIPART], part("a", "[]") + END],
    ["a form of arguments that ends early", [action, MULTIPART], part("0", "[]")],
    ["a router state that is none", [action, "Next-Router-State-Tree: garbage"], "[]"],
  ];
}

for (const target of PAGES) {
  test(`a malformed call of a server action at ${target} gets a 4xx status`, async ({ baseURL }) => {
    for (const [name, headers, body] of malformedCalls()) {
      const { status } = await post(baseURL!, target, headers, body);
      // The router state is parsed after the action has run; guarded pages check the login first.
      const allowed = name.startsWith("a router state") || target === "/admin" ? 200 : 400;
      expect(status, name).toBeGreaterThanOrEqual(allowed);
      expect(status, name).toBeLessThan(500);
    }
  });
}

test("a server action can be called from the site's own pages only", async ({ baseURL }) => {
  for (const origin of ["http://evil.example", "null", "%%", "https://localhost.evil.example", `${baseURL}1`]) {
    for (const [headers, body] of [
      [[`Next-Action: ${idOf("signOutAction")}`], "[]"],
      [[MULTIPART], part(`$ACTION_ID_${idOf("signOutAction")}`, "") + END],
    ] as const) {
      expect((await post(baseURL!, "/sc/home", [`Origin: ${origin}`, ...headers], body)).status, origin).toBe(403);
    }
  }
});

test("calls of the site itself still work, with and without JavaScript", async ({ baseURL }) => {
  const own = `Origin: ${baseURL}`;
  const called = await post(
    baseURL!,
    "/sc/home",
    [
      own,
      `Next-Action: ${idOf("signOutAction")}`,
      "Content-Type: text/plain;charset=UTF-8",
      "Accept: text/x-component",
    ],
    "[]",
  );
  expect([called.status, called.headers["x-action-redirect"]]).toEqual([200, "/home;push"]);
  const sent = await post(
    baseURL!,
    "/sc/home",
    [own, MULTIPART],
    part(`$ACTION_ID_${idOf("signOutAction")}`, "") + END,
  );
  expect([sent.status, sent.headers.location]).toEqual([303, "/home"]);
});

test("a form sent before hydration redirects back to its page, other methods are refused", async ({ baseURL }) => {
  const sent = await post(
    baseURL!,
    "/login?next=%2Fpainel",
    ["Content-Type: application/x-www-form-urlencoded"],
    "email=a%40example.org&password=x",
  );
  expect([sent.status, sent.headers.location]).toEqual([303, "/login?next=%2Fpainel"]);
  expect((await post(baseURL!, "/login", ["Content-Type: application/json"], "{}")).status).toBe(405);
  for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS"]) {
    const answer = await getRaw(baseURL!, "/sc/home", ["Content-Length: 0"], { method });
    expect([answer.status, answer.headers.allow], method).toEqual([405, "GET, HEAD, POST"]);
  }
});

test("every header combination of a GET of a page gives the normal page", async ({ baseURL }) => {
  for (const target of ["/sc/home", "/login", "/nada"]) {
    const plain = await getRaw(baseURL!, target);
    for (const header of ["Next-Action: x", `Next-Action: ${idOf("signOutAction")}`, "RSC: x", "RSC: 0"]) {
      const answer = await getRaw(baseURL!, target, [header]);
      expect(answer.status, `${target} ${header}`).toBe(plain.status);
      // An answer to the router is never kept by a shared cache.
      if (header.startsWith("RSC")) expect(answer.headers["cache-control"], `${target} ${header}`).toMatch(/^private/);
      for (const name of header.startsWith("RSC")
        ? ["content-type"]
        : ["cache-control", "content-type", "x-page-cache"])
        expect(answer.headers[name]?.replace("miss", "hit"), `${target} ${header} ${name}`).toBe(
          plain.headers[name]?.replace("miss", "hit"),
        );
      expect(answer.headers["content-security-policy"], `${target} ${header}`).not.toMatch(
        /script-src[^;]*'unsafe-inline'/,
      );
    }
  }
});

test("an invalid router state gets a 4xx status", async ({ baseURL }) => {
  for (const state of ["garbage", "%E0", "%5B%5D", "null", "%7B%7D", "x".repeat(8000)]) {
    for (const target of ["/login", "/sc/home", "/painel"]) {
      const headers = ["RSC: 1", `Next-Router-State-Tree: ${state}`];
      const first = await getRaw(baseURL!, target, headers);
      const { status } = first.headers.location?.includes("_rsc=")
        ? await getRaw(baseURL!, first.headers.location, headers)
        : first;
      expect(status, `${target} ${state.slice(0, 20)}`).toBe(400);
    }
  }
});

test("unusual file names are not found", async ({ baseURL }) => {
  for (const target of [
    "/sitemap/%E0.xml",
    "/api/exports/%E0",
    "/cartao-postal/%25E0%25A4~a.svg",
    "/cartao-postal/%E0~a.svg",
    "/cartao-postal/serra%7Ea.svg",
    "/qrcode/%25E0.svg",
    "/arte/2026-01/%25E0",
    "/midia/%25E0/%25E0",
    "/sitemap/%25E0.xml",
  ]) {
    expect((await getRaw(baseURL!, target)).status, target).toBe(404);
  }
  expect((await getRaw(baseURL!, "/cartao-postal/serra~a.svg")).status).toBe(200);
});
