import { useTranslations } from "next-intl";
import type { Field } from "@/lib/panel/admin/resource";
import { labelsOf, type Labels } from "@/lib/panel/record-labels/rules";
import { STATES } from "@/lib/geo/states/rules";

export function useLabels(): Labels {
  return labelsOf(useTranslations("panel/records"));
}

/** Options of a field that are known without a database query. */
export function choicesOf({ name, kind, options = [] }: Field, labels: Labels): { value: string; label: string }[] {
  if (kind === "state") return STATES.map(({ abbr, name: state }) => ({ value: abbr, label: `${abbr} · ${state}` }));
  if (kind === "boolean") return ["true", "false"].map((value) => ({ value, label: labels.option("boolean", value) }));
  return options.map((value) => ({ value, label: labels.option(name, value) }));
}
