import { getMessages, getTranslations } from "next-intl/server";
import { CancelMoney } from "@/components/events/registrations/cancel-terms";
import type { BuyersOrder } from "@/lib/events/registrations/orders/schema";
import { LEAVE_PROBLEMS } from "@/lib/events/registrations/orders/rules";
import type { RegistrationPage } from "@/lib/events/registrations/schema";
import { formatMoney } from "@/lib/platform/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import { LeaveForm } from "./leave-form";

type Props = { token: string; page: RegistrationPage; person: BuyersOrder["people"][number]; locale: Locale };

/** Takes one person out of the order: who leaves, what comes back and how, and that it cannot be undone. */
export async function LeavePerson({ token, page, person, locale }: Props) {
  if (!person.leaving) return null;
  const [t, messages] = [await getTranslations("events/orders.leave"), await getMessages()];
  const { problem } = messages["events/registrations"];
  const { refusal, less_cents: less, ...refund } = person.leaving;
  const comesBack = refund.full_cents + refund.rules_cents > 0;
  return (
    <details>
      <summary className="min-h-11 w-fit cursor-pointer content-center text-link underline underline-offset-4">
        {t("open", { name: person.full_name })}
      </summary>
      <div className="grid gap-3 rounded-lg border-2 border-line p-4">
        {refusal ? (
          <p>{problem[LEAVE_PROBLEMS[refusal]]}</p>
        ) : (
          <>
            <p className="font-semibold wrap-anywhere">{t("who", { name: person.full_name })}</p>
            {less > 0 && <p>{t("less", { amount: formatMoney(less, locale) })}</p>}
            {comesBack && <CancelMoney page={page} locale={locale} refund={refund} />}
            {less === 0 && !comesBack && <p>{t("nothing")}</p>}
            {page.order?.is_buyer && page.order.addons.length > 0 && <p>{t("addons")}</p>}
            <p>{t("final")}</p>
            <LeaveForm
              token={token}
              registration={person.id}
              label={t("sure", { name: person.full_name })}
              problems={problem}
            />
          </>
        )}
      </div>
    </details>
  );
}
