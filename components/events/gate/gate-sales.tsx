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
    return { reader: null, method, count: sumOf("count"), cents: sumOf("cents") };
  });
  const rows = [...sales, ...sums].map(({ reader, method, count, cents }) => ({
    id: `${method} ${reader}`,
    cells: [
      reader === null ? <strong key="sum">{t("console.sales.total")}</strong> : reader || "–",
      t(`walkIn.paidBy.${method}`),
      formatNumber(count, locale),
      formatMoney(cents, locale),
    ],
  }));
  const heads = (["reader", "method", "count", "amount"] as const).map((head) => t(`console.sales.${head}`));
  return <DataTable caption={t("console.sales.title")} heads={heads} rows={rows} empty="" />;
}
