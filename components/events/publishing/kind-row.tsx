"use client";

import { Trash2 } from "lucide";
import { CheckboxField } from "@/components/form/checkbox-field";
import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { FormValues } from "@/lib/events/publishing/rules";
import { useEventTexts } from "./event-texts";
import { FoldedFields } from "./folded-fields";
import { optionsOf } from "./form-props";
import { KindLimits } from "./kind-limits";
import { PriceSteps } from "./price-steps";
import { QuestionRows } from "./question-rows";

type Props = {
  index: number;
  values: FormValues;
  /** Name of the time zone of the event. */
  zone: string;
  onKeep: () => void;
  onRemove: () => void;
};

const LIMITS = ["max_vehicles", "max_companions", "edit_until", "classes"];

/** One kind of registration: what visitors see first, and behind it prices by date, limits, documents and questions. */
export function KindRow({ index, values, zone, onKeep, onRemove }: Props) {
  const { kind, form, registrations } = useEventTexts();
  const prefix = `kinds.${index}`;
  const name = (field: string) => `${prefix}.${field}`;
  const moment = (field: "opens_at" | "closes_at") => ({
    name: name(field),
    type: "datetime-local",
    label: kind[field],
    optional: form.optional,
    defaultValue: values[field],
  });
  return (
    <fieldset className="grid gap-4 rounded-xl border-2 border-line p-4">
      <legend className="px-2 font-display text-xl">{`${index + 1}. ${values.name ?? ""}`}</legend>
      <input type="hidden" name={name("id")} value={values.id ?? ""} readOnly />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          name={name("kind")}
          label={kind.kind}
          options={optionsOf(registrations)}
          defaultValue={values.kind}
        />
        <TextField name={name("name")} label={kind.name} defaultValue={values.name} maxLength={120} />
        <TextField
          name={name("price_cents")}
          label={kind.price}
          hint={kind.priceHint}
          optional={form.optional}
          inputMode="decimal"
          defaultValue={values.price_cents}
          maxLength={12}
        />
        <TextField
          name={name("capacity")}
          label={kind.capacity}
          hint={kind.capacityHint}
          optional={form.optional}
          inputMode="numeric"
          defaultValue={values.capacity}
          maxLength={7}
        />
        <TextField
          name={name("gate_places")}
          label={kind.gatePlaces}
          hint={kind.gatePlacesHint}
          optional={form.optional}
          inputMode="numeric"
          defaultValue={values.gate_places}
          maxLength={7}
        />
        <TextField {...moment("opens_at")} hint={zone} />
        <TextField {...moment("closes_at")} hint={`${kind.closesHint} ${zone}`} />
      </div>
      <CheckboxField
        name={name("requires_approval")}
        label={kind.approval}
        defaultChecked={values.requires_approval === "on"}
      />
      <CheckboxField
        name={name("has_waiting_list")}
        label={kind.waitingList}
        defaultChecked={values.has_waiting_list === "on"}
      />
      <FoldedFields prefix={name("price_steps")} title={kind.steps.title}>
        <PriceSteps prefix={name("price_steps")} values={values} zone={zone} onKeep={onKeep} />
      </FoldedFields>
      <FoldedFields prefix={prefix} title={kind.limits.title} fields={LIMITS}>
        <KindLimits prefix={prefix} values={values} zone={zone} />
      </FoldedFields>
      <FoldedFields prefix={name("questions")} title={kind.questions.title}>
        <QuestionRows prefix={name("questions")} values={values} onKeep={onKeep} />
      </FoldedFields>
      <div>
        <Button variant="ghost" size="sm" onClick={onRemove}>
          <Icon of={Trash2} />
          {kind.remove}
        </Button>
      </div>
    </fieldset>
  );
}
