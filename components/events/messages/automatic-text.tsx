"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { controlClass } from "@/components/ui/input";
import { LabelledInput } from "@/components/ui/labelled-input";
import type { SampleValues } from "@/lib/events/messages/automatic/queries";
import { placeholdersOf, type AutomaticKind, type WrittenText } from "@/lib/events/messages/automatic/rules";
import type { Language } from "@/lib/platform/i18n/routing";
import { filledPattern, PLACEHOLDERS, unknownWords } from "@/lib/platform/mails/placeholders/rules";

type Props = {
  kind: AutomaticKind;
  language: Language;
  text: WrittenText;
  standard: WrittenText;
  /** Whether the text was saved as it is. */
  isSaved: boolean;
  isPending: boolean;
  values: SampleValues | null;
  onChange: (text: WrittenText) => void;
  onTest: () => void;
};

/** Subject and text of an automatic mail in one language, with the preview for a real registration. */
export function AutomaticText({ kind, language, text, standard, isSaved, isPending, values, onChange, onTest }: Props) {
  const t = useTranslations("events/messages.automatic");
  const isStandard = text.subject === standard.subject && text.body === standard.body;
  const allowed = placeholdersOf(kind);
  const unknown = unknownWords(`${text.subject} ${text.body}`, allowed);
  const shown = values?.[language];
  return (
    <details
      // An empty field of a closed text cannot have the focus, and the form would be silent about it.
      onInvalidCapture={(event) => {
        event.currentTarget.open = true;
      }}
      className="rounded-lg border border-line p-3"
    >
      <summary className="min-h-11 cursor-pointer content-center font-semibold">
        {t(`language.${language}`)} ·{" "}
        <span className="font-normal text-muted">{t(isStandard ? "standard" : "own")}</span>
      </summary>
      <div className="grid gap-3 pt-2">
        <LabelledInput
          label={t("subject")}
          className="max-w-2xl"
          lang={language}
          value={text.subject}
          maxLength={160}
          required
          onChange={(event) => onChange({ ...text, subject: event.target.value })}
        />
        <label className="grid max-w-2xl gap-1 text-sm">
          <span className="text-muted">{t("body")}</span>
          <textarea
            lang={language}
            value={text.body}
            required
            maxLength={4000}
            rows={9}
            onChange={(event) => onChange({ ...text, body: event.target.value })}
            className={`${controlClass} h-auto py-2`}
          />
          <span className="text-muted">
            {t("variables", { list: allowed.map((fact) => `{${PLACEHOLDERS[fact]}}`).join(", ") })}
          </span>
        </label>
        {unknown.length > 0 && (
          <p role="alert" className="font-semibold text-danger">
            {t("unknown", { words: unknown.map((word) => `{${word}}`).join(", ") })}
          </p>
        )}
        {text.subject.includes("{link}") && (
          <p role="alert" className="font-semibold text-danger">
            {t("linkInSubject")}
          </p>
        )}
        {shown ? (
          <div className="grid max-w-2xl gap-2 rounded-lg bg-raised p-4">
            <p className="text-sm text-muted">{t("previewOf", { name: shown.name ?? "" })}</p>
            <p lang={language} className="font-semibold wrap-anywhere">
              {filledPattern(text.subject, shown)}
            </p>
            <p lang={language} className="whitespace-pre-line wrap-anywhere">
              {filledPattern(text.body, shown)}
            </p>
          </div>
        ) : (
          <p className="text-sm text-muted">{t("noPreview")}</p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" disabled={isStandard || isPending} onClick={() => onChange(standard)}>
            {t("reset")}
          </Button>
          <Button variant="outline" disabled={!isSaved || !shown || isPending} onClick={onTest}>
            {t("test")}
          </Button>
        </div>
        {!isSaved && <p className="text-sm text-muted">{t("testAfterSave")}</p>}
      </div>
    </details>
  );
}
