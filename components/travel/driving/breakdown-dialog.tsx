import { useEffect, useRef, type MouseEvent, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import type { HelpCar } from "@/lib/guide/breakdown/rules";
import { GarageCarsProvider } from "./garage-cars";
import { useDrivingTexts } from "./driving-texts";

type Props = {
  isOpen: boolean;
  isRecording: boolean;
  /** The car of the trip that is driven. */
  car: HelpCar | null;
  onClose: () => void;
  children: ReactNode;
};

/** Pages that the guide links to open in a tab of their own. */
function openBeside(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest("a");
  if (link && link.protocol.startsWith("http")) link.target = "_blank";
}

/** The breakdown guide over the instruments, which stay mounted below it: leaving the page would end the recording. */
export function BreakdownDialog({ isOpen, isRecording, car, onClose, children }: Props) {
  const texts = useDrivingTexts().help;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      aria-label={texts.title}
      onClose={onClose}
      onClickCapture={openBeside}
      className="m-0 h-dvh max-h-none w-full max-w-none overflow-y-auto bg-background p-0 pb-14 text-text"
    >
      <div className="sticky top-0 z-10 flex flex-wrap items-center justify-between gap-x-3 border-b border-line bg-background px-4 py-2">
        <p role="status" className="font-semibold">
          {isRecording ? texts.recording : ""}
        </p>
        <Button variant="outline" onClick={onClose}>
          {texts.close}
        </Button>
      </div>
      {isOpen && <GarageCarsProvider planned={car}>{children}</GarageCarsProvider>}
    </dialog>
  );
}
