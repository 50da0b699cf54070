"use client";

import { Bold, Heading2, Italic, Link as LinkSign, List, Quote } from "lucide";
import { useRef } from "react";
import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";
import { controlClass } from "@/components/ui/input";
import type { ControlProps } from "./field-frame";

const SIGNS = [
  ["heading", Heading2, "## ", "", ""],
  ["bold", Bold, "**", "**", "b"],
  ["italic", Italic, "*", "*", "i"],
  ["list", List, "- ", "", ""],
  ["quote", Quote, "> ", "", ""],
  ["link", LinkSign, "[", "](https://)", "k"],
] as const;

/** Markdown source with formatting buttons (Ctrl B, Ctrl I, Ctrl K). */
export function PlainEditor({
  control,
  text,
  onChange,
}: {
  control: ControlProps;
  text: string;
  onChange: (text: string) => void;
}) {
  const t = useTranslations("panel/records.markdown");
  const area = useRef<HTMLTextAreaElement>(null);
  const wrap = (before: string, after: string) => {
    const { selectionStart: start = 0, selectionEnd: end = 0 } = area.current ?? {};
    onChange(text.slice(0, start) + before + text.slice(start, end) + after + text.slice(end));
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(start + before.length, end + before.length);
    });
  };
  return (
    <>
      <div role="toolbar" aria-label={t("label")} className="flex flex-wrap border-b border-line bg-raised">
        {SIGNS.map(([name, icon, before, after]) => (
          <button
            key={name}
            type="button"
            onClick={() => wrap(before, after)}
            className="grid size-11 place-items-center hover:bg-line"
          >
            <Icon of={icon} className="size-5" label={t(name)} />
          </button>
        ))}
      </div>
      <textarea
        {...control}
        ref={area}
        rows={Math.max(6, Math.min(24, text.split("\n").length + 2))}
        value={text}
        onKeyDown={(event) => {
          const sign = (event.ctrlKey || event.metaKey) && SIGNS.find(([, , , , key]) => key === event.key);
          if (!sign) return;
          event.preventDefault();
          wrap(sign[2], sign[3]);
        }}
        onChange={(event) => onChange(event.target.value)}
        className={`${controlClass} h-auto rounded-none border-0 py-3 leading-relaxed`}
      />
    </>
  );
}
