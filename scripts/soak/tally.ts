import { createHistogram, type RecordableHistogram } from "node:perf_hooks";

/** Milliseconds; `statuses`: number of answers by the text of `statusText`. */
export type Line = { count: number; p50: number; p99: number; max: number; statuses: Record<string, number> };

export type Answered = { status: number; retryAfter?: string | undefined; note?: string | undefined };

/** A request without an answer. */
const LOST = "lost";
/** A refusal that says when to ask again. */
export const REFUSED_FOR_NOW = "503 Retry-After";

/** How an answer is counted; 0 is a request without an answer. */
export function statusText({ status, retryAfter, note }: Answered): string {
  if (status === 0) return LOST;
  if (status === 503 && retryAfter) return REFUSED_FOR_NOW;
  return note ? `${status} ${note}` : String(status);
}

export const isError = (status: string) => status === LOST || (status.startsWith("5") && status !== REFUSED_FOR_NOW);

export const isSuccess = (status: string) => /^[23]\d\d$/.test(status);

/** Times and statuses by kind of work; its size does not depend on the number of requests. */
export class Tally {
  private readonly lines = new Map<string, { times: RecordableHistogram; statuses: Record<string, number> }>();

  add(work: string, ms: number, answered: Answered): void {
    const line = this.lines.get(work) ?? { times: createHistogram(), statuses: {} };
    this.lines.set(work, line);
    line.times.record(Math.max(1, Math.round(ms * 1000)));
    const status = statusText(answered);
    line.statuses[status] = (line.statuses[status] ?? 0) + 1;
  }

  summary(): Record<string, Line> {
    const lines = [...this.lines].map(([work, { times, statuses }]): [string, Line] => [
      work,
      {
        count: times.count,
        p50: times.percentile(50) / 1000,
        p99: times.percentile(99) / 1000,
        max: times.max / 1000,
        statuses,
      },
    ]);
    return Object.fromEntries(lines.toSorted(([a], [b]) => a.localeCompare(b)));
  }
}

/** Number of answers of all kinds of work whose status is counted by `isCounted`. */
export const countStatuses = (lines: Record<string, Line>, isCounted: (status: string) => boolean): number =>
  Object.values(lines)
    .flatMap(({ statuses }) => Object.entries(statuses))
    .reduce((sum, [status, count]) => sum + (isCounted(status) ? count : 0), 0);
