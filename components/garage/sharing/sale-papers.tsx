import { getLocale, getTranslations } from "next-intl/server";
import { Card, CardTitle } from "@/components/ui/card";
import { formatDate, formatMoney, formatNumber } from "@/lib/platform/format";
import type { OpenSale } from "@/lib/garage/sharing/sale/schema";
import { FileLinks } from "./sale-services";

/** Parts of a car for sale, with prices as far as the link shows them. */
export async function SaleParts({ parts }: Pick<OpenSale, "parts">) {
  const [t, locale] = [await getTranslations("garage/sharing.page"), await getLocale()];
  return (
    <Card>
      <CardTitle className="mb-3">{t("parts")}</CardTitle>
      {parts.length === 0 && <p className="text-muted">{t("noParts")}</p>}
      <ul className="grid gap-2">
        {parts.map(({ id, name, brand, oem_number: oem, quantity, installed_km: km, cost_cents: cents }) => (
          <li key={id} className="wrap-anywhere">
            <span className="font-semibold">{name}</span>
            <span className="block text-sm text-muted">
              {[
                brand,
                oem,
                t("pieces", { count: quantity }),
                km !== undefined && t("installed", { km: formatNumber(km, locale) }),
                cents !== undefined && formatMoney(cents, locale),
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type DocumentsProps = Pick<OpenSale, "documents"> & { token: string };

/** Documents of a car for sale with their files, for a link that shows documents. */
export async function SaleDocuments({ documents, token }: DocumentsProps) {
  const [t, locale] = [await getTranslations("garage/sharing.page"), await getLocale()];
  return (
    <Card>
      <CardTitle className="mb-3">{t("documents")}</CardTitle>
      {documents.length === 0 && <p className="text-muted">{t("noDocuments")}</p>}
      <ul className="grid gap-2">
        {documents.map(({ kind, expires_on: expires, files }, index) => (
          <li key={`${kind}${index}`}>
            <span className="font-semibold">{t(`kinds.${kind}`)}</span>
            {expires && (
              <span className="text-muted">{` · ${t("expires", { date: formatDate(expires, locale) })}`}</span>
            )}
            <FileLinks files={files} token={token} label="file" />
          </li>
        ))}
      </ul>
    </Card>
  );
}
