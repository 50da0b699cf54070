import { getLocale, getTranslations } from "next-intl/server";
import { DataTable } from "@/components/ui/data-table";
import { CopyCode } from "@/components/ui/copy-code";
import { SystemSection } from "@/components/ui/system-page";
import { formatMoney } from "@/lib/platform/format";
import type { listPayoutTotals } from "@/lib/commerce/payments/panel/queries";

type PayoutTotal = Awaited<ReturnType<typeof listPayoutTotals>>[number] & {
  /** The QR code of `code` as the address of an image. */
  qr: string | null;
};

/** The amount due to each seller now, with the Pix key and code to pay with. */
export async function PayoutTotals({ totals }: { totals: readonly PayoutTotal[] }) {
  const [t, locale] = [await getTranslations("commerce/payments.panel.payoutTotal"), await getLocale()];
  if (totals.length === 0) return null;
  const rows = totals.map(
    ({ seller_id: id, seller, pix_key: key, approved_cents: approved, corrections_cents: corrections, code, qr }) => ({
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
        code && qr ? (
          <details key="code">
            <summary className="min-h-6 cursor-pointer text-link underline underline-offset-4">{t("code")}</summary>
            <div className="mt-2 grid w-64 max-w-full gap-3">
              <CopyCode code={code} label={t("codeOf", { seller })} copy={t("copy")} copied={t("copied")} />
              <img src={qr} alt={t("qr", { seller })} width={208} height={208} className="rounded-xl bg-white p-2" />
            </div>
          </details>
        ) : (
          "–"
        ),
      ],
    }),
  );
  const heads = (["seller", "key", "approved", "corrections", "total", "code"] as const).map((name) => t(name));
  return (
    <SystemSection title={t("title")} lead={t("lead")}>
      <DataTable caption={t("title")} heads={heads} rows={rows} empty="" />
    </SystemSection>
  );
}
