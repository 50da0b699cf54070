"use client";

import { RotateCcw } from "lucide";
import { useId, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { useChecklistTexts } from "./checklist-texts";

type Props = {
  disabled: boolean;
  onReset: () => void;
};

/** Resets the list after a confirmation. */
export function ResetButton({ disabled, onReset }: Props) {
  const texts = useChecklistTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const close = () => dialog.current?.close();
  return (
    <>
      <Button variant="ghost" disabled={disabled} onClick={() => dialog.current?.showModal()}>
        <Icon of={RotateCcw} />
        {texts.reset}
      </Button>
      <dialog
        ref={dialog}
        aria-labelledby={id}
        className="max-w-md rounded-2xl border-2 border-line bg-surface p-6 text-text"
      >
        <h2 id={id} className="text-2xl">
          {texts.resetTitle}
        </h2>
        <p className="mt-2">{texts.resetText}</p>
        <div className="mt-5 flex flex-wrap gap-3">
          <Button
            variant="danger"
            onClick={() => {
              onReset();
              close();
            }}
          >
            {texts.resetYes}
          </Button>
          <Button variant="outline" onClick={close}>
            {texts.resetNo}
          </Button>
        </div>
      </dialog>
    </>
  );
}
