import { useMemo, useRef } from "react";
import { flushSync } from "react-dom";
import { TIME_ZONE } from "@/lib/platform/dates";
import { clockOf, daysOf } from "@/lib/travel/trips/days/rules";
import { ACTION_MS, notify } from "../../ui/notify";
import { fill } from "../../ui/fill";
import { LegRow } from "./leg-row";
import type { PlanState } from "./plan-store";
import { usePlanner } from "./planner-context";
import { moveStop, removeStop } from "./planner-edits";
import { StopRow } from "./planner-stop-row";
import type { RouteStatus } from "./use-route";

type Props = { state: PlanState; status: RouteStatus; timeZone: string | undefined };

/** The stops in the order of travel: dragged by their handle, moved with its arrow keys or with buttons. */
export function PlannerStops({ state: { plan, route }, status, timeZone = TIME_ZONE }: Props) {
  const { store, texts, announce } = usePlanner();
  const list = useRef<HTMLOListElement>(null);
  const days = useMemo(() => (route ? daysOf(plan, route.route, timeZone) : []), [plan, route, timeZone]);
  // A stop with nights is the end of one day and the start of the next: the first time is the arrival.
  const arrivals = new Map<string, number>();
  for (const { stop, arrive } of days.flatMap(({ stops }) => stops))
    if (!arrivals.has(stop.id)) arrivals.set(stop.id, arrive);

  const move = (from: number, to: number, tag: string | null = null) => {
    const stop = plan.stops[from];
    if (!stop || to < 0 || to >= plan.stops.length) return;
    flushSync(() => store.edit((current) => moveStop(current, from, to), tag));
    announce(fill(texts.stops.moved, { name: stop.name, place: to + 1, total: plan.stops.length }));
    // A row that moves in the document loses the focus.
    if (!tag) list.current?.querySelector<HTMLElement>(`[data-handle="${stop.id}"]`)?.focus();
  };

  /** Removes a stop; the focus goes to the next one, or to the search where none is left. */
  const remove = (index: number) => {
    const stop = plan.stops[index];
    if (!stop) return;
    const next = plan.stops[index + 1] ?? plan.stops[index - 1];
    flushSync(() => store.edit((current) => removeStop(current, stop.id)));
    const target = next
      ? list.current?.querySelector<HTMLElement>(`[data-handle="${next.id}"]`)
      : document.querySelector<HTMLElement>("[data-place-search]");
    target?.focus();
    notify({
      code: "trips.stopRemoved",
      values: { name: stop.name || texts.stops.unnamed },
      durationMs: ACTION_MS,
      action: { label: "undo", run: store.undo },
    });
  };

  /** While a handle is dragged, its row moves to the farthest place whose middle the pointer has passed. */
  const drag = (id: string) => {
    const tag = `drag ${id} ${performance.now()}`;
    const follow = ({ clientY }: PointerEvent) => {
      const rows = [...(list.current?.querySelectorAll<HTMLElement>(":scope > li") ?? [])];
      const own = rows.findIndex(({ dataset }) => dataset.stop === id);
      const isAbove = (row: HTMLElement) => {
        const { top, height } = row.getBoundingClientRect();
        return top + height / 2 < clientY;
      };
      const before = rows.findIndex((row, index) => index < own && !isAbove(row));
      const after = rows.findLastIndex((row, index) => index > own && isAbove(row));
      const target = before >= 0 ? before : after;
      if (own >= 0 && target >= 0) store.edit((current) => moveStop(current, own, target), tag);
    };
    const stop = () => {
      window.removeEventListener("pointermove", follow);
      for (const type of ["pointerup", "pointercancel"]) window.removeEventListener(type, stop);
    };
    window.addEventListener("pointermove", follow);
    for (const type of ["pointerup", "pointercancel"]) window.addEventListener(type, stop);
  };

  const legs = route && route.route.legs.length === plan.stops.length - 1 ? route.route : null;
  return (
    <section aria-labelledby="planner-stops">
      <h2 id="planner-stops" className="mb-2 text-2xl">
        {texts.stops.title}
      </h2>
      <ol ref={list} className="grid gap-1">
        {plan.stops.map((stop, index) => (
          <li key={stop.id} data-stop={stop.id}>
            {index > 0 && <LegRow plan={plan} route={legs} index={index - 1} isStale={status.isStale} />}
            <StopRow
              stop={stop}
              index={index}
              total={plan.stops.length}
              arrive={status.isStale || !arrivals.has(stop.id) ? null : clockOf(arrivals.get(stop.id)!)}
              onMove={(to) => move(index, to)}
              onDrag={() => drag(stop.id)}
              onRemove={() => remove(index)}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}
