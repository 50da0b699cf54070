"use client";

import { useState } from "react";
import { useAwake } from "@/components/platform/readings/use-awake";
import { buttonClass } from "@/components/ui/button-class";
import { opensDialog } from "@/components/ui/opens-dialog";

type CodeTexts = Record<"alt" | "show" | "close" | "bright" | "private" | "codeLabel", string>;

type Props = {
  id: string;
  /** Address of the picture of the entrance code. */
  qr: string;
  code: string;
  name: string;
  event: string;
  /** Kind, people, car and stand. */
  about: string;
  days: string;
  texts: CodeTexts;
};

/** The entrance code of a ticket, and the same on the whole screen, white in both themes. */
export function TicketCode({ id, qr, code, name, event, about, days, texts }: Props) {
  const [isShown, setIsShown] = useState(false);
  const dialog = `codigo-${id}`;
  return (
    <div className="grid w-full max-w-64 gap-3">
      <img src={qr} alt={texts.alt} width={256} height={256} className="w-full rounded-xl bg-white p-2" />
      <button
        type="button"
        {...opensDialog(dialog)}
        aria-label={`${texts.show}: ${event}`}
        onClick={() => setIsShown(true)}
        className={buttonClass({ look: "primary", size: "lg", className: "justify-center" })}
      >
        {texts.show}
      </button>
      <dialog
        id={dialog}
        aria-labelledby={`${dialog}-nome`}
        onClose={() => setIsShown(false)}
        className="fixed inset-0 m-0 hidden h-dvh max-h-none w-screen max-w-none flex-col items-center gap-4 overflow-y-auto bg-white p-4 text-black open:flex landscape:flex-row landscape:justify-center"
      >
        {isShown && <Awake />}
        <img
          src={qr}
          alt={texts.alt}
          width={1024}
          height={1024}
          className="aspect-square h-auto w-[min(100vw_-_2rem,100dvh_-_19rem)] min-w-52 shrink-0 landscape:w-[min(55vw,100dvh_-_2rem)]"
        />
        <div className="grid w-full max-w-xl gap-2 text-center landscape:text-left">
          <p className="font-semibold wrap-anywhere">{event}</p>
          <h2 id={`${dialog}-nome`} className="font-display text-4xl leading-tight wrap-anywhere">
            {name}
          </h2>
          <p className="font-display text-4xl tracking-widest tabular">
            <span className="sr-only">{texts.codeLabel}: </span>
            {code}
          </p>
          <p className="text-lg wrap-anywhere">{about}</p>
          <p>{days}</p>
          <p className="text-sm">{texts.bright}</p>
          <p className="text-sm">{texts.private}</p>
          <form method="dialog" className="mt-2">
            <button
              type="submit"
              className={buttonClass({ look: "current", size: "lg", className: "w-full justify-center sm:w-fit" })}
            >
              {texts.close}
            </button>
          </form>
        </div>
      </dialog>
    </div>
  );
}

function Awake() {
  useAwake();
  return null;
}
