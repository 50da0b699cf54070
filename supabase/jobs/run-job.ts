import type PgBoss from "pg-boss";
import { reportError } from "../../lib/platform/report";
import { failureReason, publicFailure } from "./failure";
import { countRun } from "./metrics";
import { DEFAULTS, repeatsWithinMinutes, type Job, type JobContext } from "./job";

const POLL_SECONDS = 2;
const DAILY_POLL_SECONDS = 10;

type Resources = Omit<JobContext, "id">;

async function runScheduled(job: Job, data: unknown, context: JobContext): Promise<void> {
  const { sql } = context;
  await sql`update private.job_schedules set started_at = now() where job = ${job.name}`;
  try {
    await job.run(context, data);
    await sql`update private.job_schedules set finished_at = now() where job = ${job.name}`;
  } catch (error) {
    await sql`update private.job_schedules set failed_at = now(), failure = ${failureReason(error)} where job = ${job.name}`;
    throw error;
  }
}

/** Runs one attempt. Stored and logged failures contain no personal data. */
async function runAttempt(job: Job, { id, data }: { id: string; data: unknown }, resources: Resources): Promise<void> {
  const startedAt = performance.now();
  const count = (result: "done" | "failed") => countRun(job.name, result, (performance.now() - startedAt) / 1000);
  try {
    await (job.schedule ? runScheduled : run)(job, data, { id, ...resources });
    count("done");
  } catch (error) {
    count("failed");
    const failure = publicFailure(error);
    reportError("job", failure, { job: job.name, id });
    // Its next run within the minute replaces the retry; the failure is stored in the schedule.
    if (!repeatsWithinMinutes(job)) throw failure;
  }
}

const run = (job: Job, data: unknown, context: JobContext) => job.run(context, data);

/** Creates or updates a job's queue with the options of its definition. */
export async function prepareQueue(boss: PgBoss, job: Job): Promise<void> {
  const options = {
    name: job.name,
    policy: repeatsWithinMinutes(job) ? ("short" as const) : ("standard" as const),
    retryLimit: repeatsWithinMinutes(job) ? 0 : (job.retryLimit ?? DEFAULTS.retryLimit),
    retryDelay: job.retryDelaySeconds ?? DEFAULTS.retryDelaySeconds,
    retryBackoff: true,
    expireInSeconds: job.expireSeconds ?? DEFAULTS.expireSeconds,
  };
  await boss.createQueue(job.name, options);
  await boss.updateQueue(job.name, options);
}

/** Processes a job's queue with `lanes` concurrent workers; each fetches again immediately after taking a job. */
export async function startConcurrentWorkers(boss: PgBoss, job: Job, resources: Resources): Promise<void> {
  for (let lane = 0; lane < (job.lanes ?? DEFAULTS.lanes); lane += 1) {
    const worker = { id: "" };
    worker.id = await boss.work<unknown>(
      job.name,
      { pollingIntervalSeconds: job.schedule && !repeatsWithinMinutes(job) ? DAILY_POLL_SECONDS : POLL_SECONDS },
      async ([one]) => {
        if (!one) return;
        boss.notifyWorker(worker.id);
        await runAttempt(job, one, resources);
      },
    );
  }
}
