import type { ReactNode } from "react";
import { weeksOf } from "@/lib/events/events/rules";
import { formatWeekday } from "@/lib/platform/format";

type Props = {
  /** "2026-11" */
  month: string;
  today: string;
  locale: string;
  caption: string;
  /** What the cell of a day shows below its number. */
  renderDay: (day: string) => ReactNode;
};

/** The weeks of a month as a table, with the number of each day. */
export function MonthTable({ month, today, locale, caption, renderDay }: Props) {
  return (
    <table className="w-full table-fixed border-collapse">
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
                {day && <span className="text-sm text-muted tabular">{Number(day.slice(8))}</span>}
                {day && renderDay(day)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
