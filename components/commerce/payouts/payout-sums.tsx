import { getLocale, getTranslations } from "next-intl/server";
import type { PayoutSums as Sums } from "@/lib/commerce/payouts/schema";
import { formatMoney } from "@/lib/platform/format";

/** What the portal collected for an event, what it passed on and what is left, or owed to it. */
export async function PayoutSums({ sums }: { sums: Sums }) {
  const [t, locale] = [await getTranslations("commerce/payouts.sum"), await getLocale()];
  const { left_cents: left } = sums;
  const rows = [
    ["collected", sums.collected_cents],
    ["refunded", sums.refunded_cents],
    ["owedBack", sums.owed_back_cents],
    ["pending", sums.pending_cents],
    ["paidOut", sums.paid_out_cents],
    left < 0 ? (["owed", -left] as const) : (["left", left] as const),
  ] as const;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-3">
      {rows.map(([name, cents]) => (
        <div key={name} className={name === "owed" ? "text-danger" : undefined}>
          <dt className={name === "owed" ? "text-sm" : "text-sm text-muted"}>{t(name)}</dt>
          <dd className="font-display text-2xl tabular">{formatMoney(cents, locale)}</dd>
        </div>
      ))}
    </dl>
  );
}
