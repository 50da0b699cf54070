"use client";

import { FileUp, Trash2 } from "lucide";
import { useState } from "react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Input } from "@/components/ui/input";
import { MAX_PDF_BYTES } from "@/lib/guide/magazines/rules";
import type { PictureProblem } from "@/lib/platform/media/rules";
import { FieldFrame, type FieldInputProps } from "./field-frame";
import { useLabels } from "./labels";
import { sendFile } from "../../ui/send-picture";

/** A PDF: dropped or chosen and uploaded, or given by its address. */
export function PdfInput({ field, path, value, errors, onChange }: FieldInputProps) {
  const t = useTranslations("panel/records.pdf");
  const labels = useLabels();
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<PictureProblem | null>(null);
  const address = typeof value === "string" ? value : "";
  const send = async (file: File | undefined) => {
    setProblem(null);
    if (!file) return;
    if (file.size > MAX_PDF_BYTES) return setProblem("tooLarge");
    setShare(0);
    const answer = await sendFile("/api/magazine-files", file, setShare);
    setShare(null);
    if ("path" in answer) onChange(answer.path);
    else setProblem(answer.problem);
  };
  const errorText =
    problem && labels.error(problem === "tooLarge" || problem === "broken" ? `pdf.${problem}` : `picture.${problem}`);
  return (
    <FieldFrame field={field} path={path} errors={errors} note={t("note")}>
      {(control) => (
        <div className="grid gap-2">
          {share !== null ? (
            <label className="grid gap-2 rounded-xl border-2 border-line p-4" role="status">
              {t("sending")}
              <progress value={share} max={1} className="w-full accent-primary" />
            </label>
          ) : (
            !address && (
              <label className="relative flex min-h-16 cursor-pointer items-center justify-center gap-3 rounded-xl border-2 border-dashed border-line p-4 text-center font-semibold hover:bg-raised has-focus-visible:outline-3 has-focus-visible:outline-faixa">
                <Icon of={FileUp} className="size-7" />
                {t("choose")}
                <input
                  type="file"
                  accept="application/pdf"
                  // The transparent input covers the whole frame because browsers accept dropped files on a file input.
                  className="absolute inset-0 cursor-pointer opacity-0"
                  onChange={({ target }) => {
                    void send(target.files?.[0]);
                    target.value = "";
                  }}
                />
              </label>
            )
          )}
          {errorText && (
            <p role="alert" className="text-sm font-semibold text-danger">
              {errorText}
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            <Input
              {...control}
              value={address}
              placeholder={t("address")}
              className="min-w-48 flex-1"
              onChange={(event) => onChange(event.target.value)}
            />
            {address && (
              <>
                <a
                  href={address}
                  target="_blank"
                  rel="noopener"
                  className="inline-flex min-h-11 items-center px-2 font-semibold text-link underline underline-offset-4"
                >
                  {t("open")}
                </a>
                <Button variant="outline" onClick={() => onChange(null)}>
                  <Icon of={Trash2} /> {t("remove")}
                </Button>
              </>
            )}
          </div>
        </div>
      )}
    </FieldFrame>
  );
}
