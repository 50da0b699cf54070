"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { PictureDrop } from "@/components/ui/picture-drop";
import { notifyFailure } from "@/components/form/notify-failure";
import { useUnsaved } from "@/components/form/unsaved";
import { useHydrated } from "@/components/form/use-hydrated";
import { notify } from "@/components/ui/notify";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { controlClass, Input } from "@/components/ui/input";
import { saveTemplateAction } from "@/lib/events/certificates/actions";
import {
  FIELD_KINDS,
  printedValues,
  TEMPLATE_LANGUAGES,
  TEST_NAMES,
  type CertificateField,
} from "@/lib/events/certificates/rules";
import { TIME_ZONE } from "@/lib/platform/dates";
import { LANGUAGE_NAME, type Locale } from "@/lib/platform/i18n/routing";
import { CertificateSheet } from "./certificate-sheet";
import { FieldForm } from "./field-form";
import { useLayout } from "./use-layout";

type EditorProps = {
  template: {
    id: string | null;
    name: string;
    language: Locale;
    background: string | null;
    fields: readonly CertificateField[];
    active: boolean;
  };
  /** Path of the list, which opens after saving. */
  list: string;
};

const SAMPLE = {
  event: "12º Encontro de Carros Antigos",
  starts_at: "2027-03-06T12:00:00Z",
  ends_at: "2027-03-07T20:00:00Z",
  time_zone: TIME_ZONE,
  town: "Florianópolis/SC",
  car: "Volkswagen Fusca 1968",
  hours: 8,
};
const SAMPLE_CODE = "ABCDE23456";

/** Edits a model on the page itself; the preview has an ordinary or a very long name. */
export function TemplateEditor({ template, list }: EditorProps) {
  const t = useTranslations("events/certificates.editor");
  const router = useRouter();
  const hydrated = useHydrated();
  const layout = useLayout(template.fields);
  const [facts, setFacts] = useState(template);
  useUnsaved(JSON.stringify([facts, layout.fields]) !== JSON.stringify([template, template.fields]));
  const [isLong, setLong] = useState(false);
  const [isSaving, start] = useTransition();
  const values = printedValues(TEST_NAMES[isLong ? "long" : "short"], SAMPLE_CODE, SAMPLE, facts.language);
  const selected = layout.fields.find(({ id }) => id === layout.selected);
  const save = () =>
    start(async () => {
      const { id, name, language, background, active } = facts;
      const answer = await saveTemplateAction({ id, name, language, background, active, fields: [...layout.fields] });
      if (!answer?.data) return notifyFailure({ serverError: answer?.serverError ?? "input.invalid" });
      notify({ code: "record.savedInternal", variant: "success" });
      router.push(list);
      router.refresh();
    });
  return (
    <div className="grid min-w-0 gap-5 xl:grid-cols-[1fr_20rem]">
      <div className="grid min-w-0 content-start gap-3">
        <CertificateSheet
          {...layout}
          values={values}
          background={facts.background}
          labelOf={(field) => `${t(`kind.${field.kind}`)}. ${t("move")}`}
          onSelect={layout.setSelected}
        />
        <div className="flex flex-wrap items-center gap-3">
          <label className="flex items-center gap-2">
            <Checkbox checked={isLong} onChange={({ target }) => setLong(target.checked)} /> {t("longName")}
          </label>
          <label className="flex items-center gap-2 whitespace-nowrap sm:ml-auto">
            {t("add")}
            <select className={controlClass} value="" onChange={({ target }) => layout.add(target.value)}>
              <option value="">—</option>
              {FIELD_KINDS.map((kind) => (
                <option key={kind} value={kind}>
                  {t(`kind.${kind}`)}
                </option>
              ))}
            </select>
          </label>
        </div>
        <p className="text-sm text-muted">{t("help")}</p>
      </div>
      <div className="grid content-start gap-4">
        <TemplateFacts facts={facts} onChange={setFacts} />
        {selected && (
          <FieldForm field={selected} onChange={layout.change} onRemove={() => layout.remove(selected.id)} />
        )}
        <Button onClick={save} disabled={isSaving || !hydrated || !facts.name.trim()}>
          {t("save")}
        </Button>
      </div>
    </div>
  );
}

type Facts = EditorProps["template"];

function TemplateFacts({ facts, onChange }: { facts: Facts; onChange: (facts: Facts) => void }) {
  const t = useTranslations("events/certificates.editor");
  return (
    <div className="grid gap-3">
      <label className="grid gap-1 text-sm">
        {t("name")}
        <Input
          value={facts.name}
          maxLength={120}
          onChange={({ target }) => onChange({ ...facts, name: target.value })}
        />
      </label>
      <label className="grid gap-1 text-sm">
        {t("language")}
        <select
          className={controlClass}
          value={facts.language}
          onChange={({ target }) => onChange({ ...facts, language: target.value as Locale })}
        >
          {TEMPLATE_LANGUAGES.map((locale) => (
            <option key={locale} value={locale}>
              {LANGUAGE_NAME[locale]}
            </option>
          ))}
        </select>
      </label>
      <label className="flex items-center gap-2 text-sm">
        <Checkbox checked={facts.active} onChange={({ target }) => onChange({ ...facts, active: target.checked })} />{" "}
        {t("active")}
      </label>
      <div className="grid gap-2 text-sm">
        {t("background")}
        {facts.background ? (
          <Button
            variant="outline"
            size="md"
            className="w-fit"
            onClick={() => onChange({ ...facts, background: null })}
          >
            {t("removeBackground")}
          </Button>
        ) : (
          <PictureDrop onSent={(path) => onChange({ ...facts, background: path })} />
        )}
      </div>
    </div>
  );
}
