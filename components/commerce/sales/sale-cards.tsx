import { getLocale, getTranslations } from "next-intl/server";
import { formatMoney, formatNumber, formatPercent } from "@/lib/platform/format";
import { saleFigures } from "@/lib/commerce/sales/rules";

/** The three figures: paid commission, all sales, conversion. */
export async function SaleCards({
  figures: { commissionCents, paid, total, conversion },
}: {
  figures: ReturnType<typeof saleFigures>;
}) {
  const t = await getTranslations("commerce/sales.cards");
  const locale = await getLocale();
  const percent = formatPercent(conversion / 100, locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const cards = [
    [t("commission"), formatMoney(commissionCents, locale), t("paidSales", { count: paid })],
    [t("total"), formatNumber(total, locale), t("totalHint")],
    [t("conversion"), percent, t("conversionHint")],
  ] as const;
  return (
    <dl className="grid gap-3 sm:grid-cols-3">
      {cards.map(([label, figure, hint], index) => (
        <div
          key={label}
          className={
            index === 0 ? "rounded-2xl bg-rota p-5 text-rota-ink" : "rounded-2xl border-2 border-line bg-surface p-5"
          }
        >
          <dt className={index === 0 ? "" : "text-muted"}>{label}</dt>
          <dd className="font-display text-4xl tabular">{figure}</dd>
          <dd className={index === 0 ? "text-sm" : "text-sm text-muted"}>{hint}</dd>
        </div>
      ))}
    </dl>
  );
}
