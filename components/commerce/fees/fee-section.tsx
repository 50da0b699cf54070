import type { ReactNode } from "react";
import { getLocale, getTranslations } from "next-intl/server";
import { DataTable } from "@/components/ui/data-table";
import { SystemSection } from "@/components/ui/system-page";
import type { EventFee, FeeInvoice, FeeTerms } from "@/lib/commerce/fees/schema";
import { formatDate, formatMoney, formatNumber } from "@/lib/platform/format";

type Props = {
  fee: EventFee;
  /** The forms of an invoice; without them the list is for reading. */
  forms?: (invoice: FeeInvoice) => ReactNode;
  /** The form that creates an invoice. */
  children?: ReactNode;
};

/** Invoices of the fee of the portal for an event, for its treasurer and for the team. */
export async function FeeSection({ fee: { terms, invoices }, forms, children }: Props) {
  const [t, locale] = [await getTranslations("commerce/fees"), await getLocale()];
  const words = (one: FeeTerms) =>
    t("terms", {
      count: one.registrations,
      base: formatMoney(one.base_cents, locale),
      percent: formatNumber(one.percent_bp / 100, locale),
      fixed: formatMoney(one.fixed_cents, locale),
    });
  const hasOne = invoices.some(({ status }) => status !== "cancelled");
  return (
    <SystemSection title={t("title")} lead={t("lead")}>
      {!hasOne && (
        <p>
          {words(terms)} <strong>{t("now", { amount: formatMoney(terms.amount_cents, locale) })}</strong>
        </p>
      )}
      <DataTable
        caption={t("list.caption")}
        heads={[t("list.number"), t("list.amount"), t("list.terms"), t("list.due"), t("list.status")]}
        rows={invoices.map((invoice) => ({
          id: invoice.id,
          cells: [
            <a
              key="file"
              href={`/api/fee-invoices/${invoice.id}`}
              className="inline-flex min-h-11 items-center text-link underline underline-offset-4"
            >
              {t("list.file", { number: invoice.number })}
            </a>,
            <strong key="amount" className="whitespace-nowrap">
              {formatMoney(invoice.amount_cents, locale)}
            </strong>,
            words(invoice),
            formatDate(invoice.due_on, locale),
            <div key="status" className="grid gap-2">
              {t(`status.${invoice.status}`, { date: invoice.paid_on ? formatDate(invoice.paid_on, locale) : "" })}
              {invoice.note && <span className="text-sm text-muted">{invoice.note}</span>}
              {forms?.(invoice)}
            </div>,
          ],
        }))}
        empty={t("list.none")}
      />
      {!hasOne && children}
    </SystemSection>
  );
}
