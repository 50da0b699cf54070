"use client";

import { useSyncExternalStore } from "react";
import { controlClass } from "@/components/ui/input";
import { eventMoment } from "@/lib/events/events/rules";
import type { GateEvent } from "@/lib/events/gate/queries";
import { Gate } from "./gate";
import { useGateTexts } from "./gate-texts";

type GateChooserProps = { locale: string; login: string; events: readonly GateEvent[] };

const HASH = "hashchange";

function onHash(change: () => void) {
  window.addEventListener(HASH, change);
  return () => window.removeEventListener(HASH, change);
}

/** Choice of the event, kept in the address, so that the same gate opens after a reload without a connection. */
export function GateChooser({ locale, login, events }: GateChooserProps) {
  const texts = useGateTexts();
  const hash = useSyncExternalStore(
    onHash,
    () => location.hash.slice(1),
    () => "",
  );
  const chosen = events.find(({ id }) => id === hash) ?? null;
  return (
    <>
      <label className="grid max-w-xl gap-1 font-semibold">
        {texts.event}
        <select
          value={chosen?.id ?? ""}
          onChange={(event) => {
            location.hash = event.target.value;
          }}
          className={`${controlClass} font-sans font-normal`}
        >
          <option value="" disabled>
            {texts.choose}
          </option>
          {events.map((event) => (
            <option key={event.id} value={event.id}>
              {eventMoment(event.starts_at, event.time_zone, locale, { dateStyle: "medium" })} · {event.title} ·{" "}
              {event.town}, {event.state_abbr}
              {event.is_demo && ` · ${texts.demo}`}
            </option>
          ))}
        </select>
      </label>
      {events.length === 0 && <p>{texts.noEvents}</p>}
      {events.length > 0 && !chosen && <p className="max-w-xl text-muted">{texts.chooseHint}</p>}
      {chosen && <Gate key={chosen.id} locale={locale} login={login} eventId={chosen.id} />}
    </>
  );
}
