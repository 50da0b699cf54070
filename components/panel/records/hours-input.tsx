"use client";

import { useLocale, useTranslations } from "next-intl";
import { Input } from "@/components/ui/input";
import type { Weekday } from "@/lib/guide/services/rules";
import { FieldFrame, type FieldInputProps } from "./field-frame";
import { formatWeekday } from "@/lib/platform/format";
import { WEEKDAYS } from "@/lib/platform/supabase/database-constants/partners";

type Span = [from: string, to: string];
type Week = Record<string, unknown>;

/** Rows per day: morning and afternoon; more only where the record has them. */
const SPANS = 2;
const EMPTY: Span = ["", ""];

const spansOf = (week: Week, day: Weekday) => (Array.isArray(week[day]) ? (week[day] as Span[]) : []);
/** 1 January 2024 was a Monday. */

/** A week without its empty days; null when no day is left. */
function withSpans(week: Week, day: Weekday, spans: readonly Span[]): Week | null {
  const { [day]: _old, ...others } = week;
  const filledSpans = spans.filter(([from, to]) => from || to);
  const changed = filledSpans.length > 0 ? { ...others, [day]: filledSpans } : others;
  return Object.keys(changed).length > 0 ? changed : null;
}

/** Opening hours: a row for each day of the week, with times for opening and closing. */
export function HoursInput({ field, path, value, errors, onChange }: FieldInputProps) {
  const t = useTranslations("panel/records.hours");
  const locale = useLocale();
  const week = (typeof value === "object" && value !== null ? value : {}) as Week;
  const broken = Object.keys(errors).find((key) => key.startsWith(`${path}.`));
  return (
    <FieldFrame field={field} path={broken ?? path} errors={errors} note={t("note")}>
      {(control) => (
        <div {...control} role="group" className="grid gap-2">
          {WEEKDAYS.map((day, index) => {
            const spans = spansOf(week, day);
            const shown = Array.from({ length: Math.max(SPANS, spans.length) }, (_, place) => spans[place] ?? EMPTY);
            const name = formatWeekday(index, locale);
            return (
              <div
                key={day}
                role="group"
                aria-label={name}
                className="grid gap-2 border-b border-line pb-2 sm:grid-cols-[8rem_1fr] sm:items-center"
              >
                <span>{name}</span>
                <div className="flex flex-wrap gap-x-6 gap-y-2">
                  {shown.map((span, place) => (
                    // oxlint-disable-next-line react/no-array-index-key -- spans have no identity but their place
                    <span key={place} className="flex items-center gap-2">
                      {(["from", "to"] as const).map((end, side) => (
                        <Input
                          key={end}
                          type="time"
                          aria-label={t(end, { place: place + 1 })}
                          value={span[side]}
                          className="w-32 tabular"
                          onChange={(event) =>
                            onChange(
                              withSpans(week, day, shown.with(place, span.with(side, event.target.value) as Span)),
                            )
                          }
                        />
                      ))}
                    </span>
                  ))}
                </div>
              </div>
            );
          })}
        </div>
      )}
    </FieldFrame>
  );
}
