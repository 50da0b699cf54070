import { getLocale, getTranslations } from "next-intl/server";
import { formatDate, formatNumber } from "@/lib/platform/format";
import type { Report } from "@/lib/partners/vouchers/schema";

type Row = Extract<Report, { state: "open" }>["vouchers"][number];

/** Downloads and redemptions of each voucher. */
export async function ReportTable({ vouchers }: { vouchers: readonly Row[] }) {
  const [t, status, locale] = [
    await getTranslations("partners/vouchers.report"),
    await getTranslations("partners/vouchers.status"),
    await getLocale(),
  ];
  if (vouchers.length === 0) return <p className="text-muted">{t("noVouchers")}</p>;
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-left">
        <caption className="mb-2 text-left font-display text-2xl">{t("vouchers")}</caption>
        <thead className="text-sm text-muted">
          <tr>
            <th scope="col">{t("voucher")}</th>
            <th scope="col" className="pl-3">
              {t("validity")}
            </th>
            <th scope="col" className="pl-3 text-right">
              {t("downloads")}
            </th>
            <th scope="col" className="pl-3 text-right">
              {t("redemptions")}
            </th>
          </tr>
        </thead>
        <tbody className="tabular">
          {vouchers.map((voucher) => (
            <tr key={voucher.id} className="border-t border-line align-top">
              <th scope="row" className="py-2 font-normal wrap-anywhere">
                {voucher.title}
                <span className="block text-sm text-muted">{status(voucher.status)}</span>
              </th>
              <td className="py-2 pl-3">
                {formatDate(voucher.validFrom, locale)} – {formatDate(voucher.validUntil, locale)}
              </td>
              <td className="py-2 pl-3 text-right">
                {formatNumber(voucher.downloads, locale)}
                {voucher.totalLimit !== null && ` / ${formatNumber(voucher.totalLimit, locale)}`}
              </td>
              <td className="py-2 pl-3 text-right">{formatNumber(voucher.redemptions, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
