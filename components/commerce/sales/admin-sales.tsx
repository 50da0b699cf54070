import { getLocale, getTranslations } from "next-intl/server";
import { DataTable } from "@/components/ui/data-table";
import { StateMark } from "@/components/ui/state-mark";
import { formatDay, formatMoney } from "@/lib/platform/format";
import type { Sale } from "@/lib/commerce/sales/queries";
import { contractAddress } from "@/lib/commerce/sales/rules";
import { CancelSale } from "./cancel-sale";

type Props = { sales: readonly Sale[]; sellers: ReadonlyMap<string, string> };

/** All sales, for seller managers: the signed contract, and a form that cancels unpaid ones. */
export async function AdminSales({ sales, sellers }: Props) {
  const t = await getTranslations("commerce/sales");
  const locale = await getLocale();
  const stateOf = (sale: Sale) =>
    sale.cancelled_at ? "cancelled" : sale.payment_status === "paid" ? "paid" : "pending";
  const look = { cancelled: "none", paid: "good", pending: "wait" } as const;
  const rows = sales.map((sale) => ({
    id: sale.id,
    cells: [
      <span key="number" className="tabular">
        {sale.number}
      </span>,
      <strong key="client">{sale.client_company_name}</strong>,
      sellers.get(sale.seller_id) ?? "—",
      `${sale.plan_name} · ${formatMoney(sale.price_cents, locale)} · ${sale.commission_percentage}%`,
      <span key="status" className="grid justify-items-start gap-1">
        <StateMark look={look[stateOf(sale)]}>
          {stateOf(sale) === "cancelled"
            ? t("table.run.cancelled")
            : t(stateOf(sale) === "paid" ? "table.paid" : "table.pending")}
        </StateMark>
        {sale.cancel_reason && (
          <span className="text-sm text-muted">
            {sale.cancel_reason === "refunded"
              ? t("admin.refunded")
              : sale.cancel_reason === "dispute_lost"
                ? t("admin.disputeLost")
                : sale.cancel_reason}
          </span>
        )}
      </span>,
      formatDay(sale.created_at, locale),
      <span key="do" className="grid gap-2">
        <a
          href={contractAddress(sale.id)}
          target="_blank"
          rel="noopener"
          className="min-h-9 text-link underline underline-offset-4"
        >
          {t("links.contract")}
        </a>
        {stateOf(sale) === "pending" && <CancelSale sale={sale} />}
      </span>,
    ],
  }));
  const heads = [
    t("admin.number"),
    t("table.client"),
    t("admin.seller"),
    t("table.plan"),
    t("table.status"),
    t("table.date"),
    t("admin.actions"),
  ];
  return <DataTable caption={t("admin.title")} heads={heads} rows={rows} empty={t("admin.nothing")} />;
}
