import { splitPath } from "../lib/platform/i18n/routing";
import { reportError } from "../lib/platform/report";

type Send = (visits: Record<string, number>) => Promise<void>;

const WAIT_MS = 10_000;
/** Limits memory: more distinct addresses in one interval come from a scanner, not from visitors. */
const MAX_ADDRESSES = 500;

/** Hit counts of redirects: added up in memory and written in intervals, so that no visitor waits for the write. */
export class RedirectHits {
  private visits = new Map<string, number>();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly send: Send,
    private readonly waitMs = WAIT_MS,
  ) {}

  /** Counts one hit; the address may contain a language prefix and a query. */
  note(url: string): void {
    const { path } = splitPath(url.split(/[?#]/, 1)[0] ?? "/");
    if (!this.visits.has(path) && this.visits.size >= MAX_ADDRESSES) return;
    this.visits.set(path, (this.visits.get(path) ?? 0) + 1);
    // The timer must not keep the process running.
    this.timer ??= setTimeout(() => void this.flush(), this.waitMs).unref();
  }

  /** Writes the counts; those of a failed write are lost, which is acceptable for statistics. */
  async flush(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    if (this.visits.size === 0) return;
    const visits = Object.fromEntries(this.visits);
    this.visits = new Map();
    await this.send(visits).catch((error: unknown) => reportError("redirect-hits", error));
  }
}

/** Returns a sender that calls the database function `count_redirects` with the secret key. */
export function sendTo(origin: string, key: string): Send {
  return async (visits) => {
    const answer = await fetch(new URL("/rest/v1/rpc/count_redirects", origin), {
      method: "POST",
      headers: { apikey: key, authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ visits }),
      signal: AbortSignal.timeout(5000),
    });
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  };
}
