"use client";

import { FileText, Trash2 } from "lucide";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { eventFileUrl } from "@/lib/platform/media/rules";
import { FieldFrame, type FieldInputProps } from "./field-frame";
import { useLabels } from "./labels";
import { PictureDrop } from "../../ui/picture-drop";

/** A picture (cropped first) or PDF of an event: its name in bucket event-files. */
export function EventFileInput({ field, path, value, errors, onChange }: FieldInputProps) {
  const t = useTranslations("panel/records");
  const labels = useLabels();
  const name = typeof value === "string" ? value : "";
  return (
    <FieldFrame field={field} path={path} errors={errors}>
      {(control) => (
        <div
          {...control}
          role="group"
          tabIndex={-1}
          aria-label={labels.field(field.label ?? field.name)}
          className="grid justify-items-start gap-2"
        >
          {name.endsWith(".pdf") && (
            <a
              href={eventFileUrl(name)}
              target="_blank"
              rel="noopener"
              className="inline-flex min-h-11 items-center gap-2 font-semibold text-link underline underline-offset-4"
            >
              <Icon of={FileText} className="size-5" /> {t("pdf.open")}
            </a>
          )}
          {name.endsWith(".webp") && (
            <img src={eventFileUrl(name)} alt="" className="max-h-64 rounded-lg border border-line object-contain" />
          )}
          {name ? (
            <Button variant="outline" onClick={() => onChange(null)}>
              <Icon of={Trash2} /> {t("image.remove")}
            </Button>
          ) : (
            <div className="w-full">
              <PictureDrop to="/api/event-files" takesPdf={field.options?.includes("pdf")} onSent={onChange} />
            </div>
          )}
        </div>
      )}
    </FieldFrame>
  );
}
