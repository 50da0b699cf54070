import { ChartNoAxesColumn, FileText, Receipt } from "lucide";
import { notFound } from "next/navigation";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { FreshLink } from "@/components/platform/links/fresh-link";
import { AutoRefresh } from "@/components/ui/auto-refresh";
import { CardPanel } from "@/components/commerce/payments/card-panel";
import { ContactInstructions } from "@/components/commerce/payments/contact-instructions";
import { PayerDocument } from "@/components/commerce/payments/payer-document";
import { PaymentState, PaymentSteps, PaymentSummary } from "@/components/commerce/payments/payment-summary";
import { PixPanel } from "@/components/commerce/payments/pix-panel";
import { ReceiptForm } from "@/components/commerce/payments/receipt-form";
import { RememberLink } from "@/components/commerce/payments/remember-link";
import { ContractFacts } from "@/components/commerce/sales/contract-facts";
import { SignContract } from "@/components/commerce/sales/sign-contract";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { recordOpenedLink } from "@/lib/platform/links/mutations";
import { linkPath } from "@/lib/platform/links/rules";
import { getPaymentPage, getPaymentSettings } from "@/lib/commerce/payments/queries";
import { isOpen, pageState, paymentLink, PAYABLE_STATES, CHANGING_STATES } from "@/lib/commerce/payments/rules";
import type { PaymentPage, PaymentSettings } from "@/lib/commerce/payments/schema";
import { saleRemindersHandlerPath } from "@/lib/commerce/sales/rules";
import { callerAddress } from "@/lib/platform/caller";
import { env } from "@/lib/platform/env";
import { formatMoney } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { getSettings } from "@/lib/platform/settings/queries";
import { pixPaymentsOf } from "../../pix-payments";
import { secretMetadata } from "@/app/[locale]/page-metadata";

