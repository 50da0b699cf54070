import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { Card, CardTitle } from "@/components/ui/card";
import { formatMoment } from "@/lib/platform/format";
import type { CheckoutBody, PagePayment } from "@/lib/commerce/payments/schema";
import { CardPay } from "./card-pay";
import { Countdown } from "./countdown";

type CardPanelProps = { publishableKey: string; checkout: CheckoutBody; open: PagePayment | null };

/** Card: one button that opens the provider's checkout page, with the remaining time of an open session. */
export async function CardPanel({ publishableKey, checkout, open }: CardPanelProps) {
  const [t, locale, { "commerce/payments": payments }] = [
    await getTranslations("commerce/payments.card"),
    await getLocale(),
    await getMessages(),
  ];
  return (
    <Card className="grid content-start gap-4">
      <div>
        <CardTitle>{t("title")}</CardTitle>
        <p className="text-muted">{t("text")}</p>
      </div>
      {open?.expires_at && (
        <Countdown until={open.expires_at} label={t("until")} moment={formatMoment(open.expires_at, locale)} />
      )}
      <CardPay
        texts={payments.card}
        publishableKey={publishableKey}
        checkout={checkout}
        label={t(open ? "again" : "pay")}
      />
    </Card>
  );
}
