"use client";

import { LocateFixed, Search } from "lucide";
import { useRef, useState, type ReactNode } from "react";
import { useLocate } from "@/components/geo/map/use-locate";
import { createTexts } from "@/components/ui/texts";
import type { GeoPoint } from "@/lib/geo/geo/rules";
import { Icon } from "@/components/ui/icon";
import { FacetControl, type FacetGroup } from "./facet-control";
import { isNarrowed, type FilterView } from "./list-filter";
import { useFilteredList, useFilterView } from "./use-list-filter";
import { buttonClass } from "@/components/ui/button-class";

const { Provider: FilterTexts, useTexts: useFilterTexts } = createTexts<PlaceFilterLabels>("FilterTexts");

export type PlaceFilterLabels = {
  title: string;
  search: string;
  hint: string;
  near: string;
  locating: string;
  failed: string;
  /** Shown when the address sorts by distance and the position is unknown. */
  noPosition: string;
  /** Contains `{shown}`. */
  count: string;
  clear: string;
  none: string;
  /** Contains `{km}`. */
  km: string;
  register: string;
};

type Props = {
  groups: readonly FacetGroup[];
  labels: PlaceFilterLabels;
  /** Form for a missing entry; the chosen value of the facet `key` is added to its address. */
  register: { href: string; key?: string };
  googleMapsKey?: string;
  /** Adds a range of days, for lists whose items have `data-from` and `data-until`. */
  dates?: { from: string; until: string };
  children: ReactNode;
};

/** The visitor's last position; kept so that returning from a place does not ask again. */
let lastHere: GeoPoint | null = null;

/** Filters the list in the page's HTML by words, marks and distance; its state is kept in the address. */
export function ListFilterForm({ groups, labels, register, googleMapsKey, dates, children }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const [view, show] = useFilterView(groups);
  const [here, setHere] = useState(lastHere);
  const left = useFilteredList(list, view, here, labels.km);
  const choose = (key: string, values: readonly string[]) =>
    show({ ...view, chosen: { ...view.chosen, [key]: values } });
  const controls = (look: FacetGroup["look"]) =>
    groups
      .filter((group) => group.look === look)
      .map((group) => (
        <FacetControl
          key={group.key}
          group={group}
          chosen={view.chosen[group.key] ?? []}
          onChange={(values) => choose(group.key, values)}
        />
      ));
  const wanted = register.key && view.chosen[register.key]?.[0];
  return (
    <FilterTexts value={labels}>
      <section aria-label={labels.title} className="noscript:hidden" data-print="hide">
        <div className="mt-5 flex flex-wrap items-end gap-3">
          <TextSearch value={view.text} onChange={(text) => show({ ...view, text }, true)} />
          {controls("select")}
          {dates && <DayRange names={dates} view={view} onChange={(range) => show({ ...view, ...range })} />}
          <NearButton
            view={view}
            googleMapsKey={googleMapsKey}
            isKnown={here !== null}
            onChange={(near, at) => {
              if (at) lastHere = at;
              setHere(at ?? here);
              show({ ...view, near });
            }}
          />
        </div>
        {controls("chips")}
        {controls("boxes")}
        <div className="mt-2 flex min-h-7 flex-wrap items-center gap-x-4 gap-y-2">
          <p role="status" className="text-muted tabular">
            {left !== null && isNarrowed(view) ? labels.count.replace("{shown}", String(left)) : ""}
          </p>
          {view.near && !here && <p role="status">{labels.noPosition}</p>}
          {isNarrowed(view) && (
            <ClearButton label={labels.clear} onClick={() => show({ text: "", chosen: {}, near: view.near })} />
          )}
        </div>
      </section>
      {left === 0 && (
        <div className="mt-2 rounded-2xl border-2 border-dashed border-line p-8 text-center">
          <p className="text-lg">{labels.none}</p>
          <a
            href={register.href + (wanted ? `?${new URLSearchParams({ [register.key as string]: wanted })}` : "")}
            className={buttonClass({ look: "primary", size: "lg", className: "mt-4" })}
          >
            {labels.register}
          </a>
        </div>
      )}
      <div ref={list}>{children}</div>
    </FilterTexts>
  );
}

function TextSearch({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const labels = useFilterTexts();
  return (
    <label className="relative block min-w-0 grow basis-60">
      <span className="sr-only">{labels.search}</span>
      <Icon of={Search} className="pointer-events-none absolute left-3 top-3 size-5 text-muted" />
      <input
        type="search"
        autoComplete="off"
        maxLength={80}
        value={value}
        placeholder={labels.hint}
        onChange={(event) => onChange(event.target.value)}
        className="h-11 w-full rounded-lg border-2 border-line bg-surface pl-10 pr-3 text-base placeholder:text-muted"
      />
    </label>
  );
}

function DayRange({
  names,
  view,
  onChange,
}: {
  names: { from: string; until: string };
  view: FilterView;
  onChange: (range: Pick<FilterView, "from" | "until">) => void;
}) {
  return (["from", "until"] as const).map((key) => (
    <label key={key} className="block min-w-0 grow basis-36 text-sm text-muted sm:max-w-44">
      {names[key]}
      <input
        type="date"
        value={view[key] ?? ""}
        min={key === "until" ? view.from : undefined}
        onChange={(event) => onChange({ [key]: event.target.value || undefined })}
        className="mt-0.5 h-11 w-full rounded-lg border-2 border-line bg-surface px-2 text-base text-text"
      />
    </label>
  ));
}

function NearButton({
  view,
  isKnown,
  googleMapsKey,
  onChange,
}: {
  view: FilterView;
  isKnown: boolean;
  googleMapsKey?: string;
  onChange: (near: boolean, at?: GeoPoint) => void;
}) {
  const labels = useFilterTexts();
  const { phase, ask } = useLocate(googleMapsKey);
  const isOn = view.near && isKnown;
  const toggle = () =>
    isKnown ? onChange(!isOn) : ask(({ coords }) => onChange(true, { lat: coords.latitude, lng: coords.longitude }));
  return (
    <button
      type="button"
      aria-pressed={isOn}
      disabled={phase === "locating"}
      onClick={toggle}
      className={buttonClass({
        look: "surface",
        className: "h-11 aria-pressed:border-faixa aria-pressed:bg-faixa aria-pressed:text-faixa-ink",
      })}
    >
      <Icon of={LocateFixed} className="size-5" />
      {{ idle: labels.near, locating: labels.locating, failed: labels.failed }[phase]}
    </button>
  );
}

function ClearButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" onClick={onClick} className={buttonClass({ className: "h-11" })}>
      {label}
    </button>
  );
}
