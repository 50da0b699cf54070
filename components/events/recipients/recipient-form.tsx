"use client";

import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { ActionForm } from "@/components/form/action-form";
import { SelectField } from "@/components/form/select-field";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { useFormAction } from "@/components/form/use-form-action";
import { fill } from "@/components/ui/fill";
import { setRecipientAction } from "@/lib/events/recipients/actions";
import { outcomeKey } from "@/lib/platform/outcome";
import { PIX_KEY_TYPES } from "@/lib/platform/supabase/database-constants/commerce";
import { RECIPIENT_CHANGES_PER_DAY } from "@/lib/platform/supabase/database-constants/events";

type Props = {
  event: string;
  texts: Messages["events/recipients"]["form"];
  validation: Record<string, string>;
};

/** Asks for a Pix key as the recipient of an event; needs a recent proof of identity. */
export function RecipientForm({ event, texts, validation }: Props) {
  const router = useRouter();
  const { execute, result, isPending } = useFormAction(setRecipientAction, () => router.refresh());
  const key = result.data && outcomeKey(result.data);
  return (
    <ActionForm
      submit={execute}
      pending={isPending}
      errors={result.validationErrors}
      texts={validation}
      hidden={{ event }}
      className="max-w-2xl"
    >
      <SelectField
        name="pix_key_type"
        label={texts.type}
        options={PIX_KEY_TYPES.map((value) => ({ value, label: texts.typeName[value] }))}
        defaultValue="cnpj"
      />
      <TextField name="pix_key" label={texts.key} autoComplete="off" maxLength={140} />
      <TextField name="name" label={texts.name} hint={texts.nameHint} autoComplete="off" maxLength={80} />
      <TextField name="city" label={texts.city} autoComplete="off" maxLength={60} />
      <p role="status" className="font-semibold empty:hidden">
        {key && fill(texts[key], { most: RECIPIENT_CHANGES_PER_DAY })}
      </p>
      <SubmitButton label={texts.send} pendingLabel={texts.pending} pending={isPending} />
    </ActionForm>
  );
}
