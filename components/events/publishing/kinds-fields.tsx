"use client";

import { Plus, Trash2 } from "lucide";
import { useState } from "react";
import { CheckboxField } from "@/components/form/checkbox-field";
import { useFieldError } from "@/components/form/form-context";
import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { MAX_KINDS, zoneOfForm, type FormValues } from "@/lib/events/publishing/rules";
import type { RegistrationKind } from "@/lib/events/events/schema";
import { formatZone } from "@/lib/platform/format";
import { useEventTexts } from "./event-texts";
import { optionsOf, type StepFieldsProps } from "./form-props";
import { REGISTRATION_KINDS } from "@/lib/platform/supabase/database-constants/events";

type Row = { key: number; values: FormValues };

/** The rows of a form from `kinds.0.name` and so on. */
function rowsOf(values: FormValues): Row[] {
  const rows: Record<number, FormValues> = {};
  for (const [name, value] of Object.entries(values)) {
    const [list, index, field = ""] = name.split(".");
    if (list === "kinds") (rows[Number(index)] ??= {})[field] = value;
  }
  return Object.entries(rows).map(([key, of]) => ({ key: Number(key), values: of }));
}

/** Kinds of registration with price, places and dates; without one the event takes no registrations. */
export function KindsFields({ values, current, locale, isPayable, onKeep }: StepFieldsProps) {
  const texts = useEventTexts();
  const [rows, setRows] = useState(() => rowsOf(values));
  const error = useFieldError("kinds");
  const change = (next: Row[]) => {
    setRows(next);
    requestAnimationFrame(onKeep);
  };
  const add = (kind: RegistrationKind) =>
    change([
      ...rows,
      {
        key: Math.max(-1, ...rows.map(({ key }) => key)) + 1,
        values: { kind, name: texts.registrations[kind], has_waiting_list: "on" },
      },
    ]);
  return (
    <>
      <p className="text-muted">{texts.kind.lead}</p>
      {!isPayable && <p className="rounded-xl border-2 border-faixa p-4">{texts.kind.unpayable}</p>}
      {error && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {error}
        </p>
      )}
      {rows.map((row, index) => (
        <KindRow
          key={row.key}
          index={index}
          values={row.values}
          zone={formatZone(zoneOfForm(current), locale)}
          onRemove={() => change(rows.filter((one) => one !== row))}
        />
      ))}
      {rows.length < MAX_KINDS && (
        <div className="grid gap-2">
          <p className="font-semibold">{texts.kind.add}</p>
          <div className="flex flex-wrap gap-2">
            {REGISTRATION_KINDS.map((kind) => (
              <Button key={kind} variant="outline" onClick={() => add(kind)}>
                <Icon of={Plus} />
                {texts.registrations[kind]}
              </Button>
            ))}
          </div>
        </div>
      )}
    </>
  );
}

type KindRowProps = {
  index: number;
  values: FormValues;
  zone: string;
  onRemove: () => void;
};

function KindRow({ index, values, zone, onRemove }: KindRowProps) {
  const { kind, form, registrations } = useEventTexts();
  const name = (field: string) => `kinds.${index}.${field}`;
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
        <TextField
          name={name("opens_at")}
          type="datetime-local"
          label={kind.opens_at}
          hint={zone}
          optional={form.optional}
          defaultValue={values.opens_at}
        />
        <TextField
          name={name("closes_at")}
          type="datetime-local"
          label={kind.closes_at}
          hint={`${kind.closesHint} ${zone}`}
          optional={form.optional}
          defaultValue={values.closes_at}
        />
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
      <div>
        <Button variant="ghost" size="sm" onClick={onRemove}>
          <Icon of={Trash2} />
          {kind.remove}
        </Button>
      </div>
    </fieldset>
  );
}
