import { STATES } from "@/lib/geo/states/rules";

/** The 27 states as options, after the option that gives no state. */
export function stateOptions(none: string) {
  return [{ value: "", label: none }, ...STATES.map(({ abbr, name }) => ({ value: abbr, label: name }))];
}
