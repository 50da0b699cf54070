import Form from "next/form";
import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { controlClass } from "@/components/ui/input";
import { newClubEventPath } from "@/lib/guide/clubs/rules";
import { MEETING_WEEKS, WEEKDAYS, type MeetingRule } from "@/lib/events/publishing/editions/rules";
import { eventMoment } from "@/lib/events/events/rules";
import { formatDate } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";

type Props = {
  club: string;
  rule: MeetingRule | null;
  days: readonly string[];
  day: string | null;
  last: { id: string; title: string; starts_at: string; time_zone: string } | null;
  isCopy: boolean;
  isRecurring: boolean;
};

/** The recurring day of a club with its next dates, and the copy of the last edition. */
export async function EditionChoice({ club, rule, days, day, last, isCopy, isRecurring }: Props) {
  const t = await getTranslations("events/publishing.club");
  const locale = await getLocale();
  const path = localePath(locale, newClubEventPath(club));
  const address = (choice: Record<string, string>) => {
    const ruled: Record<string, string> = rule ? { semana: String(rule.week), dia: String(rule.weekday) } : {};
    return `${path}?${new URLSearchParams({ ...ruled, ...choice }).toString()}`;
  };
  const copied: Record<string, string> = isCopy ? { copiar: "1" } : {};
  // 2023-01-01 was a Sunday.
  const weekday = (index: number) => formatDate(`2023-01-0${index + 1}`, locale, { weekday: "long" });
  return (
    <section aria-label={t("dates")} className="grid gap-4 rounded-2xl border-2 border-line bg-surface p-5 sm:p-6">
      <Form action={path} className="flex flex-wrap items-end gap-3">
        {isCopy && <input type="hidden" name="copiar" value="1" />}
        <label className="grid gap-1">
          {t("week")}
          <select name="semana" defaultValue={rule?.week} className={controlClass}>
            {MEETING_WEEKS.map((week) => (
              <option key={week} value={week}>
                {t(`weeks.${week}`)}
              </option>
            ))}
          </select>
        </label>
        <label className="grid gap-1">
          {t("weekday")}
          <select name="dia" defaultValue={rule?.weekday} className={controlClass}>
            {WEEKDAYS.map((index) => (
              <option key={index} value={index}>
                {weekday(index)}
              </option>
            ))}
          </select>
        </label>
        <Button type="submit" variant="outline">
          {t("show")}
        </Button>
      </Form>
      {days.length > 0 && (
        <ul aria-label={t("dates")} className="flex flex-wrap gap-3">
          {days.map((one) => (
            <li key={one}>
              <Link
                href={address({ ...copied, data: one })}
                aria-current={one === day ? "true" : undefined}
                className={buttonClass({ look: one === day ? "faixa" : "outline" })}
              >
                {formatDate(one, locale, { dateStyle: "medium" })}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isRecurring && <p role="status">{t("series")}</p>}
      {last && (
        <p className="flex flex-wrap items-center gap-3">
          <Link
            href={address({ ...(day && { data: day }), copiar: "1" })}
            aria-current={isCopy ? "true" : undefined}
            className={buttonClass({ look: isCopy ? "faixa" : "outline" })}
          >
            {t("copy")}
          </Link>
          <span className="text-muted wrap-anywhere">{`${last.title}, ${eventMoment(last.starts_at, last.time_zone, locale, { dateStyle: "medium" })}`}</span>
        </p>
      )}
    </section>
  );
}
