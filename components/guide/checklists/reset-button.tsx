"use client";

import { RotateCcw } from "lucide";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
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
  return (
    <>
      <Button variant="ghost" disabled={disabled} onClick={() => dialog.current?.showModal()}>
        <Icon of={RotateCcw} />
        {texts.reset}
      </Button>
      <ConfirmDialog
        dialog={dialog}
        title={texts.resetTitle}
        text={texts.resetText}
        yes={texts.resetYes}
        no={texts.resetNo}
        onYes={onReset}
      />
    </>
  );
}
