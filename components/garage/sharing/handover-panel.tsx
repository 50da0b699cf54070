"use client";

import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { useAction } from "next-safe-action/hooks";
import { useState } from "react";
import { EmailField } from "@/components/form/contact-fields";
import { ActionForm } from "@/components/form/action-form";
import { notifyFailure } from "@/components/form/notify-failure";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { Checkbox } from "@/components/ui/checkbox";
import { offerVehicleAction } from "@/lib/garage/sharing/handover/actions";
import { USUAL_KINDS, type HistoryKind } from "@/lib/garage/sharing/handover/rules";
import { Problem } from "./problem";
import { outcomeKey } from "@/lib/platform/outcome";

type Texts = Messages["garage/sharing"]["handover"];
/** A kind of history with its name and the number of its rows as text. */
type CountedKind = { kind: HistoryKind; label: string; count: string };
type Props = {
  vehicle: { id: string; nickname: string };
  kinds: readonly CountedKind[];
  texts: Texts;
};

/** Offers the car to its buyer: address, the parts of the history to hand over, and the name of the car as confirmation. */
export function HandoverPanel({ vehicle, kinds, texts }: Props) {
  const router = useRouter();
  const [problem, setProblem] = useState("");
  const { execute, isPending, result } = useAction(offerVehicleAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess: ({ data }) => {
      const key = outcomeKey(data);
      setProblem(key === "saved" ? "" : texts.answers[key]);
      router.refresh();
    },
  });
  const { facts } = texts;
  return (
    <ActionForm submit={execute} pending={isPending} errors={result.validationErrors} hidden={{ vehicle: vehicle.id }}>
      <EmailField name="email" label={texts.email} autoComplete="off" />
      <fieldset>
        <legend className="font-semibold">{texts.chosen}</legend>
        <p className="text-sm text-muted">{texts.chosenHint}</p>
        <div className="mt-1.5 grid gap-x-6 sm:grid-cols-2">
          {kinds.map(({ kind, label, count }) => (
            <label key={kind} className="flex min-h-11 items-center gap-3">
              <Checkbox name="chosen" value={kind} defaultChecked={USUAL_KINDS.includes(kind)} />
              <span>
                {label}
                <span className="block text-sm text-muted">{count}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <ul className="grid list-disc gap-1 pl-5">
        {[facts.leaves, facts.always, facts.never, facts.ends].map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <TextField
        name="name"
        label={texts.typeName.replace("{name}", vehicle.nickname)}
        autoComplete="off"
        maxLength={60}
      />
      <Problem text={problem} />
      <SubmitButton variant="danger" label={texts.send} pendingLabel={texts.pending} pending={isPending} />
    </ActionForm>
  );
}
