import { env } from "../lib/platform/env";
import { pageCache, TAGS_HEADER, type FinishedPage } from "../lib/platform/page-cache";
import { askNext, isOutdated, type Answer } from "./ask-next";
import { finishPage } from "./finish-page";

/** Requests to Next that run or wait; more of them would be answered after their visitors have left. */
const MAX_FILLS = 40;
/** Seconds that an outdated copy from Next stays fresh in the cache. */
const OUTDATED_SECONDS = 1;
/** Most seconds that a page with events stays fresh: registrations open and close by the clock, not by a save. */
const EVENT_SECONDS = 15;

/** `missing`: the path answered 404; null: the answer must not be cached. After null or an error, an older copy stays valid. */
export type Filled = FinishedPage | "missing" | null;

/** The cache tags of an answer; null when Next did not name them. */
function tagsOf({ headers }: Answer): string[] | null {
  const tags = headers[TAGS_HEADER];
  return typeof tags === "string" ? tags.split(",") : null;
}

const hasEvents = (answer: Answer): boolean =>
  tagsOf(answer)?.some((tag) => tag.split(":", 1)[0] === "events") ?? false;

/** Seconds for which a CDN may keep a page. */
const sharedSecondsOf = (answer: Answer): number => (hasEvents(answer) ? 5 : 60);

function freshSecondsOf(answer: Answer): number {
  if (isOutdated(answer)) return OUTDATED_SECONDS;
  return hasEvents(answer) ? Math.min(env.PAGE_CACHE_SECONDS, EVENT_SECONDS) : env.PAGE_CACHE_SECONDS;
}

const isPage = ({ headers }: Answer) => String(headers["content-type"]).includes("text/html");

/** Caches Next's answer for a page, or drops the cached copy of a page that no longer exists. */
async function finish(path: string, answer: Answer, generation: number): Promise<Filled> {
  const { status, headers, body } = answer;
  if (headers["set-cookie"]) return null;
  if (status >= 500) return isPage(answer) ? finishPage(status, headers, body, { shared: false }) : null;
  if (status === 404) {
    pageCache.markMissing(path, generation);
    return "missing";
  }
  if (!headers.location && !isPage(answer)) return null;
  // Drops the copy of a page that moved or is gone, even when this answer is too old to be cached.
  if (headers.location) pageCache.drop(path);
  // A CDN must not cache `/`, because visitors who have chosen another language are redirected there.
  const page = headers.location
    ? await finishPage(status, { location: headers.location }, Buffer.alloc(0), { shared: false })
    : await finishPage(status, headers, body, {
        shared: path !== "/",
        sharedSeconds: sharedSecondsOf(answer),
        earlier: pageCache.stale(path),
      });
  pageCache.store(path, page, freshSecondsOf(answer), generation, tagsOf(answer));
  return page;
}

/** Caches the 404 or 410 page that Next returns at the address of that page. */
async function finishMissing(path: string, answer: Answer, generation: number): Promise<Filled> {
  if (answer.status >= 500 || !isPage(answer)) return null;
  const page = await finishPage(answer.status, answer.headers, answer.body, { shared: false });
  pageCache.storeMissing(path, page, generation, tagsOf(answer));
  return page;
}

/** Requests pages from Next for the cache: concurrent calls for the same page share one request. */
export class Filler {
  private readonly running = new Map<string, { generation: number; filled: Promise<Filled> }>();

  constructor(
    private readonly port: number,
    private readonly onPage: (path: string, answer: Answer) => void,
  ) {}

  /** Whether a page that Next is not asked for yet would wait too long. */
  get isFull(): boolean {
    return this.running.size >= MAX_FILLS;
  }

  page(path: string): Promise<Filled> {
    return this.once(`page ${path}`, path, async (answer, generation) => {
      const filled = await finish(path, answer, generation);
      if (filled && answer.status < 500) this.onPage(path, answer);
      return filled;
    });
  }

  missingPage(path: string): Promise<Filled> {
    return this.once(`missing ${path}`, path, (answer, generation) => finishMissing(path, answer, generation));
  }

  private once(
    key: string,
    path: string,
    keep: (answer: Answer, generation: number) => Promise<Filled>,
  ): Promise<Filled> {
    const { generation } = pageCache;
    const running = this.running.get(key);
    // A request that began before an editor saved may return the old row.
    if (running?.generation === generation) return running.filled;
    const filled = askNext(this.port, path)
      .then((answer) => keep(answer, generation))
      .catch(() => null)
      .finally(() => {
        if (this.running.get(key)?.filled === filled) this.running.delete(key);
      });
    this.running.set(key, { generation, filled });
    return filled;
  }
}
