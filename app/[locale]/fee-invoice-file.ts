import { getTranslations } from "next-intl/server";
import QRCode from "qrcode";
import { createElement } from "react";
import { InvoicePdf, type InvoicePdfProps } from "@/components/commerce/fees/invoice-pdf";
import type { FeeInvoice } from "@/lib/commerce/fees/schema";
import { getPaymentConfig, pixCode } from "@/lib/commerce/payments/queries";
import type { Caller } from "@/lib/platform/costs";
import { formatDate, formatMoney, formatNumber } from "@/lib/platform/format";
import { printableTexts } from "@/lib/platform/pdf-runs";
import { drawPdf } from "./draw-pdf";

const money = (cents: number) => formatMoney(cents, "pt-BR");
const day = (date: string) => formatDate(date, "pt-BR", { dateStyle: "long" });

/** Invoices are always in Portuguese, because the accountant of the organiser keeps them. */
async function contentOf(invoice: FeeInvoice): Promise<InvoicePdfProps> {
  const t = await getTranslations({ locale: "pt-BR", namespace: "commerce/fees" });
  const { settings } = await getPaymentConfig();
  const code = pixCode(settings, invoice.amount_cents, `TAXA${invoice.number}`);
  const isPayable = invoice.status === "open" && settings.isPixEnabled && code.ok;
  return {
    brand: "Portal LACAMBECHE",
    title: t("pdf.title", { number: invoice.number }),
    heading: t("pdf.heading"),
    rows: [
      [t("pdf.payer"), invoice.payer],
      [t("pdf.event"), invoice.event_title],
      [t("pdf.registrations"), formatNumber(invoice.registrations, "pt-BR")],
      [t("pdf.base"), money(invoice.base_cents)],
      [t("pdf.percent"), `${formatNumber(invoice.percent_bp / 100, "pt-BR")} %`],
      [t("pdf.fixed"), money(invoice.fixed_cents)],
      [t("pdf.amount"), money(invoice.amount_cents)],
      [t("pdf.issued"), day(invoice.issued_on)],
      [t("pdf.due"), day(invoice.due_on)],
      [
        t("pdf.status"),
        t(`status.${invoice.status}`, { date: invoice.paid_on ? formatDate(invoice.paid_on, "pt-BR") : "" }),
      ],
    ],
    pix: isPayable
      ? {
          heading: t("pdf.pix"),
          qr: await QRCode.toBuffer(code.payload, { errorCorrectionLevel: "M", margin: 1, width: 360 }),
          payee: t("pdf.payee", { name: settings.pix.pix_beneficiary_name }),
          code: code.payload,
        }
      : null,
    notice: t("pdf.notice"),
  };
}

/** The invoice as a PDF; the caller has checked the access. */
export async function feeInvoiceFile(invoice: FeeInvoice, by: Omit<Caller, "isAnonymous">): Promise<Response> {
  const content = printableTexts(await contentOf(invoice));
  return new Response(await drawPdf(() => createElement(InvoicePdf, content), by), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="cobranca-lacambeche-${invoice.number}.pdf"`,
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex",
    },
  });
}
