import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { localePath, splitPath } from "../lib/platform/i18n/routing";
import { LOCALES } from "../lib/platform/supabase/database-constants/platform";
import { pageCache } from "../lib/platform/page-cache";
import { reportError } from "../lib/platform/report";
import { matchRoute } from "../lib/platform/paths";
import { isLookUp } from "./address";

/** Paths without language prefix: pages that exist and addresses that moved or are gone. */
export type Listing = { pages: readonly string[]; moved: readonly string[] };

const MAX_SEEN_BYTES = 10 * 2 ** 20;
const PATIENCE_MS = 3000;
const SHORTEST_PAUSE_MS = 2000;
const REREAD_MS = 300_000;

/** A string of its own: V8 keeps a part of a string as a reference to the whole one, here to the HTML of a page. */
const copyOf = (part: string) => Buffer.from(part).toString();

/** Targets of a page's links within this site. */
const linksIn = (html: string) => new Set([...html.matchAll(/\shref="(\/[^"#?&]*)/g)].map(([, target = ""]) => target));

/**
 * The dynamic addresses that are known to exist: from the sitemap listing, from links in our pages and from recent 200
 * answers. The listing is read again after an editor saved.
 */
export class ExistingPages {
  private listed = new Set<string>();
  private moved = new Set<string>();
  private readonly confirmed = new LRUCache<string, true>({
    maxSize: MAX_SEEN_BYTES,
    sizeCalculation: (_value, path) => path.length * 2 + 100,
  });
  private generation = -1;
  private readAt = 0;
  private reading: Promise<boolean> | null = null;

  constructor(
    private readonly read: () => Promise<Listing>,
    private readonly pauseMs = SHORTEST_PAUSE_MS,
  ) {}

  has(path: string): boolean {
    if (this.isOutdated()) void this.refresh();
    return this.confirmed.get(path) ?? this.isListed(path);
  }

  /** For a path that `has` does not find: reads an outdated listing again, because the page may be new. */
  async hasAfterRefresh(path: string): Promise<boolean> {
    if (!this.isOutdated()) return false;
    const timeout = sleep(PATIENCE_MS, false, { ref: false });
    // Repeats when an editor saved during the read.
    let isRead = true;
    while (isRead && this.isOutdated()) isRead = await Promise.race([this.refresh(), timeout]);
    return this.has(path);
  }

  add(path: string): void {
    this.confirmed.set(path, true);
  }

  addLinks(html: string): void {
    for (const link of linksIn(html)) {
      if (this.confirmed.has(link) || this.isListed(link)) continue;
      const route = matchRoute(splitPath(link).path)?.route;
      if (route && isLookUp(route)) this.confirmed.set(copyOf(link), true);
    }
  }

  remove(path: string): void {
    this.confirmed.delete(path);
  }

  /** Reads the listing and drops cached copies of pages that left it; resolves to false when it cannot be read. */
  refresh(): Promise<boolean> {
    this.reading ??= this.readListing().finally(() => (this.reading = null));
    return this.reading;
  }

  private isListed(path: string): boolean {
    const inside = splitPath(path).path;
    return this.listed.has(inside) || this.moved.has(inside);
  }

  /** Whether the listing was read after the last save of an editor. */
  isUpToDate(): boolean {
    return this.generation === pageCache.generation;
  }

  private isOutdated(): boolean {
    return !this.isUpToDate() || Date.now() - this.readAt > REREAD_MS;
  }

  private async readListing(): Promise<boolean> {
    const pause = this.readAt + this.pauseMs - Date.now();
    if (pause > 0) await sleep(pause, undefined, { ref: false });
    const { generation } = pageCache;
    this.readAt = Date.now();
    try {
      const { pages, moved } = await this.read();
      const [listed, left] = [new Set(pages), new Set(moved)];
      const gone = [
        ...[...this.listed].filter((path) => !listed.has(path)),
        ...[...left].filter((path) => !this.moved.has(path)),
      ];
      for (const path of gone) this.forget(path);
      [this.listed, this.moved, this.generation] = [listed, left, generation];
      return true;
    } catch (error) {
      reportError("existing-pages", error);
      return false;
    }
  }

  private forget(inside: string): void {
    for (const locale of LOCALES) {
      const path = localePath(locale, inside);
      this.confirmed.delete(path);
      pageCache.drop(path);
    }
  }
}
