"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Field } from "@/lib/panel/admin/resource";
import { LANGUAGES, withTranslation } from "@/lib/panel/admin/rules";
import type { FieldInputProps } from "./field-frame";

type Row = Record<string, unknown>;
type RowFieldsProps = {
  fields: readonly Field[];
  /** Path of the row in the form: `region_waypoints.2`. */
  place: string;
  row: Row;
  isLocked: boolean;
  shared: Pick<FieldInputProps, "errors" | "titles" | "resource" | "state">;
  onChange: (changed: Row) => void;
  FieldInput: (props: FieldInputProps) => ReactNode;
};

const WIDE = ["markdown", "longtext", "eventFile", "items"];
const NAMES = { en: "English", es: "Español" } as const;

/** The fields of one child of a row, then their texts in the other languages. */
export function RowFields({ fields, place, row, isLocked, shared, onChange, FieldInput }: RowFieldsProps) {
  const t = useTranslations("panel/records");
  const translated = fields.filter((field) => field.translated);
  return (
    <fieldset disabled={isLocked} className="grid gap-4 border-t border-line p-3 sm:grid-cols-2">
      {isLocked && <p className="text-muted sm:col-span-2">{t("errors.versionStays")}</p>}
      {fields.map((field) => (
        <div key={field.name} className={WIDE.includes(field.kind) ? "sm:col-span-2" : undefined}>
          <FieldInput
            {...shared}
            field={field}
            path={`${place}.${field.name}`}
            value={row[field.name]}
            onChange={(value) => onChange({ [field.name]: value })}
          />
        </div>
      ))}
      {translated.length > 0 && (
        <div className="grid gap-4 sm:col-span-2 sm:grid-cols-2">
          {LANGUAGES.map((language) => (
            <fieldset key={language} className="grid gap-3 border-l-4 border-line pl-3">
              <legend className="sr-only">{t("rows.translation", { language: NAMES[language] })}</legend>
              <p aria-hidden="true" className="text-sm text-muted">
                {NAMES[language]}
              </p>
              {translated.map((field) => (
                <FieldInput
                  {...shared}
                  key={field.name}
                  field={{ ...field, required: false }}
                  path={`${place}.translations.${language}.${field.name}`}
                  value={textsOf(row, language)[field.name] ?? ""}
                  onChange={(value) =>
                    onChange({
                      translations: withTranslation(row["translations"], { language, name: field.name, value }),
                    })
                  }
                />
              ))}
            </fieldset>
          ))}
        </div>
      )}
    </fieldset>
  );
}

const textsOf = (row: Row, language: (typeof LANGUAGES)[number]): Row =>
  ((row["translations"] ?? {}) as Record<string, Row>)[language] ?? {};
