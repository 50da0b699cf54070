import { env } from "../../lib/platform/env";
import { finishPage, pageCache, type FinishedPage } from "../../lib/platform/page-cache";
import { askNext, isOutdated, type Answer } from "./ask-next";

/** Seconds until a page is asked for again when Next had only an outdated copy. */
const OUTDATED_SECONDS = 1;

/** `missing`: the path answered 404; null: no answer that visitors may share. With null or an error an older copy stays valid. */
export type Filled = FinishedPage | "missing" | null;

const isPage = ({ headers }: Answer) => String(headers["content-type"]).includes("text/html");

/** Finishes Next's answer for a page and keeps it, or drops the copy of a page that is gone. */
async function finish(path: string, answer: Answer, generation: number): Promise<Filled> {
  const { status, headers, body } = answer;
  if (headers["set-cookie"]) return null;
  if (status >= 500) return isPage(answer) ? finishPage(status, headers, body, { shared: false }) : null;
  if (status === 404) {
    pageCache.markMissing(path, generation);
    return "missing";
  }
  if (!headers.location && !isPage(answer)) return null;
  // The copy of a page that moved or is gone must not return, even when this answer is too old to be kept.
  if (headers.location) pageCache.drop(path);
  // At `/` a CDN must not answer visitors who have chosen another language.
  const page = headers.location
    ? await finishPage(status, { location: headers.location }, Buffer.alloc(0), { shared: false })
    : await finishPage(status, headers, body, { shared: path !== "/" });
  pageCache.store(path, page, isOutdated(answer) ? OUTDATED_SECONDS : env.PAGE_CACHE_SECONDS, generation);
  return page;
}

/** Finishes the 404 or 410 page that Next answers at one of their addresses. */
async function finishMissing(path: string, answer: Answer, generation: number): Promise<Filled> {
  if (answer.status >= 500 || !isPage(answer)) return null;
  const page = await finishPage(answer.status, answer.headers, answer.body, { shared: false });
  pageCache.storeMissing(path, page, generation);
  return page;
}

/** Asks Next for pages on behalf of the cache: once per page, however many visitors wait for it. */
export class Filler {
  private readonly running = new Map<string, { generation: number; filled: Promise<Filled> }>();

  constructor(
    private readonly port: number,
    private readonly onPage: (path: string, answer: Answer) => void,
  ) {}

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

  private once(key: string, path: string, keep: (answer: Answer, generation: number) => Promise<Filled>): Promise<Filled> {
    const { generation } = pageCache;
    const running = this.running.get(key);
    // One that began before an editor saved may have read the old row.
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
