import { Worker } from "node:worker_threads";
import type { LinePoint } from "../geo/lines";
import { BUILT_IN_PACE, type PaceSettings } from "../pace/rules";
import type { NetworkFiles } from "./network-sources";
import type { Junction } from "./junctions";
import type { Avoidable, NearestRoad, RoadRoute } from "./rules";

export type WorkerTask =
  | { kind: "route"; points: readonly LinePoint[]; avoid: readonly Avoidable[] }
  | { kind: "nearest"; point: LinePoint }
  | { kind: "junctions"; line: readonly LinePoint[] };
export type WorkerResult = RoadRoute | NearestRoad | Junction[] | null;
export type WorkerJob = { id: number; task: WorkerTask };
export type WorkerMessage = WorkerJob | { drop: number };
/** The reply with id 0 means that the network is loaded; `more`: the next leg of the route can be requested. */
export type WorkerReply =
  | { id: number; result: WorkerResult }
  | { id: number; more: true }
  | { id: number; error: string };

/** Why a route was not calculated: it took too long, or the engine does not work. */
export type RoutingProblem = "timeout" | "failed";

export class RoutingError extends Error {
  constructor(
    readonly problem: RoutingProblem,
    detail: string,
  ) {
    super(`${problem}: ${detail}`);
    this.name = "RoutingError";
  }
}

type Active = {
  job: WorkerJob;
  isShort: boolean;
  resolve: (result: WorkerResult) => void;
  reject: (error: Error) => void;
  signal: AbortSignal | undefined;
};
export type RunOptions = { isShort?: boolean | undefined; signal?: AbortSignal | undefined };
/** `stepMs`: limit of one leg. */
export type ThreadLimits = { loadMs: number; stepMs: number };

// Without a prepared network the thread calculates it, which takes minutes beside other work; a thread that is ended would
// begin again.
const LIMITS: ThreadLimits = { loadMs: 600_000, stepMs: 10_000 };
/** Beyond this, the thread ends with an error instead of taking the memory of the site. */
const HEAP_MB = 1536;
/** Limit of short-lived objects: a larger one keeps memory and makes no route faster. */
const YOUNG_MB = 16;

/**
 * A thread does not take over the loader of its process, so it registers tsx itself before it imports the engine. Paths
 * are those of the project: a bundler would put neither the file nor its imports where Next runs.
 */
const BOOT = `
  const { pathToFileURL } = require("node:url");
  import("tsx/esm/api").then(({ register }) => {
    register();
    return import(pathToFileURL("lib/geo/roads/worker.ts").href);
  });`;

/**
 * Runs the embedded engine in a worker thread, which starts at the first job and keeps the network loaded. It calculates
 * one leg at a time: the active jobs take turns, and short ones have every second turn. A caller limits their number.
 */
export class RoutingThread {
  private worker: Worker | null = null;
  private isLoaded = false;
  private current: Active | null = null;
  private readonly active = new Set<Active>();
  private wasShort = false;
  private timer: NodeJS.Timeout | undefined;
  private lastId = 0;

  constructor(
    private readonly files: NetworkFiles,
    private readonly limits: ThreadLimits = LIMITS,
    private readonly pace: PaceSettings = BUILT_IN_PACE,
  ) {}

  async run(task: WorkerTask, { isShort = false, signal }: RunOptions = {}): Promise<WorkerResult> {
    signal?.throwIfAborted();
    let drop = () => {};
    const result = new Promise<WorkerResult>((resolve, reject) => {
      const active: Active = { job: { id: ++this.lastId, task }, isShort, resolve, reject, signal };
      drop = () => this.drop(active);
      signal?.addEventListener("abort", drop);
      this.active.add(active);
      this.next();
    });
    return result.finally(() => signal?.removeEventListener("abort", drop));
  }

  /** Ends the thread; all jobs fail. */
  async close(): Promise<void> {
    const { worker, current } = this;
    const jobs = [...(current ? [current] : []), ...this.active];
    this.active.clear();
    this.stop();
    for (const { reject } of jobs) reject(new RoutingError("failed", "the thread was closed"));
    await worker?.terminate();
  }

  /** Ends a job whose client disconnected; a leg that is being calculated is finished first. */
  private drop(active: Active): void {
    active.reject(new RoutingError("failed", "the client disconnected"));
    if (this.active.delete(active)) this.worker?.postMessage({ drop: active.job.id } satisfies WorkerMessage);
  }

  private next(): void {
    if (this.current) return;
    const active = this.takeNext();
    if (!active) return this.worker?.unref();
    this.current = active;
    const worker = this.worker ?? this.start();
    worker.ref();
    if (this.isLoaded) this.post(worker, active);
  }

  private takeNext(): Active | undefined {
    const jobs = [...this.active];
    const next = jobs.find(({ isShort }) => isShort !== this.wasShort) ?? jobs[0];
    if (next) this.active.delete(next);
    this.wasShort = next?.isShort ?? false;
    return next;
  }

  private post(worker: Worker, { job }: Active): void {
    this.limitTime(this.limits.stepMs, "the route took too long");
    worker.postMessage(job satisfies WorkerMessage);
  }

  private start(): Worker {
    const worker = new Worker(BOOT, {
      eval: true,
      execArgv: [],
      workerData: { ...this.files, pace: this.pace },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
    });
    this.worker = worker;
    this.limitTime(this.limits.loadMs, "the network took too long to load");
    worker.on("message", (reply: WorkerReply) => this.worker === worker && this.receive(worker, reply));
    worker.on("error", (error) => this.worker === worker && this.fail(new RoutingError("failed", error.message)));
    worker.on("exit", (code) => this.worker === worker && this.fail(new RoutingError("failed", `exit code ${code}`)));
    return worker;
  }

  private receive(worker: Worker, reply: WorkerReply): void {
    clearTimeout(this.timer);
    if (reply.id === 0) {
      this.isLoaded = true;
      if (this.current) this.post(worker, this.current);
      return;
    }
    const active = this.current;
    this.current = null;
    if (active?.job.id === reply.id) this.apply(active, reply);
    this.next();
  }

  private apply(active: Active, reply: WorkerReply): void {
    if ("error" in reply) active.reject(new RoutingError("failed", reply.error));
    else if ("result" in reply) active.resolve(reply.result);
    // At the end of the set, so that every active job gets its turn before.
    else if (!active.signal?.aborted) this.active.add(active);
    else this.worker?.postMessage({ drop: active.job.id } satisfies WorkerMessage);
  }

  /** A search cannot be interrupted, so a late one ends the thread; the next job starts another. */
  private limitTime(ms: number, detail: string): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.fail(new RoutingError("timeout", detail)), ms);
  }

  private fail(error: RoutingError): void {
    const { current } = this;
    void this.worker?.terminate();
    this.stop();
    current?.reject(error);
    this.next();
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.worker = null;
    this.isLoaded = false;
    this.current = null;
  }
}
