"use client";

import { useEffect, useId, useState } from "react";
import { useTranslations } from "next-intl";
import { Input } from "@/components/ui/input";
import { describePictureAction, readPictureAction } from "@/lib/platform/media/actions";
import type { Description } from "@/lib/platform/media/schema";
import { useLabels } from "./labels";

const FIELDS = ["alt", "en", "es", "credit", "licence"] as const;
type Phase = "loading" | "clean" | "saving" | "saved" | "failed" | "unknown";

/** Alt texts of a picture in three languages, and its credit; saved when a field loses the focus. */
export function AltTextFields({ path }: { path: string }) {
  const t = useTranslations("panel/records.image");
  const labels = useLabels();
  const id = useId();
  const [texts, setTexts] = useState<Description | null>(null);
  const [phase, setPhase] = useState<Phase>("loading");

  useEffect(() => {
    let isCurrent = true;
    readPictureAction({ path }).then(
      (answer) => {
        if (!isCurrent) return;
        setTexts(answer?.data ?? null);
        setPhase(answer?.data ? "clean" : answer?.serverError ? "failed" : "unknown");
      },
      () => isCurrent && setPhase("failed"),
    );
    return () => {
      isCurrent = false;
    };
  }, [path]);

  const save = async () => {
    if (!texts) return;
    setPhase("saving");
    const answer = await describePictureAction(texts).catch(() => null);
    setPhase(answer && !answer.serverError && !answer.validationErrors ? "saved" : "failed");
  };
  if (!texts)
    return (
      <p className="text-sm text-muted">
        {phase === "loading" ? t("reading") : phase === "failed" ? labels.error("picture.unavailable") : t("unknown")}
      </p>
    );
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      {FIELDS.map((name) => (
        <label
          key={name}
          htmlFor={`${id}-${name}`}
          className={name === "alt" ? "grid gap-1 text-sm sm:col-span-2" : "grid gap-1 text-sm"}
        >
          {t(`words.${name}`)}
          <Input
            id={`${id}-${name}`}
            value={texts[name]}
            maxLength={name === "credit" || name === "licence" ? 200 : 300}
            aria-invalid={name === "alt" && texts.alt === ""}
            onChange={(event) => {
              setTexts({ ...texts, [name]: event.target.value });
              setPhase("clean");
            }}
            onBlur={save}
          />
        </label>
      ))}
      <p role="status" className={phase === "failed" ? "text-sm font-semibold text-danger" : "text-sm text-muted"}>
        {phase === "saving"
          ? t("saving")
          : phase === "saved"
            ? t("saved")
            : phase === "failed"
              ? t("notSaved")
              : texts.alt === ""
                ? t("altNeeded")
                : ""}
      </p>
    </div>
  );
}
