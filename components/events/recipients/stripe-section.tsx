import { getMessages, getTranslations } from "next-intl/server";
import { SystemSection } from "@/components/ui/system-page";
import type { Recipients } from "@/lib/events/recipients/schema";
import { StripeAccount } from "./stripe-account";

type Props = { event: string; recipients: Recipients; isBack: boolean };

/** Connects a Stripe account of the organiser and asks for it as the recipient. */
export async function StripeSection({ event, recipients, isBack }: Props) {
  const [t, { "events/recipients": texts }] = [await getTranslations("events/recipients.stripe"), await getMessages()];
  const { stripe, current, recipients: all } = recipients;
  const asked = all.find(({ id }) => id === current)?.stripe_account ?? null;
  const isReady = stripe !== null && stripe.details_submitted && stripe.charges_enabled && stripe.name !== null;
  const step = !stripe ? "none" : isReady ? "ready" : stripe.details_submitted ? "waiting" : "incomplete";
  return (
    <SystemSection title={t("title")} lead={t("lead")}>
      <p>{t(`step.${step}`, { name: stripe?.name ?? "", account: stripe?.account ?? "" })}</p>
      <StripeAccount
        event={event}
        step={step}
        isAsked={stripe !== null && asked === stripe.account}
        isBack={isBack}
        texts={texts.stripe}
        answers={texts.form}
      />
    </SystemSection>
  );
}
