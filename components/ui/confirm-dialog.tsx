"use client";

import { useId, type RefObject } from "react";
import { Button } from "./button";

type Props = {
  /** The caller opens the dialog with it. */
  dialog: RefObject<HTMLDialogElement | null>;
  title: string;
  text: string;
  /** Words of the button that confirms, and of the one that closes the dialog. */
  yes: string;
  no: string;
  onYes: () => void;
};

/** Explains an action and runs it after a confirmation. */
export function ConfirmDialog({ dialog, title, text, yes, no, onYes }: Props) {
  const id = useId();
  const close = () => dialog.current?.close();
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className="max-w-md rounded-2xl border-2 border-line bg-surface p-6 text-text"
    >
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      <p className="mt-2">{text}</p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button
          variant="danger"
          onClick={() => {
            close();
            onYes();
          }}
        >
          {yes}
        </Button>
        <Button variant="outline" onClick={close}>
          {no}
        </Button>
      </div>
    </dialog>
  );
}
