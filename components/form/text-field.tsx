"use client";

import type { ComponentProps } from "react";
import { Input } from "@/components/ui/input";
import { Field, type FieldBasics } from "./field";

type TextFieldProps = FieldBasics &
  Pick<ComponentProps<"input">, "type" | "autoComplete" | "inputMode" | "defaultValue" | "maxLength">;

export function TextField({ name, label, hint, optional, ...input }: TextFieldProps) {
  return (
    <Field name={name} label={label} hint={hint} optional={optional}>
      {(control) => <Input {...control} {...input} required={!optional} />}
    </Field>
  );
}
