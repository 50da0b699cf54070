"use client";

import { whenConfirmed } from "@/components/ui/ask";
import { useRouter } from "next/navigation";
import { useAction } from "next-safe-action/hooks";
import { useState } from "react";
import { ActionForm } from "@/components/form/action-form";
import { CheckboxGroup } from "@/components/form/checkbox-group";
import { notifyFailure } from "@/components/form/notify-failure";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { Button } from "@/components/ui/button";
import { useChange } from "@/components/garage/vehicles/use-change";
import { copyText } from "@/components/ui/copy-text";
import { AddressLink } from "@/components/ui/address-link";
import { changeSaleLinkAction, revokeSaleLinkAction } from "@/lib/garage/sharing/sale/actions";
import type { SaleTick } from "@/lib/garage/sharing/sale/rules";
import { Problem } from "./problem";
import { useSharingTexts } from "./sharing-texts";
import { outcomeKey } from "@/lib/platform/outcome";
import { SALE_TICKS } from "@/lib/platform/supabase/database-constants/garage";

/** `url` is null after the end of the link; `facts` are state, end and visits as text. */
export type SaleLinkRow = {
  id: string;
  label: string;
  shows: readonly SaleTick[];
  url: string | null;
  facts: string;
};
type Props = { link: SaleLinkRow };

/** A sale link: an open one can be copied, changed and ended. */
export function SaleLine({ link }: Props) {
  const texts = useSharingTexts().sale;
  const { isBusy, run } = useChange();
  const { id, label, shows, url, facts } = link;
  const name = label || texts.unnamed;
  return (
    <li className="grid gap-2 border-t-2 border-line pt-3">
      <p className="wrap-anywhere">
        <span className="font-semibold">{name}</span>
        <span className="text-muted">{` · ${facts}`}</span>
      </p>
      {shows.length > 0 && (
        <p className="text-sm text-muted">{`${texts.shows}: ${shows.map((tick) => texts.ticks[tick]).join(", ")}`}</p>
      )}
      {url && (
        <>
          <AddressLink url={url} />
          <div className="flex flex-wrap gap-2">
            <Button
              variant="outline"
              aria-label={`${texts.copy}: ${name}`}
              disabled={isBusy}
              onClick={() => void copyText(url, texts.copy)}
            >
              {texts.copy}
            </Button>
            <Button
              variant="outline"
              aria-label={`${texts.revoke}: ${name}`}
              disabled={isBusy}
              onClick={() => whenConfirmed(texts.revokeConfirm, () => run(() => revokeSaleLinkAction({ id })))}
            >
              {texts.revoke}
            </Button>
          </div>
          <details>
            <summary className="min-h-11 cursor-pointer content-center font-semibold">{texts.change}</summary>
            {/* A new key after each save: the boxes show what is stored. */}
            <ChangeForm key={label + shows.join()} link={link} />
          </details>
        </>
      )}
    </li>
  );
}

function ChangeForm({ link: { id, label, shows } }: Props) {
  const texts = useSharingTexts().sale;
  const router = useRouter();
  const [problem, setProblem] = useState("");
  const { execute, isPending, result } = useAction(changeSaleLinkAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess: ({ data }) => {
      const key = outcomeKey(data);
      setProblem(key === "saved" ? "" : texts.answers[key]);
      router.refresh();
    },
  });
  return (
    <ActionForm submit={execute} pending={isPending} errors={result.validationErrors} hidden={{ id }} className="pt-2">
      <TextField name="label" label={texts.label} autoComplete="off" defaultValue={label} maxLength={80} />
      <CheckboxGroup
        name="shows"
        label={texts.shows}
        checked={shows}
        options={SALE_TICKS.map((value) => ({ value, label: texts.ticks[value] }))}
      />
      <Problem text={problem} />
      {result.data?.outcome === "saved" && <p role="status">{texts.saved}</p>}
      <SubmitButton label={texts.save} pendingLabel={texts.pending} pending={isPending} />
    </ActionForm>
  );
}
