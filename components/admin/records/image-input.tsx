"use client";

import { Input } from "@/components/ui/input";
import { FieldFrame, type FieldInputProps } from "./field-frame";

/** The address of a picture, with the picture. */
export function ImageInput({ field, path, value, errors, onChange }: FieldInputProps) {
  const address = typeof value === "string" ? value : "";
  return (
    <FieldFrame field={field} path={path} errors={errors}>
      {(control) => (
        <div className="grid gap-2">
          <Input {...control} value={address} onChange={(event) => onChange(event.target.value)} />
          {address && <img src={address} alt="" className="max-h-48 w-fit rounded-lg border border-line" />}
        </div>
      )}
    </FieldFrame>
  );
}
