import { IdCard, ReceiptText } from "lucide";
import { notFound } from "next/navigation";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { AutoRefresh } from "@/components/ui/auto-refresh";
import { CardPanel } from "@/components/commerce/payments/card-panel";
import { PixPanel } from "@/components/commerce/payments/pix-panel";
import { ReceiptForm } from "@/components/commerce/payments/receipt-form";
import { RefundNotice } from "@/components/events/registrations/cancel-terms";
import { ConfirmPanel } from "@/components/events/registrations/confirm-panel";
import { DocumentList } from "@/components/events/registrations/document-list";
import { EditForm } from "@/components/events/registrations/edit-form";
import { InvoiceForm } from "@/components/events/registrations/invoice-form";
import { ManagePanel } from "@/components/events/registrations/manage-panel";
import { OrganiserMessages } from "@/components/events/registrations/organiser-messages";
import { RegistrationFacts, RegistrationState } from "@/components/events/registrations/registration-state";
import { SimpleChange } from "@/components/events/registrations/simple-change";
import { OrderSummary } from "@/components/events/orders/order-summary";
import { OrganiserMoney, PayerNotice } from "@/components/events/recipients/payer-notice";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { getPaymentSettings } from "@/lib/commerce/payments/queries";
import { isOpen } from "@/lib/commerce/payments/rules";
import type { PaymentSettings } from "@/lib/commerce/payments/schema";
import { countRefused, takeGuess } from "@/lib/platform/failed-attempts/service";
import { callerAddress } from "@/lib/platform/caller";
import { env } from "@/lib/platform/env";
import { formatMoney } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import { canConnect } from "@/lib/platform/payments/service";
import { isPaymentStopped } from "@/lib/events/recipients/rules";
import { readRegistration } from "@/lib/events/registrations/queries";
import { fieldsIn } from "@/lib/events/registrations/questions/rules";
import { orderReceiptPath } from "@/lib/events/registrations/orders/rules";
import { badgePath, hasReceipt, isUnderReview, statusPath, takesInvoice } from "@/lib/events/registrations/rules";
import type { RegistrationPage } from "@/lib/events/registrations/schema";
import { pixPaymentsOf } from "../../../../pix-payments";
import { secretMetadata } from "@/app/[locale]/page-metadata";

export const dynamic = "force-dynamic";

export const generateMetadata = secretMetadata("events/registrations.status", "metaTitle");

/** The page of one registration, reached by link: status, payment, documents, corrections, transfer and cancellation. */
export default async function RegistrationPageView({ params }: { params: Promise<{ token: string }> }) {
  const caller = await callerAddress();
  await takeGuess("registrationPage", "registration", caller);
  const { token } = await params;
  const page = await readRegistration(token);
  if (!page) {
    await countRefused("registration", caller);
    notFound();
  }
  const [t, locale, settings, { "events/registrations": texts, "events/orders": orders }] = [
    await getTranslations("events/registrations.status"),
    await getLocale(),
    await getPaymentSettings(),
    await getMessages(),
  ];
  const isHeld = page.status === "offered" || page.status === "awaiting_payment";
  const review = isUnderReview(page);
  const owes = (isHeld && page.price_cents > 0) || page.difference_cents > 0;
  return (
    <main id="conteudo" className="page grid max-w-4xl content-start gap-6 py-8">
      <RegistrationState page={page} locale={locale} />
      {page.status === "unconfirmed" && <ConfirmPanel token={token} page={page} locale={locale} />}
      <OrganiserMoney page={page} locale={locale} />
      <RefundNotice page={page} locale={locale} />
      {page.status === "confirmed" && (
        <Button asChild variant="faixa" className="w-fit" data-print="hide">
          <a href={localePath(locale, badgePath(token))}>
            <Icon of={IdCard} /> {t("badge")}
          </a>
        </Button>
      )}
      {hasReceipt(page) && (
        <Button asChild variant="outline" className="w-fit" data-print="hide">
          <a href={orderReceiptPath(token, locale)} target="_blank" rel="noopener">
            <Icon of={ReceiptText} /> {orders.receipt.file}
          </a>
        </Button>
      )}
      {page.status === "offered" && page.price_cents === 0 && (
        <SimpleChange token={token} change="accept" label={t("accept")} problems={texts.problem} />
      )}
      {owes && <Payment token={token} page={page} settings={settings} />}
      {page.order && <OrderSummary token={token} page={page} order={page.order} locale={locale} />}
      <RegistrationFacts page={page} locale={locale} />
      <DocumentList token={token} page={page} fields={fieldsIn(locale, page.fields)} texts={texts} />
      <div data-print="hide" className="contents">
        {page.can_edit && (
          <EditForm token={token} page={page} texts={{ ...texts, order: orders.form }} locale={locale} />
        )}
        {takesInvoice(page) && (
          <InvoiceForm
            token={token}
            invoice={page.invoice}
            texts={{ invoice: texts.invoice, form: texts.form, validation: texts.validation, problem: texts.problem }}
          />
        )}
        <ManagePanel token={token} page={page} />
        <OrganiserMessages token={token} isRefused={page.messages_refused} />
      </div>
      {owes && (review || page.payments.length > 0) && <AutoRefresh />}
    </main>
  );
}

