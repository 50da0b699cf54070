import { splitPath } from "../../lib/platform/i18n/routing";

type Send = (visits: Record<string, number>) => Promise<void>;

const WAIT_MS = 10_000;
/** More addresses than this at once are nobody's visits. */
const MAX_ADDRESSES = 500;

/** Visits of addresses that moved: added up in memory, written now and then, never in a visitor's way. */
export class RedirectHits {
  private visits = new Map<string, number>();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly send: Send,
    private readonly waitMs = WAIT_MS,
  ) {}

  /** One visit; the address may carry a language and a question. */
  note(url: string): void {
    const { path } = splitPath(url.split(/[?#]/, 1)[0] ?? "/");
    if (!this.visits.has(path) && this.visits.size >= MAX_ADDRESSES) return;
    this.visits.set(path, (this.visits.get(path) ?? 0) + 1);
    // Never keeps the process alive by itself.
    this.timer ??= setTimeout(() => void this.flush(), this.waitMs).unref();
  }

  /** Writes what was counted; a failed write is lost, it is only a figure. */
  async flush(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    if (this.visits.size === 0) return;
    const visits = Object.fromEntries(this.visits);
    this.visits = new Map();
    await this.send(visits).catch((error: unknown) => console.error("redirect-hits", error));
  }
}

/** Writes through the database's own door, as the server. */
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
