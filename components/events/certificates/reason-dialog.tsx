"use client";

import { useTranslations } from "next-intl";
import { useId, useRef, type SubmitEvent } from "react";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { controlClass } from "@/components/ui/input";

const MAX_REASON = 500;

type Props = {
  kind: "revoke" | "reissue";
  name: string;
  disabled: boolean;
  onConfirm: (reason: string) => void;
};

/** A button that asks for the reason and a confirmation before a certificate loses its code. */
export function ReasonDialog({ kind, name, disabled, onConfirm }: Props) {
  const t = useTranslations("events/certificates.admin");
  const hydrated = useHydrated();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = (new FormData(event.currentTarget).get("reason") as string).trim();
    const field = event.currentTarget.elements.namedItem("reason") as HTMLTextAreaElement;
    if (!reason) return field.focus();
    event.currentTarget.reset();
    dialog.current?.close();
    onConfirm(reason);
  };
  const look = kind === "revoke" ? "danger" : "outline";
  return (
    <>
      <Button
        variant={look}
        size="sm"
        aria-haspopup="dialog"
        disabled={disabled || !hydrated}
        onClick={() => dialog.current?.showModal()}
      >
        {t(kind)}
      </Button>
      <dialog
        ref={dialog}
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        className="m-auto max-h-[90dvh] w-[min(34rem,94vw)] overflow-y-auto rounded-2xl border-2 border-line bg-surface p-6 text-text"
      >
        <h2 id={`${id}-title`} className="text-3xl wrap-anywhere">
          {t(`${kind}Title`, { name })}
        </h2>
        <p id={`${id}-text`} className="mt-3">
          {t(`${kind}Text`)}
        </p>
        <form method="post" onSubmit={submit} className="mt-4 grid gap-5">
          <label className="grid gap-1">
            {t("reason")}
            <textarea
              name="reason"
              required
              maxLength={MAX_REASON}
              aria-describedby={`${id}-hint`}
              className={`${controlClass} h-24 py-2`}
            />
            <span id={`${id}-hint`} className="text-sm text-muted">
              {t("reasonHint")}
            </span>
          </label>
          <div className="flex flex-wrap justify-end gap-2">
            <Button type="button" variant="outline" onClick={() => dialog.current?.close()}>
              {t("cancel")}
            </Button>
            <Button type="submit" variant={kind === "revoke" ? "danger" : "primary"}>
              {t(kind)}
            </Button>
          </div>
        </form>
      </dialog>
    </>
  );
}
