import { List, Map as MapIcon, SlidersHorizontal } from "lucide";
import { useState } from "react";
import { Icon } from "@/components/ui/icon";
import { FILTER_KEYS, SORTS, type Options, type Sort, type View } from "./region-filters";
import { buttonClass } from "@/components/ui/button-class";
import { useExplorerTexts } from "./explorer-texts";

type Props = { view: View; options: Options; onChange: (view: View) => void };

/** Filter controls above the list; hidden without JavaScript, where the complete list is shown. */
export function FilterPanel({ view, options, onChange }: Props) {
  const labels = useExplorerTexts();
  const [isOpen, setOpen] = useState(false);
  const active = Object.keys(view.filters).length;
  const offered = FILTER_KEYS.filter((key) => options[key].length > 1);
  return (
    <section aria-label={labels.title} className="mt-6 noscript:hidden" data-print="hide">
      <div className="flex flex-wrap items-end gap-3">
        <ViewSwitch isMap={view.map} onChange={(map) => onChange({ ...view, map })} />
        {offered.length > 0 && (
          <PanelSwitch label={labels.title} active={active} isOpen={isOpen} onClick={() => setOpen(!isOpen)} />
        )}
        <Choice
          className="w-full sm:ml-auto sm:w-48"
          label={labels.sort}
          value={view.sort}
          values={SORTS.map((sort) => [sort, labels.sorts[sort]])}
          onChange={(sort) => onChange({ ...view, sort: sort as Sort })}
        />
      </div>
      <div
        id="route-filters"
        className={`${isOpen ? "grid" : "hidden"} mt-3 grid-cols-2 gap-3 rounded-2xl border-2 border-line bg-surface p-4 sm:grid-cols-3 lg:grid lg:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]`}
      >
        {offered.map((key) => (
          <Choice
            key={key}
            label={labels.filters[key]}
            value={view.filters[key] ?? ""}
            values={[
              ["", labels.any],
              ...options[key].map((value) => [value, labels.values[key][value] ?? value] as const),
            ]}
            onChange={(value) => onChange({ ...view, filters: { ...view.filters, [key]: value || undefined } })}
          />
        ))}
      </div>
    </section>
  );
}

/** Expands the filters on phones; wider screens always show them. */
function PanelSwitch({
  label,
  active,
  isOpen,
  onClick,
}: {
  label: string;
  active: number;
  isOpen: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls="route-filters"
      onClick={onClick}
      className={buttonClass({ look: "surface", className: "h-11 lg:hidden" })}
    >
      <Icon of={SlidersHorizontal} className="size-5" />
      {label}
      {active > 0 && <span className="rounded-full bg-faixa px-2 text-faixa-ink tabular">{active}</span>}
    </button>
  );
}

function ViewSwitch({ isMap, onChange }: { isMap: boolean; onChange: (map: boolean) => void }) {
  const labels = useExplorerTexts();
  const button =
    "inline-flex h-10 items-center gap-2 px-4 font-semibold aria-pressed:bg-faixa aria-pressed:text-faixa-ink";
  return (
    <div className="inline-flex overflow-hidden rounded-lg border-2 border-line bg-surface">
      <button type="button" aria-pressed={!isMap} onClick={() => onChange(false)} className={button}>
        <Icon of={List} className="size-5" />
        {labels.list}
      </button>
      <button type="button" aria-pressed={isMap} onClick={() => onChange(true)} className={button}>
        <Icon of={MapIcon} className="size-5" />
        {labels.map}
      </button>
    </div>
  );
}

function Choice({
  label,
  value,
  values,
  onChange,
  className = "",
}: {
  label: string;
  value: string;
  values: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
  className?: string;
}) {
  return (
    <label className={`block min-w-0 text-sm text-muted ${className}`}>
      {label}
      <select
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="mt-1 h-11 w-full rounded-lg border-2 border-line bg-background px-2 text-base text-text"
      >
        {values.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
