import { getLocale, getTranslations } from "next-intl/server";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { CommandForm } from "@/components/ui/command-form";
import { DataTable } from "@/components/ui/data-table";
import { Stamp } from "@/components/ui/stamp";
import { FailureTable, QueueTable, ScheduleTable, WorkerState } from "@/components/panel/system/job-overview";
import { LimitedMailTable } from "@/components/panel/system/limited-mail-table";
import { StateMark } from "@/components/ui/state-mark";
import { SystemPage, SystemSection } from "@/components/ui/system-page";
import { testStripe } from "@/lib/commerce/payments/service";
import { clearReportsAction } from "@/lib/panel/health/actions";
import { getHealthRecord, runChecks } from "@/lib/panel/health/queries";
import { trackRecord } from "@/lib/panel/health/rules";
import { getJobOverview } from "@/lib/panel/jobs/queries";
import { requireAccount } from "@/lib/platform/auth/guard";
import { formatDate, formatNumber, formatPercent } from "@/lib/platform/format";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

const LOOK = { ok: "good", warning: "wait", down: "bad", off: "none", unknown: "none" } as const;

export const generateMetadata = unlistedMetadata("panel/system.health", "title");

/** Status of every part of the portal, checked when the page loads. */
export default async function HealthPage() {
  const account = await requireAccount("/admin/system-health");
  const t = await getTranslations("panel/system.health");
  const locale = await getLocale();
  const checks = await runChecks(testStripe);
  const [{ kept, reports, failed, limited }, overview] = await Promise.all([getHealthRecord(), getJobOverview()]);
  const rows = checks.map(({ name, status, latencyMs, detail }) => {
    const { uptime, lastFailure } = trackRecord(name, kept);
    return {
      id: name,
      cells: [
        <strong key="name">{t(`check.${name}`)}</strong>,
        <StateMark key="status" look={LOOK[status]}>
          {t(`status.${status}`)}
        </StateMark>,
        `${latencyMs} ms`,
        uptime === null ? "—" : formatPercent(uptime, locale, { maximumFractionDigits: 1 }),
        name === "webhooks" && detail && (status === "ok" || status === "warning") ? (
          <Stamp key="detail" at={detail} locale={locale} />
        ) : (
          detail || "—"
        ),
        lastFailure ? (
          <span key="last">
            <Stamp at={lastFailure.created_at} locale={locale} /> {lastFailure.detail}
          </span>
        ) : (
          "—"
        ),
      ],
    };
  });
  return (
    <AdminShell account={account}>
      <SystemPage title={t("title")} lead={t("lead")}>
        <DataTable
          caption={t("title")}
          heads={[t("part"), t("state"), t("latency"), t("uptime"), t("detail"), t("lastFailure")]}
          rows={rows}
          empty=""
        />
        <WorkerState overview={overview} />
        <FailureTable overview={overview} />
        <ScheduleTable overview={overview} />
        <QueueTable overview={overview} />
        <SystemSection title={t("reports")} lead={t("reportsLead")}>
          {reports.length > 0 && (
            <CommandForm action={clearReportsAction} label={t("clear")} variant="outline" confirm={t("clearConfirm")} />
          )}
          <DataTable
            caption={t("reports")}
            heads={[t("when"), t("message"), t("path"), t("seen")]}
            empty={t("noReports")}
            rows={reports.map(({ id, message, path, occurrences, last_seen_at }) => ({
              id: String(id),
              cells: [<Stamp key="at" at={last_seen_at} locale={locale} />, message, path, String(occurrences)],
            }))}
          />
        </SystemSection>
        <LimitedMailTable days={limited} />
        <SystemSection title={t("failed")} lead={t("failedLead")}>
          <DataTable
            caption={t("failed")}
            heads={[t("day"), t("subject"), t("attempts"), t("callers"), t("most")]}
            empty={t("noFailed")}
            rows={failed.map(({ on_date, subject, attempts, callers, most }) => ({
              id: `${on_date} ${subject}`,
              cells: [
                formatDate(on_date, locale, { dateStyle: "short" }),
                t(`failedSubject.${subject as "vote"}`),
                ...[attempts, callers, most].map((count) => formatNumber(count, locale)),
              ],
            }))}
          />
        </SystemSection>
      </SystemPage>
    </AdminShell>
  );
}
