"use client";

import { useState } from "react";
import { useTranslations } from "next-intl";
import { controlClass } from "@/components/ui/input";
import { FieldFrame, type FieldInputProps } from "./field-frame";

function parse(text: string): { value: unknown } | null {
  try {
    return { value: text.trim() ? JSON.parse(text) : null };
  } catch {
    return null;
  }
}

/** Data without a form of its own; what is not JSON yet is said at once and not sent. */
export function JsonInput({ field, path, value, errors, onChange }: FieldInputProps) {
  const t = useTranslations("records");
  const [text, setText] = useState(() => (value === null || value === undefined ? "" : JSON.stringify(value, null, 2)));
  const isBroken = parse(text) === null;
  return (
    <FieldFrame field={field} path={path} errors={isBroken ? { [path]: "json" } : errors} note={t("form.json")}>
      {(control) => (
        <textarea
          {...control}
          rows={Math.min(14, text.split("\n").length + 1)}
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            const parsed = parse(event.target.value);
            if (parsed) onChange(parsed.value);
          }}
          className={`${controlClass} h-auto py-2 font-mono text-sm`}
        />
      )}
    </FieldFrame>
  );
}
