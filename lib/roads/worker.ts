import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { EmbeddedRouter } from "./embedded";
import type { NetworkFiles } from "./network-sources";
import { openNetwork } from "./prepared-network";
import type { WorkerJob, WorkerReply } from "./thread";

/** The embedded engine in its own thread: loads the network, then answers one job after the other. */
const port = parentPort!;
// On Linux this is the priority of the calling thread: pages go first when all processors are busy. Elsewhere it would be
// the priority of the whole process.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const { roads, credits } = openNetwork(workerData as NetworkFiles);
const router = new EmbeddedRouter(roads, credits);

function run(job: WorkerJob): WorkerReply {
  try {
    const result = job.kind === "route" ? router.route(job.points, job.avoid) : router.nearest(job.point);
    return { id: job.id, result };
  } catch (error) {
    return { id: job.id, error: error instanceof Error ? error.message : String(error) };
  }
}

port.on("message", (job: WorkerJob) => port.postMessage(run(job)));
port.postMessage({ id: 0, result: null } satisfies WorkerReply);