type Props = {
  params: Promise<{ token: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const dynamic = "force-dynamic";

export const generateMetadata = secretMetadata("commerce/payments", "title");

/** The client's page of one sale, reached by link: shows the amount due, takes the payment and shows its status. */
export default async function PaymentPageView({ params, searchParams }: Props) {
  await takeAttempt("paymentPage", await callerAddress());
  const { token } = await params;
  const page = await getPaymentPage(token);
  if (!page) notFound();
  await recordOpenedLink(token);
  const [t, locale, settings, { retorno: returned }, { "commerce/payments": texts }] = [
    await getTranslations("commerce/payments"),
    await getLocale(),
    await getPaymentSettings(),
    await searchParams,
    await getMessages(),
  ];
  const state = pageState(page, new Date());
  const review = page.payments.find(({ status }) => status === "review");
  const isWaiting = PAYABLE_STATES.includes(state);
  return (
    <main id="conteudo" className="page grid max-w-4xl content-start gap-6 py-8">
      <header>
        <h1 className="display-1">{t("title")}</h1>
        <p className="mt-1 text-lg text-muted wrap-anywhere">{t("lead", { company: page.client_company_name })}</p>
      </header>
      <PaymentSteps state={state} />
      <PaymentState state={state} paidAt={page.paid_at} />
      {isWaiting && (returned === "sucesso" || returned === "cancelado") && (
        <p className="rounded-lg border-2 border-line bg-raised p-4">
          {t(returned === "sucesso" ? "returned.success" : "returned.cancelled")}
        </p>
      )}
      {page.refund_due_cents > 0 && (
        <p role="status" className="rounded-lg border-2 border-faixa p-4">
          {t("refundDue", { amount: formatMoney(page.refund_due_cents, locale) })}
        </p>
      )}
      <PaymentSummary page={page} />
      {state === "unsigned" && page.unsigned && <ContractToSign token={token} page={page} unsigned={page.unsigned} />}
      {isWaiting && page.needs_document && <PayerDocument token={token} texts={texts.document} />}
      {isWaiting && !page.needs_document && <Methods token={token} page={page} settings={settings} />}
      {state === "review" && review && (
        <details className="rounded-2xl border-2 border-line p-5">
          <summary className="cursor-pointer font-semibold">{t("receipt.another")}</summary>
          <ReceiptForm payer={{ token }} payment={review.id} texts={texts.receipt} />
        </details>
      )}
      {!page.unsigned && <Papers token={token} page={page} />}
      <Reminders token={token} isOn={page.has_reminders} />
      {CHANGING_STATES.includes(state) && <AutoRefresh />}
      <RememberLink token={token} isCardOn={settings.isStripeEnabled} />
    </main>
  );
}

/** The full contract and the form that signs it. */
async function ContractToSign({
  token,
  page,
  unsigned,
}: {
  token: string;
  page: PaymentPage;
  unsigned: NonNullable<PaymentPage["unsigned"]>;
}) {
  const { "commerce/sales": sales } = await getMessages();
  return (
    <section className="grid gap-5 rounded-2xl border-2 border-line bg-surface p-5 sm:p-6">
      <h2 className="text-3xl">{sales.signing.title}</h2>
      <ContractFacts page={page} unsigned={unsigned} />
      <SignContract
        token={token}
        contact={page.client_contact_name}
        texts={sales.signing}
        documentLabel={unsigned.client_document ? undefined : sales.signing.document}
      />
    </section>
  );
}

/** Links to the signed contract and, once the sale is paid, to the banner. */
async function Papers({ token, page }: { token: string; page: PaymentPage }) {
  const [t, locale] = [await getTranslations("commerce/payments.papers"), await getLocale()];
  return (
    <>
      <p className="flex flex-wrap gap-3 empty:hidden">
        {page.has_ad && (
          <Button asChild variant="faixa">
            <a href={`/api/payment-ads/${token}?idioma=${locale}`}>
              <Icon of={ChartNoAxesColumn} /> {t("ad")}
            </a>
          </Button>
        )}
        {page.is_contract_open && (
          <Button asChild variant="outline">
            <a href={localePath(locale, linkPath("contract", token))} target="_blank" rel="noopener">
              <Icon of={FileText} /> {t("contract")}
            </a>
          </Button>
        )}
        {page.is_contract_open && page.payment_status === "paid" && (
          <Button asChild variant="outline">
            <a href={localePath(locale, `${linkPath("payment", token)}/recibo`)} target="_blank" rel="noopener">
              <Icon of={Receipt} /> {t("receipt")}
            </a>
          </Button>
        )}
      </p>
      {!page.is_contract_open && <OldContract email={page.masked_email} />}
    </>
  );
}

/** The target of the link in a reminder; a plain form, which works without a script. */
async function Reminders({ token, isOn }: { token: string; isOn: boolean }) {
  const [t, locale] = [await getTranslations("commerce/payments.reminders"), await getLocale()];
  return (
    <section id="lembretes" className="grid scroll-mt-4 justify-items-start gap-3">
      <p className="text-muted">{t(isOn ? "on" : "off")}</p>
      {isOn && (
        <form method="post" action={`${saleRemindersHandlerPath(token)}?idioma=${locale}`}>
          <input type="hidden" name="stop" value="on" />
          <Button type="submit" variant="outline">
            {t("stop")}
          </Button>
        </form>
      )}
    </section>
  );
}

/** Shown when the link is too old to open the contract: sends a new link to the client's own e-mail address. */
async function OldContract({ email }: { email: string }) {
  const [t, locale, { "platform/links": links }] = [
    await getTranslations("platform/links.contract"),
    await getLocale(),
    await getMessages(),
  ];
  return (
    <section id="contrato" className="grid scroll-mt-4 gap-3 rounded-2xl border-2 border-line p-5">
      <h2 className="text-2xl">{t("title")}</h2>
      <p className="max-w-2xl text-muted wrap-anywhere">{t("lead", { email })}</p>
      <FreshLink contract label={t("button")} texts={links.request} locale={locale} />
    </section>
  );
}

/** Card and Pix as the settings enable them; contact details when both are disabled. */
async function Methods({ token, page, settings }: { token: string; page: PaymentPage; settings: PaymentSettings }) {
  const [t, locale] = [await getTranslations("commerce/payments"), await getLocale()];
  // Clients who already sent a receipt can send another one after Pix was disabled.
  const isPixShown =
    settings.isPixEnabled ||
    page.payments.some((one) => one.method === "pix" && one.note !== null && isOpen(one, new Date()));
  if (!settings.isStripeEnabled && !isPixShown) {
    const { contact_phone: phone, contact_email: email } = await getSettings();
    return <ContactInstructions number={page.number} phone={phone} email={email} />;
  }
  const back = paymentLink(env.NEXT_PUBLIC_SITE_URL, token, locale);
  const checkout = {
    priceId: page.stripe_price_id,
    successUrl: `${back}?retorno=sucesso`,
    cancelUrl: `${back}?retorno=cancelado`,
    metadata: { sale_id: page.sale_id, type: page.plan_type },
    token,
  };
  const card =
    page.payments.find((one) => one.method === "card" && one.checkout_url !== null && isOpen(one, new Date())) ?? null;
  const both = settings.isStripeEnabled && isPixShown;
  return (
    <section className="grid gap-4">
      <h2 className="text-3xl">{t("choose")}</h2>
      <div className={`grid items-start gap-5 ${both ? "lg:grid-cols-2" : ""}`}>
        {isPixShown && <PixPanel payer={{ token }} pix={await pixPaymentsOf(page.payments, settings)} />}
        {settings.isStripeEnabled && (
          <CardPanel publishableKey={settings.stripe.publishable_key} checkout={checkout} open={card} />
        )}
      </div>
    </section>
  );
}
