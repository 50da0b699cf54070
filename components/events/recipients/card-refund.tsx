import { getMessages, getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { endCardRefundAction } from "@/lib/events/recipients/actions";
import { leftOf, suggestedRefund } from "@/lib/events/recipients/rules";
import type { OwnPayment } from "@/lib/events/recipients/schema";
import { CardRefundForm } from "./card-refund-form";

type Props = {
  payment: OwnPayment;
  /** Whether the rules of the event may end what is owed, because the law gives nothing more back. */
  offersEnd: boolean;
};

/** Returns money of a card payment through the Stripe account of the organiser. */
export async function CardRefund({ payment, offersEnd }: Props) {
  const [t, { "events/recipients": texts }] = [
    await getTranslations("events/recipients.cardRefund"),
    await getMessages(),
  ];
  const left = leftOf(payment);
  return (
    <>
      <CardRefundForm
        // Another amount after each return.
        key={left}
        payment={payment.id}
        cents={suggestedRefund(payment)}
        left={left}
        texts={texts.cardRefund}
        validation={texts.validation}
      />
      {offersEnd && payment.rules_cents !== null && payment.rules_cents > 0 && (
        <CommandForm
          action={endCardRefundAction}
          hidden={{ item: payment.id, left: String(left) }}
          label={t("end")}
          confirm={t("endConfirm")}
          variant="outline"
        />
      )}
    </>
  );
}
