import type { Field } from "./resource";
import { asText, canonical, formValues, LANGUAGES } from "./rules";

/** A value before and after a change; `field` of a translation is `name@en`. */
export type ValueChange = { field: string; before: unknown; after: unknown };

const isNothing = (value: unknown) => value === null || value === undefined || ["", "[]", "{}"].includes(asText(value));

/** What typed values change in a row; of a new row everything that is not empty. */
export function changesOf(
  fields: readonly Field[],
  before: Record<string, unknown> | null,
  values: Record<string, unknown>,
): ValueChange[] {
  const stored = before ? formValues(fields, before) : {};
  const { translations, ...own } = values;
  const changes = Object.entries(own).map(([field, after]) => ({ field, before: stored[field], after }));
  const texts = (of: unknown, language: string) =>
    ((of as Record<string, Record<string, unknown>> | undefined)?.[language] ?? {}) as Record<string, unknown>;
  for (const language of translations ? LANGUAGES : []) {
    const [old, given] = [texts(before?.translations, language), texts(translations, language)];
    for (const name of new Set([...Object.keys(old), ...Object.keys(given)]))
      changes.push({ field: `${name}@${language}`, before: old[name], after: given[name] });
  }
  return changes.filter((change) =>
    before
      ? canonical(change.before ?? null) !== canonical(change.after ?? null)
      : !isNothing(change.after) && change.after !== false,
  );
}
