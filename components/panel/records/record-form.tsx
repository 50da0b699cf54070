"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import type { Field } from "@/lib/panel/admin/resource";
import { asText, hasCheckDate, SLUG_LENGTH } from "@/lib/panel/admin/rules";
import { slugOf } from "@/lib/platform/slug";
import { FieldConflicts } from "./field-conflicts";
import { FieldInput } from "./field-input";
import type { Language } from "@/lib/platform/i18n/routing";
import { focusField, languageOf, orderedErrors } from "./first-error";
import { FormValues } from "./form-values";
import { LanguageTabs, Translation } from "./record-languages";
import { SaveBar } from "./save-bar";
import { movedMoments, useRecordZone, ZoneContext, ZoneQuestion } from "./record-zone";
import { useRecord, type RecordProps } from "./use-record";

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
  /** Time zone of a stored event. */
  timeZone: string | undefined;
  /** Content of the page below the fields; it reads their values from `FormValues`. */
  below: ReactNode;
};

/** The form of any resource: fields from its definition, one language at a time, Ctrl S saves, unsaved changes are kept as a draft. */
export function RecordForm(props: RecordFormProps) {
  const { fields, titles, titleColumn, resource, locale } = props;
  const [language, setLanguage] = useState<Language>("pt");
  const [target, setTarget] = useState<{ path: string } | null>(null);
  /** Opens the tab of a field and moves the focus to it. */
  const show = (path: string) => {
    setLanguage(languageOf(path));
    setTarget({ path });
  };
  const record = useRecord(props, (found) => {
    const [first] = orderedErrors(fields, found);
    if (first) show(first);
  });
  const { values, errors, isPending, save } = record;
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
  const wrong = orderedErrors(fields, errors);
  useEffect(() => {
    if (target) focusField(form.current, target.path);
  }, [target]);

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
        <LanguageTabs language={language} onChange={setLanguage} values={values} fields={translated} wrong={wrong} />
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
      <FormValues value={{ values, zone }}>{props.below}</FormValues>
      {question && <ZoneQuestion {...question} locale={locale} />}
      <SaveBar
        fields={fields}
        wrong={wrong}
        hasFailed={record.hasFailed}
        isNew={props.id === null}
        changed={record.changed.length}
        isPending={isPending}
        isOff={hasConflicts || isOpen}
        onShow={show}
        onCheckToday={props.id && hasCheckDate(fields) ? record.checkToday : undefined}
      >
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
      </SaveBar>
    </form>
  );
}

function DraftOffer({ onUse, onForget }: { onUse: () => void; onForget: () => void }) {
  const t = useTranslations("panel/records");
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
