import type { ReactNode } from "react";
import { getLocale, getTranslations } from "next-intl/server";
import { DataTable } from "@/components/ui/data-table";
import { SystemSection } from "@/components/ui/system-page";
import type { EventFee, FeeInvoice } from "@/lib/commerce/fees/schema";
import { formatDate, formatMoney, formatNumber } from "@/lib/platform/format";

type Props = {
  fee: EventFee;
  /** Forms that change an invoice; without them the list is for reading. */
  change?: (invoice: FeeInvoice) => ReactNode;
  /** The form that creates an invoice. */
  children?: ReactNode;
};

/** The fee of the portal for an event and its invoices, for its treasurer and for the team. */
export async function FeeSection({ fee: { terms, invoices }, change, children }: Props) {
  const [t, locale] = [await getTranslations("commerce/fees"), await getLocale()];
  const money = (cents: number) => formatMoney(cents, locale);
  const calculation = (one: EventFee["terms"]) =>
    t("calculation", {
      count: one.registrations,
      base: money(one.base_cents),
      percent: formatNumber(one.percent_bp / 100, locale),
      fixed: money(one.fixed_cents),
    });
  return (
    <SystemSection title={t("title")} lead={t("lead")}>
      {invoices.length === 0 && <p>{`${calculation(terms)} = ${money(terms.amount_cents)}`}</p>}
      <DataTable
        caption={t("caption")}
        heads={[t("number"), t("payer"), t("amount"), t("issued"), t("due"), t("status")]}
        rows={invoices.map((invoice) => ({
          id: invoice.id,
          cells: [
            String(invoice.number),
            `${invoice.payer} · ${invoice.event_title}`,
            <div key="amount" className="grid">
              <span className={invoice.status === "cancelled" ? "line-through" : "font-semibold"}>
                {money(invoice.amount_cents)}
              </span>
              <span className="text-sm text-muted">{calculation(invoice)}</span>
            </div>,
            formatDate(invoice.issued_on, locale),
            formatDate(invoice.due_on, locale),
            <div key="status" className="grid gap-2">
              {invoice.paid_on ? t("paidOn", { date: formatDate(invoice.paid_on, locale) }) : t(invoice.status)}
              {invoice.note && <span className="text-sm text-muted">{invoice.note}</span>}
              {change?.(invoice)}
            </div>,
          ],
        }))}
        empty={t("none")}
      />
      {children}
    </SystemSection>
  );
}
