import { constants, getPriority, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { groundOfBrazil } from "../pace/seats/rules";
import type { PaceSettings } from "../pace/rules";
import { EmbeddedRouter } from "./embedded";
import { junctionsOn } from "./junctions";
import type { NetworkFiles } from "./network-sources";
import { openNetwork } from "./prepared-network";
import type { RoadRoute } from "./rules";
import { secondSource } from "./second-source";
import type { WorkerJob, WorkerMessage, WorkerReply } from "./thread";

/** The embedded engine in its own thread: loads the network, then answers one step of a job after the other. */
const port = parentPort!;
// On Linux this is the priority of the calling thread: pages go first when all processors are busy. Elsewhere it would be
// the priority of the whole process.
const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
if (process.platform === "linux") setPriority(Math.min(getPriority() + PRIORITY_BELOW_NORMAL, PRIORITY_LOW));
const { pace: settings, ...files } = workerData as NetworkFiles & { pace: PaceSettings };
const { roads, credits } = openNetwork(files);
const router = new EmbeddedRouter(roads, credits, { settings, ground: groundOfBrazil() }, secondSource(files.root));

/** Routes of which some legs are calculated. */
const begun = new Map<number, Generator<void, RoadRoute>>();

function stepOf({ id, task }: WorkerJob): WorkerReply {
  if (task.kind === "nearest") return { id, result: router.nearest(task.point) };
  if (task.kind === "junctions") return { id, result: junctionsOn(roads, task.line) };
  const steps = begun.get(id) ?? router.steps(task.points, task.avoid);
  begun.set(id, steps);
  const { done, value } = steps.next();
  if (!done) return { id, more: true };
  begun.delete(id);
  return { id, result: value };
}

function answer(job: WorkerJob): WorkerReply {
  try {
    return stepOf(job);
  } catch (error) {
    begun.delete(job.id);
    return { id: job.id, error: error instanceof Error ? error.message : String(error) };
  }
}

port.on("message", (message: WorkerMessage) => {
  if ("drop" in message) begun.delete(message.drop);
  else port.postMessage(answer(message));
});
port.postMessage({ id: 0, result: null } satisfies WorkerReply);
