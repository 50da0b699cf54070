import { getLocale, getTranslations } from "next-intl/server";
import type { ComponentProps } from "react";
import { CommandForm } from "@/components/admin/system/command-form";
import { DataTable } from "@/components/admin/system/data-table";
import { StateMark } from "@/components/admin/system/state-mark";
import { Input } from "@/components/ui/input";
import { formatDay, formatMoney } from "@/lib/platform/format";
import type { Sale } from "@/lib/sales/queries";
import { contractAddress } from "@/lib/sales/rules";

type Props = { sales: readonly Sale[]; sellers: ReadonlyMap<string, string>; cancel: ComponentProps<typeof CommandForm>["action"] };

async function CancelForm({ sale, action }: { sale: Sale; action: Props["cancel"] }) {
  const t = await getTranslations("sales.admin");
  return (
    <details>
      <summary className="min-h-9 cursor-pointer text-link underline underline-offset-4">{t("cancel")}</summary>
      <CommandForm action={action} hidden={{ id: sale.id }} label={t("cancelNow")} variant="danger" confirm={t("cancelConfirm", { number: String(sale.number) })} className="mt-2">
        <label className="grid gap-1 text-sm">
          <span className="text-muted">{t("reason")}</span>
          <Input name="reason" required maxLength={1000} />
        </label>
      </CommandForm>
    </details>
  );
}

/** Everybody's sales, for seller managers: the signed contract, and an end for those nobody paid. */
export async function AdminSales({ sales, sellers, cancel }: Props) {
  const t = await getTranslations("sales");
  const locale = await getLocale();
  const stateOf = (sale: Sale) => (sale.cancelled_at ? "cancelled" : sale.payment_status === "paid" ? "paid" : "pending");
  const look = { cancelled: "none", paid: "good", pending: "wait" } as const;
  const rows = sales.map((sale) => ({
    id: sale.id,
    cells: [
      <span key="number" className="tabular">{sale.number}</span>,
      <strong key="client">{sale.client_company_name}</strong>,
      sellers.get(sale.seller_id) ?? "—",
      `${sale.plan_name} · ${formatMoney(sale.price_cents, locale)} · ${sale.commission_percentage}%`,
      <span key="status" className="grid justify-items-start gap-1">
        <StateMark look={look[stateOf(sale)]}>{stateOf(sale) === "cancelled" ? t("table.run.cancelled") : t(stateOf(sale) === "paid" ? "table.paid" : "table.pending")}</StateMark>
        {sale.cancel_reason && <span className="text-sm text-muted">{sale.cancel_reason === "refunded" ? t("admin.refunded") : sale.cancel_reason}</span>}
      </span>,
      formatDay(sale.created_at, locale),
      <span key="do" className="grid gap-2">
        <a href={contractAddress(sale.id)} target="_blank" rel="noopener" className="min-h-9 text-link underline underline-offset-4">
          {t("links.contract")}
        </a>
        {stateOf(sale) === "pending" && <CancelForm sale={sale} action={cancel} />}
      </span>,
    ],
  }));
  const heads = [t("admin.number"), t("table.client"), t("admin.seller"), t("table.plan"), t("table.status"), t("table.date"), t("admin.actions")];
  return <DataTable caption={t("admin.title")} heads={heads} rows={rows} empty={t("admin.nothing")} />;
}
