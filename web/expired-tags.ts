import { createRequire } from "node:module";
import { z } from "zod";
import { affectedTags, CACHE_SUBJECTS, type CacheTag } from "../lib/platform/cache-tags";
import { PROCESS_ID } from "../lib/platform/expired-tags";
import { pageCache } from "../lib/platform/page-cache";
import { reportError } from "../lib/platform/report";
import { callServerFunction } from "../lib/platform/server-functions";

/** With the call itself and the rendering of a page it stays below two seconds; on a busy machine 1 of 60 saves took 2.1 s. */
const INTERVAL_MS = 750;
/** Rows are kept for a day; a process that has read none for so long expires everything instead. */
const LONGEST_GAP_MS = 12 * 3_600_000;
const REPORT_MS = 60_000;

type Tags = { tagsManifest: Map<string, { stale?: number; expired?: number }> };
// Loaded as Next itself loads it, so that both use the same map.
const require = createRequire(import.meta.url);
const { tagsManifest } = require("next/dist/server/lib/incremental-cache/tags-manifest.external.js") as Tags;

const answerSchema = z.object({
  until: z.string(),
  is_continued: z.boolean(),
  rows: z.array(z.object({ id: z.number(), tags: z.array(z.string()), source: z.string().nullable() })),
});

/** Expires tags in Next's cache, like `revalidateTag` in this process, and then in the page cache; null: every page. */
export function expireHere(changed: readonly CacheTag[] | null): void {
  const tags = affectedTags(changed ?? CACHE_SUBJECTS);
  const now = Date.now();
  for (const tag of tags) tagsManifest.set(tag, { ...tagsManifest.get(tag), stale: now, expired: now });
  pageCache.expire(changed ? tags : undefined);
}

/** Expires on this web process what others saved and what the database changed itself. */
export class ExpiredTags {
  private since: string | null = null;
  private readAt = -Infinity;
  /** Rows of the last answer: those of transactions that ran beside others come again. */
  private readIds = new Set<number>();

  constructor(
    private readonly read: (since: string | null) => Promise<unknown> = (since) =>
      callServerFunction("read_expired_tags", { since }),
    private readonly expire = expireHere,
  ) {}

  async poll(): Promise<void> {
    const { until, is_continued: isContinued, rows } = answerSchema.parse(await this.read(this.since));
    const isComplete = isContinued && performance.now() - this.readAt < LONGEST_GAP_MS;
    const fresh = rows.filter(({ id, source }) => source !== PROCESS_ID && !this.readIds.has(id));
    if (!isComplete) this.expire(null);
    else if (fresh.length > 0) this.expire(fresh.flatMap(({ tags }) => tags) as CacheTag[]);
    this.readIds = new Set(rows.map(({ id }) => id));
    this.since = until;
    this.readAt = performance.now();
  }

  /** Reads once, so that copies from the build are expired before the first request, and then goes on. */
  async follow(): Promise<void> {
    let reportedAt = -Infinity;
    const next = async () => {
      try {
        await this.poll();
      } catch (error) {
        // Pages are served from the cache as long as the database is unavailable.
        if (performance.now() - reportedAt > REPORT_MS) {
          reportError("expired-tags", error);
          reportedAt = performance.now();
        }
      }
      setTimeout(() => void next(), INTERVAL_MS).unref();
    };
    await next();
  }
}
