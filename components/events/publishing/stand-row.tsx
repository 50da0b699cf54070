"use client";

import { Trash2 } from "lucide";
import { CheckboxField } from "@/components/form/checkbox-field";
import { Field } from "@/components/form/field";
import { TextField } from "@/components/form/text-field";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Input } from "@/components/ui/input";
import type { FormValues } from "@/lib/events/publishing/rules";
import { STAND_KINDS } from "@/lib/platform/supabase/database-constants/events";
import { useEventTexts } from "./event-texts";
import { FoldedFields } from "./folded-fields";

type Props = {
  index: number;
  values: FormValues;
  onLabel: (label: string) => void;
  onRemove: () => void;
};

const FOLDED = ["area", "width_m", "depth_m", "power_kva"];

/** One stand; a stand that somebody holds cannot be removed. */
export function StandRow({ index, values, onLabel, onRemove }: Props) {
  const { stands, form, registrations } = useEventTexts();
  const prefix = `stands.${index}`;
  const name = (field: string) => `${prefix}.${field}`;
  const isTaken = values.is_taken === "on";
  return (
    <fieldset className="grid gap-3 rounded-xl border-2 border-line p-4">
      <legend className="px-2 font-semibold">{stands.one.replace("{label}", values.label || String(index + 1))}</legend>
      {(["id", "x", "y"] as const).map((field) => (
        <input key={field} type="hidden" name={name(field)} value={values[field] ?? ""} readOnly />
      ))}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field name={name("label")} label={stands.label} hint={stands.labelHint}>
          {(control) => (
            <Input
              {...control}
              required
              maxLength={12}
              value={values.label ?? ""}
              onChange={({ target }) => onLabel(target.value)}
            />
          )}
        </Field>
        <TextField
          name={name("price_cents")}
          label={stands.price}
          hint={stands.priceHint}
          optional={form.optional}
          inputMode="decimal"
          defaultValue={values.price_cents}
          maxLength={12}
        />
      </div>
      <FoldedFields prefix={prefix} title={stands.more} fields={FOLDED}>
        <TextField
          name={name("area")}
          label={stands.area}
          optional={form.optional}
          defaultValue={values.area}
          maxLength={60}
        />
        <div className="grid gap-4 sm:grid-cols-3">
          {(["width_m", "depth_m", "power_kva"] as const).map((field) => (
            <TextField
              key={field}
              name={name(field)}
              label={stands[field]}
              optional={form.optional}
              inputMode="decimal"
              defaultValue={values[field]}
              maxLength={6}
            />
          ))}
        </div>
        <fieldset className="grid gap-3">
          <legend className="mb-2 font-semibold">{stands.kinds}</legend>
          {STAND_KINDS.map((kind) => (
            <CheckboxField
              key={kind}
              name={name(`kinds.${kind}`)}
              label={registrations[kind]}
              defaultChecked={values[`kinds.${kind}`] === "on"}
            />
          ))}
        </fieldset>
      </FoldedFields>
      {isTaken ? (
        <p className="text-muted">{stands.held}</p>
      ) : (
        <div>
          <Button variant="ghost" size="sm" onClick={onRemove}>
            <Icon of={Trash2} />
            {stands.remove}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
