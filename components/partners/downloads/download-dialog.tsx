import { X } from "lucide";
import { useEffect, useRef, type SubmitEvent } from "react";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { Icon } from "@/components/ui/icon";
import { Input } from "@/components/ui/input";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { redeemPath, type DeviceVoucher } from "@/lib/partners/downloads/rules";
import type { Guest } from "@/lib/partners/downloads/schema";
import { useDownloadTexts, type DownloadMessages } from "./download-texts";
import { VoucherCode } from "./voucher-code";

export type Wanted = { id: string; title: string; allowsGuests: boolean };
export type Phase =
  | { kind: "working" | "sold_out" | "gone" }
  | { kind: "guest"; problem: "guestWrong" | "guestCountry" | null }
  | { kind: "done"; id: string; voucher: DeviceVoucher | null }
  | { kind: "limit"; id: string | null }
  | { kind: "failed"; isLimited: boolean };

export type DialogProps = {
  wanted: Wanted;
  phase: Phase;
  locale: Locale;
  signIn: () => void;
  onGuest: (guest: Guest) => void;
  onRetry: () => void;
  onClose: () => void;
};

/** Title and text of a phase; the form of guests has its own text. */
function wordsOf(phase: Phase, texts: DownloadMessages["dialog"]): { title: string; text: string } {
  switch (phase.kind) {
    case "working":
      return { title: texts.working, text: "" };
    case "guest":
      return { title: texts.guestTitle, text: texts.guestText };
    case "done":
      return { title: texts.done, text: phase.voucher ? texts.doneText : texts.notStored };
    case "limit":
      return { title: texts.limit, text: texts.limitText };
    case "sold_out":
      return { title: texts.soldOut, text: texts.soldOutText };
    case "gone":
      return { title: texts.gone, text: texts.goneText };
    case "failed":
      return { title: texts.failed, text: phase.isLimited ? texts.limited : texts.failedText };
  }
}

/** The steps and the outcome of a download. */
export function DownloadDialog({ wanted, phase, locale, signIn, onGuest, onRetry, onClose }: DialogProps) {
  const texts = useDownloadTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  const { title, text } = wordsOf(phase, texts.dialog);
  const open = (id: string, label: string) => (
    <a href={localePath(locale, redeemPath(id))} className={buttonClass({ look: "primary" })}>
      {label}
    </a>
  );
  return (
    <dialog
      ref={dialog}
      aria-labelledby="baixar-voucher"
      onClose={onClose}
      className="w-full max-w-md rounded-2xl border-2 border-line bg-surface p-6 text-text"
    >
      <div className="flex items-start justify-between gap-3">
        <p className="text-muted wrap-anywhere">{wanted.title}</p>
        <button
          type="button"
          aria-label={texts.dialog.close}
          onClick={() => dialog.current?.close()}
          className="-mr-3 -mt-3 grid size-11 shrink-0 place-items-center rounded-lg hover:bg-raised"
        >
          <Icon of={X} className="size-6" />
        </button>
      </div>
      <div role="status" aria-busy={phase.kind === "working"}>
        <h2 id="baixar-voucher" className="text-2xl">
          {title}
        </h2>
        {text && <p className="mt-2">{text}</p>}
      </div>
      <div className="mt-4 grid gap-3">
        {phase.kind === "guest" && <GuestForm problem={phase.problem} onGuest={onGuest} signIn={signIn} />}
        {phase.kind === "done" && (
          <>
            {phase.voucher && (
              <VoucherCode
                voucher={phase.voucher}
                label={texts.held.code}
                alt={texts.held.qr}
                summary={texts.held.show}
                isOpen
              />
            )}
            <p>{open(phase.id, texts.dialog.open)}</p>
          </>
        )}
        {phase.kind === "limit" && phase.id && <p>{open(phase.id, texts.dialog.openEarlier)}</p>}
        {phase.kind === "failed" && <Button onClick={onRetry}>{texts.dialog.again}</Button>}
      </div>
    </dialog>
  );
}

type GuestProps = Pick<Extract<Phase, { kind: "guest" }>, "problem"> & Pick<DialogProps, "onGuest" | "signIn">;

function GuestForm({ problem, onGuest, signIn }: GuestProps) {
  const texts = useDownloadTexts().dialog;
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [guest_name, guest_phone] = [form.get("guest_name"), form.get("guest_phone")];
    if (typeof guest_name === "string" && typeof guest_phone === "string") onGuest({ guest_name, guest_phone });
  };
  return (
    <form method="post" onSubmit={send} className="grid gap-3">
      <label className="grid gap-1">
        {texts.name}
        <Input name="guest_name" required maxLength={120} autoComplete="name" />
      </label>
      <label className="grid gap-1">
        {texts.phone}
        <Input name="guest_phone" type="tel" required minLength={8} maxLength={30} autoComplete="tel" />
      </label>
      {problem && <p role="alert">{texts[problem]}</p>}
      <Button type="submit">{texts.send}</Button>
      <p className="flex flex-wrap items-center gap-3 text-muted">
        {texts.or}
        <Button variant="link" size="text" onClick={signIn}>
          {texts.signIn}
        </Button>
      </p>
    </form>
  );
}
