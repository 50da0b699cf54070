import { getLocale, getTranslations } from "next-intl/server";
import { DataTable } from "@/components/ui/data-table";
import { StateMark } from "@/components/ui/state-mark";
import { lastDayOf } from "@/lib/commerce/ads/rules";
import { formatDay, formatMoney, formatTimestamp } from "@/lib/platform/format";
import type { Sale } from "@/lib/commerce/sales/queries";
import { runOf } from "@/lib/commerce/sales/rules";
import { SaleLinks } from "./sale-links";

type Props = { sales: readonly Sale[]; empty: string };

/** 'Minhas Vendas': the specification's five columns; other data is shown in small text below. */
export async function SalesTable({ sales, empty }: Props) {
  const t = await getTranslations("commerce/sales.table");
  const locale = await getLocale();
  const now = new Date();
  const rows = sales.map((sale) => ({
    id: sale.id,
    cells: [
      <span key="client" className="grid">
        <strong>{sale.client_company_name}</strong>
        <SaleLinks sale={sale} />
      </span>,
      sale.plan_name,
      <span key="price" className="whitespace-nowrap tabular">
        {formatMoney(sale.price_cents, locale)}
      </span>,
      <span key="status" className="grid justify-items-start gap-1">
        <StateMark look={sale.payment_status === "paid" ? "good" : "wait"}>
          {t(sale.payment_status === "paid" ? "paid" : "pending")}
        </StateMark>
        <span className="text-sm text-muted">
          {t(`run.${runOf(sale, now)}`, { until: sale.ad ? formatDay(lastDayOf(sale.ad.ends_at), locale) : "" })}
        </span>
      </span>,
      <span key="date" className="tabular">
        {formatTimestamp(sale.created_at, locale, {})}
      </span>,
    ],
  }));
  const heads = (["client", "plan", "price", "status", "date"] as const).map((name) => t(name));
  return <DataTable caption={t("title")} heads={heads} rows={rows} empty={empty} />;
}
