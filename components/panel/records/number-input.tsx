"use client";

import { useState } from "react";
import { Input } from "@/components/ui/input";
import type { Field } from "@/lib/panel/admin/resource";
import { asText } from "@/lib/panel/admin/rules";
import { parseDecimal } from "@/lib/platform/typed-values";
import { FieldFrame, type FieldInputProps } from "./field-frame";

/** A typed number as the text of its value: `1.234,5` is `1234.5`; what is no number stays, so that saving refuses it. */
function numberText(typed: string, decimals: number): string {
  const [, minus = "", digits = ""] = /^\s*([-\u2212]?)(.*)$/s.exec(typed) ?? [];
  const number = parseDecimal(digits, decimals);
  return number === undefined ? typed : number === null ? typed.trim() : asText(minus ? -number : number);
}

/** The text of a stored number: with a comma, and a price with two decimals. */
function textOfNumber(value: unknown, { isPrice }: Field): string {
  const text = isPrice && typeof value === "number" ? value.toFixed(2) : asText(value);
  return text.replace(".", ",");
}

/** A number typed with a comma or a point (`1.234,5`) and kept as a number. */
export function NumberInput({ field, path, value, errors, onChange }: FieldInputProps) {
  const decimals = field.decimals ?? 0;
  const [typed, setTyped] = useState("");
  const isTyped = numberText(typed, decimals) === asText(value);
  return (
    <FieldFrame field={field} path={path} errors={errors}>
      {(control) => (
        <Input
          {...control}
          inputMode={decimals > 0 ? "decimal" : "numeric"}
          value={isTyped ? typed : textOfNumber(value, field)}
          readOnly={field.readOnly}
          className="tabular sm:max-w-48"
          onChange={({ target }) => {
            setTyped(target.value);
            onChange(numberText(target.value, decimals));
          }}
        />
      )}
    </FieldFrame>
  );
}
