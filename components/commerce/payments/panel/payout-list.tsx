import { getLocale, getTranslations } from "next-intl/server";
import { Stamp } from "@/components/ui/stamp";
import { SystemSection } from "@/components/ui/system-page";
import { formatMoney } from "@/lib/platform/format";
import type { listPayouts } from "@/lib/commerce/payments/panel/queries";

/** The transfers to sellers. */
export async function PayoutList({ payouts }: { payouts: Awaited<ReturnType<typeof listPayouts>> }) {
  const [t, locale] = [await getTranslations("commerce/payments.panel.payout"), await getLocale()];
  return (
    <SystemSection title={t("title")}>
      {payouts.length === 0 ? (
        <p className="text-muted">{t("empty")}</p>
      ) : (
        <ul className="grid gap-2">
          {payouts.map(({ id, seller, total_cents: total, commissions, note, paid_at: at }) => (
            <li key={id} className="border-l-4 border-line pl-3 wrap-anywhere">
              <strong>{seller}</strong> · {formatMoney(total, locale)} · {t("count", { count: commissions })} ·{" "}
              <Stamp at={at} locale={locale} />
              {note && ` · ${note}`}
            </li>
          ))}
        </ul>
      )}
    </SystemSection>
  );
}
