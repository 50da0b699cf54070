import { getLocale, getTranslations } from "next-intl/server";
import { DataTable } from "@/components/admin/system/data-table";
import { SystemSection } from "@/components/admin/system/system-page";
import { formatMoney } from "@/lib/platform/format";
import type { listPayoutTotals } from "@/lib/payments/panel/queries";

/** The amount due to each seller now, with the Pix key to pay to. */
export async function PayoutTotals({ totals }: { totals: Awaited<ReturnType<typeof listPayoutTotals>> }) {
  const [t, locale] = [await getTranslations("payments.panel.payoutTotal"), await getLocale()];
  if (totals.length === 0) return null;
  const rows = totals.map(
    ({ seller_id: id, seller, pix_key: key, approved_cents: approved, corrections_cents: corrections }) => ({
      id,
      cells: [
        seller,
        <span key="key" className="font-mono text-sm wrap-anywhere">
          {key ?? t("noKey")}
        </span>,
        <span key="approved" className="tabular">
          {formatMoney(approved, locale)}
        </span>,
        <span key="corrections" className="tabular">
          {formatMoney(corrections, locale)}
        </span>,
        <strong key="total" className="tabular">
          {formatMoney(approved + corrections, locale)}
        </strong>,
      ],
    }),
  );
  const heads = (["seller", "key", "approved", "corrections", "total"] as const).map((name) => t(name));
  return (
    <SystemSection title={t("title")} lead={t("lead")}>
      <DataTable caption={t("title")} heads={heads} rows={rows} empty="" />
    </SystemSection>
  );
}
