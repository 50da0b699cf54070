import { getLocale, getTranslations } from "next-intl/server";
import { formatMoney } from "@/lib/platform/format";

/** Five totals of the month. */
export async function MonthTotals({
  totals,
}: {
  totals: { card: number; pix: number; refunded: number; net: number; needsRefund: number; isClosed: boolean };
}) {
  const [t, locale] = [await getTranslations("commerce/payments.panel.totals"), await getLocale()];
  const numbers = [
    [t("card"), formatMoney(totals.card, locale)],
    [t("pix"), formatMoney(totals.pix, locale)],
    [t("refunded"), formatMoney(totals.refunded, locale)],
    [t("net"), formatMoney(totals.net, locale)],
    [t("needsRefund"), String(totals.needsRefund)],
  ] as const;
  return (
    <>
      <p className="text-muted">{t(totals.isClosed ? "closed" : "open")}</p>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-5">
        {numbers.map(([name, number], index) => (
          <div
            key={name}
            className={`rounded-xl border-2 bg-surface p-4 ${index === 4 && totals.needsRefund > 0 ? "border-danger" : "border-line"}`}
          >
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="font-display text-3xl tabular">{number}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
