import { getTranslations } from "next-intl/server";
import type { RegistrationPage } from "@/lib/events/registrations/schema";
import { formatDate, formatMoney } from "@/lib/platform/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import type { Collecting } from "@/lib/platform/payments/schema";

/** Shown before the payment: the recipient of the money, or that payments are closed while the team checks it. */
export async function PayerNotice({ collecting: { state, name, kind } }: { collecting: Collecting }) {
  const t = await getTranslations("events/recipients.payer");
  if (state === "checking" || state === "stopped")
    return (
      <p role="status" className="rounded-lg border-2 border-faixa p-4 text-lg">
        {t(state)}
      </p>
    );
  if (state === "none") return null;
  return (
    <p className="rounded-lg border-2 border-line p-4">
      <strong>{t(kind === "stripe" ? "account" : state, { name: name ?? "Portal LACAMBECHE" })}</strong>{" "}
      {t(kind === "stripe" ? "compareAccount" : "compare")}
    </p>
  );
}

type Props = { page: RegistrationPage; locale: Locale };

/** What the organiser has and returned of the payments of a registration; the portal does not know whether it arrived. */
export async function OrganiserMoney({ page: { payments }, locale }: Props) {
  const t = await getTranslations("events/recipients.payer");
  const own = payments.filter(({ recipient }) => recipient);
  const short = own.filter(
    ({ status, received_cents: received, owed }) => received && !owed && !["paid", "refunded"].includes(status),
  );
  const owedTexts = ({ owed, recipient }: (typeof own)[number]) => {
    const name = recipient?.name ?? "";
    const { law_cents: law, rules_cents: byRules, due_on: due } = owed ?? { law_cents: 0, rules_cents: 0, due_on: "" };
    return [
      ...(law > 0 ? [t("owed", { amount: formatMoney(law, locale), date: formatDate(due, locale), name })] : []),
      ...(byRules > 0 ? [t("rules", { amount: formatMoney(byRules, locale), name })] : []),
    ];
  };
  const refunds = own.flatMap(({ refunds: all }) => all ?? []);
  const notices = [
    ...short.map(({ received_cents: received, amount_cents: amount }) =>
      t("short", { received: formatMoney(received ?? 0, locale), amount: formatMoney(amount, locale) }),
    ),
    ...own.flatMap((payment) => owedTexts(payment)),
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
