"use client";

import type { ReactNode } from "react";
import { CheckboxField } from "@/components/form/checkbox-field";
import { CheckboxGroup } from "@/components/form/checkbox-group";
import { SelectField } from "@/components/form/select-field";
import { TextAreaField } from "@/components/form/text-area-field";
import { TextField } from "@/components/form/text-field";
import { formatWeekday } from "@/lib/platform/format";
import type { OfferValues } from "@/lib/partners/vouchers/rules";
import { ImageField } from "./image-field";
import { useOfferTexts } from "./offer-texts";
import { BENEFIT_TYPES } from "@/lib/platform/supabase/database-constants/partners";

export type OfferPlace = { id: string; name: string; state: string };
type Props = {
  places: readonly OfferPlace[];
  /** Values that the form starts with. */
  start: OfferValues;
  /** Current values. */
  values: OfferValues;
  locale: string;
  /** The place of a saved voucher does not change. */
  isSaved: boolean;
};

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const of = (values: OfferValues, name: string) => (typeof values[name] === "string" ? values[name] : "");

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-4 border-t-2 border-line pt-4">
      <legend className="float-left mb-2 w-full font-display text-2xl">{title}</legend>
      {children}
    </fieldset>
  );
}

/** The fields of an offer in one page. */
export function OfferFields({ places, start, values, locale, isSaved }: Props) {
  const texts = useOfferTexts().offer;
  const type = of(values, "benefit_type") || "percent";
  const chosen = isSaved ? places.filter(({ id }) => id === of(start, "place")) : places;
  const options = chosen.map(({ id, name, state }) => ({ value: id, label: `${name} (${state})` }));
  return (
    <>
      <SelectField
        name="place"
        label={texts.place}
        hint={texts.placeHint}
        options={options.length === 1 ? options : [{ value: "", label: texts.placeChoice }, ...options]}
        defaultValue={of(start, "place")}
      />
      <Part title={texts.parts.benefit}>
        <SelectField
          name="benefit_type"
          label={texts.type}
          options={BENEFIT_TYPES.map((value) => ({ value, label: texts.types[value] }))}
          defaultValue={of(start, "benefit_type") || "percent"}
        />
        {type !== "gift" && (
          <TextField
            key={type}
            name="benefit_value"
            label={type === "percent" ? texts.percent : texts.amount}
            inputMode={type === "percent" ? "numeric" : "decimal"}
            maxLength={20}
            defaultValue={of(start, "benefit_type") === type || !start.benefit_type ? of(start, "benefit_value") : ""}
          />
        )}
        <TextField
          name="title"
          label={texts.titleField}
          hint={texts.titleHint}
          maxLength={120}
          defaultValue={of(start, "title")}
        />
        <TextAreaField
          name="rules"
          label={texts.rules}
          hint={texts.rulesHint}
          optional={texts.optional}
          defaultValue={of(start, "rules")}
        />
      </Part>
      <Part title={texts.parts.validity}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="valid_from" label={texts.validFrom} type="date" defaultValue={of(start, "valid_from")} />
          <TextField name="valid_until" label={texts.validUntil} type="date" defaultValue={of(start, "valid_until")} />
        </div>
        <CheckboxGroup
          name="weekdays"
          label={texts.weekdays}
          hint={texts.weekdaysHint}
          options={WEEKDAYS.map((day) => ({ value: String(day), label: formatWeekday(day - 1, locale) }))}
          checked={start.weekdays ?? []}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            name="starts_at"
            label={texts.startsAt}
            hint={texts.hoursHint}
            type="time"
            optional={texts.optional}
            defaultValue={of(start, "starts_at")}
          />
          <TextField
            name="ends_at"
            label={texts.endsAt}
            type="time"
            optional={texts.optional}
            defaultValue={of(start, "ends_at")}
          />
        </div>
      </Part>
      <Part title={texts.parts.limits}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            name="total_limit"
            label={texts.totalLimit}
            hint={texts.totalHint}
            inputMode="numeric"
            maxLength={6}
            optional={texts.optional}
            defaultValue={of(start, "total_limit")}
          />
          <TextField
            name="per_person_limit"
            label={texts.perPerson}
            inputMode="numeric"
            maxLength={2}
            defaultValue={of(start, "per_person_limit") || "1"}
          />
        </div>
        <CheckboxField name="guests_allowed" label={texts.guests} defaultChecked={start.guests_allowed === "on"} />
      </Part>
      <Part title={texts.parts.image}>
        <ImageField place={of(values, "place")} initial={of(start, "image_url")} />
      </Part>
      <Part title={texts.parts.desk}>
        <p className="text-muted">{texts.desk}</p>
      </Part>
    </>
  );
}
