"use client";

import { ChevronLeft, ChevronRight } from "lucide";
import { Icon } from "@/components/ui/icon";
import { monthAway, weeksOf } from "@/lib/events/events/rules";
import { formatDate, formatMonthYear, formatWeekday } from "@/lib/platform/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import { useParameter } from "./use-parameter";

export type CalendarEvent = {
  id: string;
  title: string;
  href: string;
  days: readonly string[];
  text: string;
  marks: string;
};
export type CalendarLabels = { previous: string; next: string; empty: string; caption: string };

type Props = {
  labels: CalendarLabels;
  /** The events that the filters of the page leave. */
  events: readonly CalendarEvent[];
  /** Month of the first event of the page, whatever the filters. */
  firstMonth: string;
  today: string;
  locale: string;
};

const STEP = "grid size-11 place-items-center rounded-lg border-2 border-line bg-surface hover:bg-raised";

/** One month with its events. */
export function EventMonth({ labels, events, firstMonth, today, locale }: Props) {
  const [chosen, choose] = useParameter("mes");
  const month = /^20\d{2}-(0[1-9]|1[0-2])$/.test(chosen) ? chosen : firstMonth;
  const inMonth = events.filter(({ days }) => days.some((day) => day.startsWith(month)));
  return (
    <section className="mt-4" aria-live="polite">
      <div className="flex items-center justify-between gap-3">
        <button
          type="button"
          aria-label={labels.previous}
          className={STEP}
          onClick={() => choose(monthAway(month, -1))}
        >
          <Icon of={ChevronLeft} className="size-5" />
        </button>
        <h2 className="text-2xl first-letter:uppercase">{formatMonthYear(`${month}-01`, locale as Locale)}</h2>
        <button type="button" aria-label={labels.next} className={STEP} onClick={() => choose(monthAway(month, 1))}>
          <Icon of={ChevronRight} className="size-5" />
        </button>
      </div>
      <MonthTable month={month} events={inMonth} caption={labels.caption} today={today} locale={locale} />
      {inMonth.length === 0 && <p className="mt-3 text-center text-muted">{labels.empty}</p>}
      <ul className="mt-3 grid gap-1 sm:hidden">
        {inMonth.map(({ title, href, days }) => (
          <li key={href}>
            <a href={href} className="flex min-h-11 items-center gap-3 text-link underline underline-offset-4">
              <span className="shrink-0 text-text tabular">
                {formatDate(days[0]!, locale, { day: "numeric", month: "short" })}
              </span>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

type TableProps = Pick<Props, "events" | "today" | "locale"> & { month: string; caption: string };

function MonthTable({ month, events, caption, today, locale }: TableProps) {
  return (
    <table className="mt-3 w-full table-fixed border-collapse">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {Array.from({ length: 7 }, (_, index) => (
            <th key={index} scope="col" className="p-1 text-sm font-normal text-muted">
              <abbr title={formatWeekday(index, locale)} className="no-underline">
                {formatWeekday(index, locale).slice(0, 3)}
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week, row) => (
          <tr key={row}>
            {week.map((day, index) => (
              <td
                key={index}
                aria-current={day === today ? "date" : undefined}
                className="h-14 border border-line p-1 align-top aria-[current=date]:bg-raised sm:h-24"
              >
                {day && <Day day={day} events={events.filter(({ days }) => days.includes(day))} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Day({ day, events }: { day: string; events: readonly CalendarEvent[] }) {
  return (
    <>
      <span className="text-sm text-muted tabular">{Number(day.slice(8))}</span>
      {events.length > 0 && (
        <>
          <span aria-hidden className="mx-auto mt-1 block size-3 rounded-full bg-rota sm:hidden" />
          <ul className="hidden sm:grid sm:gap-1">
            {events.map(({ title, href }) => (
              <li key={href}>
                <a
                  href={href}
                  className="line-clamp-2 rounded bg-rota px-1 py-0.5 text-xs leading-tight text-rota-ink wrap-anywhere hover:underline"
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
