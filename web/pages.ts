import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { addressGroup } from "../lib/platform/address-group";
import { env } from "../lib/platform/env";
import { LANGUAGE_COOKIE, localePath, rememberedHomePath, splitPath } from "../lib/platform/i18n/routing";
import { pageCache, type FinishedPage } from "../lib/platform/page-cache";
import { GONE_PATH, isFramed, missingPage, UNAVAILABLE_PATH } from "../lib/platform/status-pages";
import { LOCALES } from "../lib/platform/supabase/database-constants/platform";
import { addressOf, isLookUp } from "./address";
import { isRefusedWhenBusy, measureLag, sendBusy } from "./busy";
import { callerOf } from "./caller";
import { Filler, type Filled } from "./fill";
import { ExistingPages } from "./existing-pages";
import { readListing } from "./listing";
import { LookUps } from "./look-ups";
import { nextFiles } from "./next-files";
import { replaceNotFoundBody } from "./not-found-body";
import { RedirectHits, sendTo } from "./redirect-hits";
import { sendPage } from "./send";

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const isRead = ({ method }: IncomingMessage) => method === "GET" || method === "HEAD";
/** A GET or HEAD for the whole page, not for its RSC data. */
const isPlainRead = (request: IncomingMessage) => isRead(request) && !request.headers.rsc;

/** Maximum wait for a fresh page when a stale copy is available; a tenth of it when the copy is most likely the same. */
const patience = (path: string) =>
  sleep(pageCache.isRecent(path) ? env.PAGE_WAIT_MS / 10 : env.PAGE_WAIT_MS, null, { ref: false });

