"use client";

import type { ReactNode } from "react";
import { ACTION_MS, notify } from "@/components/ui/notify";
import { PrintButton } from "@/components/guide/pages/print-button";
import {
  appliesTo,
  EMPTY_LIST,
  progressOf,
  type ChecklistItem,
  type ChecklistSection,
  type TripFilter,
} from "@/lib/guide/checklists/rules";
import { Checkbox } from "@/components/ui/checkbox";
import { ProgressBar } from "@/components/ui/progress-bar";
import { saveDeviceList, useDeviceList } from "./device-list";
import { ResetButton } from "./reset-button";
import { TripFilters } from "./trip-filters";
import { useChecklistTexts } from "./checklist-texts";

type Props = { sections: readonly ChecklistSection[]; share: ReactNode };

/** The complete list is in the HTML; checks and answers stay on the device. */
export function TravelChecklist({ sections, share }: Props) {
  const texts = useChecklistTexts();
  const list = useDeviceList();
  const ticks = new Set(list.ticks);
  const { done, total } = progressOf(sections, list, ticks);
  const change = (filter: Partial<TripFilter>) => saveDeviceList({ ...list, ...filter });
  const tick = (key: string, on: boolean) =>
    saveDeviceList({ ...list, ticks: on ? [...ticks, key] : list.ticks.filter((one) => one !== key) });
  const reset = () => {
    saveDeviceList({ ...EMPTY_LIST, car: list.car, trip: list.trip, terrains: list.terrains });
    notify({
      code: "checklist.cleared",
      durationMs: ACTION_MS,
      action: { label: "undo", run: () => saveDeviceList(list) },
    });
  };
  return (
    <>
      <TripFilters filter={list} onChange={change} />
      <div className="sticky top-16 z-10 -mx-2 mt-5 bg-background px-2 py-3 print:static">
        <p role="status" className="font-semibold">
          {(done === total ? texts.ready : texts.progress)
            .replace("{done}", String(done))
            .replace("{total}", String(total))}
        </p>
        <ProgressBar value={done} max={total} label={texts.progressLabel} />
      </div>
      <div className="mt-4 gap-x-8 md:columns-2 print:columns-2">
        {sections.map(({ key, title, items }) => {
          const shown = items.filter((item) => appliesTo(item, list));
          return (
            <section key={key} hidden={shown.length === 0} className="mb-8 break-inside-avoid-page">
              <h2 className="border-b-2 border-faixa pb-1 text-2xl">{title}</h2>
              <ul className="mt-2 grid gap-1">
                {shown.map((item) => (
                  <Item key={item.key} item={item} ticked={ticks.has(item.key)} onTick={(on) => tick(item.key, on)} />
                ))}
              </ul>
            </section>
          );
        })}
      </div>
      <div data-print="hide" className="flex flex-wrap items-center gap-3">
        <PrintButton label={texts.print} />
        {share}
        <ResetButton disabled={list.ticks.length === 0} onReset={reset} />
      </div>
      <p data-print="hide" className="mt-4 text-sm text-muted">
        {texts.privacy}
      </p>
    </>
  );
}

function Item({ item, ticked, onTick }: { item: ChecklistItem; ticked: boolean; onTick: (on: boolean) => void }) {
  return (
    <li className="break-inside-avoid rounded-lg hover:bg-raised has-checked:text-muted">
      <label className="flex gap-3 px-2 pt-2 last:pb-2">
        <Checkbox
          checked={ticked}
          onChange={({ target }) => onTick(target.checked)}
          aria-describedby={item.why ? `why-${item.key}` : undefined}
        />
        <span className={ticked ? "line-through decoration-2" : undefined}>{item.text}</span>
      </label>
      {item.why && (
        <p id={`why-${item.key}`} className="pb-2 pl-11 pr-2 text-sm text-muted">
          {item.why}
        </p>
      )}
    </li>
  );
}
