import { LRUCache } from "lru-cache";
import { env } from "./env";

export type FinishedPage = {
  status: number;
  headers: Record<string, string>;
  /** Only compressed: an uncompressed body is about ten times larger. The gzip copy is made at the first request for it. */
  body: { br: Buffer; gzip?: Promise<Buffer> };
  /** Uncompressed size in bytes. */
  length: number;
  etag: string;
};

/** `tags`: the cache tags of the data on the page; null when they are not known. */
type Entry = { page: FinishedPage; freshUntil: number; generation: number; tags: readonly string[] | null };

const MEGABYTE = 2 ** 20;
/** How long a copy that is no longer fresh counts as recent. */
const RECENT_MS = 60_000;
/** Lifetime of a cached 404 path, and limits for all of them. */
const MISSING_SECONDS = 60;
const MAX_MISSING = 10_000;
const MAX_MISSING_BYTES = 2 * MEGABYTE;
const MAX_MISSING_PAGE_BYTES = 4 * MEGABYTE;

/** Header of Next's answers to this cache with the cache tags of the page. */
export const TAGS_HEADER = "x-page-cache-tags";

/** Header of pages whose data changed while Next rendered them; next-cache.mjs sets it. */
export const OUTDATED_HEADER = "x-page-cache-outdated";

/** Size of both compressed copies in relation to the Brotli one: gzip's is about a fifth larger. */
const BOTH_COPIES = 2.2;

/** Size of an entry in bytes, with the copies that it may have later; at least 1, as lru-cache requires. */
function sizeOf({ page }: Entry, path: string): number {
  const headers = Object.entries(page.headers).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return path.length + headers + Math.ceil(page.body.br.length * BOTH_COPIES) + 500;
}

/** Approximate size in bytes of an entry that has only a path: characters may take two bytes. */
const sizeOfPath = (_value: unknown, path: string) => path.length * 2 + 100;

/** In-memory cache of public pages, limited in bytes, and of paths that recently returned 404. */
export class PageCache {
  private readonly entries: LRUCache<string, Entry>;
  /** The 404 and 410 pages: in a cache of their own, so that other pages never evict them. */
  private readonly missingPages = new LRUCache<string, Entry>({
    maxSize: MAX_MISSING_PAGE_BYTES,
    sizeCalculation: sizeOf,
  });
  private readonly missingUntil = new LRUCache<string, number>({
    max: MAX_MISSING,
    maxSize: MAX_MISSING_BYTES,
    sizeCalculation: sizeOfPath,
  });
  private current = 0;
  /** Generation in which each tag expired last. */
  private readonly expiredTags = new Map<string, number>();
  private allExpired = 0;

  constructor(maxBytes: number) {
    this.entries = new LRUCache({ maxSize: maxBytes, sizeCalculation: sizeOf });
  }

  /** Number of `expire` calls; a page requested in an earlier generation may be outdated. */
  get generation(): number {
    return this.current;
  }

  /** Size of the cache in bytes and number of pages. */
  get size(): { bytes: number; pages: number; missing: number } {
    return { bytes: this.entries.calculatedSize, pages: this.entries.size, missing: this.missingUntil.size };
  }

  /** Whether the data of a page that was requested in this generation has changed since; unknown tags count as changed. */
  private isExpired({ generation, tags }: Pick<Entry, "generation" | "tags">): boolean {
    if (generation === this.current) return false;
    if (!tags || generation < this.allExpired) return true;
    return tags.some((tag) => (this.expiredTags.get(tag) ?? 0) > generation);
  }

  private isFresh(entry: Entry): boolean {
    return entry.freshUntil > Date.now() && !this.isExpired(entry);
  }

  fresh(path: string): FinishedPage | null {
    const entry = this.missingPages.get(path) ?? this.entries.get(path);
    return entry && this.isFresh(entry) ? entry.page : null;
  }

  /** Whether no editor has saved data of a page since it was requested. */
  isUnchanged(path: string): boolean {
    const entry = this.entries.peek(path);
    return entry !== undefined && !this.isExpired(entry);
  }

  /** The same for a copy that was fresh in the last minute. */
  isRecent(path: string): boolean {
    return this.isUnchanged(path) && (this.entries.peek(path)?.freshUntil ?? 0) > Date.now() - RECENT_MS;
  }

  /** The last successful copy of any age, served while the database is unavailable. */
  stale(path: string): FinishedPage | null {
    return (this.missingPages.get(path) ?? this.entries.get(path))?.page ?? null;
  }

  /** Stores a page, unless an editor saved its data after it was requested: it may have changed or been removed. */
  store(
    path: string,
    page: FinishedPage,
    seconds: number,
    generation: number,
    tags: readonly string[] | null = null,
  ): void {
    if (this.isExpired({ generation, tags })) return;
    this.missingUntil.delete(path);
    this.entries.set(path, { page, freshUntil: Date.now() + seconds * 1000, generation, tags });
  }

  /** Stores a 404 or 410 page under its own path. */
  storeMissing(path: string, page: FinishedPage, generation: number, tags: readonly string[] | null = null): void {
    if (this.isExpired({ generation, tags })) return;
    this.missingPages.set(path, { page, freshUntil: Date.now() + MISSING_SECONDS * 1000, generation, tags });
  }

  /** Records that a path returned 404 and deletes its copy, so that a removed page is never served as stale. */
  markMissing(path: string, generation: number): void {
    this.drop(path);
    if (generation === this.current) this.missingUntil.set(path, Date.now() + MISSING_SECONDS * 1000);
  }

  /** Whether a path returned 404 within the last minute and no editor has saved since. */
  isMissing(path: string): boolean {
    return (this.missingUntil.get(path) ?? 0) > Date.now();
  }

  drop(path: string): void {
    this.entries.delete(path);
  }

  /** Marks the pages with one of these tags as outdated, without tags every page; copies are kept for `stale`. */
  expire(tags?: readonly string[]): void {
    this.current++;
    if (tags) for (const tag of tags) this.expiredTags.set(tag, this.current);
    else this.allExpired = this.current;
    this.missingUntil.clear();
  }
}

// Stored on `globalThis`, because Next bundles this module a second time.
const holder = globalThis as { lacambechePages?: PageCache };
export const pageCache = (holder.lacambechePages ??= new PageCache(env.PAGE_CACHE_MB * MEGABYTE));
