import { formatNumber } from "@/lib/platform/format";

/** Choices of a select with an empty one in front. */
export const optionsOf = (values: readonly string[], labels: Readonly<Record<string, string>>, none?: string) => [
  ...(none === undefined ? [] : [{ value: "", label: none }]),
  ...values.map((value) => ({ value, label: labels[value] ?? value })),
];

/** A stored number as a person types it. */
export const typedNumber = (value: number | null | undefined, locale: string): string =>
  value === null || value === undefined
    ? ""
    : formatNumber(value, locale, { useGrouping: false, maximumFractionDigits: 2 });
