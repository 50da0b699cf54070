import { randomBytes } from "node:crypto";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import next from "next";
import { env } from "../../lib/platform/env";
import { acceptedEncoding, finishPage, pageCache, type FinishedPage } from "../../lib/platform/page-cache";
import { localePath, splitPath } from "../../lib/platform/i18n/routing";
import { GONE_PATH, guardOf, matchRoute, missingPage } from "../../lib/platform/paths";
import { forwardToBackend, isBackendPath } from "./forward";
import { RedirectHits, sendTo } from "./redirect-hits";
import { staticFiles } from "./static-files";

const port = Number(process.env.PORT ?? 3000);
const dev = process.argv.includes("--dev");

/** Marks our own request for a page's HTML, so that it reaches Next instead of the cache. */
const FILL_HEADER = "x-page-cache-fill";
const fillToken = randomBytes(24).toString("hex");

/** Headers only our own server may set. */
const TRUSTED_HEADERS = ["x-caller-address", "x-middleware-subrequest", "x-nonce"];

const app = next({ dev, hostname: "localhost", port });
await app.prepare();
const handle = app.getRequestHandler();
const assets = dev ? null : await staticFiles(".next/static", "/_next/static");

/** Whether a GET may be answered with shared static HTML, and whether that HTML is worth keeping. */
function staticPage(url: string): { path: string; keep: boolean } | null {
  const path = url.split(/[?#]/, 1)[0] ?? "/";
  if (path.startsWith("/api/") || path.startsWith("/_next/") || /\.[a-z0-9]+$/i.test(path)) return null;
  const inside = splitPath(path).path;
  if (guardOf(inside)) return null;
  const match = matchRoute(inside);
  if (match && !match.route.cached && inside !== "/") return null;
  return { path, keep: Boolean(match?.route.cached) };
}

function send(request: IncomingMessage, response: ServerResponse, page: FinishedPage, state: string): void {
  const headers = { ...page.headers, etag: page.etag, "x-page-cache": state };
  if (page.status === 200 && request.headers["if-none-match"] === page.etag) {
    response.writeHead(304, headers).end();
    return;
  }
  const encoding = acceptedEncoding(request.headers["accept-encoding"]);
  const body = page.body[encoding];
  response.writeHead(page.status, { ...headers, "content-length": body.length, ...(encoding !== "identity" && { "content-encoding": encoding }) });
  response.end(request.method === "HEAD" ? undefined : body);
}

type Answer = { status: number; headers: http.IncomingHttpHeaders; body: Buffer };

/** Asks this very server for the page, past the cache. */
function askNext(path: string, cookie: string | undefined): Promise<Answer> {
  const headers = { host: new URL(env.NEXT_PUBLIC_SITE_URL).host, [FILL_HEADER]: fillToken, "accept-encoding": "identity", ...(cookie && { cookie }) };
  return new Promise((resolve, reject) => {
    const request = http.get({ host: "127.0.0.1", port, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 500, headers: answer.headers, body: Buffer.concat(chunks) }));
      answer.on("error", reject);
    });
    request.on("error", reject);
  });
}

const redirectHits = new RedirectHits(sendTo(env.NEXT_PUBLIC_SUPABASE_URL, env.SUPABASE_SECRET_KEY));

/** Whether a page's address moved or is gone for good. */
const isLeft = ({ status, headers }: FinishedPage) => status === 410 || headers.location !== undefined;

const filling = new Map<string, Promise<FinishedPage | null>>();

/**
 * Next draws the body of an unknown slug in the browser only and knows no 410: such visitors get the static 404
 * page instead, at the address they asked for.
 */
async function settle(path: string, answer: Answer): Promise<Answer> {
  const { locale, path: inside } = splitPath(path);
  if (answer.status === 404) return askNext(localePath(locale, missingPage(inside)), undefined);
  const isGone = answer.headers.location === localePath(locale, GONE_PATH);
  return isGone ? askNext(localePath(locale, GONE_PATH), undefined) : answer;
}

/** A page's answer as visitors get it; null when it is none that everybody may share. */
function finish(path: string, { status, headers, body }: Answer): FinishedPage | null {
  if (status >= 500 || headers["set-cookie"]) return null;
  if (headers.location) return finishPage(status, { location: headers.location }, Buffer.alloc(0), { shared: false });
  if (!String(headers["content-type"]).includes("text/html")) return null;
  const page = finishPage(status, headers, body, { shared: true });
  if (status === 200) pageCache.store(path, page, env.PAGE_CACHE_SECONDS);
  return page;
}

/** One fill per page however many visitors wait; null when Next's answer is not a shared page. */
function fill(path: string): Promise<FinishedPage | null> {
  const running = filling.get(path);
  if (running) return running;
  const filled = askNext(path, undefined)
    .then((answer) => settle(path, answer))
    .then((answer) => finish(path, answer))
    .catch(() => null)
    .finally(() => filling.delete(path));
  filling.set(path, filled);
  return filled;
}

/** With an older copy at hand nobody waits longer than this for a fresh one. */
const patience = () => new Promise<null>((resolve) => setTimeout(resolve, 1500, null));

async function answerStatic(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
  const hit = pageCache.fresh(path);
  if (hit) return send(request, response, hit, "hit");
  const stale = pageCache.stale(path);
  const filled = await (stale ? Promise.race([fill(path), patience()]) : fill(path));
  if (filled && isLeft(filled)) redirectHits.note(path);
  if (filled) send(request, response, filled, "miss");
  else if (stale) send(request, response, stale, "stale");
  else await handle(request, response);
}

/** `/` (it may redirect to the remembered language) and unknown addresses: asked each time, never kept. */
async function answerUncached(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = await askNext(request.url ?? "/", request.headers.cookie).catch(() => null);
  if (!answer || !String(answer.headers["content-type"]).includes("text/html")) return handle(request, response);
  send(request, response, finishPage(answer.status, answer.headers, answer.body, { shared: false }), "pass");
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const ours = request.headers[FILL_HEADER] === fillToken;
  delete request.headers[FILL_HEADER];
  for (const name of TRUSTED_HEADERS) delete request.headers[name];
  request.headers["x-caller-address"] = request.socket.remoteAddress ?? "unknown";
  const url = request.url ?? "/";
  if (env.SUPABASE_EMBEDDED && isBackendPath(url)) return forwardToBackend(request, response);
  if (assets?.(request, response)) return;
  const isDocument = !dev && !ours && (request.method === "GET" || request.method === "HEAD") && !request.headers.rsc && !request.headers["next-action"];
  const page = isDocument ? staticPage(url) : null;
  if (!page) return handle(request, response);
  return page.keep ? answerStatic(request, response, page.path) : answerUncached(request, response);
}

const server = http.createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error("web", error);
    if (!response.headersSent) response.writeHead(500);
    response.end();
  });
});
server.on("upgrade", app.getUpgradeHandler());
server.on("error", (error: NodeJS.ErrnoException) => {
  const text = error.code === "EADDRINUSE" ? `A porta ${port} já está em uso. Feche o outro programa ou inicie com PORT=3001 npm start.` : error.message;
  process.send?.({ type: "failed", message: text });
  process.exitCode = 1;
  process.disconnect?.();
});
server.listen(port, () => process.send?.({ type: "ready" }));

function stop() {
  server.close(() => process.exit(0));
  server.closeAllConnections();
  setTimeout(() => process.exit(0), 3000).unref();
}
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
process.on("disconnect", stop);
process.on("unhandledRejection", (error) => console.error("unhandledRejection", error));
