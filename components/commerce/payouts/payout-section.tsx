import type { ReactNode } from "react";
import { getLocale, getTranslations } from "next-intl/server";
import { cn } from "@/components/ui/cn";
import { DataTable } from "@/components/ui/data-table";
import { SystemSection } from "@/components/ui/system-page";
import type { EventPayouts, Payout } from "@/lib/commerce/payouts/schema";
import { formatDate, formatMoney, formatShortMoment } from "@/lib/platform/format";
import { PayoutSums } from "./payout-sums";

type Props = {
  payouts: EventPayouts;
  /** The form that cancels a payout; without it the list is for reading. */
  cancel?: (payout: Payout) => ReactNode;
};

/** What the portal collected for an event and passed on, for its treasurer and for the team. */
export async function PayoutSection({ payouts: { sums, payouts }, cancel }: Props) {
  const [t, locale] = [await getTranslations("commerce/payouts"), await getLocale()];
  return (
    <SystemSection title={t("title")} lead={t("lead")}>
      <PayoutSums sums={sums} />
      {sums.left_cents < 0 && <p className="font-semibold">{t("owedNotice")}</p>}
      <DataTable
        caption={t("list.caption")}
        heads={[t("list.day"), t("list.amount"), t("list.destination"), t("list.reference"), t("list.status")]}
        rows={payouts.map((payout) => ({
          id: payout.id,
          cells: [
            formatDate(payout.on_day, locale),
            <span
              key="amount"
              className={cn("whitespace-nowrap", payout.cancelled_at ? "line-through" : "font-semibold")}
            >
              {formatMoney(payout.amount_cents, locale)}
            </span>,
            payout.destination,
            payout.reference,
            <div key="status" className="grid gap-2">
              {payout.cancelled_at
                ? t("list.cancelled", {
                    date: formatShortMoment(payout.cancelled_at, locale),
                    reason: payout.cancel_reason ?? "",
                  })
                : t("list.paid")}
              {payout.by && <span className="text-sm text-muted">{t("list.by", { name: payout.by })}</span>}
              {!payout.cancelled_at && cancel?.(payout)}
            </div>,
          ],
        }))}
        empty={t("list.none")}
      />
    </SystemSection>
  );
}
