import type { Messages } from "next-intl";
import { formatDate } from "@/lib/platform/format";
import type { Validity } from "@/lib/partners/vouchers/rules";

type ValidityTexts = Messages["partners/downloads"]["validity"];

/** `Válido até 30 de nov. de 2026`; with the first day too while it is in the future. */
export function validityText({ from, until }: Validity, today: string, texts: ValidityTexts, locale: string): string {
  const last = formatDate(until, locale);
  if (from <= today) return texts.until.replace("{until}", last);
  return texts.between.replace("{from}", formatDate(from, locale)).replace("{until}", last);
}
