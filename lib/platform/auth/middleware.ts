import "server-only";
import { NextResponse, type NextRequest } from "next/server";
import { FRAME_CSP, pageCsp, newNonce } from "../csp";
import { guardOf, matchRoute } from "../paths";
import { reportError } from "../report";
import { ROUTER_HEADER } from "../request-target";
import { GONE_PATH, isFramed, missingPage, UNAVAILABLE_PATH } from "../status-pages";
import { isLocale, LANGUAGE_COOKIE, localePath, rememberedHomePath, splitPath, type Locale } from "../i18n/routing";
import { tokenOfSegment } from "../named-token";
import { addressIn } from "../caller";
import { createPublicClient } from "../supabase/public";
import { createSessionClientOn, type CookieChange } from "../supabase/session";
import { decideAccess } from "./access";
import { loadSession } from "./account";
import { COOKIE_SECONDS, FLASH_COOKIE, HINT_COOKIE, SCAN_COOKIE } from "./cookies";

/** Handles a page request: canonical redirect, access check, rewrite to the locale's route tree. */
export async function handlePage(request: NextRequest): Promise<NextResponse> {
  const { locale, path } = splitPath(request.nextUrl.pathname);
  const moved = canonicalRedirect(request, locale, path);
  if (moved) return moved;
  // Asked for by web/pages.ts, which answers the address itself when a browser requests it.
  if (path === UNAVAILABLE_PATH) return answerUnavailable(request, locale, path);
  const guard = guardOf(path);
  const missing = missingPage(path);
  if (!guard && (!matchRoute(path) || path === missing))
    return rewriteTo(request, locale, missing, { status: path === GONE_PATH ? 410 : 404 });
  if (!guard)
    return (await isEndedLink(path)) ? answerEnded(request, locale, path) : rewriteTo(request, locale, path, {});

  const changes: CookieChange[] = [];
  const session = await loadSession(sessionOf(request, changes)).catch(unavailable);
  if (session instanceof Error) return answerUnavailable(request, locale, path);
  const { account, state } = session;
  const access = decideAccess(guard, account, locale, path + queryOf(request), state);
  // Without an account, a server action returns an error code that the page can show; a redirect would lose the form
  // input. Deleting a cookie here would also lose it, because Next would then render the page again and redirect
  // to the sign-in page.
  const isSignedOutAction = !account && request.method === "POST" && request.headers.has("next-action");
  const flash = access.allowed || isSignedOutAction ? undefined : access.flash;
  const response =
    access.allowed || isSignedOutAction
      ? rewriteTo(request, locale, path, {})
      : refuse(request, access.redirectTo, flash);
  for (const { name, value, options } of changes) response.cookies.set(name, value, options);
  if (!account && !isSignedOutAction && request.cookies.has(HINT_COOKIE))
    response.cookies.set(HINT_COOKIE, "", { path: "/", maxAge: 0, sameSite: "lax" });
  if (flash) response.cookies.set(FLASH_COOKIE, flash, { path: "/", maxAge: COOKIE_SECONDS.flash, sameSite: "lax" });
  response.headers.set("cache-control", "private, no-store");
  response.headers.set("x-robots-tag", "noindex");
  return response;
}

/**
 * Redirects; but a click inside the app that leads to a notice is answered without data, so that the router loads the page.
 * The router keeps a redirect for minutes and follows it without a request, so a second click would show no notice.
 */
function refuse(request: NextRequest, redirectTo: string, flash: string | undefined): NextResponse {
  if (flash && request.headers.has(ROUTER_HEADER)) return new NextResponse(null, { status: 204 });
  return NextResponse.redirect(new URL(redirectTo, request.nextUrl.origin), 307);
}

/** Whether a page belongs to a link that has ended: a page cannot set 410 itself. The page checks the link again. */
async function isEndedLink(path: string): Promise<boolean> {
  const match = matchRoute(path);
  const { token: given, link } = match?.params ?? {};
  const token = given ?? tokenOfSegment(link ?? "");
  if (!match?.route.linkState || !token) return false;
  const { data, error } = await createPublicClient(null).rpc(match.route.linkState, { token });
  if (error) reportError("middleware", error);
  return data !== null && data !== "open";
}

/** The page that explains that a link has ended, also in place of a file. */
function answerEnded(request: NextRequest, locale: Locale, path: string): NextResponse {
  const page = matchRoute(path)?.route.linkFile ? path.slice(0, path.lastIndexOf("/")) : path;
  const response = rewriteTo(request, locale, page, { status: 410 });
  response.headers.set("x-robots-tag", "noindex");
  return response;
}

