"use client";

import { useAction } from "next-safe-action/hooks";
import { useRef, useState } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
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
  const close = () => dialog.current?.close();
  const title = `devolver-${id}`;
  return (
    <>
      <Button variant="ghost" disabled={!isReady || isPending} onClick={() => dialog.current?.showModal()}>
        {texts.giveBack}
      </Button>
      {isRefused && <span role="alert">{texts.notGivenBack}</span>}
      <dialog
        ref={dialog}
        aria-labelledby={title}
        className="max-w-md rounded-2xl border-2 border-line bg-surface p-6 text-text"
      >
        <h2 id={title} className="text-2xl">
          {texts.giveBackTitle}
        </h2>
        <p className="mt-2">{texts.giveBackText}</p>
        <div className="mt-5 flex flex-wrap gap-3">
          <Button
            variant="danger"
            onClick={() => {
              close();
              execute({ id });
            }}
          >
            {texts.giveBackYes}
          </Button>
          <Button variant="outline" onClick={close}>
            {texts.keep}
          </Button>
        </div>
      </dialog>
    </>
  );
}
