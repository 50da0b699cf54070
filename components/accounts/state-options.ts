import { STATES } from "@/lib/states/rules";

/** The 27 states as choices, after the choice not to say. */
export function stateOptions(none: string) {
  return [{ value: "", label: none }, ...STATES.map(({ abbr, name }) => ({ value: abbr, label: name }))];
}
