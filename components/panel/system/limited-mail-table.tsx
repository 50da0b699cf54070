import { getLocale, getTranslations } from "next-intl/server";
import type { LimitedMails } from "@/lib/panel/health/schema";
import { formatDate, formatNumber } from "@/lib/platform/format";
import { DataTable } from "../../ui/data-table";
import { SystemSection } from "../../ui/system-page";

/** Mails that the limit per recipient delayed or dropped, by day and group. */
export async function LimitedMailTable({ days }: { days: LimitedMails }) {
  const t = await getTranslations("panel/system.health");
  const locale = await getLocale();
  return (
    <SystemSection title={t("limitedMails")} lead={t("limitedMailsLead")}>
      <DataTable
        caption={t("limitedMails")}
        heads={[t("day"), t("mailGroup"), t("mailsDelayed"), t("mailsDropped")]}
        empty={t("noLimitedMails")}
        rows={days.map(({ on_date: day, mail_group: group, delayed, dropped }) => ({
          id: `${day} ${group}`,
          cells: [
            formatDate(day, locale, { dateStyle: "short" }),
            t(`mailGroupName.${group}`),
            formatNumber(delayed, locale),
            formatNumber(dropped, locale),
          ],
        }))}
      />
    </SystemSection>
  );
}
