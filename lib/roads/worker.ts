import { parentPort, workerData } from "node:worker_threads";
import { EmbeddedRouter } from "./embedded";
import { loadNetwork, type NetworkFiles } from "./network-sources";
import { buildRoadGraph } from "./road-graph";
import type { WorkerJob, WorkerReply } from "./thread";

/** The embedded engine in its own thread: loads the network, then answers one job after the other. */
const port = parentPort!;
const { layers, credits, plazas } = loadNetwork(workerData as NetworkFiles);
const router = new EmbeddedRouter(buildRoadGraph(layers, plazas), credits);

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
