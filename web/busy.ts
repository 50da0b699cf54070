import type { IncomingMessage, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { env } from "../lib/platform/env";
import type { FinishedPage } from "../lib/platform/page-cache";
import { reportError } from "../lib/platform/report";
import { sendPage } from "./send";

const TICK_MS = 100;
const REPORT_MS = 60_000;
const RETRY_SECONDS = 5;
/** A late tick counts a quarter: loading the code of a page blocks a slow machine for seconds, which is not too much work. */
const SHARE = 1 / 4;

/**
 * Answered also by a busy process: checks of its health, payments, whose sender would have to send them again, and the
 * fonts of cached pages.
 */
const ALWAYS = /^\/(?:api\/(?:health|webhooks)|_next\/static)(?:\/|$)/;

/** Measures how late this process gets to work that is due: with more work than it can do, later and later. */
export class Lag {
  private mean = 0;
  private due: number;

  constructor(private readonly now: () => number = () => performance.now()) {
    this.due = now() + TICK_MS;
  }

  /** Called every `TICK_MS`. */
  tick(): void {
    this.mean = this.ms;
    this.due = this.now() + TICK_MS;
  }

  /** Milliseconds, averaged over the last ticks; a tick that is late already counts, although it did not come yet. */
  get ms(): number {
    const late = Math.max(0, this.now() - this.due);
    const next = this.mean + (late - this.mean) * SHARE;
    return this.now() < this.due ? this.mean : next;
  }
}

/** The lag of this process, measured from now on. */
export function measureLag(): Lag {
  const lag = new Lag();
  let reportedAt = -Infinity;
  setInterval(() => {
    lag.tick();
    if (lag.ms <= env.BUSY_LAG_MS || performance.now() - reportedAt < REPORT_MS) return;
    reportedAt = performance.now();
    reportError("busy", new Error("more requests than this process can answer; some get 503"), {
      lag_ms: Math.round(lag.ms),
    });
  }, TICK_MS).unref();
  return lag;
}

/** Whether a request is refused while the process is busy. */
export const isRefusedWhenBusy = ({ url = "/" }: IncomingMessage): boolean => !ALWAYS.test(url.split("?", 1)[0] ?? "");

/**
 * Refuses a request that would need more time than this process has, and says when to ask again; with a page in the
 * language of the address where there is one.
 */
export function sendBusy(request: IncomingMessage, response: ServerResponse, page: FinishedPage | null): void {
  const { method = "GET", url = "/" } = request;
  if (page) {
    response.setHeader("retry-after", String(RETRY_SECONDS));
    return void sendPage(request, response, page, "busy");
  }
  const isRead = method === "GET" || method === "HEAD";
  const [type, text] = url.startsWith("/api/")
    ? ["application/json", JSON.stringify({ code: "service.busy" })]
    : ["text/plain; charset=utf-8", "Busy, please try again in a few seconds."];
  response
    .writeHead(503, {
      "content-type": type,
      "cache-control": "no-store",
      "retry-after": String(RETRY_SECONDS),
      // The body of a refused request is not read.
      ...(!isRead && { connection: "close" }),
    })
    .end(text);
}
