import type { Messages } from "next-intl";
import { formatMonth, formatNumber } from "@/lib/platform/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import type { FactorResult } from "@/lib/travel/conditions/rules";
import { fill } from "../../ui/fill";

export type ConditionTexts = Messages["travel/conditions"];

/** Degrees and percentages with one decimal, kilometres and minutes without. */
const DECIMALS: Partial<Record<string, number>> = { degrees: 1, percent: 1, longPercent: 1 };

function valueText(name: string, value: number | string, locale: Locale): string {
  if (typeof value === "string") return value;
  if (name === "month") return formatMonth(value, locale);
  return formatNumber(value, locale, { maximumFractionDigits: DECIMALS[name] ?? 0 });
}

/** The reason of a factor with its figures. */
export function reasonText({ reason, values }: FactorResult, texts: ConditionTexts, locale: Locale): string {
  const shown = Object.entries(values).map(([name, value]) => [name, valueText(name, value, locale)] as const);
  return fill(texts.reason[reason as keyof ConditionTexts["reason"]], Object.fromEntries(shown));
}

export const kmText = (km: number, locale: Locale): string => formatNumber(km, locale, { maximumFractionDigits: 0 });
