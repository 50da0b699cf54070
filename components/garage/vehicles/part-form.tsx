"use client";

import type { Messages } from "next-intl";
import { CheckboxField } from "@/components/form/checkbox-field";
import { TextField } from "@/components/form/text-field";
import { savePartAction } from "@/lib/garage/vehicles/parts/actions";
import { typedNumber } from "./field-values";
import { VehicleRowForm } from "./vehicle-row-form";
import { useVehicleTexts } from "./vehicle-texts";

export type PartValues = {
  name: string;
  oem_number: string;
  brand: string;
  quantity: number;
  location: string;
  installed_km: number | null;
  cost_cents: number | null;
  supplier: string;
  is_carried: boolean;
};
type Words = Messages["garage/vehicles"]["parts"];
type Props = {
  vehicle: string;
  /** Null for a new part. */
  part: { id: string; values: PartValues } | null;
  locale: string;
  onClose: () => void;
};

/** Name, number, place and price of a part; only the name is needed. */
export function PartForm({ vehicle, part, locale, onClose }: Props) {
  const texts = useVehicleTexts();
  return (
    <VehicleRowForm
      action={savePartAction}
      vehicle={vehicle}
      row={part}
      labels={labelsOf(texts.parts)}
      onClose={onClose}
    >
      <PartFields values={part?.values} optional={texts.form.optional} locale={locale} />
    </VehicleRowForm>
  );
}

const labelsOf = ({ cost, ...words }: Words): Record<string, string> => ({ ...words, cost_cents: cost });

type FieldsProps = { values: PartValues | undefined; optional: string; locale: string };

function PartFields({ values, optional, locale }: FieldsProps) {
  const words = useVehicleTexts().parts;
  const line = (name: "oem_number" | "brand" | "supplier", max: number) => (
    <TextField name={name} label={words[name]} optional={optional} defaultValue={values?.[name]} maxLength={max} />
  );
  const cents = values?.cost_cents;
  return (
    <>
      <TextField
        name="name"
        label={words.name}
        hint={words.nameHint}
        autoComplete="off"
        defaultValue={values?.name}
        maxLength={120}
      />
      <CheckboxField name="is_carried" label={words.is_carried} defaultChecked={values?.is_carried ?? true} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="quantity"
          label={words.quantity}
          optional={optional}
          inputMode="numeric"
          defaultValue={String(values?.quantity ?? 1)}
          maxLength={3}
        />
        <TextField
          name="location"
          label={words.location}
          hint={words.locationHint}
          optional={optional}
          defaultValue={values?.location}
          maxLength={80}
        />
        {line("oem_number", 60)}
        {line("brand", 60)}
        <TextField
          name="cost_cents"
          label={words.cost}
          optional={optional}
          inputMode="decimal"
          defaultValue={typedNumber(cents === null || cents === undefined ? null : cents / 100, locale)}
          maxLength={14}
        />
        {line("supplier", 120)}
        <TextField
          name="installed_km"
          label={words.installed_km}
          optional={optional}
          inputMode="decimal"
          defaultValue={typedNumber(values?.installed_km, locale)}
          maxLength={12}
        />
      </div>
    </>
  );
}
