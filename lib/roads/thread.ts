import { Worker } from "node:worker_threads";
import type { LinePoint } from "../geo/lines";
import type { NetworkFiles } from "./network-sources";
import type { Avoidable, NearestRoad, RoadRoute } from "./rules";

export type WorkerTask =
  | { kind: "route"; points: readonly LinePoint[]; avoid: readonly Avoidable[] }
  | { kind: "nearest"; point: LinePoint };
export type WorkerJob = WorkerTask & { id: number };
/** The reply with id 0 says that the network is loaded. */
export type WorkerReply = { id: number; result: RoadRoute | NearestRoad | null } | { id: number; error: string };

/** Why a route was not calculated: too many requests wait, it took too long, or the engine does not work. */
export type RoutingProblem = "busy" | "timeout" | "failed";

export class RoutingError extends Error {
  constructor(
    readonly problem: RoutingProblem,
    detail: string,
  ) {
    super(`${problem}: ${detail}`);
    this.name = "RoutingError";
  }
}

type Waiting = { job: WorkerJob; resolve: (reply: WorkerReply) => void; reject: (error: RoutingError) => void };
export type ThreadLimits = { queue: number; loadMs: number; jobMs: number };

const LIMITS: ThreadLimits = { queue: 24, loadMs: 120_000, jobMs: 10_000 };
/** Beyond this, the thread ends with an error instead of taking the memory of the site. */
const HEAP_MB = 1536;
const YOUNG_MB = 96;

/**
 * A thread does not take over the loader of its process, so it registers tsx itself before it imports the engine. Paths
 * are those of the project: a bundler would put neither the file nor its imports where Next runs.
 */
const BOOT = `
  const { pathToFileURL } = require("node:url");
  import("tsx/esm/api").then(({ register }) => {
    register();
    return import(pathToFileURL("lib/roads/worker.ts").href);
  });`;

/**
 * Runs the embedded engine in a worker thread, which starts at the first job and keeps the network loaded. One job runs at a time; the others wait in a queue of limited length.
 */
export class RoutingThread {
  private worker: Worker | null = null;
  private isLoaded = false;
  private running: Waiting | null = null;
  private readonly queue: Waiting[] = [];
  private timer: NodeJS.Timeout | undefined;
  private lastId = 0;

  constructor(
    private readonly files: NetworkFiles,
    private readonly limits: ThreadLimits = LIMITS,
  ) {}

  async run(task: WorkerTask): Promise<RoadRoute | NearestRoad | null> {
    if (this.queue.length >= this.limits.queue) throw new RoutingError("busy", `${this.queue.length} jobs wait`);
    const reply = await new Promise<WorkerReply>((resolve, reject) => {
      this.queue.push({ job: { ...task, id: ++this.lastId }, resolve, reject });
      this.next();
    });
    if ("error" in reply) throw new RoutingError("failed", reply.error);
    return reply.result;
  }

  /** Ends the thread; jobs that wait fail. */
  async close(): Promise<void> {
    const { worker, running } = this;
    this.stop();
    for (const { reject } of [running, ...this.queue.splice(0)].filter((waiting) => waiting !== null))
      reject(new RoutingError("failed", "the thread was closed"));
    await worker?.terminate();
  }

  private next(): void {
    if (this.running) return;
    const waiting = this.queue.shift();
    if (!waiting) return this.worker?.unref();
    this.running = waiting;
    const worker = this.worker ?? this.start();
    worker.ref();
    if (this.isLoaded) this.post(worker, waiting);
  }

  private post(worker: Worker, { job }: Waiting): void {
    this.limitTime(this.limits.jobMs, "the route took too long");
    worker.postMessage(job);
  }

  private start(): Worker {
    const worker = new Worker(BOOT, {
      eval: true,
      execArgv: [],
      workerData: this.files,
      // A larger space for short-lived objects halves the time of loading.
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
      if (this.running) this.post(worker, this.running);
      return;
    }
    const waiting = this.running;
    this.running = null;
    if (waiting?.job.id === reply.id) waiting.resolve(reply);
    this.next();
  }

  /** A search cannot be interrupted, so a late one ends the thread; the next job starts another. */
  private limitTime(ms: number, detail: string): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.fail(new RoutingError("timeout", detail)), ms);
  }

  private fail(error: RoutingError): void {
    const waiting = this.running;
    void this.worker?.terminate();
    this.stop();
    waiting?.reject(error);
    this.next();
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.worker = null;
    this.isLoaded = false;
    this.running = null;
  }
}
