import type { Messages } from "next-intl";
import { fill } from "@/components/ui/fill";
import { formatDate, formatMoney, formatNumber } from "@/lib/platform/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import { pricePerLitre } from "@/lib/garage/entries/rules";
import type { EntryContent } from "@/lib/garage/entries/schema";

export type Texts = Messages["garage/entries"];

export const formatKilometres = (km: number, locale: string) => formatNumber(km, locale, { maximumFractionDigits: 1 });
export const formatPrice = (reais: number, locale: string) =>
  formatNumber(reais, locale, { style: "currency", currency: "BRL", maximumFractionDigits: 3 });

/** What an entry is called in a list: its title, its fuel or its category. */
export function entryTitle(texts: Texts, { kind, title, fuel, category }: EntryContent): string {
  if (title) return title;
  if (fuel) return texts.fuel[fuel];
  return category ? texts.category[category] : texts.kind[kind];
}

const unitOf = (texts: Texts, fuel: EntryContent["fuel"]) =>
  fuel === "cng" ? texts.list.units.cng : fuel === "electric" ? texts.list.units.electric : "L";

/** Kilometres of an entry: the reading, or the estimate of a car without a working odometer. */
function kmText(texts: Texts, locale: Locale, { reading_km, estimated_km }: EntryContent): string | null {
  if (reading_km !== null) return fill(texts.odometer, { km: formatKilometres(reading_km, locale) });
  return estimated_km === null ? null : fill(texts.odometerEstimated, { km: formatKilometres(estimated_km, locale) });
}

function fuelTexts(texts: Texts, locale: Locale, entry: EntryContent): (string | null)[] {
  if (entry.litres === null) return [];
  const price = pricePerLitre(entry.total_cents, entry.litres);
  const unit = unitOf(texts, entry.fuel);
  return [
    `${formatNumber(entry.litres, locale, { maximumFractionDigits: 3 })} ${unit}`,
    price === null ? null : `${formatPrice(price, locale)}/${unit}`,
    entry.is_full ? texts.list.full : texts.list.partial,
    entry.missed_previous ? texts.list.missed : null,
    entry.ethanol_pct === null ? null : fill(texts.list.ethanol, { share: entry.ethanol_pct }),
  ];
}

/** The consumption since the last full tank, in the unit of the fuel; null where it is not known. */
export const consumptionText = (
  texts: Texts,
  locale: Locale,
  { fuel }: Pick<EntryContent, "fuel">,
  kmPerLitre: number | null,
): string | null =>
  kmPerLitre === null
    ? null
    : fill(texts.list.consumption, {
        value: formatNumber(kmPerLitre, locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
        unit: unitOf(texts, fuel),
      });

/** The facts of an entry below its title. */
export function entryFacts(texts: Texts, locale: Locale, entry: EntryContent): string[] {
  const amount = (text: string, cents: number | null) =>
    cents === null ? null : fill(text, { amount: formatMoney(cents, locale) });
  return [
    kmText(texts, locale, entry),
    ...fuelTexts(texts, locale, entry),
    amount(texts.list.parts, entry.parts_cents),
    amount(texts.list.labour, entry.labour_cents),
    entry.replaces_odometer ? texts.list.replaced : null,
    entry.place || null,
  ].filter((text) => text !== null);
}

/** All of an entry in one line, to compare two versions. */
export const entryLine = (texts: Texts, locale: Locale, entry: EntryContent): string =>
  [
    formatDate(entry.on_date, locale),
    entryTitle(texts, entry),
    ...entryFacts(texts, locale, entry),
    entry.total_cents === null ? null : formatMoney(entry.total_cents, locale),
    entry.notes || null,
  ]
    .filter(Boolean)
    .join(" · ");
