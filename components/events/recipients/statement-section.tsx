import { getLocale, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { DataTable } from "@/components/ui/data-table";
import { SystemSection } from "@/components/ui/system-page";
import { dayTotals } from "@/lib/events/recipients/rules";
import type { Statement } from "@/lib/events/recipients/schema";
import { formatDate, formatMoney } from "@/lib/platform/format";

/** Sums of an event and sums by day, with the file for the accountant. */
export async function StatementSection({ event, statement }: { event: string; statement: Statement }) {
  const [t, locale] = [await getTranslations("events/recipients.statement"), await getLocale()];
  const sums = [
    [t("received"), statement.received_cents],
    [t("refunded"), statement.refunded_cents],
    [t("net"), statement.net_cents],
  ] as const;
  return (
    <SystemSection title={t("title")} lead={t("lead")}>
      <dl className="flex flex-wrap gap-6">
        {sums.map(([name, cents]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="font-display text-2xl tabular">{formatMoney(cents, locale)}</dd>
          </div>
        ))}
      </dl>
      <DataTable
        caption={t("title")}
        heads={[t("day"), t("received"), t("refunded")]}
        rows={dayTotals(statement.rows).map(({ day, in: received, out }) => ({
          id: day,
          cells: [formatDate(day, locale), formatMoney(received, locale), formatMoney(out, locale)],
        }))}
        empty={t("none")}
      />
      <a href={`/api/event-statements/${event}`} className={buttonClass({ look: "outline", className: "w-fit" })}>
        {t("csv")}
      </a>
    </SystemSection>
  );
}
