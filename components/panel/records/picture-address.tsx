"use client";

import { useState, type ReactNode } from "react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { importPictureAction } from "@/lib/platform/media/actions";
import { isExternal, type PictureProblem } from "@/lib/platform/media/rules";
import type { ControlProps } from "./field-frame";
import { useLabels } from "./labels";

type PictureAddressProps = {
  /** Attributes of the field's label; a gallery has one label for all of its pictures. */
  control?: ControlProps;
  /** Set in a form that submits its inputs by name. */
  name?: string;
  value: string;
  onChange: (value: string) => void;
  onImported: (path: string) => void;
  /** Additional buttons in the row of the input. */
  children?: ReactNode;
};

const REFUSALS: Partial<Record<string, PictureProblem>> = {
  "auth.required": "signedOut",
  "access.permission": "forbidden",
};

/** The address of a picture; one on another site is copied to the portal. */
export function PictureAddress({ control, name, value, onChange, onImported, children }: PictureAddressProps) {
  const t = useTranslations("panel/records.image");
  const labels = useLabels();
  const [isImporting, setImporting] = useState(false);
  const [problem, setProblem] = useState<PictureProblem | null>(null);
  const copy = async () => {
    setImporting(true);
    setProblem(null);
    const result = await importPictureAction({ address: value }).catch(() => null);
    setImporting(false);
    if (!result?.data) setProblem(REFUSALS[result?.serverError ?? ""] ?? "unavailable");
    else if ("path" in result.data) onImported(result.data.path);
    else setProblem(result.data.problem);
  };
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Input
          {...control}
          name={name}
          maxLength={500}
          aria-label={control ? undefined : t("add")}
          value={value}
          placeholder={t(control ? "address" : "add")}
          readOnly={isImporting}
          className="min-w-48 flex-1"
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !isExternal(value) || isImporting) return;
            // Enter would submit the form without the picture.
            event.preventDefault();
            void copy();
          }}
          onChange={(event) => {
            setProblem(null);
            onChange(event.target.value);
          }}
        />
        {isExternal(value) && (
          <Button variant="outline" disabled={isImporting} onClick={copy}>
            {t(isImporting ? "importing" : "import")}
          </Button>
        )}
        {children}
      </div>
      {problem ? (
        <p role="alert" className="text-sm font-semibold text-danger">
          {labels.error(`picture.${problem}`)}
        </p>
      ) : (
        isExternal(value) && <p className="text-sm text-muted">{t("external")}</p>
      )}
    </div>
  );
}
