"use client";

import { CheckboxField } from "@/components/form/checkbox-field";
import { SelectField } from "@/components/form/select-field";
import { TextAreaField } from "@/components/form/text-area-field";
import { TextField } from "@/components/form/text-field";
import type { FormField } from "@/lib/events/registrations/questions/rules";
import { FileField } from "./file-field";
import type { Values } from "./form-props";

type Props = {
  /** Label of a field that may be left out. */
  optional: string;
  /** Label of a choice before one is made. */
  choose: string;
  fields: readonly FormField[];
  values: Values;
  /** Start of the names of the fields, for another person of an order. */
  prefix?: string;
};

/** The questions of the form template. */
export function QuestionFields({ fields, ...shared }: Props) {
  return fields.map((field) => <Question key={field.name} field={field} {...shared} />);
}

type QuestionProps = Omit<Props, "fields"> & { field: FormField };

function Question({ optional, choose, field, values, prefix = "" }: QuestionProps) {
  const { name, label, kind, required, help } = field;
  const key = `${prefix}answers.${name}`;
  if (kind === "boolean")
    return (
      <div className="grid gap-1">
        <CheckboxField name={key} label={label} required={required} defaultChecked={key in values} />
        {help && <p className="pl-9 text-sm text-muted">{help}</p>}
      </div>
    );
  const basics = { name: key, label, hint: help, ...(!required && { optional }) };
  if (kind === "file") return <FileField {...basics} name={`file.${name}`} required={required} />;
  if (kind === "longtext") return <TextAreaField {...basics} defaultValue={values[key]} rows={3} />;
  if (kind === "choice")
    return (
      <SelectField
        {...basics}
        required={required}
        defaultValue={values[key] ?? ""}
        options={[{ value: "", label: choose }, ...field.options]}
      />
    );
  return (
    <TextField
      {...basics}
      defaultValue={values[key]}
      type={kind === "date" ? "date" : "text"}
      inputMode={kind === "number" ? "decimal" : undefined}
      maxLength={200}
    />
  );
}
