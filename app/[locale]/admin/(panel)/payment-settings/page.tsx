import { getMessages, getTranslations } from "next-intl/server";
import QRCode from "qrcode";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { CommandForm } from "@/components/ui/command-form";
import { LabelledInput } from "@/components/ui/labelled-input";
import { StateMark } from "@/components/ui/state-mark";
import { SystemPage, SystemSection } from "@/components/ui/system-page";
import { PixSettings } from "@/components/commerce/payments/panel/pix-settings";
import { StripeTest } from "@/components/commerce/payments/panel/stripe-test";
import { CopyCode } from "@/components/ui/copy-code";
import { controlClass, Input } from "@/components/ui/input";
import { saveCollectingAction, saveEventFeeAction, saveStripeConfigAction } from "@/lib/commerce/payments/actions";
import { getPaymentConfig, pixCode } from "@/lib/commerce/payments/queries";
import { cardProblem, modeOfKey } from "@/lib/commerce/payments/rules";
import { hasStripeSecret, hasWebhookSecret, stripeMode } from "@/lib/commerce/payments/service";
import type { PaymentSettings } from "@/lib/commerce/payments/schema";
import { priceText } from "@/lib/events/publishing/rules";
import { requireAccount } from "@/lib/platform/auth/guard";
import { env } from "@/lib/platform/env";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = unlistedMetadata("commerce/payments.panel.settings", "title");

/** Payment methods of the portal. Secrets are environment variables: this page only shows whether they are set. */
export default async function PaymentSettingsPage() {
  const account = await requireAccount("/admin/payment-settings");
  const [
    t,
    {
      "commerce/payments": { panel },
    },
    { stripe, pix, collecting, fee, settings },
  ] = [await getTranslations("commerce/payments.panel.settings"), await getMessages(), await getPaymentConfig()];
  const { save, enabled, on, off, card, pix: pixTexts } = panel.settings;
  return (
    <AdminShell account={account}>
      <SystemPage title={t("title")} lead={t("lead")}>
        <div className="grid items-start gap-5 xl:grid-cols-2">
          <SystemSection title={t("card.title")} lead={t("card.lead")}>
            <Secrets publishable={stripe.publishable_key} />
            <CommandForm action={saveStripeConfigAction} label={t("save")} className="gap-4">
              <label className="grid gap-1 font-semibold">
                {t("enabled")}
                <select
                  name="enabled"
                  defaultValue={String(stripe.enabled)}
                  className={`${controlClass} font-sans font-normal sm:w-40`}
                >
                  <option value="false">{t("off")}</option>
                  <option value="true">{t("on")}</option>
                </select>
              </label>
              <label className="grid gap-1 font-semibold">
                {t("card.publishable")}
                <Input
                  name="publishable_key"
                  defaultValue={stripe.publishable_key}
                  pattern="pk_(test|live)_[A-Za-z0-9_]+"
                  maxLength={220}
                  className="font-sans font-normal"
                />
              </label>
              <label className="grid gap-1 font-semibold">
                {t("card.price")}
                <Input
                  name="default_price_id"
                  defaultValue={stripe.default_price_id}
                  pattern="price_[A-Za-z0-9_]+"
                  maxLength={110}
                  className="font-sans font-normal"
                />
              </label>
            </CommandForm>
            <StripeTest texts={{ test: card.test, testing: card.testing, answer: card.answer }} />
          </SystemSection>
          <SystemSection title={t("pix.title")} lead={t("pix.lead")}>
            <PixSettings texts={{ ...pixTexts, save, enabled, on, off }} pix={pix} />
            <PixPreview settings={settings} />
          </SystemSection>
          <SystemSection title={t("events.title")} lead={t("events.lead")}>
            <CommandForm
              action={saveCollectingAction}
              label={t("save")}
              confirm={t("events.confirm")}
              className="gap-4"
            >
              <label className="grid gap-1 font-semibold">
                {t("events.enabled")}
                <select
                  name="enabled"
                  defaultValue={String(collecting.enabled)}
                  className={`${controlClass} font-sans font-normal sm:w-40`}
                >
                  <option value="false">{t("off")}</option>
                  <option value="true">{t("on")}</option>
                </select>
              </label>
            </CommandForm>
          </SystemSection>
          <SystemSection title={t("fee.title")} lead={t("fee.lead")}>
            <CommandForm action={saveEventFeeAction} label={t("save")} className="gap-4">
              <LabelledInput
                label={t("fee.percent")}
                name="percent"
                inputMode="decimal"
                defaultValue={priceText(fee.percent_bp)}
                maxLength={6}
              />
              <LabelledInput
                label={t("fee.fixed")}
                name="fixed"
                inputMode="decimal"
                defaultValue={priceText(fee.fixed_cents)}
                maxLength={8}
              />
            </CommandForm>
          </SystemSection>
        </div>
      </SystemPage>
    </AdminShell>
  );
}

async function Secrets({ publishable }: { publishable: string }) {
  const t = await getTranslations("commerce/payments.panel.settings.card");
  const problem = cardProblem({
    secret: stripeMode,
    publishable: modeOfKey(publishable),
    hasWebhook: hasWebhookSecret,
  });
  const secrets = [
    [t("secret"), hasStripeSecret],
    [t("webhook"), hasWebhookSecret],
  ] as const;
  return (
    <>
      <dl className="grid gap-2">
        {secrets.map(([name, isSet]) => (
          <div key={name} className="flex flex-wrap items-center gap-3">
            <dt className="font-mono text-sm">{name}</dt>
            <dd>
              <StateMark look={isSet ? "good" : "wait"}>{t(isSet ? "set" : "unset")}</StateMark>
            </dd>
          </div>
        ))}
        <div className="grid gap-1">
          <dt className="text-sm text-muted">{t("endpoint")}</dt>
          <dd className="font-mono text-sm wrap-anywhere">
            {new URL("/api/webhooks/stripe", env.NEXT_PUBLIC_SITE_URL).href}
          </dd>
        </div>
      </dl>
      <p>
        {t("mode")}: <strong>{t(`modeName.${stripeMode ?? "none"}`)}</strong>
      </p>
      {problem && (
        <p className={problem === "modes" ? "rounded-lg border-2 border-danger p-3" : "text-muted"}>{t(problem)}</p>
      )}
    </>
  );
}

async function PixPreview({ settings }: { settings: PaymentSettings }) {
  const t = await getTranslations("commerce/payments.panel.settings.pix");
  const payments = await getTranslations("commerce/payments.pix");
  const code = pixCode(settings, 100, "TESTE");
  if (!code.ok) return <p className="rounded-xl border-2 border-dashed border-line p-4 text-muted">{t("noPreview")}</p>;
  const svg = await QRCode.toString(code.payload, { type: "svg", errorCorrectionLevel: "M", margin: 1 });
  return (
    <div className="grid gap-3">
      <h3 className="text-xl">{t("preview")}</h3>
      <img
        src={`data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`}
        alt={t("previewQr")}
        width={160}
        height={160}
        className="rounded-xl bg-white p-2"
      />
      <CopyCode code={code.payload} label={payments("code")} copy={payments("copy")} copied={payments("copied")} />
    </div>
  );
}
