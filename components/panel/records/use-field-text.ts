import { asText } from "@/lib/panel/admin/rules";
import type { Field } from "@/lib/panel/admin/resource";
import { fieldText } from "./field-value";
import { useLabels } from "./labels";

type Shown = {
  fields: readonly Field[];
  /** Titles of records that values are ids of, by field and id. */
  titles: Record<string, Record<string, string>>;
  locale: string;
  timeZone?: string | undefined;
};

/** Writes the value of a field as text, with the titles of related records. */
export function useFieldText({ fields, titles, locale, timeZone }: Shown): (name: string, value: unknown) => string {
  const labels = useLabels();
  return (name, value) =>
    fieldText({
      field: fields.find((field) => field.name === name),
      name,
      value,
      title: titles[name]?.[asText(value)],
      labels,
      locale,
      timeZone,
    });
}
