"use client";

import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { ActionForm } from "@/components/form/action-form";
import { CheckboxGroup } from "@/components/form/checkbox-group";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { useFormAction } from "@/components/form/use-form-action";
import { fill } from "@/components/ui/fill";
import { addWebhookAction } from "@/lib/events/integrations/actions";
import { outcomeKey } from "@/lib/platform/outcome";
import { WEBHOOK_KINDS, WEBHOOKS_PER_EVENT } from "@/lib/platform/supabase/database-constants/events";
import { ChoiceError } from "./choice-error";
import { NewSecret } from "./new-secret";

type Props = {
  event: string;
  texts: Messages["events/integrations"]["webhookForm"];
  validation: Record<string, string>;
};

/** Adds a webhook and shows the secret of its signature once. */
export function WebhookForm({ event, texts, validation }: Props) {
  const router = useRouter();
  const { execute, result, isPending } = useFormAction(addWebhookAction, () => router.refresh());
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
        <TextField
          name="url"
          label={texts.url}
          hint={texts.urlHint}
          inputMode="url"
          autoComplete="off"
          maxLength={500}
        />
        <CheckboxGroup
          name="kinds"
          label={texts.kinds}
          options={WEBHOOK_KINDS.map((value) => ({ value, label: texts.kind[value] }))}
          checked={WEBHOOK_KINDS}
        />
        <ChoiceError name="kinds" />
        {(problem === "limit" || problem === "gone") && (
          <p role="alert" className="font-semibold">
            {fill(texts[problem], { most: WEBHOOKS_PER_EVENT })}
          </p>
        )}
        <SubmitButton label={texts.send} pendingLabel={texts.pending} pending={isPending} />
      </ActionForm>
      {made && <NewSecret secret={made} once={texts.once} copy={texts.copy} />}
    </div>
  );
}
