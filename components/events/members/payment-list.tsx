import { getLocale, getTranslations } from "next-intl/server";
import { RegistrationStatusMark } from "@/components/events/panel/registration-status";
import { DataTable } from "@/components/ui/data-table";
import { buttonClass } from "@/components/ui/button-class";
import { Link } from "@/components/ui/link";
import { SystemSection } from "@/components/ui/system-page";
import { PAYMENTS_PAGE } from "@/lib/events/members/rules";
import type { EventPayment } from "@/lib/events/members/schema";
import { orderReceiptPath } from "@/lib/events/registrations/orders/rules";
import { formatMoney, formatShortMoment } from "@/lib/platform/format";
import { formattedDocument } from "@/lib/platform/tax-document";

type Props = {
  payments: readonly EventPayment[];
  /** Address of the page, without a query. */
  address: string;
  isFirst: boolean;
};

/** Registrations with a price and what was paid, and who the invoice is for; the treasurer sees no contact and no car. */
export async function PaymentList({ payments, address, isFirst }: Props) {
  const [t, locale] = [await getTranslations("events/members.payments"), await getLocale()];
  const rows = payments.map((one) => ({
    id: one.id,
    cells: [
      <strong key="name" className="wrap-anywhere">
        {one.name}
      </strong>,
      one.code,
      one.kind,
      <RegistrationStatusMark key="status" status={one.status} />,
      formatMoney(one.price_cents, locale),
      [
        one.paid_cents === null ? t("open") : formatMoney(one.paid_cents, locale),
        one.refunded_cents ? t("refunded", { amount: formatMoney(one.refunded_cents, locale) }) : "",
      ]
        .filter(Boolean)
        .join(", "),
      one.paid_at ? formatShortMoment(one.paid_at, locale) : "—",
      one.invoice
        ? [one.invoice.name, formattedDocument(one.invoice.document), one.invoice.address].filter(Boolean).join(", ")
        : "—",
      one.paid_cents === null ? (
        "—"
      ) : (
        <a
          key="receipt"
          href={orderReceiptPath(one.id, locale)}
          target="_blank"
          rel="noopener"
          aria-label={`${t("receipt")}: ${one.code}`}
          className="inline-flex min-h-11 items-center text-link underline underline-offset-4"
        >
          PDF
        </a>
      ),
    ],
  }));
  const heads = (["name", "code", "kind", "status", "price", "paid", "when", "invoice", "receipt"] as const).map(
    (head) => t(head),
  );
  const last = payments.at(-1);
  return (
    <SystemSection title={t("title")} lead={t("lead")}>
      <DataTable caption={t("title")} heads={heads} rows={rows} empty={t("none")} />
      <p className="flex flex-wrap gap-2 empty:hidden">
        {!isFirst && (
          <Link href={address} className={buttonClass({ look: "outline" })}>
            {t("first")}
          </Link>
        )}
        {last && payments.length === PAYMENTS_PAGE && (
          <Link href={`${address}?depois=${last.id}`} className={buttonClass({ look: "outline" })}>
            {t("more")}
          </Link>
        )}
      </p>
    </SystemSection>
  );
}
