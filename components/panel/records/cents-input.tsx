"use client";

import { useState } from "react";
import { Input } from "@/components/ui/input";
import { parseDecimal } from "@/lib/platform/typed-values";
import { FieldFrame, type FieldInputProps } from "./field-frame";

/** An amount typed in reais (`1.250,50`) and kept in cents. */
export function CentsInput({ field, path, value, errors, onChange }: FieldInputProps) {
  const [typed, setTyped] = useState(() =>
    typeof value === "number" ? (value / 100).toFixed(2).replace(".", ",") : "",
  );
  const change = (text: string) => {
    setTyped(text);
    const reais = parseDecimal(text, 2);
    onChange(reais === null ? null : Math.round((reais ?? Number.NaN) * 100));
  };
  return (
    <FieldFrame field={field} path={path} errors={errors}>
      {(control) => (
        <Input
          {...control}
          inputMode="decimal"
          value={typed}
          className="tabular sm:max-w-48"
          onChange={(event) => change(event.target.value)}
        />
      )}
    </FieldFrame>
  );
}
