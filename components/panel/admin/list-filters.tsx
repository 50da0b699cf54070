import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { STATES } from "@/lib/geo/states/rules";

const SELECT = "h-11 rounded-lg border-2 border-line bg-surface px-3";

type Props = {
  action: string;
  search: { name: string; label: string; value: string };
  status: {
    label: string;
    any: string;
    value: string | null;
    options: readonly (readonly [value: string, label: string])[];
  };
  state: { label: string; any: string; value: string | null };
  submit: string;
};

/** Filters of a list by text, status (`situacao`) and state (`uf`); a plain form, so that every view has its own address. */
export function ListFilters({ action, search, status, state, submit }: Props) {
  return (
    <form action={action} className="flex flex-wrap items-center gap-2">
      <Input
        type="search"
        name={search.name}
        aria-label={search.label}
        placeholder={search.label}
        defaultValue={search.value}
        className="w-full sm:w-64"
      />
      <select name="situacao" aria-label={status.label} defaultValue={status.value ?? ""} className={SELECT}>
        <option value="">{status.any}</option>
        {status.options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <select name="uf" aria-label={state.label} defaultValue={state.value ?? ""} className={SELECT}>
        <option value="">{state.any}</option>
        {STATES.map(({ abbr, name }) => (
          <option key={abbr} value={abbr}>
            {name}
          </option>
        ))}
      </select>
      <Button type="submit" variant="outline">
        {submit}
      </Button>
    </form>
  );
}
