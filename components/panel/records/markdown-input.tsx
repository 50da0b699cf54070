"use client";

import { useState } from "react";
import { useTranslations } from "next-intl";
import { Markdown } from "@/components/ui/markdown";
import { lazyPart } from "@/components/form/lazy-part";
import { FieldFrame, type FieldInputProps } from "./field-frame";
import { useLabels } from "./labels";
import { PlainEditor } from "./plain-editor";

const VisualEditor = lazyPart(
  () => import("./visual-editor").then((module) => module.VisualEditor),
  <div className="min-h-52" />,
);

const MODES = ["visual", "plain", "preview"] as const;
type Mode = (typeof MODES)[number];
/** The editor that was chosen last, for the texts that are opened after it. */
let editor: Mode = "plain";

/** A markdown field with three views: visual editor, source and preview. */
export function MarkdownInput({ field, path, value, errors, onChange }: FieldInputProps) {
  const t = useTranslations("panel/records");
  const labels = useLabels();
  const [mode, setMode] = useState(editor);
  const text = typeof value === "string" ? value : "";
  return (
    <FieldFrame
      field={field}
      path={path}
      errors={errors}
      note={t("form.words", { count: text.split(/\s+/).filter(Boolean).length })}
    >
      {(control) => (
        <div className="overflow-hidden rounded-lg border-2 border-line focus-within:border-primary">
          <div role="radiogroup" aria-label={t("markdown.modes")} className="flex border-b border-line bg-raised">
            {MODES.map((one) => (
              <button
                key={one}
                type="button"
                role="radio"
                aria-checked={mode === one}
                onClick={() => {
                  setMode(one);
                  if (one !== "preview") editor = one;
                }}
                className="min-h-11 px-4 font-semibold text-muted hover:bg-line aria-checked:bg-surface aria-checked:text-text"
              >
                {t(`markdown.mode.${one}`)}
              </button>
            ))}
          </div>
          {mode === "plain" && <PlainEditor control={control} text={text} onChange={onChange} />}
          {mode === "visual" && (
            <VisualEditor
              id={control.id}
              label={labels.field(field.name)}
              text={text}
              invalid={control["aria-invalid"]}
              describedBy={control["aria-describedby"]}
              onChange={onChange}
            />
          )}
          {mode === "preview" && (
            <div className="min-h-40 p-4">
              <Markdown text={text} />
            </div>
          )}
        </div>
      )}
    </FieldFrame>
  );
}
