import { fill } from "@/components/ui/fill";
import { formatMoney, formatNumber } from "@/lib/platform/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import type { OddFill, OddReading } from "@/lib/garage/entries/rules";
import { formatKilometres, type Texts } from "./entry-texts";

export type OddTexts = Pick<Texts, "odd">;

/** The question about a doubtful value. */
export function questionOf(texts: OddTexts, locale: Locale, odd: OddReading | OddFill): string {
  if ("km" in odd) return fill(texts.odd[odd.problem], { km: formatKilometres(odd.km, locale) });
  const value =
    odd.problem === "price" ? formatMoney(Math.round(odd.value * 100), locale) : formatNumber(odd.value, locale);
  return fill(texts.odd[odd.problem], { value });
}
