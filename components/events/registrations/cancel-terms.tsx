import { getTranslations } from "next-intl/server";
import { Markdown } from "@/components/ui/markdown";
import { isUnderReview, translated } from "@/lib/events/registrations/rules";
import type { RegistrationPage } from "@/lib/events/registrations/schema";
import { formatDay, formatMoney } from "@/lib/platform/format";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { ENDED_REGISTRATION_STATUSES, WITHDRAWAL_DAYS } from "@/lib/platform/supabase/database-constants/events";

type Props = { page: RegistrationPage; locale: Locale };

/** What happens to the place and to the money when the person cancels now. */
export async function CancelTerms({ page, locale }: Props) {
  const t = await getTranslations("events/registrations.refund");
  const { full_cents: full, rules_cents: byRules } = page.refund;
  const isChecking = isUnderReview(page);
  return (
    <div className="grid gap-3">
      <p>{t("place")}</p>
      {full === 0 && byRules === 0 && !isChecking && <p>{t("nothing")}</p>}
      <CancelMoney page={page} locale={locale} refund={page.refund} />
      {isChecking && <p>{t("checking")}</p>}
    </div>
  );
}

type MoneyProps = Props & { refund: Omit<RegistrationPage["refund"], "part_rules_cents"> };

/** What comes back of a payment by law and by the rules of the event, and who returns it. */
export async function CancelMoney({ page, locale, refund }: MoneyProps) {
  const t = await getTranslations("events/registrations.refund");
  const { full_cents: full, full_until: until, rules_cents: byRules } = refund;
  const holder = page.payments.find(({ recipient, status }) => recipient && status === "paid")?.recipient?.name;
  return (
    <>
      {full > 0 && until && (
        <p>
          {t("full", {
            amount: formatMoney(full, locale),
            days: WITHDRAWAL_DAYS,
            // The deadline is the midnight after the last day.
            until: formatDay(new Date(Date.parse(until) - 1).toISOString(), locale, "long"),
          })}
        </p>
      )}
      {byRules > 0 && <EventRules page={page} locale={locale} amount={formatMoney(byRules, locale)} />}
      {holder && full + byRules > 0 && <p>{t("byOrganiser", { name: holder })}</p>}
    </>
  );
}

/** What decides about money that was paid before the time of the law. */
async function EventRules({ page, locale, amount }: Props & { amount: string }) {
  const t = await getTranslations("events/registrations.refund");
  const rules = translated(page.event.translations, "rules", locale, page.event_rules);
  if (!rules.trim()) return <p>{t("organiser", { amount, days: WITHDRAWAL_DAYS })}</p>;
  return (
    <>
      <p>{t("rules", { amount, days: WITHDRAWAL_DAYS })}</p>
      <details className="rounded-xl border-2 border-line p-3">
        <summary className="min-h-11 cursor-pointer content-center font-semibold">{t("readRules")}</summary>
        <Markdown text={rules} headingLevel={3} to={(path) => localePath(locale, path)} ids={false} className="mt-2" />
      </details>
    </>
  );
}

/** What comes back of the payments of a registration that has ended, or of a payment that was not needed. */
export async function RefundNotice({ page, locale }: Props) {
  const t = await getTranslations("events/registrations");
  const isEnded = ENDED_REGISTRATION_STATUSES.some((one) => one === page.status);
  const { rules_cents: rules, part_rules_cents: part } = page.refund;
  // Of a person who left an order that goes on.
  const byRules = isEnded ? Math.min(rules, page.refund_due_cents) : part;
  const full = page.refund_due_cents - byRules;
  const notices = [
    full > 0 && t("status.refund", { amount: formatMoney(full, locale) }),
    byRules > 0 && t(isEnded ? "refund.decided" : "refund.decidedPart", { amount: formatMoney(byRules, locale) }),
  ].filter(Boolean);
  if (notices.length === 0) return null;
  return (
    <p role="status" className="rounded-lg border-2 border-faixa p-4">
      {notices.join(" ")}
    </p>
  );
}
