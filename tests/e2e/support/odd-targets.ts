/** A random number generator in [0, 1), deterministic for a seed (mulberry32). */
export function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const PATHS = [
  "/",
  "/home",
  "/sc/home",
  "/english/sc/home",
  "/sc/rota/serra-do-rio-do-rastro",
  "/blog/tag/fusca",
  "/painel",
  "/admin/users",
  "/vendedor/dashboard",
  "/login",
  "/pagamento/abcdefgh",
  "/api/session",
  "/api/backup",
  "/api/exports/blog",
  "/sitemap/0.xml",
  "/cartao-postal/serra~rio.svg",
  "/robots.txt",
  "/_next/static/chunks/main.js",
  "/rest/v1/regions?select=name",
  "/rest/v1/rpc/current_account",
  "/auth/v1/settings",
  "/auth/v1/verify",
  "/auth/v1/admin/users",
  "/storage/v1/object/public/media/a.png",
  "/mailbox.json",
  "/mailbox",
  "/_system/studio",
  "/healthz",
];

const ODD_PARTS = [
  "..",
  "../..",
  ".//",
  "//",
  "%2e%2e",
  "%2E.",
  ".%2e/",
  "%2f",
  "%2F..%2F",
  "%5c",
  "\\",
  "..\\",
  "%5c..%5c",
  "%252e%252e",
  "%252f",
  "%00",
  "%0d%0a",
  "%c0%ae%c0%ae",
  "%c0%af",
  "%e0%80%af",
  "%ff",
  "%",
  "%zz",
  "%E0%A4",
  ";x=1",
  "#x",
  "?x",
  "@evil.example",
  "mailbox.json",
  "rest/v1",
  "../../mailbox.json",
  "auth/v1/../../..",
  "~",
  "é",
  "$",
  "&",
  "+",
  " ",
  "\t",
];

const ODD_HEADERS = [
  "Host: evil.example",
  "X-Forwarded-Host: evil.example",
  "X-Forwarded-Host: 127.0.0.1",
  "Forwarded: host=localhost",
  "X-Original-URL: /mailbox.json",
  "X-Rewrite-URL: /mailbox.json",
  "Content-Length: 0\r\nContent-Length: 0",
  "Content-Length: 4",
  "Transfer-Encoding: chunked\r\nContent-Length: 4",
  "x-middleware-subrequest: middleware",
  "x-page-cache-fill: 1",
  "x-caller-address: 127.0.0.1",
  "next-action: x",
  "RSC: 1",
  "Upgrade: websocket\r\nConnection: Upgrade",
  "Range: bytes=0-5",
  "X-HTTP-Method-Override: POST",
];

export type OddRequest = { target: string; headers: string[]; method: string; body: string };

/** A request with a randomly malformed target and headers. */
export function oddRequest(random: () => number): OddRequest {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
  const bends: ((path: string) => string)[] = [
    (path) => path.replace(/[a-z]/gi, (letter) => (random() < 0.2 ? `%${letter.charCodeAt(0).toString(16)}` : letter)),
    (path) => path.replace(/[a-z]/g, (letter) => (random() < 0.3 ? letter.toUpperCase() : letter)),
    (path) => path.replaceAll("/", () => pick(["/", "//", "\\", "%2f", "/./", "/x/../", "/%2e/"])),
    (path) => insert(path, pick(ODD_PARTS)),
    (path) => insert(insert(path, pick(ODD_PARTS)), pick(ODD_PARTS)),
    (path) => `${path}/${pick(ODD_PARTS)}/${pick(PATHS)}`,
    (path) => `${pick(PATHS)}/${"../".repeat(1 + Math.floor(random() * 5))}${path.slice(1)}`,
    (path) => path.replaceAll(/[^/]/g, (letter) => `%25${letter.charCodeAt(0).toString(16)}`),
    (path) => path + "a".repeat(Math.floor(random() * 9000)),
    (path) => `${pick(["http://evil.example", "http://localhost", "//evil.example", "ftp://x", "*"])}${path}`,
    (path) => path.slice(1),
    (path) => `${path}/`,
    (path) => path,
  ];
  const insert = (path: string, part: string) => {
    const at = Math.floor(random() * (path.length + 1));
    return path.slice(0, at) + part + path.slice(at);
  };
  const target = Buffer.from(pick(bends)(pick(PATHS))).toString("latin1");
  const headers = random() < 0.3 ? [pick(ODD_HEADERS)] : [];
  const method = random() < 0.9 ? "GET" : pick(["HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"]);
  return { target, headers, method, body: headers[0]?.endsWith("Content-Length: 4") ? "abcd" : "" };
}

/** The path that a browser would send for a target: WHATWG URL parsing, then every segment decoded and encoded once; null when that fails. */
export function browserPath(target: string): string | null {
  try {
    const { pathname } = new URL(
      Buffer.from(target, "latin1").toString().split(/[?#]/, 1)[0] ?? "",
      "http://site.example",
    );
    const segments = pathname.split("/").filter((segment) => segment !== "");
    return `/${segments.map((segment) => encodeURIComponent(decodeURIComponent(segment))).join("/")}`;
  } catch {
    return null;
  }
}
