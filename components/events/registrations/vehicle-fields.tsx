"use client";

import { Plus, Trash2 } from "lucide";
import { CheckboxField } from "@/components/form/checkbox-field";
import { SelectField } from "@/components/form/select-field";
import { TextAreaField } from "@/components/form/text-area-field";
import { TextField } from "@/components/form/text-field";
import { FormPart } from "@/components/panel/requests/form-part";
import { buttonClass } from "@/components/ui/button-class";
import { Icon } from "@/components/ui/icon";
import type { Values } from "./form-props";
import { useRegistrationTexts } from "./registration-texts";

type Props = {
  /** Classes to choose from; without any the person writes one. */
  classes: readonly string[];
  count: number;
  least: number;
  most: number;
  isShown: boolean;
  values: Values;
  /** Start of the names of the fields, for another person of an order. */
  prefix?: string;
  onCount: (count: number) => void;
};

/** The vehicles of a registration; an exhibitor also writes the story of the car. */
export function VehicleFields({ classes, count, least, most, isShown, values, prefix = "", onCount }: Props) {
  const shows = `${prefix}shows_vehicle`;
  const texts = useRegistrationTexts().form;
  return (
    <FormPart title={texts.vehicles}>
      {Array.from({ length: count }, (_, index) => (
        <Vehicle key={index} index={index} classes={classes} isShown={isShown} values={values} prefix={prefix} />
      ))}
      <div className="flex flex-wrap gap-3">
        {count < most && (
          <button type="button" className={buttonClass()} onClick={() => onCount(count + 1)}>
            <Icon of={Plus} className="size-5" /> {texts.addVehicle}
          </button>
        )}
        {count > least && (
          <button type="button" className={buttonClass()} onClick={() => onCount(count - 1)}>
            <Icon of={Trash2} className="size-5" /> {texts.remove}
          </button>
        )}
      </div>
      {isShown && <CheckboxField name={shows} label={texts.showsVehicle} defaultChecked={shows in values} />}
    </FormPart>
  );
}

function Vehicle({
  index,
  classes,
  isShown,
  values,
  prefix,
}: Pick<Props, "classes" | "isShown" | "values" | "prefix"> & { index: number }) {
  const texts = useRegistrationTexts().form;
  const at = (name: string) => {
    const key = `${prefix}vehicles.${index}.${name}`;
    return { name: key, defaultValue: values[key] };
  };
  const collector = at("has_collector_plate").name;
  const stored = values[at("class_name").name];
  // A class that the organiser removed stays on the vehicles that have it.
  const offered = stored && !classes.includes(stored) ? [...classes, stored] : classes;
  return (
    <fieldset className="grid gap-4 rounded-xl border-2 border-line p-4">
      <legend className="px-2 font-semibold">{texts.vehicle.replace("{number}", String(index + 1))}</legend>
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField {...at("make")} label={texts.make} maxLength={60} />
        <TextField {...at("model")} label={texts.model} maxLength={80} />
        <TextField {...at("year")} label={texts.year} inputMode="numeric" maxLength={4} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...at("color")} label={texts.color} optional={texts.optional} maxLength={40} />
        <TextField
          {...at("plate")}
          label={texts.plate}
          hint={texts.plateHint}
          optional={texts.optional}
          autoComplete="off"
          maxLength={10}
        />
      </div>
      {isShown && (
        <>
          {classes.length > 0 ? (
            <SelectField
              {...at("class_name")}
              label={texts.className}
              optional={texts.optional}
              options={[{ value: "", label: texts.chooseClass }, ...offered.map((one) => ({ value: one, label: one }))]}
            />
          ) : (
            <TextField {...at("class_name")} label={texts.className} optional={texts.optional} maxLength={80} />
          )}
          <CheckboxField name={collector} label={texts.collector} defaultChecked={collector in values} />
          <TextAreaField
            {...at("story")}
            label={texts.story}
            hint={texts.storyHint}
            optional={texts.optional}
            rows={3}
          />
        </>
      )}
    </fieldset>
  );
}
