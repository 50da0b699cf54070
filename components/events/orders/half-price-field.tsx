"use client";

import { SelectField } from "@/components/form/select-field";
import { useRegistrationTexts } from "@/components/events/registrations/registration-texts";
import type { OrderOffer } from "@/lib/events/registrations/orders/schema";
import { translated } from "@/lib/events/registrations/rules";
import type { Locale } from "@/lib/platform/i18n/routing";

type HalfProps = { name: string; offer: OrderOffer; value: string | undefined; locale: Locale };

/** The category by which a person pays half of a ticket. */
export function HalfPriceField({ name, offer, value, locale }: HalfProps) {
  const texts = useRegistrationTexts().order;
  const options = offer.half_prices
    .filter(({ is_gone: isGone, category }) => !isGone || category === value)
    .map((one) => ({
      value: one.category,
      label: `${translated(one.translations, "name", locale, one.name)} (${one.law})`,
    }));
  return (
    <SelectField
      name={name}
      label={texts.halfPriceLabel}
      optional={texts.optional}
      options={[{ value: "", label: texts.fullPrice }, ...options]}
      defaultValue={value}
    />
  );
}
