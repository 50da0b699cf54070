"use client";

import { useId, type ReactNode } from "react";
import type { Field } from "@/lib/panel/admin/resource";
import { useLabels } from "./labels";

export type ControlProps = { id: string; "aria-invalid": boolean; "aria-describedby": string | undefined };

export type FieldInputProps = {
  field: Field;
  /** Path of the field in the form: `name`, or `region_waypoints.2.name`. */
  path: string;
  value: unknown;
  errors: Record<string, string>;
  onChange: (value: unknown) => void;
  /** Titles of the rows that references already point to. */
  titles: Record<string, Record<string, string>>;
  /** Resource and state, which limit the options of references. */
  resource: string;
  state: string | null;
  /** All values of the form, for a field that shows other fields too. */
  row?: Record<string, unknown>;
  /** Fills in several fields at once; does not save. */
  onFill?: (values: Record<string, unknown>) => void;
};

type FieldFrameProps = {
  field: Field;
  path: string;
  errors: Record<string, string>;
  children: (control: ControlProps) => ReactNode;
  note?: ReactNode;
};

/** Label, control and one line below: the error or the description of the field. */
export function FieldFrame({ field, path, errors, note, children }: FieldFrameProps) {
  const id = useId();
  const labels = useLabels();
  const code = errors[path];
  const description = code ? labels.error(code) : (note ?? labels.hint(field.name));
  return (
    <div className="grid content-start gap-1.5" data-field={path}>
      <label htmlFor={id} className="font-semibold">
        {labels.field(field.label ?? field.name)}
        {field.required && (
          <span aria-hidden="true" className="text-danger">
            {" "}
            *
          </span>
        )}
      </label>
      {children({ id, "aria-invalid": Boolean(code), "aria-describedby": description ? `${id}-note` : undefined })}
      {description && (
        <div id={`${id}-note`} className={code ? "text-sm font-semibold text-danger" : "text-sm text-muted"}>
          {description}
        </div>
      )}
    </div>
  );
}
