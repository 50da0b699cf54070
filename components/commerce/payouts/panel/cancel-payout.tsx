import { getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { LabelledInput } from "@/components/ui/labelled-input";
import { cancelPayoutAction } from "@/lib/commerce/payouts/actions";

/** Cancels a payout that was recorded wrongly; the row stays with the reason. */
export async function CancelPayout({ payout }: { payout: string }) {
  const t = await getTranslations("commerce/payouts.cancel");
  return (
    <details data-print="hide">
      <summary className="min-h-11 content-center text-link underline underline-offset-4">{t("open")}</summary>
      <CommandForm
        action={cancelPayoutAction}
        hidden={{ item: payout }}
        label={t("send")}
        confirm={t("confirm")}
        variant="danger"
      >
        <LabelledInput label={t("reason")} name="reason" required minLength={3} maxLength={300} />
      </CommandForm>
    </details>
  );
}
