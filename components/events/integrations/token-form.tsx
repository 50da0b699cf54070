"use client";

import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { ActionForm } from "@/components/form/action-form";
import { CheckboxGroup } from "@/components/form/checkbox-group";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { useFormAction } from "@/components/form/use-form-action";
import { fill } from "@/components/ui/fill";
import { createTokenAction } from "@/lib/events/integrations/actions";
import { outcomeKey } from "@/lib/platform/outcome";
import {
  API_CHECKIN_COLUMNS,
  API_REGISTRATION_COLUMNS,
  API_TOKEN_DAYS,
  API_TOKENS_PER_EVENT,
} from "@/lib/platform/supabase/database-constants/events";
import { ChoiceError } from "./choice-error";
import { NewSecret } from "./new-secret";

type Props = {
  event: string;
  texts: Pick<Messages["events/integrations"], "tokenForm" | "registrationColumn" | "checkinColumn">;
  /** First value of the last day. */
  lastDay: string;
  validation: Record<string, string>;
};

/** Creates a token of the read API and shows it once; needs a recent proof of identity. */
export function TokenForm({ event, texts, lastDay, validation }: Props) {
  const router = useRouter();
  const { tokenForm, registrationColumn, checkinColumn } = texts;
  const { execute, result, isPending } = useFormAction(createTokenAction, () => router.refresh());
  const made = result.data?.outcome === "saved" ? result.data.secret : null;
  const problem = result.data && !made ? outcomeKey(result.data) : null;
  return (
    <div className="grid gap-4">
      <ActionForm
        submit={execute}
        pending={isPending}
        errors={result.validationErrors}
        texts={validation}
        hidden={{ event }}
        className="max-w-3xl"
      >
        <TextField name="name" label={tokenForm.name} hint={tokenForm.nameHint} autoComplete="off" maxLength={80} />
        <CheckboxGroup
          name="registration_columns"
          label={tokenForm.registrationColumns}
          hint={tokenForm.columnsHint}
          options={API_REGISTRATION_COLUMNS.map((value) => ({ value, label: registrationColumn[value] }))}
        />
        <CheckboxGroup
          name="checkin_columns"
          label={tokenForm.checkinColumns}
          hint={tokenForm.columnsHint}
          options={API_CHECKIN_COLUMNS.map((value) => ({ value, label: checkinColumn[value] }))}
        />
        <ChoiceError name="registration_columns" />
        <TextField
          type="date"
          name="last_day"
          label={tokenForm.lastDay}
          hint={fill(tokenForm.lastDayHint, { days: API_TOKEN_DAYS })}
          defaultValue={lastDay}
        />
        {(problem === "limit" || problem === "gone") && (
          <p role="alert" className="font-semibold">
            {fill(tokenForm[problem], { most: API_TOKENS_PER_EVENT })}
          </p>
        )}
        <SubmitButton label={tokenForm.send} pendingLabel={tokenForm.pending} pending={isPending} />
      </ActionForm>
      {made && <NewSecret secret={made} once={tokenForm.once} copy={tokenForm.copy} />}
    </div>
  );
}
