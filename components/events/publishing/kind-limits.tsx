"use client";

import { CheckboxField } from "@/components/form/checkbox-field";
import { TextAreaField } from "@/components/form/text-area-field";
import { TextField } from "@/components/form/text-field";
import { DOCUMENT_KINDS } from "@/lib/events/events/rules";
import type { FormValues } from "@/lib/events/publishing/rules";
import { useEventTexts } from "./event-texts";

type Props = { prefix: string; values: FormValues; zone: string };

const DOCUMENTS = "required_documents.";

/** Cars, companions, classes, documents and choices of a kind of registration. */
export function KindLimits({ prefix, values, zone }: Props) {
  const { kind, form, documents } = useEventTexts();
  const { limits } = kind;
  const name = (field: string) => `${prefix}.${field}`;
  const known: readonly string[] = DOCUMENT_KINDS;
  // Documents that the team entered are kept.
  const others = Object.keys(values).filter(
    (field) => field.startsWith(DOCUMENTS) && !known.includes(field.slice(DOCUMENTS.length)),
  );
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name={name("max_vehicles")}
          label={limits.vehicles}
          inputMode="numeric"
          defaultValue={values.max_vehicles ?? "5"}
          maxLength={2}
        />
        <TextField
          name={name("max_companions")}
          label={limits.companions}
          inputMode="numeric"
          defaultValue={values.max_companions ?? "5"}
          maxLength={2}
        />
        <TextField
          name={name("edit_until")}
          type="datetime-local"
          label={limits.editUntil}
          hint={`${limits.editHint} ${zone}`}
          optional={form.optional}
          defaultValue={values.edit_until}
        />
      </div>
      <TextAreaField
        name={name("classes")}
        label={limits.classes}
        hint={limits.classesHint}
        optional={form.optional}
        defaultValue={values.classes}
      />
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-semibold">{limits.documents}</legend>
        {DOCUMENT_KINDS.map((document) => (
          <CheckboxField
            key={document}
            name={name(DOCUMENTS + document)}
            label={documents[document]}
            defaultChecked={values[DOCUMENTS + document] === "on"}
          />
        ))}
        {others.map((field) => (
          <CheckboxField
            key={field}
            name={name(field)}
            label={field.slice(DOCUMENTS.length).replaceAll("_", " ")}
            defaultChecked
          />
        ))}
      </fieldset>
      <CheckboxField
        name={name("chooses_stand")}
        label={limits.choosesStand}
        defaultChecked={values.chooses_stand === "on"}
      />
      <CheckboxField
        name={name("allows_several")}
        label={limits.severalHint}
        defaultChecked={values.allows_several === "on"}
      />
    </>
  );
}
