"use client";

import { useState } from "react";
import { Input } from "@/components/ui/input";
import type { EventDates } from "@/lib/events/panel/rules";
import { localIn } from "@/lib/platform/dates";
import { formatZone } from "@/lib/platform/format";
import { MovedDates } from "./moved-dates";
import { MovedTexts, type MovedMessages } from "./moved-texts";

const FIELDS = ["startsAt", "endsAt"] as const;
type Props = { dates: EventDates; locale: string; texts: MovedMessages & Record<(typeof FIELDS)[number], string> };

/** The new dates of an event in its own time zone, and the dates that move with them. */
export function RedateFields({ dates, locale, texts }: Props) {
  const [start, setStart] = useState(localIn(dates.starts_at, dates.time_zone));
  const first = { startsAt: start, endsAt: localIn(dates.ends_at, dates.time_zone) };
  return (
    <MovedTexts value={texts}>
      {FIELDS.map((name) => (
        <label key={name} className="grid gap-1 text-sm">
          <span className="text-muted">{texts[name]}</span>
          <Input
            name={name}
            type="datetime-local"
            required
            defaultValue={first[name]}
            onChange={({ target }) => name === "startsAt" && setStart(target.value)}
          />
          <span className="text-muted">{formatZone(dates.time_zone, locale)}</span>
        </label>
      ))}
      <MovedDates dates={dates} start={start} locale={locale} />
    </MovedTexts>
  );
}
