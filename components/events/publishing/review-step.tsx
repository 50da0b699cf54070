"use client";

import { useEffect, useState } from "react";
import { nearbyEventsAction } from "@/lib/events/publishing/actions";
import type { NearbyEvent } from "@/lib/events/publishing/queries";
import { gapsOf } from "@/lib/events/publishing/checklist/rules";
import { isVisible, previewPath, teamOf } from "@/lib/events/publishing/rules";
import { eventMoment, eventPath } from "@/lib/events/events/rules";
import { formatDate } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import { useEventTexts } from "./event-texts";
import type { StepFieldsProps } from "./form-props";

/** What was entered, what is missing before the event can be sent, and events of the same town and week. */
export function ReviewStep(props: StepFieldsProps) {
  const { current: values, locale, isShown, now } = props;
  const texts = useEventTexts();
  const { review } = texts;
  const day = (of: string | undefined) => (of ? formatDate(of, locale, { dateStyle: "full" }) : "—");
  const names = Object.keys(values)
    .filter((name) => /^kinds\.\d+\.name$/.test(name))
    .map((name) => values[name]);
  const gaps = isShown ? gapsOf(values, now, props.isPayable) : [];
  const facts = [
    [texts.basics.title, values.title || "—"],
    [review.starts, `${day(values.startDay)}, ${values.startTime ?? "—"}`],
    [review.ends, `${day(values.endDay)}, ${values.endTime ?? "—"}`],
    [review.place, [values.venue, values.address, values.state_abbr].filter(Boolean).join(", ") || "—"],
    [
      review.organizer,
      [values.organizer_name, values.organizer_phone, values.organizer_email].filter(Boolean).join(", "),
    ],
    [review.kinds, names.join(", ") || review.noKinds],
    [
      review.team,
      teamOf(values.team ?? "")
        .map(({ full_name: name }) => name)
        .join(", ") || review.noTeam,
    ],
  ] as const;
  return (
    <div className="grid gap-4">
      <dl className="grid gap-2">
        {facts.map(([term, text]) => (
          <div key={term} className="grid gap-x-4 sm:grid-cols-[12rem_1fr]">
            <dt className="text-muted">{term}</dt>
            <dd className="font-semibold wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
      {gaps.length > 0 && (
        <div className="rounded-xl border-2 border-faixa p-4">
          <p className="font-semibold">{texts.gaps.title}</p>
          <ul className="list-disc ps-6">
            {gaps.map((gap) => (
              <li key={gap}>{texts.gaps[gap]}</li>
            ))}
          </ul>
        </div>
      )}
      {isShown && !props.link && <Nearby {...props} />}
      <p className="text-muted">{review.next}</p>
    </div>
  );
}

function Nearby({ current, initial, locale }: StepFieldsProps) {
  const { review } = useEventTexts();
  const [events, setEvents] = useState<readonly NearbyEvent[]>([]);
  const { municipality_ibge: municipality, startDay } = current;
  const { id = "" } = initial;
  useEffect(() => {
    let isCurrent = true;
    if (!municipality || !startDay) return undefined;
    // The warning is a help: without an answer the form works as before.
    nearbyEventsAction({ municipality: Number(municipality), day: startDay, id })
      .then(({ data }) => isCurrent && setEvents(data ?? []))
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [municipality, startDay, id]);
  if (events.length === 0) return null;
  return (
    <div role="status" className="rounded-xl border-2 border-faixa p-4">
      <p className="font-semibold">{review.nearby}</p>
      <ul className="list-disc ps-6">
        {events.map((event) => (
          <li key={event.id}>
            <a
              href={localePath(locale, isVisible(event.status) ? eventPath(event.slug) : previewPath(event.id))}
              target="_blank"
              rel="noopener"
              className="text-link underline underline-offset-4"
            >
              {event.title}
            </a>
            {`, ${eventMoment(event.starts_at, event.time_zone, locale, { dateStyle: "medium" })}`}
          </li>
        ))}
      </ul>
    </div>
  );
}
