import { getLocale, getTranslations } from "next-intl/server";
import { DataTable } from "@/components/ui/data-table";
import type { Overview } from "@/lib/events/gate/schema";
import { formatMoney, formatNumber } from "@/lib/platform/format";

/** Money taken at the gate: a row for everybody who took some by each method, then the sum of each method. */
export async function GateSales({ sales }: Pick<Overview, "sales">) {
  const [t, locale] = [await getTranslations("events/gate"), await getLocale()];
  const methods = [...new Set(sales.map(({ method }) => method))];
  const sums = methods.map((method) => {
    const ofMethod = sales.filter((sale) => sale.method === method);
    const sumOf = (key: "count" | "cents") => ofMethod.reduce((sum, sale) => sum + sale[key], 0);
    return { reader: t("console.sales.total"), method, count: sumOf("count"), cents: sumOf("cents") };
  });
  const rows = [...sales, ...sums].map(({ reader, method, count, cents }, index) => ({
    id: String(index),
    cells: [
      index < sales.length ? reader : <strong key="sum">{reader}</strong>,
      t(`walkIn.paidBy.${method}`),
      formatNumber(count, locale),
      formatMoney(cents, locale),
    ],
  }));
  const heads = [t("console.reader"), t("console.sales.method"), t("console.sales.count"), t("console.sales.amount")];
  return <DataTable caption={t("console.sales.title")} heads={heads} rows={rows} empty={t("console.noReadings")} />;
}