function unavailable(error: unknown): Error {
  reportError("middleware", error);
  return error instanceof Error ? error : new Error(String(error));
}

/** The response for a guarded page while the account cannot be loaded; a server action checks access itself and returns a code. */
function answerUnavailable(request: NextRequest, locale: Locale, path: string): NextResponse {
  if (request.method === "POST") return rewriteTo(request, locale, path, {});
  const response = rewriteTo(request, locale, UNAVAILABLE_PATH, { status: 503 });
  response.headers.set("cache-control", "private, no-store");
  response.headers.set("retry-after", "30");
  return response;
}

const LONGEST_QUERY = 200;

/** Query string to restore after sign-in, without the router's `_rsc` parameter; empty when it is too long. */
function queryOf({ nextUrl }: NextRequest): string {
  const query = new URLSearchParams(nextUrl.searchParams);
  query.delete("_rsc");
  return query.size > 0 && query.toString().length <= LONGEST_QUERY ? `?${query}` : "";
}

function sessionOf(request: NextRequest, changes: CookieChange[]) {
  const store = {
    getAll: () => request.cookies.getAll(),
    setAll(list: CookieChange[]) {
      for (const { name, value, options } of list) {
        request.cookies.set(name, value);
        changes.push({ name, value, options });
      }
    },
  };
  return createSessionClientOn(store, addressIn(request.headers));
}

/** Redirects to the canonical URL: internal locale ids, upper-case states, a state without a page, QR codes, the stored language. */
function canonicalRedirect(request: NextRequest, locale: Locale, path: string): NextResponse | null {
  const first = request.nextUrl.pathname.split("/")[1];
  const go = (target: string, status = 308) => {
    const url = request.nextUrl.clone();
    url.pathname = target;
    return NextResponse.redirect(url, status);
  };
  if (isLocale(first)) return go(localePath(locale, path));
  const lower = path.toLowerCase().replace(/%[0-9a-f]{2}/g, (escape) => escape.toUpperCase());
  if (/^\/[A-Za-z]{2}\//.test(path) && path !== lower && matchRoute(lower)) return go(localePath(locale, lower));
  if (/^\/[a-z]{2}$/.test(lower) && matchRoute(`${lower}/home`)) return go(localePath(locale, `${lower}/home`));
  const chosen = /^\/select-state\/([^/]+)$/.exec(path)?.[1];
  if (chosen) return selectState(request, locale, chosen.toLowerCase());
  const front =
    request.nextUrl.pathname === "/" ? rememberedHomePath(request.cookies.get(LANGUAGE_COOKIE)?.value) : null;
  return front ? go(front, 307) : null;
}

/** `/select-state/{uf}` is printed on QR codes: letter case is ignored, `utm` and `ref` parameters are kept. */
function selectState(request: NextRequest, locale: Locale, chosen: string): NextResponse {
  const url = request.nextUrl.clone();
  const known = matchRoute(`/${chosen}/home`) !== null && chosen.length === 2;
  url.pathname = localePath(locale, known ? `/${chosen}/home` : "/home");
  const response = NextResponse.redirect(url, 307);
  if (known) response.cookies.set(SCAN_COOKIE, chosen, { path: "/", maxAge: COOKIE_SECONDS.scan, sameSite: "lax" });
  else response.cookies.set(FLASH_COOKIE, "state.select", { path: "/", maxAge: COOKIE_SECONDS.flash, sameSite: "lax" });
  return response;
}

/**
 * Rewrites to the locale's route tree. Static pages share one HTML, so their CSP has no nonce; every other page gets one,
 * except those for frames, which have no scripts.
 */
function rewriteTo(request: NextRequest, locale: Locale, path: string, init: { status?: number }): NextResponse {
  const url = request.nextUrl.clone();
  url.pathname = `/${locale}${path === "/" ? "" : path}`;
  const route = matchRoute(path)?.route;
  const isStatic = (init.status !== undefined && !route?.linkState) || route?.cached;
  const headers = new Headers(request.headers);
  const ownPolicy = isStatic ? pageCsp({ inline: true }) : pageCsp({ nonce: newNonce() }, route);
  const policy = isFramed(path) ? FRAME_CSP : ownPolicy;
  if (!isStatic) headers.set("content-security-policy", policy);
  const response = NextResponse.rewrite(url, { ...init, request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}
