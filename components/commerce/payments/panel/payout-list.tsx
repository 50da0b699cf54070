import { getLocale, getTranslations } from "next-intl/server";
import type { ComponentProps } from "react";
import { CommandForm } from "@/components/ui/command-form";
import { LabelledInput } from "@/components/ui/labelled-input";
import { Stamp } from "@/components/ui/stamp";
import { SystemSection } from "@/components/ui/system-page";
import { formatMoney } from "@/lib/platform/format";
import type { listPayouts } from "@/lib/commerce/payments/panel/queries";

type PayoutListProps = {
  payouts: Awaited<ReturnType<typeof listPayouts>>;
  record: ComponentProps<typeof CommandForm>["action"];
};

/** The transfers to sellers, with the identifier that the bank gave each one. */
export async function PayoutList({ payouts, record }: PayoutListProps) {
  const [t, locale] = [await getTranslations("commerce/payments.panel.payout"), await getLocale()];
  return (
    <SystemSection title={t("title")}>
      {payouts.length === 0 ? (
        <p className="text-muted">{t("empty")}</p>
      ) : (
        <ul className="grid gap-2">
          {payouts.map(
            ({ id, seller, total_cents: total, commissions, note, paid_at: at, receipt_reference: reference }) => (
              <li key={id} className="border-l-4 border-line pl-3 wrap-anywhere">
                <strong>{seller}</strong> · {formatMoney(total, locale)} · {t("count", { count: commissions })} ·{" "}
                <Stamp at={at} locale={locale} />
                {note && ` · ${note}`}
                {reference ? (
                  <p className="text-sm text-muted">{t("saved", { reference })}</p>
                ) : (
                  <CommandForm action={record} hidden={{ id }} label={t("save")} variant="outline" className="max-w-md">
                    <LabelledInput label={t("receipt")} name="reference" required minLength={4} maxLength={80} />
                  </CommandForm>
                )}
              </li>
            ),
          )}
        </ul>
      )}
    </SystemSection>
  );
}
