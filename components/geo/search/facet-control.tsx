import { ChevronDown } from "lucide";
import { Icon } from "@/components/ui/icon";
import type { Facet } from "./list-filter";

export type FacetOption = { value: string; label: string; count: number; color?: string };
export type FacetGroup = Facet & {
  label: string;
  /** Chips are always visible, a select is for long lists, checkboxes are collapsed at first. */
  look: "chips" | "select" | "boxes";
  any: string;
  options: readonly FacetOption[];
};

type Props = { group: FacetGroup; chosen: readonly string[]; onChange: (values: readonly string[]) => void };

/** One filter of a list, as chips, as a select or as collapsible checkboxes. */
export function FacetControl(props: Props) {
  if (props.group.options.length === 0) return null;
  if (props.group.look === "chips") return <Chips {...props} />;
  return props.group.look === "select" ? <Select {...props} /> : <Boxes {...props} />;
}

function Chips({ group, chosen, onChange }: Props) {
  const all = { value: "", label: group.any, count: -1, color: undefined };
  return (
    <fieldset className="mt-2 min-w-0">
      <legend className="sr-only">{group.label}</legend>
      <div className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:overflow-visible sm:px-0">
        {[all, ...group.options].map(({ value, label, count, color }) => {
          const isOn = value === "" ? chosen.length === 0 : chosen.includes(value);
          return (
            <button
              key={value}
              type="button"
              aria-pressed={isOn}
              onClick={() => onChange(value === "" || isOn ? [] : [value])}
              className="inline-flex h-11 shrink-0 items-center gap-2 rounded-full border-2 border-line bg-surface px-3.5 hover:bg-raised aria-pressed:border-faixa aria-pressed:bg-faixa aria-pressed:text-faixa-ink"
            >
              {color && <span className="size-3 rounded-full border border-white/70" style={{ background: color }} />}
              {label}
              {count >= 0 && <span className={`text-sm tabular ${isOn ? "" : "text-muted"}`}>{count}</span>}
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}

function Select({ group, chosen, onChange }: Props) {
  return (
    <label className="block min-w-0 grow basis-36 sm:max-w-60">
      <span className="sr-only">{group.label}</span>
      <select
        value={chosen[0] ?? ""}
        onChange={(event) => onChange(event.target.value ? [event.target.value] : [])}
        className="h-11 w-full rounded-lg border-2 border-line bg-surface px-2 text-base text-text"
      >
        <option value="">{group.any}</option>
        {group.options.map(({ value, label, count }) => (
          <option key={value} value={value}>{`${label} (${count})`}</option>
        ))}
      </select>
    </label>
  );
}

function Boxes({ group, chosen, onChange }: Props) {
  return (
    <details
      className="group mt-1 w-fit max-w-full rounded-xl border-2 border-line bg-surface open:w-full"
      open={chosen.length > 0 || undefined}
    >
      <summary className="flex min-h-11 list-none items-center gap-2 px-4 font-semibold [&::-webkit-details-marker]:hidden">
        <Icon of={ChevronDown} className="size-5 transition-transform group-open:rotate-180" />
        {group.label}
        {chosen.length > 0 && (
          <span className="rounded-full bg-faixa px-2 text-faixa-ink tabular">{chosen.length}</span>
        )}
      </summary>
      <ul className="grid gap-x-6 px-4 pb-3 sm:grid-cols-2 lg:grid-cols-3">
        {group.options.map(({ value, label, count }) => (
          <li key={value}>
            <label className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                checked={chosen.includes(value)}
                onChange={(event) =>
                  onChange(event.target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
                }
                className="size-5 accent-(--faixa)"
              />
              {label}
              <span className="text-sm text-muted tabular">{count}</span>
            </label>
          </li>
        ))}
      </ul>
    </details>
  );
}
