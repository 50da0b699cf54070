"use client";

import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import { SelectField } from "@/components/form/select-field";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { controlClass } from "@/components/ui/input";
import { RowEditor, RowNotices, useRowForm } from "@/components/garage/vehicles/row-form";
import { useRowTexts } from "@/components/garage/vehicles/row-texts";
import { optionsOf } from "@/components/garage/vehicles/field-values";
import { setVehicleModelAction } from "@/lib/garage/vehicles/actions";
import { CAR_MODELS, modelIn } from "@/lib/garage/vehicles/models/rules";
import { COOLING } from "@/lib/garage/vehicles/rules";
import { FUEL_SYSTEMS } from "@/lib/platform/supabase/database-constants/garage";

type Values = { make: string; model: string; cooling: string | null; fuel_system: string | null };
type Props = {
  vehicle: Values & { id: string; nickname: string };
  texts: Messages["garage/reminders"]["model"];
  carTexts: Pick<Messages["garage/vehicles"], "cooling" | "fuelSystem">;
};

const nameOf = ({ make, model }: Pick<Values, "make" | "model">) => `${make} ${model}`.trim();

/** Asks the model of a car; a known one answers cooling and fuel system too, and each answer can be changed. */
export function ModelQuestion({ vehicle, texts, carTexts }: Props) {
  const fields = useRowTexts();
  const router = useRouter();
  const { id, nickname, ...values } = vehicle;
  const guess = modelIn(nameOf(values)) ?? (values.model === "" ? modelIn(nickname) : null);
  const [choice, setChoice] = useState(guess ? nameOf(guess) : "");
  const chosen = CAR_MODELS.find((model) => nameOf(model) === choice);
  const form = useRowForm(setVehicleModelAction, values, () => router.refresh());
  const select = useId();
  const shown = chosen
    ? { ...chosen, cooling: values.cooling ?? chosen.cooling, fuel_system: values.fuel_system ?? chosen.fuelSystem }
    : values;
  return (
    <RowEditor form={form} id={id}>
      <div className="grid gap-1">
        <label htmlFor={select} className="font-semibold">
          {texts.known}
        </label>
        <select id={select} value={choice} className={controlClass} onChange={(event) => setChoice(event.target.value)}>
          <option value="">{texts.other}</option>
          {CAR_MODELS.map((model) => (
            <option key={nameOf(model)}>{nameOf(model)}</option>
          ))}
        </select>
      </div>
      {/* Keyed, so that another model fills the fields again. */}
      <div key={choice} className="grid gap-4 sm:grid-cols-2">
        <TextField name="make" label={fields.make} optional={fields.optional} defaultValue={shown.make} />
        <TextField name="model" label={fields.model} defaultValue={shown.model} maxLength={80} />
        <SelectField
          name="cooling"
          label={fields.cooling}
          options={optionsOf(COOLING, carTexts.cooling, fields.none)}
          defaultValue={shown.cooling ?? ""}
        />
        <SelectField
          name="fuel_system"
          label={fields.fuel_system}
          options={optionsOf(FUEL_SYSTEMS, carTexts.fuelSystem, fields.none)}
          defaultValue={shown.fuel_system ?? ""}
        />
      </div>
      <RowNotices
        form={form}
        labels={fields}
        options={{ ...carTexts.cooling, ...carTexts.fuelSystem }}
        onReload={() => location.reload()}
      />
      <SubmitButton label={texts.save} pendingLabel={fields.pending} pending={form.isPending} />
    </RowEditor>
  );
}
