"use client";

import { CalendarCheck, Save } from "lucide";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { Field } from "@/lib/admin/resource";
import type { EventDates } from "@/lib/event-panel/rules";
import { asText, hasCheckDate, SLUG_LENGTH, withTranslation } from "@/lib/admin/rules";
import { slugOf } from "@/lib/platform/slug";
import { FieldConflicts } from "./field-conflicts";
import { FieldInput } from "./field-input";
import { MovedWithForm, movedMoments, useRecordZone, ZoneContext, ZoneQuestion } from "./record-zone";
import { useRecord, type RecordProps, type Values } from "./use-record";

const LANGUAGES = [
  ["pt", "Português"],
  ["en", "English"],
  ["es", "Español"],
] as const;
type Language = (typeof LANGUAGES)[number][0];

const WIDE = new Set([
  "markdown",
  "longtext",
  "rows",
  "items",
  "image",
  "gallery",
  "pdf",
  "eventFile",
  "track",
  "texts",
  "hours",
  "attributes",
  "coordinates",
  "list",
  "choices",
]);

type RecordFormProps = RecordProps & {
  titleColumn: string;
  titles: Record<string, Record<string, string>>;
  locale: string;
  /** Time zone of a stored event, and the dates that move with its date. */
  timeZone: string | undefined;
  dates: EventDates | undefined;
};

/** The form of any resource: fields from its definition, one language at a time, Ctrl S saves, unsaved changes are kept as a draft. */
export function RecordForm(props: RecordFormProps) {
  const { fields, titles, titleColumn, resource, locale } = props;
  const t = useTranslations("records");
  const record = useRecord(props);
  const { values, errors, isDirty, isPending, save } = record;
  const [language, setLanguage] = useState<Language>("pt");
  const { zone, isOpen, question } = useRecordZone(resource, values, props.timeZone);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key !== "s") return;
      event.preventDefault();
      form.current?.requestSubmit();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  useEffect(() => {
    const [first] = Object.keys(errors);
    if (first) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [errors]);

  const hasConflicts = Object.keys(record.conflicts).length > 0;
  const translated = fields.filter((field) => field.translated);
  const input = (field: Field) => (
    <div key={field.name} className={WIDE.has(field.kind) ? "lg:col-span-2" : undefined}>
      <FieldInput
        field={field}
        path={field.name}
        value={values[field.name]}
        errors={errors}
        titles={titles}
        resource={resource}
        state={(values["state_abbr"] as string | null) ?? null}
        row={values}
        onFill={(filled) => Object.entries(filled).forEach(([name, value]) => record.set(name, value))}
        onChange={(value) => {
          record.set(field.name, value);
          const { timeZone: stored } = props;
          const moved = stored ? movedMoments({ fields, values, name: field.name, value, stored }) : {};
          Object.entries(moved).forEach(([name, moment]) => record.set(name, moment));
          // The slug of a new record follows its title until it is edited.
          if (
            field.name === titleColumn &&
            !props.id &&
            "slug" in values &&
            (!values["slug"] || values["slug"] === slugOf(asText(values[titleColumn]), SLUG_LENGTH))
          )
            record.set("slug", slugOf(asText(value), SLUG_LENGTH));
        }}
      />
    </div>
  );
  return (
    <form
      ref={form}
      noValidate
      data-own-draft
      aria-busy={isPending}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isOpen) save();
      }}
      className="grid gap-5"
    >
      {record.draft && <DraftOffer onUse={record.useDraft} onForget={record.forgetDraft} />}
      {translated.length > 0 && (
        <LanguageTabs language={language} onChange={setLanguage} values={values} fields={translated} />
      )}
      {language === "pt" ? (
        <ZoneContext key={record.version} value={{ zone, locale }}>
          <div className="grid gap-5 lg:grid-cols-2">{fields.filter(({ hidden }) => !hidden).map(input)}</div>
        </ZoneContext>
      ) : (
        <Translation
          key={record.version}
          language={language}
          fields={translated}
          values={values}
          errors={errors}
          titles={titles}
          resource={resource}
          onChange={(value) => record.set("translations", value)}
        />
      )}
      {props.dates && "starts_at" in values && (
        <MovedWithForm dates={props.dates} startsAt={values["starts_at"]} zone={zone} locale={locale} />
      )}
      {question && <ZoneQuestion {...question} locale={locale} />}
      {Object.keys(errors).length > 0 && (
        <p role="alert" className="font-semibold text-danger">
          {t("form.wrong", { count: Object.keys(errors).length })}
        </p>
      )}
      <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-3 border-t border-line bg-surface px-4 py-3 sm:-mx-6 sm:px-6">
        {hasConflicts && (
          <FieldConflicts
            mine={values}
            theirs={record.conflicts}
            fields={fields}
            titles={titles}
            locale={locale}
            timeZone={props.timeZone}
            onDecide={record.decide}
          />
        )}
        <span role="status" className="mr-auto text-sm text-muted">
          {isPending
            ? t("form.saving")
            : isDirty
              ? t("form.unsaved", { count: record.changed.length })
              : t("form.clean")}
        </span>
        {props.id && hasCheckDate(fields) && (
          <Button
            type="button"
            variant="outline"
            disabled={isPending || hasConflicts || isOpen}
            onClick={record.checkToday}
          >
            <Icon of={CalendarCheck} /> {t("form.checkedToday")}
          </Button>
        )}
        <Button type="submit" disabled={isPending || hasConflicts || isOpen || (!isDirty && props.id !== null)}>
          <Icon of={Save} /> {t(isPending ? "form.saving" : "form.save")}
        </Button>
      </div>
    </form>
  );
}

