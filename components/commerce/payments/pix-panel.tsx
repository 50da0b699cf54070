import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { Card, CardTitle } from "@/components/ui/card";
import { formatMoney } from "@/lib/platform/format";
import type { PagePayment, PixPayer } from "@/lib/commerce/payments/schema";
import { CopyCode } from "@/components/ui/copy-code";
import { OpenPix } from "./open-pix";
import { ReceiptForm } from "./receipt-form";

export type PixPayment = { payment: PagePayment; payload: string; qr: string; beneficiary: string };

/** Pix: first a button, then the code to scan or copy, and the form for the receipt. */
export async function PixPanel({ payer, pix }: { payer: PixPayer; pix: PixPayment | null }) {
  const [t, locale, { "commerce/payments": payments }] = [
    await getTranslations("commerce/payments.pix"),
    await getLocale(),
    await getMessages(),
  ];
  const { open, opening, problem } = payments.pix;
  return (
    <Card className="grid content-start gap-4">
      <div>
        <CardTitle>{t("title")}</CardTitle>
        <p className="text-muted">{t("text")}</p>
      </div>
      {pix ? <PixCode pix={pix} locale={locale} /> : <OpenPix payer={payer} texts={{ open, opening, problem }} />}
      {pix && <ReceiptForm payer={payer} payment={pix.payment.id} texts={payments.receipt} />}
    </Card>
  );
}

async function PixCode({
  pix: { payment, payload, qr, beneficiary },
  locale,
}: {
  pix: PixPayment;
  locale: Parameters<typeof formatMoney>[1];
}) {
  const t = await getTranslations("commerce/payments");
  const amount = formatMoney(payment.amount_cents, locale);
  const facts = [
    [t("pix.amount"), amount],
    [t("pix.beneficiary"), beneficiary],
    [t("pix.txid"), payment.pix_txid],
  ];
  return (
    <>
      {payment.note && <p className="rounded-lg border-2 border-danger p-3">{t("rejected", { note: payment.note })}</p>}
      {/* On a phone the code is copied into the bank's app; the QR code is for another device. */}
      <CopyCode code={payload} label={t("pix.code")} copy={t("pix.copy")} copied={t("pix.copied")} />
      <div className="grid items-center gap-4 sm:grid-cols-[auto_1fr]">
        <dl className="grid gap-2 sm:order-last">
          {facts.map(([name, text]) => (
            <div key={name}>
              <dt className="text-sm text-muted">{name}</dt>
              <dd className="font-semibold wrap-anywhere">{text}</dd>
            </div>
          ))}
        </dl>
        <img
          src={qr}
          alt={t("pix.qr", { amount })}
          width={208}
          height={208}
          className="mx-auto rounded-xl bg-white p-2"
        />
      </div>
    </>
  );
}