/** The target when `/` redirects a visitor who has chosen another language. */
function chosenFront({ url = "", headers }: IncomingMessage): string | null {
  const chosen = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=([^;]*)`).exec(headers.cookie ?? "")?.[1];
  const front = rememberedHomePath(chosen);
  return front && front + url.slice(1);
}

/** Returns the fresh cached page or fills the cache; returns a usable stale copy when filling is slow or fails. */
async function obtain(
  path: string,
  fill: () => Promise<Filled>,
  copyOf = () => pageCache.stale(path),
): Promise<{ page: Filled; state: string }> {
  const hit = pageCache.fresh(path);
  if (hit) return { page: hit, state: "hit" };
  const filling = fill();
  const filled = await (copyOf() ? Promise.race([filling, patience(path)]) : filling);
  const isAnswered = filled === "missing" || (filled !== null && filled.status < 500);
  // Reads the copy again, because it may have been dropped while waiting.
  const copy = isAnswered ? null : copyOf();
  return copy ? { page: copy, state: "stale" } : { page: filled ?? (await filling), state: "miss" };
}

/** Serves public addresses from the page cache and requests from Next only those that exist or are within the look-up limit. */
export class PublicPages {
  private readonly existingPages: ExistingPages;
  private readonly lookUps = new LookUps(env.PAGE_LOOKUPS_PER_MINUTE);
  private readonly redirectHits = new RedirectHits(sendTo(env.NEXT_PUBLIC_SUPABASE_URL, env.SUPABASE_SECRET_KEY));
  private readonly filler: Filler;
  private readonly lag = measureLag();
  private readonly busyPages = new Map<string, FinishedPage>();

  constructor(
    port: number,
    private readonly handle: Handle,
    private readonly isFile: (path: string) => boolean,
  ) {
    const existingPages = new ExistingPages(() => readListing(port));
    this.existingPages = existingPages;
    this.filler = new Filler(port, (path, { status, body }) => {
      if (status === 404) return existingPages.remove(path);
      existingPages.add(path);
      if (status === 200) existingPages.addLinks(body.toString());
    });
  }

  static async open(port: number, handle: Handle): Promise<PublicPages> {
    return new PublicPages(port, handle, await nextFiles());
  }

  /** Reads the list of existing pages, and the page for visitors whom a busy process refuses. */
  async refresh(): Promise<void> {
    await this.existingPages.refresh();
    for (const locale of LOCALES) {
      const page = await this.filler.page(localePath(locale, UNAVAILABLE_PATH));
      if (page && page !== "missing") this.busyPages.set(locale, page);
    }
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
    const front = path === "/" && isRead(request) ? chosenFront(request) : null;
    if (front) return void response.writeHead(307, { location: front, "cache-control": "private, no-cache" }).end();
    const isPlain = isPlainRead(request);
    const hit = isPlain ? pageCache.fresh(path) : null;
    if (hit && !hit.headers.location) return sendPage(request, response, hit, "hit");
    const address = addressOf(path, this.isFile);
    // Server actions are also called from the 404 page, at whichever address it is shown.
    if (address === "next" || request.headers["next-action"]) return this.askNext(request, response);
    if (address === "missing" || address === "gone")
      return this.sendMissing(request, response, path, { isGone: address === "gone" });
    const isShared = Boolean(address.cached) && isPlain;
    if (!isLookUp(address) || hit)
      return isShared ? this.sendShared(request, response, path) : this.handleOpen(request, response, path);
    if (pageCache.isMissing(path)) return this.sendMissing(request, response, path);
    if (!(await this.mayAsk(request, path))) return this.sendMissing(request, response, path, { state: "limited" });
    return isShared ? this.sendShared(request, response, path) : this.ask(request, response, path);
  }

  private isLookUp(path: string): boolean {
    const address = addressOf(path, this.isFile);
    return typeof address === "object" && isLookUp(address);
  }

  /** Whether Next may be called: always for a known page, otherwise within the look-up limit. */
  private async mayAsk(request: IncomingMessage, path: string): Promise<boolean> {
    return (
      this.existingPages.has(path) ||
      (await this.lookUps.take(addressGroup(callerOf(request)))) ||
      this.existingPages.hasAfterRefresh(path)
    );
  }

  /** The stale copy that may be served: one with data from before an editor's last save only if the page still exists. */
  private copyOf(path: string): FinishedPage | null {
    return pageCache.isUnchanged(path) || this.existingPages.isUpToDate() || !this.isLookUp(path)
      ? pageCache.stale(path)
      : null;
  }

  private get isBusy(): boolean {
    return this.lag.ms > env.BUSY_LAG_MS;
  }

  /** Passes a request to Next, unless this process has more to do than it can. */
  private async askNext(request: IncomingMessage, response: ServerResponse): Promise<void> {
    return this.isBusy && isRefusedWhenBusy(request) ? this.refuse(request, response) : this.handle(request, response);
  }

  private refuse(request: IncomingMessage, response: ServerResponse): void {
    const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
    const { locale, path: inside } = splitPath(path);
    // The page must not be shown in a frame: there the answer is a line of text.
    const isPage = isPlainRead(request) && !path.startsWith("/api/") && !isFramed(inside);
    sendBusy(request, response, (isPage && this.busyPages.get(locale)) || null);
  }

  private async sendShared(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    if (this.isBusy || this.filler.isFull) {
      const copy = this.copyOf(path);
      if (!copy) return this.refuse(request, response);
      // A page that somebody saved is rendered also by a busy process.
      if (pageCache.isUnchanged(path) && !copy.headers.location) return sendPage(request, response, copy, "stale");
    }
    const { page, state } = await obtain(
      path,
      () => this.filler.page(path),
      () => this.copyOf(path),
    );
    if (page === "missing") return this.sendMissing(request, response, path, { state });
    if (!page) return this.askNext(request, response);
    const { location } = page.headers;
    if (location) this.redirectHits.note(path);
    const isGone = location === localePath(splitPath(path).locale, GONE_PATH);
    return isGone
      ? this.sendMissing(request, response, path, { isGone, state })
      : sendPage(request, response, page, state);
  }

  /** Sends the 404 or 410 page at the requested address: for an unknown slug, Next renders the body only in the browser, and it has no 410. */
  private async sendMissing(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    { isGone = false, state = "" } = {},
  ): Promise<void> {
    const { locale, path: inside } = splitPath(path);
    const address = localePath(locale, isGone ? GONE_PATH : missingPage(inside));
    const found = await obtain(address, () => this.filler.missingPage(address));
    const page = found.page as FinishedPage | null;
    if (page) return sendPage(request, response, page, state || found.state);
    response
      .writeHead(isGone ? 410 : 404, { "content-type": "text/plain", "cache-control": "no-store" })
      .end("Not found");
  }

  /** Passes a request for a page without access check to Next; a 404 gets the finished body. */
  private handleOpen(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    if (isPlainRead(request)) replaceNotFoundBody(response, () => this.sendMissing(request, response, path));
    return this.askNext(request, response);
  }

  /** Passes a request to Next. For a plain page read, records from the status whether the address exists; an RSC 404 does not mean that the page is missing. */
  private ask(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    if (!isPlainRead(request)) return this.askNext(request, response);
    const { generation } = pageCache;
    response.once("finish", () => {
      if (response.statusCode === 200) this.existingPages.add(path);
      if (response.statusCode !== 404) return;
      pageCache.markMissing(path, generation);
      this.existingPages.remove(path);
    });
    return this.handleOpen(request, response, path);
  }
}