function LanguageTabs({
  language,
  onChange,
  values,
  fields,
}: {
  language: Language;
  onChange: (language: Language) => void;
  values: Values;
  fields: readonly Field[];
}) {
  const t = useTranslations("records");
  const texts = (values["translations"] ?? {}) as Record<string, Values>;
  const missing = (code: Language) =>
    code === "pt"
      ? 0
      : fields.filter(({ name }) => !texts[code]?.[name] && !["", "[]"].includes(asText(values[name]))).length;
  return (
    <div role="tablist" aria-label={t("form.languages")} className="flex flex-wrap gap-1 border-b-2 border-line">
      {LANGUAGES.map(([code, name]) => (
        <button
          key={code}
          type="button"
          role="tab"
          aria-selected={language === code}
          onClick={() => onChange(code)}
          className="-mb-0.5 inline-flex min-h-11 items-center gap-2 border-b-4 border-transparent px-3 font-display text-lg text-muted aria-selected:border-faixa aria-selected:text-text"
        >
          {name}
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
  titles: RecordFormProps["titles"];
  resource: string;
  onChange: (value: unknown) => void;
};

/** Fields of one other language, each below its Portuguese original. */
function Translation({ language, fields, values, errors, titles, resource, onChange }: TranslationProps) {
  const t = useTranslations("records");
  const all = (values["translations"] ?? {}) as Record<string, Values>;
  const texts = all[language] ?? {};
  return (
    <div key={language} className="grid gap-6">
      {fields.map((field) => {
        const original = values[field.name];
        return (
          <div key={field.name} className="grid gap-2">
            {Boolean(original) && (
              <details className="rounded-lg border border-line bg-raised px-3 py-2 text-sm">
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

function DraftOffer({ onUse, onForget }: { onUse: () => void; onForget: () => void }) {
  const t = useTranslations("records");
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 rounded-xl border-2 border-faixa p-4">
      <p className="mr-auto">{t("draft.found")}</p>
      <Button variant="faixa" onClick={onUse}>
        {t("draft.use")}
      </Button>
      <Button variant="outline" onClick={onForget}>
        {t("draft.forget")}
      </Button>
    </div>
  );
}
