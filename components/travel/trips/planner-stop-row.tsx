import { ArrowDown, ArrowUp, ChevronDown, GripVertical, X } from "lucide";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { controlClass } from "@/components/ui/input";
import { formatMinutes } from "@/lib/platform/format";
import type { TripStop } from "@/lib/travel/trips/schema";
import { fill } from "../../ui/fill";
import { usePlanner } from "./planner-context";
import { changeStop } from "./planner-edits";

type Props = {
  stop: TripStop;
  index: number;
  total: number;
  /** Time of arrival; null while it is not known. */
  arrive: string | null;
  onMove: (to: number) => void;
  onDrag: () => void;
  onRemove: () => void;
};

const STAYS = [0, 15, 30, 45, 60, 90, 120, 180, 240];
const MAX_NIGHTS = 30;

/** A stop: handle, name and arrival; the rest opens below it. */
export function StopRow({ stop, index, total, arrive, onMove, onDrag, onRemove }: Props) {
  const { texts } = usePlanner();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const name = stop.name || texts.stops.unnamed;
  const isShape = stop.kind === "shape";
  return (
    <div className={`rounded-xl border-2 bg-surface ${isShape ? "border-dashed border-line" : "border-line"}`}>
      <div className="flex items-center">
        <button
          type="button"
          data-handle={stop.id}
          aria-label={fill(texts.stops.handle, { name, place: index + 1, total })}
          aria-keyshortcuts="ArrowUp ArrowDown"
          onPointerDown={({ button }) => button === 0 && onDrag()}
          onKeyDown={(event) => {
            const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
            if (by === 0) return;
            event.preventDefault();
            onMove(index + by);
          }}
          className="flex min-h-14 shrink-0 cursor-grab touch-none items-center gap-1 pl-2 pr-1 text-muted hover:text-text"
        >
          <Icon of={GripVertical} className="size-5" />
          <span className="grid size-7 place-items-center rounded-full bg-rota font-display text-rota-ink">
            {index + 1}
          </span>
        </button>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-14 min-w-0 grow items-center gap-2 px-1 text-left"
        >
          <span className="min-w-0 grow leading-tight wrap-anywhere">
            <b className={isShape ? "font-normal text-muted" : ""}>
              {isShape ? fill(texts.stops.shape, { name }) : name}
            </b>
            <small className="block text-muted tabular">
              {[
                arrive && fill(index === 0 ? texts.stops.leaveAt : texts.stops.arriveAt, { time: arrive }),
                stop.stayMinutes > 0 && fill(texts.stops.stays, { time: formatMinutes(stop.stayMinutes) }),
                stop.nights > 0 && fill(texts.stops.sleeps, { nights: stop.nights }),
              ]
                .filter(Boolean)
                .join(" · ")}
            </small>
          </span>
          <Icon of={ChevronDown} className={`size-5 shrink-0 text-muted ${isOpen ? "rotate-180" : ""}`} />
        </button>
        <Button variant="ghost" size="icon" aria-label={fill(texts.stops.remove, { name })} onClick={onRemove}>
          <Icon of={X} />
        </Button>
      </div>
      {isOpen && (
        <div id={id} className="grid gap-3 border-t border-line p-3">
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" disabled={index === 0} onClick={() => onMove(index - 1)}>
              <Icon of={ArrowUp} />
              {texts.stops.up}
            </Button>
            <Button variant="outline" disabled={index === total - 1} onClick={() => onMove(index + 1)}>
              <Icon of={ArrowDown} />
              {texts.stops.down}
            </Button>
          </div>
          <StopFields stop={stop} isBetween={index > 0 && index < total - 1} />
        </div>
      )}
    </div>
  );
}

/** Name, stay, nights and note; a bend of the line has only its kind. */
function StopFields({ stop, isBetween }: { stop: TripStop; isBetween: boolean }) {
  const { store, texts } = usePlanner();
  const change = (values: Partial<TripStop>, tag: string) =>
    store.edit((plan) => changeStop(plan, stop.id, values), `${tag} ${stop.id}`);
  if (stop.kind === "shape")
    return (
      <Button variant="outline" className="justify-self-start" onClick={() => change({ kind: "stop" }, "kind")}>
        {texts.stops.makeStop}
      </Button>
    );
  return (
    <>
      <label className="grid gap-1">
        {texts.stops.name}
        <input
          value={stop.name}
          maxLength={120}
          onChange={({ target }) => change({ name: target.value }, "name")}
          className={controlClass}
        />
      </label>
      {isBetween && (
        <div className="grid grid-cols-2 gap-3">
          <label className="grid gap-1">
            {texts.stops.stay}
            <select
              value={stop.stayMinutes}
              onChange={({ target }) => change({ stayMinutes: Number(target.value) }, "stay")}
              className={controlClass}
            >
              {[...new Set([...STAYS, stop.stayMinutes])].map((minutes) => (
                <option key={minutes} value={minutes}>
                  {minutes === 0 ? texts.stops.noStay : formatMinutes(minutes)}
                </option>
              ))}
            </select>
          </label>
          <label className="grid gap-1">
            {texts.stops.nights}
            <select
              value={stop.nights}
              onChange={({ target }) => change({ nights: Number(target.value) }, "nights")}
              className={controlClass}
            >
              {Array.from({ length: MAX_NIGHTS + 1 }, (_, nights) => (
                <option key={nights} value={nights}>
                  {nights}
                </option>
              ))}
            </select>
          </label>
        </div>
      )}
      <label className="grid gap-1">
        {texts.stops.note}
        <textarea
          value={stop.note}
          maxLength={500}
          rows={2}
          onChange={({ target }) => change({ note: target.value }, "note")}
          className={`${controlClass} h-auto py-2`}
        />
      </label>
    </>
  );
}
