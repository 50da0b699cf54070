"use client";

import { CheckboxGroup } from "@/components/form/checkbox-group";
import { useFieldError } from "@/components/form/form-context";
import { SelectField } from "@/components/form/select-field";
import { TextAreaField } from "@/components/form/text-area-field";
import { TextField } from "@/components/form/text-field";
import { COOLING } from "@/lib/garage/vehicles/rules";
import { optionsOf, typedNumber } from "./field-values";
import { useVehicleTexts } from "./vehicle-texts";
import { BODY_KINDS, FUELS, FUEL_SYSTEMS } from "@/lib/platform/supabase/database-constants/garage";

export type VehicleValues = {
  nickname: string;
  body_kind: string;
  make: string;
  model: string;
  version: string;
  year_made: number | null;
  year_model: number | null;
  color: string;
  engine: string;
  cooling: string | null;
  fuel_system: string | null;
  fuels: string[];
  tank_litres: number | null;
  km_per_litre: number | null;
  cruise_kmh: number | null;
  story: string;
};
type Props = { locale: string; values?: VehicleValues };

const ROW = "grid gap-4 sm:grid-cols-2";

/** The only field that a car needs. */
export function NicknameField({ values }: Pick<Props, "values">) {
  const { form } = useVehicleTexts();
  return (
    <TextField
      name="nickname"
      label={form.nickname}
      hint={form.nicknameHint}
      defaultValue={values?.nickname}
      maxLength={60}
    />
  );
}

/** Everything else about a car; all of it is optional. */
export function VehicleFields({ locale, values }: Props) {
  const texts = useVehicleTexts();
  const { form } = texts;
  const line = (name: "make" | "model" | "version" | "color" | "engine", max: number) => (
    <TextField name={name} label={form[name]} optional={form.optional} defaultValue={values?.[name]} maxLength={max} />
  );
  const number = (name: "year_made" | "year_model" | "tank_litres" | "km_per_litre" | "cruise_kmh") => (
    <TextField
      name={name}
      label={form[name]}
      optional={form.optional}
      inputMode={name === "tank_litres" || name === "km_per_litre" ? "decimal" : "numeric"}
      defaultValue={typedNumber(values?.[name], locale)}
      maxLength={8}
    />
  );
  return (
    <div className="grid gap-4">
      <div className={ROW}>
        {line("make", 60)}
        {line("model", 80)}
        {line("version", 80)}
        <SelectField
          name="body_kind"
          label={form.body_kind}
          options={optionsOf(BODY_KINDS, texts.body)}
          defaultValue={values?.body_kind}
        />
        {number("year_made")}
        {number("year_model")}
        {line("color", 40)}
        {line("engine", 80)}
        <SelectField
          name="cooling"
          label={form.cooling}
          options={optionsOf(COOLING, texts.cooling, form.none)}
          defaultValue={values?.cooling ?? ""}
        />
        <SelectField
          name="fuel_system"
          label={form.fuel_system}
          options={optionsOf(FUEL_SYSTEMS, texts.fuelSystem, form.none)}
          defaultValue={values?.fuel_system ?? ""}
        />
      </div>
      <FuelChoice chosen={values?.fuels ?? ["gasoline"]} />
      <div className={ROW}>
        {number("tank_litres")}
        {number("km_per_litre")}
        {number("cruise_kmh")}
      </div>
      <TextAreaField
        name="story"
        label={form.story}
        hint={form.storyHint}
        optional={form.optional}
        defaultValue={values?.story}
      />
    </div>
  );
}

function FuelChoice({ chosen }: { chosen: readonly string[] }) {
  const texts = useVehicleTexts();
  const error = useFieldError("fuels");
  return (
    <div>
      <CheckboxGroup name="fuels" label={texts.form.fuels} options={optionsOf(FUELS, texts.fuel)} checked={chosen} />
      {error && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
