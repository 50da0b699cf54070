"use client";

import { Link2 } from "lucide";
import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { useAction } from "next-safe-action/hooks";
import { useRef } from "react";
import { ActionForm } from "@/components/form/action-form";
import { notifyFailure } from "@/components/form/notify-failure";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { notify } from "@/components/ui/notify";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import { createTexts } from "@/components/ui/texts";
import { sharePassportAction, unsharePassportAction } from "@/lib/guide/passport/actions";

const { Provider: ShareTexts, useTexts: useShareTexts } = createTexts<Texts>("ShareTexts");

type Texts = Messages["guide/passport"]["share"];
type Props = {
  texts: Texts;
  /** The complete address of the page that others see; null while it is switched off. */
  url: string | null;
  name: string;
};

/** Switches the page of the passport on and off. */
export function ShareCard({ texts, url, name }: Props) {
  const router = useRouter();
  const { execute, result, isPending } = useAction(sharePassportAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess: () => router.refresh(),
  });
  return (
    <ShareTexts value={texts}>
      <Card data-slot="passport-share">
        <CardTitle className="mb-2">{texts.title}</CardTitle>
        <p className="mb-4">{url ? texts.isOn : texts.isOff}</p>
        {url ? (
          <SharedLink url={url} />
        ) : (
          <ActionForm submit={execute} pending={isPending} errors={result.validationErrors}>
            <TextField name="name" label={texts.name} hint={texts.nameHint} defaultValue={name} maxLength={60} />
            <SubmitButton label={texts.switchOn} pendingLabel={texts.pending} pending={isPending} />
          </ActionForm>
        )}
      </Card>
    </ShareTexts>
  );
}

function SharedLink({ url }: { url: string }) {
  const texts = useShareTexts();
  const router = useRouter();
  const dialog = useRef<HTMLDialogElement>(null);
  const { execute, isPending } = useAction(unsharePassportAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess: () => router.refresh(),
  });
  async function copy() {
    await navigator.clipboard.writeText(url);
    notify({ code: "link.copied", variant: "success" });
  }
  const close = () => dialog.current?.close();
  return (
    <>
      <p className="wrap-anywhere">
        <a href={url} className="text-link underline underline-offset-4">
          {url}
        </a>
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="outline" onClick={() => void copy()}>
          <Icon of={Link2} />
          {texts.copy}
        </Button>
        <Button variant="ghost" disabled={isPending} onClick={() => dialog.current?.showModal()}>
          {texts.switchOff}
        </Button>
      </div>
      <dialog
        ref={dialog}
        aria-labelledby="unshare-title"
        className="max-w-md rounded-2xl border-2 border-line bg-surface p-6 text-text"
      >
        <h2 id="unshare-title" className="text-2xl">
          {texts.confirmTitle}
        </h2>
        <p className="mt-2">{texts.confirmText}</p>
        <div className="mt-5 flex flex-wrap gap-3">
          <Button
            variant="danger"
            onClick={() => {
              close();
              execute();
            }}
          >
            {texts.confirm}
          </Button>
          <Button variant="outline" onClick={close}>
            {texts.cancel}
          </Button>
        </div>
      </dialog>
    </>
  );
}
