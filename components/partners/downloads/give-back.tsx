"use client";

import { useAction } from "next-safe-action/hooks";
import { useRef, useState } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { cancelVoucherAction } from "@/lib/partners/downloads/actions";
import { useHeldTexts } from "./held-texts";

type Props = { id: string; onDone: () => void };

/** Gives a voucher back after a confirmation. */
export function GiveBack({ id, onDone }: Props) {
  const texts = useHeldTexts().held;
  const dialog = useRef<HTMLDialogElement>(null);
  const isReady = useHydrated();
  const [isRefused, setRefused] = useState(false);
  const { execute, isPending } = useAction(cancelVoucherAction, {
    onSuccess: ({ data }) => {
      setRefused(data.outcome === "gone");
      onDone();
    },
    onError: ({ error }) => notifyFailure(error),
  });
  return (
    <>
      <Button variant="ghost" disabled={!isReady || isPending} onClick={() => dialog.current?.showModal()}>
        {texts.giveBack}
      </Button>
      {isRefused && <span role="alert">{texts.notGivenBack}</span>}
      <ConfirmDialog
        dialog={dialog}
        title={texts.giveBackTitle}
        text={texts.giveBackText}
        yes={texts.giveBackYes}
        no={texts.keep}
        onYes={() => execute({ id })}
      />
    </>
  );
}
