"use client";

import { useState } from "react";
import { Input } from "@/components/ui/input";
import { movedEventDates, type EventDates } from "@/lib/event-panel/rules";
import { localIn } from "@/lib/platform/dates";
import { formatDate, formatZone } from "@/lib/platform/format";

const FIELDS = ["startsAt", "endsAt"] as const;
type Words = "startsAt" | "endsAt" | "moved" | "opensAt" | "closesAt" | "editUntil" | "votes" | "programme";

type Props = { dates: EventDates; locale: string; texts: Record<Words, string> };

/** The new dates of an event in its own time zone, and the dates that move with them. */
export function RedateFields({ dates, locale, texts }: Props) {
  const [start, setStart] = useState(localIn(dates.starts_at, dates.time_zone));
  const first = { startsAt: start, endsAt: localIn(dates.ends_at, dates.time_zone) };
  const moved = movedEventDates(dates, start);
  const shown = (local: string) => [formatDate(local.slice(0, 10), locale), local.slice(11)].filter(Boolean).join(", ");
  return (
    <>
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
      {moved.length > 0 && (
        <div role="status" className="w-full rounded-xl border-2 border-faixa p-4 text-sm">
          <p className="font-semibold">{texts.moved}</p>
          <ul className="list-disc ps-6">
            {moved.map(({ name, kind, from, to }, index) => (
              <li key={index}>
                {`${[name, kind && texts[kind]].filter(Boolean).join(", ")}: ${shown(from)} → ${shown(to)}`}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
