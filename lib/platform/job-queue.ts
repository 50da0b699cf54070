import { LRUCache } from "lru-cache";
import { AppError } from "./error";

export type Job = {
  /** Account id or address group: one running and one waiting job each. */
  caller: string;
  /** Long jobs never take all running and waiting places of the queue. */
  isShort?: boolean | undefined;
  /** A job whose client disconnected leaves the queue. */
  signal?: AbortSignal | undefined;
};

/** `running`: jobs at the same time, `long`: how many of them may be long, `waiting`: places for each of both kinds. */
export type QueueLimits = { running: number; long: number; waiting: number };

type Waiting = { job: Job; start: () => void };

const JOBS_PER_CALLER = 2;
const RETRY_SECONDS = 2;

/** A queue of limited length in which no caller delays the others by sending many jobs. */
export class JobQueue {
  private readonly running = new Set<Job>();
  private readonly waiting = new Set<Waiting>();
  /** Number of the last job of each caller: the caller whose last job is longest ago is next. */
  private readonly lastOf = new LRUCache<string, number>({ max: 1000 });
  private started = 0;

  constructor(private readonly limits: QueueLimits) {}

  /** Runs `work` when it is the turn of the job; throws `rate.limited` or `service.busy` when there is no place. */
  async run<T>(job: Job, work: () => Promise<T>): Promise<T> {
    const leave = await this.enter(job);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Waits for the turn of a job that lasts until the returned function is called. */
  async enter(job: Job): Promise<() => void> {
    this.refuse(job);
    await new Promise<void>((resolve, reject) => {
      const abort = () => {
        this.waiting.delete(entry);
        reject(new AppError("service.busy", { detail: "the client disconnected", retryAfter: RETRY_SECONDS }));
      };
      const start = () => {
        job.signal?.removeEventListener("abort", abort);
        resolve();
      };
      const entry = { job, start };
      this.waiting.add(entry);
      job.signal?.addEventListener("abort", abort);
      if (job.signal?.aborted) return abort();
      this.startNext();
    });
    return () => {
      this.running.delete(job);
      this.startNext();
    };
  }

  /** Number of jobs that run and wait. */
  get size(): { running: number; waiting: number } {
    return { running: this.running.size, waiting: this.waiting.size };
  }

  private refuse({ caller, isShort }: Job): void {
    const waiting = [...this.waiting].map(({ job }) => job);
    const own = [...this.running, ...waiting].filter((job) => job.caller === caller);
    if (own.length >= JOBS_PER_CALLER) throw new AppError("rate.limited", { retryAfter: RETRY_SECONDS });
    const sameKind = waiting.filter((job) => Boolean(job.isShort) === Boolean(isShort));
    if (sameKind.length >= this.limits.waiting)
      throw new AppError("service.busy", { detail: "the queue is full", retryAfter: RETRY_SECONDS });
  }

  private startNext(): void {
    const lastOf = ({ job }: Waiting) => this.lastOf.peek(job.caller) ?? 0;
    for (const entry of [...this.waiting].toSorted((a, b) => lastOf(a) - lastOf(b))) {
      if (this.running.size >= this.limits.running) return;
      if (!this.mayRun(entry.job)) continue;
      this.waiting.delete(entry);
      this.running.add(entry.job);
      this.lastOf.set(entry.job.caller, ++this.started);
      entry.start();
    }
  }

  private mayRun({ caller, isShort }: Job): boolean {
    const running = [...this.running];
    if (running.some((job) => job.caller === caller)) return false;
    return Boolean(isShort) || running.filter((job) => !job.isShort).length < this.limits.long;
  }
}
