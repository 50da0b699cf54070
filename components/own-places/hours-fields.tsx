"use client";

import type { Messages } from "next-intl";
import { Plus } from "lucide";
import { useState } from "react";
import { useFieldError } from "@/components/form/form-context";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { controlClass } from "@/components/ui/input";
import { MAX_SPANS, spanNames } from "@/lib/own-places/rules";
import { WEEKDAYS, type Weekday } from "@/lib/services/rules";

type Props = {
  days: Messages["own-places"]["days"];
  texts: Messages["own-places"]["direct"];
  /** Spans by weekday. */
  hours: Partial<Record<Weekday, readonly (readonly [string, string])[]>>;
};

/** Opening and closing times of each weekday; more periods are added by day. */
export function HoursFields({ days, texts, hours }: Props) {
  const error = useFieldError("hours");
  return (
    <fieldset className="grid gap-2" aria-describedby="hours-note">
      <legend className="font-semibold">{texts.hours}</legend>
      <p id="hours-note" className={error ? "text-sm font-semibold text-danger" : "text-sm text-muted"}>
        {error ?? texts.hoursHint}
      </p>
      {WEEKDAYS.map((day) => (
        <DayFields key={day} day={day} name={days[day]} texts={texts} spans={hours[day] ?? []} />
      ))}
    </fieldset>
  );
}

function DayFields({
  day,
  name,
  texts,
  spans,
}: {
  day: Weekday;
  name: string;
  texts: Props["texts"];
  spans: readonly (readonly [string, string])[];
}) {
  const [count, setCount] = useState(Math.max(spans.length, 1));
  return (
    <div className="grid items-center gap-2 border-t border-line pt-2 sm:grid-cols-[7rem_1fr]">
      <span>{name}</span>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {Array.from({ length: count }, (_, span) => {
          const [from, to] = spanNames(day, span);
          const words = (text: string) => text.replace("{day}", name).replace("{number}", String(span + 1));
          return (
            <span key={from} className="flex items-center gap-2">
              <input
                type="time"
                name={from}
                defaultValue={spans[span]?.[0] ?? ""}
                aria-label={words(texts.from)}
                className={`${controlClass} w-30`}
              />
              <span aria-hidden>–</span>
              <input
                type="time"
                name={to}
                defaultValue={spans[span]?.[1] ?? ""}
                aria-label={words(texts.to)}
                className={`${controlClass} w-30`}
              />
            </span>
          );
        })}
        {count < MAX_SPANS && (
          <Button variant="outline" onClick={() => setCount(count + 1)} aria-label={`${name}: ${texts.more}`}>
            <Icon of={Plus} />
          </Button>
        )}
      </div>
    </div>
  );
}
