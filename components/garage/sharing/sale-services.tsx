import { getLocale, getTranslations } from "next-intl/server";
import { Card, CardTitle } from "@/components/ui/card";
import { formatDate, formatMoney, formatNumber } from "@/lib/platform/format";
import { saleFilePath } from "@/lib/garage/sharing/sale/rules";
import type { OpenSale } from "@/lib/garage/sharing/sale/schema";

type Props = { sale: OpenSale; token: string };

/** Maintenance of a car for sale, the newest first; prices and receipts as far as the link shows them. */
export async function SaleServices({ sale: { services, shows }, token }: Props) {
  const [t, locale] = [await getTranslations("garage/sharing.page"), await getLocale()];
  const cents = services.reduce((sum, { total_cents: total = 0 }) => sum + total, 0);
  return (
    <Card>
      <CardTitle className="mb-3">{t("services")}</CardTitle>
      {services.length === 0 && <p className="text-muted">{t("noServices")}</p>}
      <ol className="grid gap-3">
        {services.map((service) => (
          <SaleService key={service.id} service={service} token={token} />
        ))}
      </ol>
      {shows.includes("prices") && cents > 0 && (
        <p className="mt-4 font-semibold">{t("total", { amount: formatMoney(cents, locale) })}</p>
      )}
    </Card>
  );
}

type ServiceProps = { service: OpenSale["services"][number]; token: string };

async function SaleService({ service, token }: ServiceProps) {
  const [t, locale] = [await getTranslations("garage/sharing.page"), await getLocale()];
  const { on_date: day, km, is_estimated: isEstimated, category, total_cents: cents, receipts = [] } = service;
  const kind = category ? t(`categories.${category as "service"}`) : t("categories.service");
  return (
    <li className="border-t-2 border-line pt-3">
      <p className="font-semibold wrap-anywhere">{service.title || kind}</p>
      <p className="text-sm text-muted">
        {[
          formatDate(day, locale),
          service.title && kind,
          km !== undefined && t(isEstimated ? "kmEstimated" : "kmValue", { km: formatNumber(km, locale) }),
          cents !== undefined && formatMoney(cents, locale),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {service.notes && <p className="mt-1 max-w-prose whitespace-pre-line wrap-anywhere">{service.notes}</p>}
      <FileLinks files={receipts} token={token} label="receipt" />
    </li>
  );
}

type FilesProps = { files: readonly { id: string }[]; token: string; label: "receipt" | "file" };

/** Links to the files of an entry or document. */
export async function FileLinks({ files, token, label }: FilesProps) {
  const t = await getTranslations("garage/sharing.page");
  return (
    <ul className="flex flex-wrap gap-x-4 empty:hidden">
      {files.map(({ id }, index) => (
        <li key={id}>
          <a
            href={saleFilePath(token, id)}
            className="inline-flex min-h-11 items-center text-link underline underline-offset-4"
          >
            {t(label, { number: String(index + 1) })}
          </a>
        </li>
      ))}
    </ul>
  );
}
