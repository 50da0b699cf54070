import { getLocale, getTranslations } from "next-intl/server";
import { DataTable } from "@/components/ui/data-table";
import { Stamp } from "@/components/ui/stamp";
import { StateMark } from "@/components/ui/state-mark";
import { SystemPage } from "@/components/ui/system-page";
import { FactList } from "@/components/ui/fact-list";
import { formatNumber } from "@/lib/platform/format";
import type { ReminderQueue } from "@/lib/garage/reminders/schema";
import { QueueTabs } from "./queue-tabs";
import { RetryButton } from "./retry-button";
import { DELIVERY_STATUSES } from "@/lib/platform/supabase/database-constants/garage";

const LOOK = { queued: "wait", sent: "good", failed: "bad" } as const;

/** Sending queue of reminders: figures and the newest messages, failed ones first, each with a button that retries it. */
export async function SendingQueue({ queue }: { queue: ReminderQueue }) {
  const [t, locale] = [await getTranslations("garage/reminders"), await getLocale()];
  const number = (value: number) => formatNumber(value, locale);
  const counted = (status: keyof typeof LOOK) =>
    number(queue.counts.filter((row) => row.status === status).reduce((sum, { count }) => sum + count, 0));
  const rows = queue.sendings.map(
    ({ id, channel, status, reason, reminders, created_at: at, changed_at: changed }) => ({
      id,
      cells: [
        t(`form.channel.${channel}`),
        <StateMark key="status" look={LOOK[status]}>
          {t(`queue.status.${status}`)}
        </StateMark>,
        number(reminders),
        <Stamp key="at" at={at} locale={locale} />,
        <Stamp key="changed" at={changed} locale={locale} />,
        reason ?? "—",
        status === "failed" ? <RetryButton key="retry" id={id} label={t("queue.retry")} /> : "—",
      ],
    }),
  );
  return (
    <SystemPage title={t("queue.title")} lead={t("queue.lead")}>
      <QueueTabs current="sendings" />
      <FactList
        rows={[
          [t("queue.dueToday"), number(queue.due_today)],
          [t("queue.waiting"), number(queue.waiting)],
          ...DELIVERY_STATUSES.map((status): [string, string] => [t(`queue.${status}`), counted(status)]),
        ]}
      />
      <DataTable
        caption={t("queue.title")}
        heads={[
          t("queue.channel"),
          t("queue.state"),
          t("queue.reminders"),
          t("queue.enqueued"),
          t("queue.changed"),
          t("queue.reason"),
          t("queue.action"),
        ]}
        rows={rows}
        empty={t("queue.empty")}
      />
    </SystemPage>
  );
}
