import { getLocale, getTranslations } from "next-intl/server";
import { brazilianDay } from "@/lib/platform/dates";
import { formatDay, formatNumber } from "@/lib/platform/format";
import type { Reminder } from "@/lib/garage/reminders/queries";
import { leftOf } from "@/lib/garage/reminders/rules";

/** Words about a reminder in the language of the page. */
export async function reminderWords() {
  const [t, locale] = [await getTranslations("garage/reminders"), await getLocale()];
  const today = brazilianDay(Date.now());
  const km = (value: number) => formatNumber(value, locale, { maximumFractionDigits: 0 });
  const either = (parts: (string | false | null)[]) => parts.filter(Boolean).join(` ${t("or")} `);
  return {
    today,
    km,
    due(reminder: Reminder): string {
      const left = leftOf(reminder, today, reminder.odometer_km);
      const date = reminder.due_on && formatDay(reminder.due_on, locale);
      const whole = reminder.due_km === null ? null : km(reminder.due_km);
      return either([
        date &&
          left.days !== null &&
          (left.days < 0 ? t("pastOn", { date, days: -left.days }) : t("dueOn", { date, days: left.days })),
        whole &&
          (left.km === null
            ? t("atKm", { km: whole })
            : left.km < 0
              ? t("pastKm", { km: whole, left: km(-left.km) })
              : t("dueKm", { km: whole, left: km(left.km) })),
      ]);
    },
    every: ({ interval_months: months, interval_km: kms, is_fixed: isFixed }: Reminder): string =>
      months === null && kms === null
        ? t("once")
        : [
            either([months !== null && t("everyMonths", { months }), kms !== null && t("everyKm", { km: km(kms) })]),
            isFixed && t("fixed"),
          ]
            .filter(Boolean)
            .join(" · "),
    lastDone({ last_done_on: on, last_done_km: at }: Reminder): string {
      const when = [on && formatDay(on, locale), at !== null && t("atKm", { km: km(at) })].filter(Boolean).join(" · ");
      return when ? t("lastDone", { when }) : t("neverDone");
    },
    snoozed({ is_snoozed: isSnoozed, snoozed_until: until, snoozed_until_km: untilKm }: Reminder): string | null {
      if (!isSnoozed) return null;
      return t("snoozedUntil", { when: until ? formatDay(until, locale) : t("atKm", { km: km(untilKm ?? 0) }) });
    },
  };
}
