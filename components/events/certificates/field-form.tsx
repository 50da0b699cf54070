"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { controlClass, Input } from "@/components/ui/input";
import { ALIGNMENTS } from "@/lib/platform/alignments";
import { placed, type CertificateField } from "@/lib/events/certificates/rules";

type FieldFormProps = { field: CertificateField; onChange: (field: CertificateField) => void; onRemove: () => void };

const NUMBERS = [
  { name: "x", min: 0, max: 100, step: 0.5 },
  { name: "y", min: 0, max: 100, step: 0.5 },
  { name: "width", min: 4, max: 100, step: 0.5 },
  { name: "size", min: 6, max: 120, step: 1 },
] as const;

/** Position, size and text of the selected field. */
export function FieldForm({ field, onChange, onRemove }: FieldFormProps) {
  const t = useTranslations("events/certificates.editor");
  const set = (values: Partial<CertificateField>) => {
    const next = { ...field, ...values };
    onChange(placed(next, next.x, next.y));
  };
  const hasText = field.kind === "text" || field.kind === "signature";
  return (
    <fieldset className="grid gap-3 rounded-xl border border-line bg-surface p-4">
      <legend className="px-1 font-semibold">{t(`kind.${field.kind}`)}</legend>
      <div className="grid grid-cols-2 gap-3">
        {NUMBERS.map(({ name, min, max, step }) => (
          <label key={name} className="grid gap-1 text-sm">
            {t(name)}
            <Input
              type="number"
              min={min}
              max={max}
              step={step}
              value={field[name]}
              onChange={({ target }) => set({ [name]: Math.min(Math.max(Number(target.value) || min, min), max) })}
            />
          </label>
        ))}
      </div>
      <label className="grid gap-1 text-sm">
        {t("align")}
        <select
          className={controlClass}
          value={field.align}
          onChange={({ target }) => set({ align: target.value as CertificateField["align"] })}
        >
          {ALIGNMENTS.map((align) => (
            <option key={align} value={align}>
              {t(`aligned.${align}`)}
            </option>
          ))}
        </select>
      </label>
      <label className="flex items-center gap-2 text-sm">
        <Checkbox checked={field.bold} onChange={({ target }) => set({ bold: target.checked })} /> {t("bold")}
      </label>
      {hasText && (
        <label className="grid gap-1 text-sm">
          {t("text")}
          <textarea
            className={`${controlClass} h-24 py-2`}
            maxLength={600}
            value={field.text}
            onChange={({ target }) => set({ text: target.value })}
          />
          <span className="text-muted">
            {t("words")} <code>{"{name} {event} {date} {town} {car} {hours} {code}"}</code>
          </span>
        </label>
      )}
      <Button variant="outline" size="md" onClick={onRemove} className="w-fit">
        {t("remove")}
      </Button>
    </fieldset>
  );
}
