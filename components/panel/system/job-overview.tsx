import { getLocale, getTranslations } from "next-intl/server";
import { runJobAgainAction } from "@/lib/panel/jobs/actions";
import { lastOutcome, readSchedule } from "@/lib/panel/jobs/rules";
import type { JobOverview as Overview } from "@/lib/panel/jobs/schema";
import { CommandForm } from "../../ui/command-form";
import { DataTable } from "../../ui/data-table";
import { Stamp } from "../../ui/stamp";
import { StateMark } from "../../ui/state-mark";
import { SystemSection } from "../../ui/system-page";

const OUTCOME_LOOK = { never: "none", running: "wait", done: "good", failed: "bad" } as const;

/** The job's name in the reader's language, or its internal name when there is no translation. */
async function jobNames(): Promise<(job: string) => string> {
  const t = await getTranslations("panel/system.jobs.name");
  return (job) => (t.has(job as "send-mail") ? t(job as "send-mail") : job);
}

/** Whether a worker is running, and how much work is queued. */
export async function WorkerState({ overview: { workers, outbox } }: { overview: Overview }) {
  const t = await getTranslations("panel/system.jobs");
  const locale = await getLocale();
  const alive = workers.filter(({ is_alive }) => is_alive);
  const lastSeen =
    workers
      .map(({ seen_at }) => seen_at)
      .toSorted()
      .at(-1) ?? null;
  return (
    <SystemSection title={t("title")} lead={t("lead")}>
      <p className="flex flex-wrap items-center gap-3">
        <StateMark look={alive.length > 0 ? "good" : "bad"}>
          {alive.length > 0 ? t("alive", { count: alive.length }) : t("stopped")}
        </StateMark>
        <span className="text-muted">
          {t("lastSeen")} <Stamp at={lastSeen} locale={locale} />
        </span>
        <span className="text-muted">{t("outbox", { count: outbox.waiting })}</span>
      </p>
      {alive.length === 0 && <p className="max-w-3xl font-semibold">{t("stoppedLead")}</p>}
    </SystemSection>
  );
}

/** Scheduled jobs: the result of the last run and the time of the next one. */
export async function ScheduleTable({ overview: { schedules, workers } }: { overview: Overview }) {
  const t = await getTranslations("panel/system.jobs");
  const locale = await getLocale();
  const nameOf = await jobNames();
  const isRunning = workers.some(({ is_alive }) => is_alive);
  const rows = schedules.map((schedule) => {
    const outcome = lastOutcome(schedule);
    const when = readSchedule(schedule.schedule);
    return {
      id: schedule.job,
      cells: [
        <strong key="job">{nameOf(schedule.job)}</strong>,
        "seconds" in when
          ? when.seconds % 60 === 0
            ? t("everyMinutes", { minutes: when.seconds / 60 })
            : t("every", when)
          : t("daily", when),
        <StateMark key="outcome" look={OUTCOME_LOOK[outcome]}>
          {t(`outcome.${outcome}`)}
        </StateMark>,
        <Stamp key="last" at={outcome === "failed" ? schedule.failed_at : schedule.finished_at} locale={locale} />,
        <Stamp key="next" at={isRunning ? schedule.next_at : null} locale={locale} />,
        outcome === "failed" ? (schedule.failure ?? "—") : "—",
      ],
    };
  });
  return (
    <SystemSection title={t("schedules")}>
      <DataTable
        caption={t("schedules")}
        heads={[t("job"), t("when"), t("state"), t("last"), t("next"), t("error")]}
        rows={rows}
        empty={t("noSchedules")}
      />
    </SystemSection>
  );
}

export async function QueueTable({ overview: { queues } }: { overview: Overview }) {
  const t = await getTranslations("panel/system.jobs");
  const locale = await getLocale();
  const nameOf = await jobNames();
  const rows = queues.map(({ job, waiting, running, retrying, failed, oldest_at }) => ({
    id: job,
    cells: [
      <strong key="job">{nameOf(job)}</strong>,
      String(waiting),
      String(running),
      String(retrying),
      failed > 0 ? (
        <strong key="failed" className="text-danger">
          {failed}
        </strong>
      ) : (
        "0"
      ),
      <Stamp key="oldest" at={oldest_at} locale={locale} />,
    ],
  }));
  return (
    <SystemSection title={t("queues")}>
      <DataTable
        caption={t("queues")}
        heads={[t("job"), t("waiting"), t("running"), t("retrying"), t("failed"), t("oldest")]}
        rows={rows}
        empty={t("noQueues")}
      />
    </SystemSection>
  );
}

/** Jobs without attempts left; each has a button for one more attempt. */
export async function FailureTable({ overview: { failures } }: { overview: Overview }) {
  const t = await getTranslations("panel/system.jobs");
  const locale = await getLocale();
  const nameOf = await jobNames();
  const rows = failures.map(({ id, job, attempts, failed_at, error }) => ({
    id,
    cells: [
      <strong key="job">{nameOf(job)}</strong>,
      <Stamp key="at" at={failed_at} locale={locale} />,
      String(attempts),
      error || "—",
      <CommandForm
        key="again"
        action={runJobAgainAction}
        hidden={{ job, id }}
        label={t("again")}
        confirm={t("againConfirm")}
        variant="outline"
      />,
    ],
  }));
  return (
    <SystemSection title={t("failures")} lead={t("failuresLead")}>
      <DataTable
        caption={t("failures")}
        heads={[t("job"), t("failedAt"), t("attempts"), t("error"), t("action")]}
        rows={rows}
        empty={t("noFailures")}
      />
    </SystemSection>
  );
}
