"use client";

import { useRouter } from "next/navigation";
import { useAction } from "next-safe-action/hooks";
import { useState } from "react";
import { ActionForm } from "@/components/form/action-form";
import { CheckboxGroup } from "@/components/form/checkbox-group";
import { notifyFailure } from "@/components/form/notify-failure";
import { SelectField } from "@/components/form/select-field";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { addSaleLinkAction } from "@/lib/garage/sharing/sale/actions";
import { SALE_DAYS } from "@/lib/garage/sharing/sale/rules";
import { Problem } from "./problem";
import { SaleLine, type SaleLinkRow } from "./sale-line";
import { useSharingTexts } from "./sharing-texts";
import { outcomeKey } from "@/lib/platform/outcome";
import { SALE_TICKS } from "@/lib/platform/supabase/database-constants/garage";

type Props = {
  vehicle: string;
  links: readonly SaleLinkRow[];
};

/** Makes, changes, copies and ends the links for possible buyers. */
export function SalePanel({ vehicle, links }: Props) {
  const texts = useSharingTexts().sale;
  const router = useRouter();
  const [problem, setProblem] = useState("");
  const [made, setMade] = useState(0);
  const { execute, isPending, result } = useAction(addSaleLinkAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess: ({ data }) => {
      const key = outcomeKey(data);
      setProblem(key === "saved" ? "" : texts.answers[key]);
      if (data.outcome === "saved") setMade(made + 1);
      router.refresh();
    },
  });
  return (
    <div className="grid gap-5">
      {/* A new key empties the form. */}
      <ActionForm key={made} submit={execute} pending={isPending} errors={result.validationErrors} hidden={{ vehicle }}>
        <div className="grid gap-4 sm:grid-cols-[1fr_auto]">
          <TextField name="label" label={texts.label} hint={texts.labelHint} autoComplete="off" maxLength={80} />
          <SelectField
            name="days"
            label={texts.days}
            defaultValue="30"
            options={SALE_DAYS.map((days) => ({
              value: String(days),
              label: texts.dayCount.replace("{days}", String(days)),
            }))}
          />
        </div>
        <CheckboxGroup
          name="shows"
          label={texts.shows}
          options={SALE_TICKS.map((value) => ({ value, label: texts.ticks[value] }))}
        />
        <Problem text={problem} />
        <SubmitButton label={texts.make} pendingLabel={texts.pending} pending={isPending} />
      </ActionForm>
      <ul className="grid gap-4 empty:hidden">
        {links.map((link) => (
          <SaleLine key={link.id} link={link} />
        ))}
      </ul>
    </div>
  );
}
