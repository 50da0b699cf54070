import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { StateMark } from "../../ui/state-mark";
import type { CalendarEntry } from "@/lib/guide/coverage/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import { DAY_MS } from "@/lib/platform/dates";
import { formatTimestamp } from "@/lib/platform/format";

/** Scheduled posts and tasks by due day; overdue ones are marked. */
export async function ContentCalendar({ entries, now }: { entries: readonly CalendarEntry[]; now: Date }) {
  const t = await getTranslations("panel/records.calendar");
  const locale = await getLocale();
  const dayOf = ({ at }: CalendarEntry) =>
    formatTimestamp(at, locale, { weekday: "short", day: "numeric", month: "short" });
  const days = [...new Set(entries.map(dayOf))];
  const isLate = (at: string) => Date.parse(at) < now.getTime() - DAY_MS;
  return (
    <details open={entries.length > 0} className="rounded-xl border border-line bg-surface p-4">
      <summary className="cursor-pointer">
        <h2 className="inline text-2xl">{t("title")}</h2>{" "}
        <span className="text-muted tabular">{t("count", { count: entries.length })}</span>
      </summary>
      <ol className="mt-3 grid gap-2">
        {days.map((day) => (
          <li key={day} className="grid gap-x-4 border-t border-line pt-2 sm:grid-cols-[9rem_1fr]">
            <p className="font-semibold tabular">{day}</p>
            <ul className="grid gap-1">
              {entries
                .filter((entry) => dayOf(entry) === day)
                .map(({ kind, title, path, at, who }) => (
                  <li key={path} className="flex flex-wrap items-baseline gap-x-3">
                    <span className="text-sm text-muted">{t(`kind.${kind}`)}</span>
                    <Link
                      href={localePath(locale, path)}
                      className="min-w-0 text-link underline-offset-4 wrap-anywhere hover:underline"
                    >
                      {title}
                    </Link>
                    {who && <span className="text-sm text-muted">{who}</span>}
                    {isLate(at) && <StateMark look="wait">{t("late")}</StateMark>}
                  </li>
                ))}
            </ul>
          </li>
        ))}
      </ol>
    </details>
  );
}
