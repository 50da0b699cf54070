"use client";

import { ChevronLeft, ChevronRight } from "lucide";
import { Icon } from "@/components/ui/icon";
import { monthAway } from "@/lib/events/events/rules";
import { formatDate, formatMonthYear } from "@/lib/platform/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import { MonthTable } from "./month-table";
import { useParameter } from "./use-parameter";
import { useViewTexts } from "./view-texts";

export type CalendarEvent = {
  id: string;
  title: string;
  href: string;
  days: readonly string[];
  text: string;
  marks: string;
};

type Props = {
  /** The events that the filters of the page leave. */
  events: readonly CalendarEvent[];
  /** Month of the first event of the page, whatever the filters. */
  firstMonth: string;
  today: string;
  locale: string;
};

const STEP = "grid size-11 place-items-center rounded-lg border-2 border-line bg-surface hover:bg-raised";

export function EventMonth({ events, firstMonth, today, locale }: Props) {
  const labels = useViewTexts().month;
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
      <div className="mt-3">
        <MonthTable
          month={month}
          today={today}
          locale={locale}
          caption={labels.caption}
          renderDay={(day) => <Day events={inMonth.filter(({ days }) => days.includes(day))} />}
        />
      </div>
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

function Day({ events }: { events: readonly CalendarEvent[] }) {
  if (events.length === 0) return null;
  return (
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
  );
}
