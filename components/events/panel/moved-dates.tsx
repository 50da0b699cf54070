"use client";

import { movedEventDates, type EventDates } from "@/lib/events/panel/rules";
import { formatDate } from "@/lib/platform/format";
import { useMovedTexts } from "./moved-texts";

type Props = { dates: EventDates; start: string; locale: string };

/** Dates that move with a new beginning of an event, before and after; nothing while it is the stored one. */
export function MovedDates({ dates, start, locale }: Props) {
  const texts = useMovedTexts();
  const moved = movedEventDates(dates, start);
  const shown = (local: string) => [formatDate(local.slice(0, 10), locale), local.slice(11)].filter(Boolean).join(", ");
  if (moved.length === 0) return null;
  return (
    <div role="status" className="w-full rounded-xl border-2 border-faixa p-4 text-sm">
      <p className="font-semibold">{texts.moved}</p>
      <ul className="list-disc ps-6">
        {moved.map(({ name, kind, from, to }, index) => (
          <li
            key={index}
          >{`${[name, kind && texts[kind]].filter(Boolean).join(", ")}: ${shown(from)} → ${shown(to)}`}</li>
        ))}
      </ul>
    </div>
  );
}
