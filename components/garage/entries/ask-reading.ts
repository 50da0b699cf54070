import { ask } from "@/components/ui/ask";
import { fill } from "@/components/ui/fill";
import type { Locale } from "@/lib/platform/i18n/routing";
import type { OddReading } from "@/lib/garage/entries/rules";
import { formatKilometres } from "./entry-texts";
import { questionOf, type OddTexts } from "./odd-text";

/** Asks about a doubtful reading; true when there is none or the person keeps it. */
export async function isReadingConfirmed(texts: OddTexts, locale: Locale, odd: OddReading | null): Promise<boolean> {
  if (!odd) return true;
  const isLess = odd.problem === "lower";
  return ask(isLess ? fill(texts.odd.less, { km: formatKilometres(odd.km, locale) }) : questionOf(texts, locale, odd));
}
