import type { FacetGroup, FacetOption } from "./facet-control";
import type { PlaceFilterLabels } from "./list-filter-form";

type Word = "title" | "search" | "near" | "locating" | "failed" | "noPosition" | "clear";
type Words = { (key: Word): string; raw: (key: "count" | "km") => unknown };

/** Texts of the client-side filter; `none` is the page's own empty state. */
export function filterLabels(t: Words, own: { none: string; register: string; hint: string }): PlaceFilterLabels {
  return {
    title: t("title"),
    search: t("search"),
    near: t("near"),
    locating: t("locating"),
    failed: t("failed"),
    noPosition: t("noPosition"),
    count: String(t.raw("count")),
    clear: t("clear"),
    km: String(t.raw("km")),
    ...own,
  };
}

/** Builds a facet from its options. */
export function facetGroup(
  key: string,
  look: FacetGroup["look"],
  words: { label: string; any: string },
  options: readonly FacetOption[],
): FacetGroup {
  return {
    key,
    look,
    kind: look === "boxes" ? "many" : "one",
    values: options.map(({ value }) => value),
    options,
    ...words,
  };
}

/** Number of items per value. */
export function countBy(values: readonly (string | null | undefined)[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
