"use client";

import { Plus } from "lucide";
import { Fragment, useRef, useState } from "react";
import { useFieldError } from "@/components/form/form-context";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { controlClass } from "@/components/ui/input";
import { copiedHours, MAX_SPANS, spanNames } from "@/lib/partners/own-places/rules";
import type { Weekday } from "@/lib/guide/services/rules";
import { useDirectTexts } from "./direct-texts";
import { WEEKDAYS } from "@/lib/platform/supabase/database-constants/partners";

const COPIED_TO = {
  workdays: ["tue", "wed", "thu", "fri"],
  everyDay: ["tue", "wed", "thu", "fri", "sat", "sun"],
} as const;

type Props = {
  /** Spans by weekday. */
  hours: Partial<Record<Weekday, readonly (readonly [string, string])[]>>;
};

/** Opening and closing times of each weekday; more periods are added by day, and Monday is copied to other days. */
export function HoursFields({ hours }: Props) {
  const { days, direct: texts } = useDirectTexts();
  const error = useFieldError("hours");
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const [copied, setCopied] = useState({ hours, round: 0 });
  const copyTo = (others: readonly Weekday[]) => {
    const valueOf = (name: string) =>
      fieldset.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value ?? "";
    setCopied(({ round }) => ({ hours: copiedHours(valueOf, others), round: round + 1 }));
    // React sets the fields, so the form gets no event of its own.
    queueMicrotask(() => fieldset.current?.dispatchEvent(new Event("input", { bubbles: true })));
  };
  return (
    <fieldset ref={fieldset} className="grid gap-2" aria-describedby="hours-note">
      <legend className="font-semibold">{texts.hours}</legend>
      <p id="hours-note" className={error ? "text-sm font-semibold text-danger" : "text-sm text-muted"}>
        {error ?? texts.hoursHint}
      </p>
      {WEEKDAYS.map((day) => (
        <Fragment key={day}>
          <DayFields key={copied.round} day={day} name={days[day]} spans={copied.hours[day] ?? []} />
          {day === "mon" && (
            <div className="flex flex-wrap gap-2">
              {(["workdays", "everyDay"] as const).map((choice) => (
                <Button
                  key={choice}
                  variant="outline"
                  className="h-auto min-h-11 py-2 whitespace-normal"
                  onClick={() => copyTo(COPIED_TO[choice])}
                >
                  {texts[choice]}
                </Button>
              ))}
            </div>
          )}
        </Fragment>
      ))}
    </fieldset>
  );
}

type DayProps = { day: Weekday; name: string; spans: readonly (readonly [string, string])[] };

function DayFields({ day, name, spans }: DayProps) {
  const texts = useDirectTexts().direct;
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
