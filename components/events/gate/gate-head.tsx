"use client";

import { fill } from "@/components/ui/fill";
import { controlClass } from "@/components/ui/input";
import { eventMoment } from "@/lib/events/events/rules";
import { countGate, type GateIndex } from "@/lib/events/gate/rules";
import type { GateData } from "@/lib/events/gate/schema";
import { useGateTexts } from "./gate-texts";

type GateHeadProps = {
  locale: string;
  index: GateIndex;
  list: GateData["lists"][number];
  kind: "entry" | "exit";
  onList: (id: string) => void;
  onExit: (isExit: boolean) => void;
};

/** Event, number of entries, the choice of the list and, on a list with re-entry, of entry or exit. */
export function GateHead({ locale, index, list, kind, onList, onExit }: GateHeadProps) {
  const texts = useGateTexts();
  const { data } = index;
  const count = countGate(index, list);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="mr-auto min-w-0">
        <h2 className="display-2 wrap-anywhere">{data.event.title}</h2>
        <p className="text-muted">
          {eventMoment(data.event.startsAt, data.event.timeZone, locale, { dateStyle: "medium", timeStyle: "short" })}
          {data.event.isDemo && ` · ${texts.demo}`}
          {data.device && ` · ${data.device.name}`}
        </p>
        <p className="text-lg font-semibold">
          {fill(texts.entered, count)}
          {list.allowReentry && ` · ${fill(texts.inside, count)}`}
        </p>
        <p className="text-muted">{fill(texts.registrations, count)}</p>
      </div>
      {list.allowReentry && <Direction isExit={kind === "exit"} onExit={onExit} />}
      <label className="grid gap-1 font-semibold">
        {texts.list}
        <select
          value={list.id}
          onChange={(event) => {
            onExit(false);
            onList(event.target.value);
          }}
          className={`${controlClass} min-w-48 font-sans font-normal`}
        >
          {data.lists.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

type DirectionProps = { isExit: boolean; onExit: (isExit: boolean) => void };

function Direction({ isExit, onExit }: DirectionProps) {
  const texts = useGateTexts().exit;
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{texts.label}</legend>
      <div className="flex min-h-11 items-center gap-4">
        {([false, true] as const).map((value) => (
          <label key={String(value)} className="flex min-h-11 items-center gap-2">
            <input
              type="radio"
              name="direction"
              checked={isExit === value}
              onChange={() => onExit(value)}
              className="size-5 accent-primary"
            />
            {value ? texts.exit : texts.entry}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
