import { getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { LabelledInput } from "@/components/ui/labelled-input";
import { cancelSaleAction } from "@/lib/commerce/sales/actions";

/** Cancels an unpaid sale with a reason, after a confirmation: its payment link stops working. */
export async function CancelSale({ sale: { id, number } }: { sale: { id: string; number: number } }) {
  const t = await getTranslations("commerce/sales.cancel");
  return (
    <details>
      <summary className="min-h-9 cursor-pointer text-sm text-link underline underline-offset-4">{t("open")}</summary>
      <CommandForm
        action={cancelSaleAction}
        hidden={{ id }}
        label={t("now")}
        variant="danger"
        confirm={t("confirm", { number: String(number) })}
        className="mt-2"
      >
        <LabelledInput label={t("reason")} name="reason" required maxLength={1000} />
      </CommandForm>
    </details>
  );
}
