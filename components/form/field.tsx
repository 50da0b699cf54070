"use client";

import { useId, type ReactNode } from "react";
import { useFieldError } from "./form-context";

export type FieldBasics = {
  name: string;
  label: ReactNode;
  /** Shown under the control as long as there is no error. */
  hint?: ReactNode;
  /** The label that marks a field as optional. */
  optional?: string;
};

export type ControlProps = {
  id: string;
  name: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
};

/** Label, control, and one line below that describes the control (`aria-describedby`). */
export function Field({
  name,
  label,
  hint,
  optional,
  children,
}: FieldBasics & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const error = useFieldError(name);
  const note = error ?? hint;
  return (
    <div data-slot="field" className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
        {optional && <span className="font-sans font-normal text-muted"> ({optional})</span>}
      </label>
      {children({ id, name, "aria-invalid": Boolean(error), "aria-describedby": note ? `${id}-note` : undefined })}
      {note && (
        <div id={`${id}-note`} className={error ? "text-sm font-semibold text-danger" : "text-sm text-muted"}>
          {note}
        </div>
      )}
    </div>
  );
}
