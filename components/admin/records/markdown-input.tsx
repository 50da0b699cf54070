"use client";

import { Bold, Eye, Heading2, Italic, Link as LinkSign, List, Pencil, Quote } from "lucide";
import { useRef, useState } from "react";
import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";
import { controlClass } from "@/components/ui/input";
import { Markdown } from "@/components/ui/markdown";
import { FieldFrame, type FieldInputProps } from "./field-frame";

const SIGNS = [
  ["heading", Heading2, "## ", ""],
  ["bold", Bold, "**", "**"],
  ["italic", Italic, "*", "*"],
  ["list", List, "- ", ""],
  ["quote", Quote, "> ", ""],
  ["link", LinkSign, "[", "](https://)"],
] as const;

/** Markdown with its signs at hand and the page's own look beside it. */
export function MarkdownInput({ field, path, value, errors, onChange }: FieldInputProps) {
  const t = useTranslations("records");
  const area = useRef<HTMLTextAreaElement>(null);
  const [isPreview, setPreview] = useState(false);
  const text = typeof value === "string" ? value : "";
  const wrap = (before: string, after: string) => {
    const { selectionStart: start = 0, selectionEnd: end = 0 } = area.current ?? {};
    onChange(text.slice(0, start) + before + text.slice(start, end) + after + text.slice(end));
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(start + before.length, end + before.length);
    });
  };
  return (
    <FieldFrame field={field} path={path} errors={errors} note={t("form.words", { count: text.split(/\s+/).filter(Boolean).length })}>
      {(control) => (
        <div className="overflow-hidden rounded-lg border-2 border-line">
          <div role="toolbar" aria-label={t("markdown.label")} className="flex flex-wrap items-center border-b border-line bg-raised">
            {SIGNS.map(([name, icon, before, after]) => (
              <button key={name} type="button" disabled={isPreview} onClick={() => wrap(before, after)} className="grid size-11 place-items-center hover:bg-line disabled:opacity-40">
                <Icon of={icon} className="size-5" label={t(`markdown.${name}`)} />
              </button>
            ))}
            <button type="button" aria-pressed={isPreview} onClick={() => setPreview(!isPreview)} className="ml-auto inline-flex h-11 items-center gap-2 px-3 hover:bg-line aria-pressed:bg-line">
              <Icon of={isPreview ? Pencil : Eye} className="size-5" /> {t(isPreview ? "markdown.write" : "markdown.preview")}
            </button>
          </div>
          {isPreview ? (
            <div className="min-h-40 p-4">
              <Markdown text={text} />
            </div>
          ) : (
            <textarea {...control} ref={area} rows={Math.max(6, Math.min(24, text.split("\n").length + 2))} value={text} onChange={(event) => onChange(event.target.value)} className={`${controlClass} h-auto rounded-none border-0 py-3 leading-relaxed`} />
          )}
        </div>
      )}
    </FieldFrame>
  );
}
