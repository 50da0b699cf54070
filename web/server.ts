import http, { type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import v8 from "node:v8";
import next from "next";
import { env } from "../lib/platform/env";
import { logAsJson, logCrashes } from "../lib/platform/log";
import { splitPath } from "../lib/platform/i18n/routing";
import { matchRoute } from "../lib/platform/paths";
import { reportError } from "../lib/platform/report";
import { backendCall, readRequestTarget, ROUTER_HEADER } from "../lib/platform/request-target";
import { missingPage } from "../lib/platform/status-pages";
import { takeFillMark } from "./ask-next";
import { callerOf, isFromProxy } from "./caller";
import { drain } from "./drain";
import { ExpiredTags } from "./expired-tags";
import { forwardToBackend, refusePath } from "./forward";
import { takeSettingsOfBuild } from "./next-files";
import { ownAddress } from "./own-address";
import { observeRequests } from "./observe";
import { refusePageRequest } from "./page-requests";
import { isForPageData, keepPrivate } from "./page-data";
import { addPageTags } from "./page-tags";
import { PublicPages } from "./pages";
import { withRequestId } from "./request-id";
import { buildFiles } from "./static-files";

logAsJson("web", env.LOG_FORMAT);
logCrashes();
const port = Number(process.env.PORT ?? 3000);
const dev = process.argv.includes("--dev");

/** Headers that only this server may set; removed from incoming requests. */
const TRUSTED_HEADERS = ["x-caller-address", "x-middleware-subrequest", "x-nonce", ROUTER_HEADER];

// tsx enables source maps; Node would keep the map of every file of the build that it loads, about 70 MB.
process.setSourceMapsEnabled(false);
// Runs garbage collection before the heap has grown by a third: rendering many different pages otherwise doubles it.
v8.setFlagsFromString("--heap-growing-percent=30");

const server = http.createServer();
// Longer than the 60 seconds for which proxies and clients reuse an idle connection; with Node's default of 5 seconds,
// the server could close a connection while a request is arriving.
server.keepAliveTimeout = 75_000;
server.headersTimeout = 80_000;
if (!dev) await takeSettingsOfBuild();
// Next handles WebSocket upgrades on the server it is given. Only development uses them, so production gives it an unused server and ignores Upgrade headers.
const app = next({
  dev,
  hostname: /^(?:127\.|::1$)/.test(ownAddress) ? "localhost" : ownAddress,
  port,
  httpServer: dev ? server : http.createServer(),
});
await app.prepare();
const handle = app.getRequestHandler();
let assets = dev ? null : buildFiles();
const pages = dev ? null : await PublicPages.open(port, handle);
await new ExpiredTags().follow();

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Whether a canonical path matches a page route; the middleware corrects the case of a state. */
function isPage(path: string): boolean {
  const inside = splitPath(path).path;
  return Boolean(matchRoute(inside) ?? matchRoute(inside.toLowerCase()));
}

/**
 * Routes by the canonical path of a request and writes it into `request.url`, so that later code sees one spelling.
 * Returns true when the response has been sent: a backend call, a redirect or a refusal.
 */
async function route(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  if (!METHODS.includes(request.method ?? "")) {
    response.writeHead(405, { allow: METHODS.join(", ") }).end();
    return true;
  }
  const raw = request.url ?? "";
  const target = readRequestTarget(raw);
  const call = env.SUPABASE_EMBEDDED ? backendCall(raw, target) : "none";
  if (call === "forward" && target) await forwardToBackend(request, response, target.path);
  else if (call === "refuse") refusePath(response);
  else if (!raw.startsWith("/")) response.writeHead(400).end();
  else if (target && !target.isCanonical && isPage(target.path))
    response.writeHead(308, { location: target.path + target.query }).end();
  else {
    request.url = target?.isCanonical ? target.path + target.query : missingPage("/");
    return false;
  }
  return true;
}

async function answer(request: IncomingMessage, response: ServerResponse, isOurs: boolean): Promise<void> {
  for (const name of TRUSTED_HEADERS) delete request.headers[name];
  // Only a POST may call a server action.
  if (request.method === "GET" || request.method === "HEAD") delete request.headers["next-action"];
  request.headers["x-caller-address"] = callerOf(request);
  // Next removes its own header before the middleware.
  if (request.headers.rsc) request.headers[ROUTER_HEADER] = "1";
  if (await route(request, response)) return;
  if (isForPageData(request)) keepPrivate(response);
  if (assets?.(request, response)) return;
  if (refusePageRequest(request, response)) return;
  if (isOurs) addPageTags(request, response);
  return isOurs || !pages ? handle(request, response) : pages.answer(request, response);
}

const observe = dev ? null : await observeRequests();
const shutDown = drain(server, () => sleep(env.DRAIN_SECONDS * 1000));

server.on("request", (request, response) => {
  const isOurs = takeFillMark(request);
  if (!isOurs) observe?.(request, response);
  withRequestId(request, response, isOurs || isFromProxy(request), () => {
    if (shutDown.refuse(request, response)) return;
    answer(request, response, isOurs).catch((error: unknown) => {
      reportError("web", error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
});
server.on("error", (error: NodeJS.ErrnoException) => {
  const text =
    error.code === "EADDRINUSE"
      ? `A porta ${port} já está em uso. Feche o outro programa ou inicie com PORT=3001 npm start.`
      : error.message;
  process.send?.({ type: "failed", message: text });
  process.exitCode = 1;
  process.disconnect?.();
});
server.listen(port, env.BIND_ADDRESS, () => {
  process.send?.({ type: "ready" });
  void pages?.refresh();
});

const stop = () => void shutDown.start().then(() => process.exit(0));
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
process.on("disconnect", stop);
process.on("message", (message) => {
  if (message === "compressed again") assets = buildFiles();
});
process.on("unhandledRejection", (error) => reportError("unhandledRejection", error));
