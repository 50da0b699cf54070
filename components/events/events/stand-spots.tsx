"use client";

import { usePlaces } from "./places-left";

type Labels = { free: string; taken: string };
type Spot = { id: string; label: string; x: number; y: number };

/** The stands at their positions on the map; taken ones are dimmed as soon as the places are known. */
export function StandSpots({ eventId, stands, labels }: { eventId: string; stands: readonly Spot[]; labels: Labels }) {
  const taken = new Set(usePlaces(eventId)?.stands);
  return (
    <ul aria-hidden>
      {stands.map(({ id, label, x, y }) => (
        <li
          key={id}
          title={taken.has(id) ? `${label}: ${labels.taken}` : label}
          data-taken={taken.has(id) || undefined}
          className="absolute grid size-9 -translate-1/2 place-items-center rounded-lg border-2 border-rota-ink bg-rota text-sm font-semibold text-rota-ink data-taken:border-line data-taken:bg-surface data-taken:text-muted data-taken:line-through"
          style={{ left: `${x}%`, top: `${y}%` }}
        >
          {label}
        </li>
      ))}
    </ul>
  );
}

/** Whether a stand is free; empty until the places are known. */
export function StandState({ eventId, standId, labels }: { eventId: string; standId: string; labels: Labels }) {
  const places = usePlaces(eventId);
  if (!places) return null;
  return places.stands.includes(standId) ? (
    <span className="text-muted">{labels.taken}</span>
  ) : (
    <span className="font-semibold text-rota-text">{labels.free}</span>
  );
}
