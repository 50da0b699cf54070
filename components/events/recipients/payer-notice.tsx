import { getTranslations } from "next-intl/server";
import type { RegistrationPage } from "@/lib/events/registrations/schema";
import { formatDate, formatMoney } from "@/lib/platform/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import type { Collecting } from "@/lib/events/recipients/schema";

/** Who receives the money, before the person pays; why nobody can pay while the team checks it. */
export async function PayerNotice({ collecting: { state, name } }: { collecting: Collecting }) {
  const t = await getTranslations("events/recipients.payer");
  if (state === "checking")
    return (
      <p role="status" className="rounded-lg border-2 border-faixa p-4 text-lg">
        {t("checking")}
      </p>
    );
  if (state === "none" || !name) return null;
  return (
    <p className="rounded-lg border-2 border-line p-4">
      <strong>{t(state, { name })}</strong> {t("compare")}
    </p>
  );
}

type Props = { page: RegistrationPage; locale: Locale };

/** What the organiser has and returned of the payments of a registration; the portal does not know whether it arrived. */
export async function OrganiserMoney({ page: { payments, refund_due_cents: due }, locale }: Props) {
  const t = await getTranslations("events/recipients.payer");
  const own = payments.filter(({ recipient }) => recipient);
  const short = own.filter(({ status, received_cents: received }) => received && !["paid", "refunded"].includes(status));
  const refunds = own.flatMap(({ refunds: all }) => all ?? []);
  const holder = own[0]?.recipient?.name;
  const notices = [
    ...short.map(({ received_cents: received, amount_cents: amount }) =>
      t("short", { received: formatMoney(received ?? 0, locale), amount: formatMoney(amount, locale) }),
    ),
    ...(due > 0 && holder ? [t("owed", { name: holder })] : []),
    ...refunds.map(({ amount_cents: cents, on_day: day }) =>
      t("reported", { amount: formatMoney(cents, locale), date: formatDate(day, locale) }),
    ),
  ];
  if (notices.length === 0) return null;
  return (
    <ul className="grid gap-2 rounded-lg border-2 border-faixa p-4">
      {notices.map((notice) => (
        <li key={notice}>{notice}</li>
      ))}
    </ul>
  );
}
