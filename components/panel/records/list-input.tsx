"use client";

import { useTranslations } from "next-intl";
import { controlClass } from "@/components/ui/input";
import { FieldFrame, type FieldInputProps } from "./field-frame";

/** One item per line. */
export function ListInput({ field, path, value, errors, onChange }: FieldInputProps) {
  const t = useTranslations("panel/records");
  const items = Array.isArray(value) ? (value as string[]) : [];
  const broken = Object.keys(errors).find((key) => key.startsWith(`${path}.`));
  return (
    <FieldFrame field={field} path={broken ?? path} errors={errors} note={t("form.onePerLine")}>
      {(control) => (
        <textarea
          {...control}
          rows={Math.min(8, items.length + 2)}
          defaultValue={items.join("\n")}
          onChange={(event) =>
            onChange(
              event.target.value
                .split("\n")
                .map((line) => line.trim())
                .filter(Boolean),
            )
          }
          className={`${controlClass} h-auto py-2`}
        />
      )}
    </FieldFrame>
  );
}
