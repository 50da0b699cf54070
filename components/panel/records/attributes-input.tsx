"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { FieldFrame, type FieldInputProps } from "./field-frame";
import { useLabels } from "./labels";
import { ListInput } from "./list-input";
import { SERVICE_ATTRIBUTES } from "@/lib/platform/supabase/database-constants/guide";

/** Services of a place for vintage cars: a checkbox for each known attribute, and the makes it serves. */
export function AttributesInput(props: FieldInputProps) {
  const { field, path, value, errors, onChange } = props;
  const labels = useLabels();
  const known = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const put = (name: string, wanted: unknown) => {
    const { [name]: _old, ...others } = known;
    onChange(wanted === undefined ? others : { ...others, [name]: wanted });
  };
  return (
    <div className="grid gap-4">
      <FieldFrame field={field} path={path} errors={errors}>
        {(control) => (
          <div
            {...control}
            role="group"
            aria-label={labels.field(field.name)}
            className="grid gap-x-4 sm:grid-cols-2 lg:grid-cols-3"
          >
            {SERVICE_ATTRIBUTES.map((name) => (
              <label key={name} className="flex min-h-11 items-center gap-2">
                <Checkbox
                  checked={known[name] === true}
                  onChange={(event) => put(name, event.target.checked || undefined)}
                />
                {labels.option("attributes", name)}
              </label>
            ))}
          </div>
        )}
      </FieldFrame>
      <ListInput
        {...props}
        field={{ name: "makes", kind: "list" }}
        path={`${path}.makes`}
        value={known["makes"]}
        onChange={(makes) => put("makes", (makes as string[]).length > 0 ? makes : undefined)}
      />
    </div>
  );
}