/** Card and Pix, or the receipt that is being checked. */
async function Payment({
  token,
  page,
  settings,
}: {
  token: string;
  page: RegistrationPage;
  settings: PaymentSettings;
}) {
  const [t, organiser, locale, { "commerce/payments": texts }] = [
    await getTranslations("events/registrations.status"),
    await getTranslations("events/recipients.payer"),
    await getLocale(),
    await getMessages(),
  ];
  const review = page.payments.find(({ status }) => status === "review");
  const isOwn = page.collecting.state === "own";
  const isOwnAccount = page.collecting.kind === "stripe";
  // A code has the whole price: who paid less pays the rest as the organiser says.
  const isShort = page.payments.some(({ status, received_cents: received }) => received && status === "pending");
  const isPix = isOwn ? !isOwnAccount : settings.isPixEnabled;
  const isCard = isOwn ? isOwnAccount && canConnect : settings.isStripeEnabled;
  const back = new URL(localePath(locale, statusPath(token)), env.NEXT_PUBLIC_SITE_URL).href;
  const checkout = { successUrl: back, cancelUrl: back, metadata: { registration_id: page.id }, token };
  const card =
    page.payments.find(
      (one) =>
        one.method === "card" &&
        one.checkout_url !== null &&
        isOpen(one, new Date()) &&
        (isOwn ? one.recipient?.is_current === true : !one.recipient),
    ) ?? null;
  return (
    <section className="grid gap-4">
      <h2 className="text-3xl">{t("pay")}</h2>
      {page.difference_cents > 0 && (
        <p className="rounded-lg border-2 border-faixa p-4 text-lg">
          {t("difference", { amount: formatMoney(page.difference_cents, locale) })}
        </p>
      )}
      <PayerNotice collecting={page.collecting} />
      {review ? (
        <>
          <p>{review.recipient ? organiser("review") : t("review")}</p>
          <details className="rounded-2xl border-2 border-line p-5">
            <summary className="cursor-pointer font-semibold">{t("another")}</summary>
            <ReceiptForm payer={{ token }} payment={review.id} texts={texts.receipt} />
          </details>
        </>
      ) : isPaymentStopped(page.collecting) || isShort ? (
        <PaidBefore token={token} page={page} />
      ) : (
        <div className={`grid items-start gap-5 ${isPix && isCard ? "lg:grid-cols-2" : ""}`}>
          {isPix && <PixPanel payer={{ token }} pix={await pixPaymentsOf(page.payments, settings, isOwn)} />}
          {isCard && <CardPanel publishableKey={settings.stripe.publishable_key} checkout={checkout} open={card} />}
          {!isPix && !isCard && <p>{t("noMethod")}</p>}
          <PaidBefore token={token} page={page} />
        </div>
      )}
    </section>
  );
}

/** The form for the receipt of a code that was shown before the organiser asked for another recipient. */
async function PaidBefore({ token, page: { payments } }: { token: string; page: RegistrationPage }) {
  const [t, { "commerce/payments": texts }] = [await getTranslations("events/recipients.payer"), await getMessages()];
  const before = payments.find(
    (one) => one.method === "pix" && one.recipient?.is_current === false && isOpen(one, new Date()),
  );
  if (!before?.recipient) return null;
  return (
    <details className="rounded-2xl border-2 border-line p-5">
      <summary className="min-h-11 cursor-pointer content-center font-semibold">
        {t("before", { name: before.recipient.name })}
      </summary>
      <ReceiptForm payer={{ token }} payment={before.id} texts={texts.receipt} />
    </details>
  );
}
