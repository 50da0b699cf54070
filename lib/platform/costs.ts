import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { addressGroup } from "./address-group";
import { BoundedLimiter, secondsLeft } from "./bounded-limiter";
import { callerAddress } from "./caller";
import { AppError } from "./error";
import { JobQueue, type Job, type QueueLimits } from "./job-queue";

/** Jobs of one queue use the same resource: the thread of the road network, image decoders, the main thread. */
const QUEUES = {
  roads: { running: 6, long: 2, waiting: 24 },
  pictures: { running: 2, long: 1, waiting: 12 },
  documents: { running: 2, long: 1, waiting: 12 },
  facts: { running: 2, long: 1, waiting: 12 },
  imports: { running: 2, long: 2, waiting: 12 },
  // Streams, which last as long as their reader takes; each holds one part of the file.
  streams: { running: 200, long: 200, waiting: 50 },
} as const satisfies Record<string, QueueLimits>;
type QueueName = keyof typeof QUEUES;

type Budget = { points: number; seconds: number };
type Cost = { queue: QueueName; caller: Budget; all: Budget };

/** What a minute may cost for one caller and for all; short jobs do not count towards the budget of all. */
const COSTS = {
  // A leg and 100 km in a straight line are a point each. A trip with 25 stops over 3,000 km has 54.
  roadRoute: { queue: "roads", caller: { points: 1500, seconds: 60 }, all: { points: 6000, seconds: 60 } },
  // 100 km of the line are a point.
  tripFacts: { queue: "facts", caller: { points: 1500, seconds: 60 }, all: { points: 6000, seconds: 60 } },
  // A decoded megapixel is a point, more for formats that need more memory.
  picture: { queue: "pictures", caller: { points: 480, seconds: 60 }, all: { points: 3000, seconds: 60 } },
  // A drawn picture or a file with pages is a point, a magazine four.
  drawing: { queue: "documents", caller: { points: 40, seconds: 60 }, all: { points: 120, seconds: 60 } },
  // A workbook is compressed while it is sent.
  workbook: { queue: "streams", caller: { points: 10, seconds: 60 }, all: { points: 40, seconds: 60 } },
  offlinePack: { queue: "facts", caller: { points: 60, seconds: 60 }, all: { points: 600, seconds: 60 } },
  // A row of a CSV file is a point.
  import: { queue: "imports", caller: { points: 20_000, seconds: 60 }, all: { points: 60_000, seconds: 60 } },
  // A file that is written while it is sent is a point.
  export: { queue: "streams", caller: { points: 120, seconds: 60 }, all: { points: 600, seconds: 60 } },
} as const satisfies Record<string, Cost>;
export type CostName = keyof typeof COSTS;

export type Caller = Pick<Job, "caller" | "signal"> & { isAnonymous: boolean };
export type CostlyJob = Job & { points: number };

/** A caller without an account, counted by IP address. */
export const addressCaller = async (request?: Request): Promise<Caller> => ({
  caller: addressGroup(await callerAddress()),
  signal: request?.signal,
  isAnonymous: true,
});

export const accountCaller = ({ id }: { id: string }, request?: Request): Caller => ({
  caller: id,
  signal: request?.signal,
  isAnonymous: false,
});

type Limiters = Record<"caller" | "all", BoundedLimiter>;
// Next loads this module once per bundle.
const shared = globalThis as {
  lacambecheCosts?: { queues: Map<QueueName, JobQueue>; limiters: Map<CostName, Limiters> };
};
const { queues, limiters } = (shared.lacambecheCosts ??= { queues: new Map(), limiters: new Map() });

function queueOf(name: CostName): JobQueue {
  const { queue } = COSTS[name];
  const known = queues.get(queue) ?? new JobQueue(QUEUES[queue]);
  queues.set(queue, known);
  return known;
}

function limitersOf(name: CostName): Limiters {
  const limiterOf = (who: "caller" | "all") => {
    const { points, seconds } = COSTS[name][who];
    return new BoundedLimiter({ points, duration: seconds, keyPrefix: `${name}-${who}` });
  };
  const known = limiters.get(name) ?? { caller: limiterOf("caller"), all: limiterOf("all") };
  limiters.set(name, known);
  return known;
}

/** Takes the points of a job from the budgets; throws `rate.limited` (caller) or `service.busy` (all callers). */
async function spend(name: CostName, { caller, points, isShort }: CostlyJob): Promise<void> {
  const budgets = limitersOf(name);
  const refuse = (code: "rate.limited" | "service.busy") => (refusal: unknown) => {
    throw new AppError(code, { detail: `budget of ${name}`, retryAfter: secondsLeft(refusal) });
  };
  await budgets.caller.consume(caller, points).catch(refuse("rate.limited"));
  if (!isShort) await budgets.all.consume("all", points).catch(refuse("service.busy"));
}

/** Runs expensive work when it is the turn of its caller and the budgets allow it. */
export function runCostly<T>(name: CostName, job: CostlyJob, work: () => Promise<T>): Promise<T> {
  return queueOf(name).run(job, async () => {
    await spend(name, job);
    return work();
  });
}

/** The same for a file that is written while it is sent: the job lasts until the stream ends or is cancelled. */
export async function streamCostly(
  name: CostName,
  job: CostlyJob,
  open: () => ReadableStream<Uint8Array> | Promise<ReadableStream<Uint8Array>>,
): Promise<ReadableStream<Uint8Array>> {
  const leave = await queueOf(name).enter(job);
  try {
    await spend(name, job);
    return endingWith(await open(), leave);
  } catch (error) {
    leave();
    throw error;
  }
}

/**
 * The stream, with a function that is called at its end. A slow client asks for the next part outside the request, where
 * Next.js has no cookies: each part is read in the asynchronous context of the request.
 */
function endingWith(stream: ReadableStream<Uint8Array>, end: () => void): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  const inRequest = AsyncLocalStorage.snapshot();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { value, done } = await inRequest(() => reader.read());
        if (!done) return controller.enqueue(value);
        end();
        controller.close();
      } catch (error) {
        end();
        controller.error(error);
      }
    },
    async cancel(reason) {
      end();
      await reader.cancel(reason);
    },
  });
}
