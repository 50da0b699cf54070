import { useTranslations } from "next-intl";
import type { Field } from "@/lib/panel/admin/resource";
import { asText, withTranslation } from "@/lib/panel/admin/rules";
import { FieldInput } from "./field-input";
import { languageOf } from "./first-error";
import type { Values } from "./use-record";
import { CONTENT_LANGUAGES, type Language } from "@/lib/platform/i18n/routing";

const NAMES = { pt: "Português", en: "English", es: "Español" } as const;

/** Tabs of the languages of a form, with how many texts are missing and how many are wrong. */
export function LanguageTabs({
  language,
  onChange,
  values,
  fields,
  wrong,
}: {
  language: Language;
  onChange: (language: Language) => void;
  values: Values;
  fields: readonly Field[];
  wrong: readonly string[];
}) {
  const t = useTranslations("panel/records");
  const texts = (values["translations"] ?? {}) as Record<string, Values>;
  const missing = (code: Language) =>
    code === "pt"
      ? 0
      : fields.filter(({ name }) => !texts[code]?.[name] && !["", "[]"].includes(asText(values[name]))).length;
  return (
    <div role="tablist" aria-label={t("form.languages")} className="flex flex-wrap gap-1 border-b-2 border-line">
      {CONTENT_LANGUAGES.map((code) => (
        <button
          key={code}
          type="button"
          role="tab"
          aria-selected={language === code}
          onClick={() => onChange(code)}
          className="-mb-0.5 inline-flex min-h-11 items-center gap-2 border-b-4 border-transparent px-3 font-display text-lg text-muted aria-selected:border-faixa aria-selected:text-text"
        >
          {NAMES[code]}
          {wrong.some((path) => languageOf(path) === code) && (
            <span className="whitespace-nowrap rounded-md border-2 border-danger px-1.5 text-sm text-danger tabular">
              {t("form.wrongTab", { count: wrong.filter((path) => languageOf(path) === code).length })}
            </span>
          )}
          {missing(code) > 0 && (
            <span className="whitespace-nowrap rounded-md bg-faixa px-1.5 text-sm text-faixa-ink tabular">
              {t("form.missing", { count: missing(code) })}
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

type TranslationProps = {
  language: "en" | "es";
  fields: readonly Field[];
  values: Values;
  errors: Record<string, string>;
  titles: Record<string, Record<string, string>>;
  resource: string;
  onChange: (value: unknown) => void;
};

/** The fields of the English or Spanish translation; each one is shown with the Portuguese text it translates. */
export function Translation({ language, fields, values, errors, titles, resource, onChange }: TranslationProps) {
  const t = useTranslations("panel/records");
  const all = (values["translations"] ?? {}) as Record<string, Values>;
  const texts = all[language] ?? {};
  return (
    <div key={language} className="grid gap-6">
      {fields.map((field) => {
        const original = values[field.name];
        return (
          <div key={field.name} className="grid items-start gap-2 lg:grid-cols-2 lg:gap-5">
            {Boolean(original) && (
              <details
                open
                className="max-h-96 overflow-y-auto rounded-lg border border-line bg-raised px-3 py-2 text-sm"
              >
                <summary className="cursor-pointer text-muted">{t("form.original")}</summary>
                <p className="mt-2 whitespace-pre-line">
                  {Array.isArray(original) ? original.join("\n") : asText(original)}
                </p>
              </details>
            )}
            <FieldInput
              field={{ ...field, required: false }}
              path={`translations.${language}.${field.name}`}
              value={texts[field.name] ?? (field.kind === "list" ? [] : "")}
              errors={errors}
              titles={titles}
              resource={resource}
              state={null}
              onChange={(value) => onChange(withTranslation(all, { language, name: field.name, value }))}
            />
          </div>
        );
      })}
    </div>
  );
}
